"""Big Two: the deal, the state of a table and what one viewer sees of it, with their JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from operator import or_, xor
from typing import Any, NamedTuple, TypeAlias

from .big_two_hands import CARD_NAMES, Play, bits_of, card_named, names_of
from .protocol import Json, Leaver, Seat


@dataclass(frozen=True, slots=True)
class Pass:
    """The seat lets its go by."""


PASS = Pass()
SEATS_MOST = 4
Move: TypeAlias = Play | Pass


@dataclass(frozen=True, slots=True)
class Deal:
    """`hands[seat]` in the order of the draw; at three seats one card more is left over."""

    hands: tuple[tuple[int, ...], ...] = field(repr=False)
    left_over: int | None = field(default=None, repr=False)


Act: TypeAlias = tuple[Seat, Move]
"""One ply of the running trick."""


@dataclass(frozen=True, slots=True)
class Order:
    """Whose go follows, among the seats in play."""

    after: tuple[tuple[Seat, ...], ...]
    """after[seat]: the seat to act once that one has; nobody when the table is over."""
    before: tuple[Seat, ...]
    """before[seat]: the last seat that is asked to beat what that one played."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What few plies change: who plays on, and what is known of the deal."""

    playing: tuple[Seat, ...]
    """Seats that hold cards and have not left, ascending."""
    dealt: tuple[int, ...] = field(repr=False)
    """dealt[seat]: all cards that it ever had."""
    leader: Seat
    """Who was to make the first play of the table."""
    must: int | None = field(default=None, repr=False)
    """The lowest dealt card, until the first play is made or the leader leaves."""
    left_over: int | None = field(default=None, repr=False)
    """The 52nd card of three seats, as long as `must` stands."""
    bound: int | None = None
    """The lowest card of the first play: no lower card was dealt (R5)."""
    out: tuple[Seat, ...] = ()
    """In the order of going out."""
    leavers: tuple[Leaver, ...] = ()
    why: str | None = None
    """Why the table is over; None while it runs."""
    order: Order = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        playing = self.playing if self.why is None else ()
        object.__setattr__(self, "order", order_of(playing, len(self.dealt)))


@cache
def order_of(playing: tuple[Seat, ...], seats: int) -> Order:
    """Play goes round by ascending numbers (R1); past a seat that is not in play."""
    if not playing:
        return Order(((),) * seats, ())
    after = [min(playing, key=lambda other: (other - seat - 1) % seats) for seat in range(seats)]
    before = [min(playing, key=lambda other: (seat - other - 1) % seats) for seat in range(seats)]
    return Order(tuple((seat,) for seat in after), tuple(before))


class State(NamedTuple):
    """A table between two plies. Sets of cards are bits (big_two_hands).

    A tuple, and not a dataclass, because playouts make one a ply; a short one for the same reason.
    """

    hands: tuple[int, ...]
    """hands[seat]; a seat that left keeps its cards, unseen (R16)."""
    to_act: tuple[Seat, ...]
    """One seat; nobody when the table is over."""
    sheet: Sheet
    table: Play | None = None
    owner: Seat | None = None
    """Who played what lies on the table."""
    trick: tuple[Act, ...] = ()
    ply: int = 0

    @property
    def turn(self) -> Seat:
        """The seat to act; when the table is over, one that stayed in play."""
        return self.to_act[0] if self.to_act else self.playing[0]

    @property
    def played(self) -> tuple[int, ...]:
        """played[seat]: all that the seat has put down since the deal."""
        return tuple(map(xor, self.sheet.dealt, self.hands))

    @property
    def playing(self) -> tuple[Seat, ...]:
        """Seats that hold cards and have not left, ascending."""
        return self.sheet.playing

    @property
    def out(self) -> tuple[Seat, ...]:
        """Seats that have gone out, in that order."""
        return self.sheet.out

    @property
    def why(self) -> str | None:
        """Why the table is over; None while it runs."""
        return self.sheet.why

    def __repr__(self) -> str:
        """Tells nothing hidden."""
        return f"<State at ply {self.ply}, turn of seat {self.turn}, {self.why or 'running'}>"


class View(NamedTuple):
    """What one seat, or a spectator (`seat` None), may see; the fields mean what State's do."""

    seat: Seat | None
    ply: int
    to_act: tuple[Seat, ...]
    hand: int
    """The viewer's own cards; none for a spectator."""
    counts: tuple[int, ...]
    """counts[seat]: how many cards it holds, or held when it left."""
    played: tuple[int, ...]
    trick: tuple[Act, ...]
    table: Play | None
    owner: Seat | None
    passed: tuple[Seat, ...]
    """Seats in play that have passed since the last play."""
    out: tuple[Seat, ...]
    leavers: tuple[Leaver, ...]
    leader: Seat
    must: int | None
    """At two and three seats only its holder sees it (R5)."""
    left_over: int | None
    """Only the leader sees it (R4)."""
    bound: int | None
    why: str | None

    def __repr__(self) -> str:
        """Tells nothing that the viewer alone may know."""
        return f"<View of seat {self.seat} at ply {self.ply}, {self.why or 'running'}>"


def dump_deal(deal: Deal) -> Json:
    """Every card that was dealt, in the order of the draw."""
    hands = [[CARD_NAMES[card] for card in hand] for hand in deal.hands]
    return {"hands": hands, "left_over": _name(deal.left_over)}


def dump_state(state: State) -> Json:
    """All of the state, hidden cards too."""
    sheet = state.sheet
    return _shared(state) | _dump_known(sheet) | {
        "hands": [names_of(hand) for hand in state.hands],
        "playing": list(sheet.playing),
        "turn": state.turn,
    }  # fmt: skip


def load_state(json: Json) -> State:
    """The state back from `dump_state`."""
    hands, played = tuple(map(_bits, json["hands"])), tuple(map(_bits, json["played"]))
    sheet = Sheet(
        playing=tuple(json["playing"]), dealt=tuple(map(or_, hands, played)), **_load_known(json)
    )
    to_act = (json["turn"],) if sheet.why is None else ()
    return State(hands=hands, to_act=to_act, sheet=sheet, **_load_shared(json))


def dump_view(view: View) -> Json:
    """What the viewer sees, as it travels over HTTP."""
    return _shared(view) | _dump_known(view) | {
        "game": "big-two",
        "seat": view.seat,
        "to_act": list(view.to_act),
        "hand": None if view.seat is None else names_of(view.hand),
        "counts": list(view.counts),
        "passed": list(view.passed),
    }  # fmt: skip


def load_view(json: Json) -> View:
    """The view back from `dump_view`; what it does not know it leaves aside."""
    return View(
        seat=json["seat"],
        to_act=tuple(json["to_act"]),
        hand=_bits(json["hand"] or ()),
        counts=tuple(json["counts"]),
        played=tuple(map(_bits, json["played"])),
        passed=tuple(json["passed"]),
        **_load_shared(json),
        **_load_known(json),
    )


def _shared(seen: State | View) -> dict[str, Json]:
    return {
        "ply": seen.ply,
        "table": None if seen.table is None else _dump_table(seen.table, seen.owner),
        "trick": [{"seat": seat, "cards": _dump_cards(move)} for seat, move in seen.trick],
        "played": [names_of(cards) for cards in seen.played],
    }


def _dump_known(seen: Sheet | View) -> dict[str, Json]:
    return {
        "out": list(seen.out),
        "leavers": [{"seat": one.seat, "reason": one.reason} for one in seen.leavers],
        "leader": seen.leader,
        "must": _name(seen.must),
        "left_over": _name(seen.left_over),
        "bound": _name(seen.bound),
        "why": seen.why,
    }


def _load_shared(json: Json) -> dict[str, Any]:
    table = json["table"]
    return {
        "ply": json["ply"],
        "table": None if table is None else Play(_bits(table["cards"])),
        "owner": None if table is None else table["seat"],
        "trick": tuple((one["seat"], _load_move(one["cards"])) for one in json["trick"]),
    }


def _load_known(json: Json) -> dict[str, Any]:
    return {
        "out": tuple(json["out"]),
        "leavers": tuple(Leaver(one["seat"], one["reason"]) for one in json["leavers"]),
        "leader": json["leader"],
        "must": _card(json["must"]),
        "left_over": _card(json["left_over"]),
        "bound": _card(json["bound"]),
        "why": json["why"],
    }


def _dump_table(table: Play, owner: Seat | None) -> Json:
    return {
        "cards": names_of(table.cards),
        "shape": str(table.shape),
        "seat": owner,
    }


def _dump_cards(move: Move) -> list[str]:
    return names_of(move.cards) if isinstance(move, Play) else []


def _load_move(names: list[str]) -> Move:
    return Play(_bits(names)) if names else PASS


def _bits(names: Json) -> int:
    return bits_of(map(card_named, names))


def _name(card: int | None) -> str | None:
    return None if card is None else CARD_NAMES[card]


def _card(name: Json) -> int | None:
    return None if name is None else card_named(name)
