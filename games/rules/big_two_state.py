"""Big Two: the deal, the state of a table and what one viewer sees of it, with their JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
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


class Act(NamedTuple):
    """One ply of the running trick; a pass has no cards."""

    seat: Seat
    move: Move


class State(NamedTuple):
    """A table between two plies. Sets of cards are bits (big_two_hands).

    A tuple, and not a dataclass, because playouts make one a ply: that takes a quarter of the time.
    """

    hands: tuple[int, ...]
    """hands[seat]; a seat that left keeps its cards, unseen (R16)."""
    played: tuple[int, ...]
    """played[seat]: all that the seat has put down since the deal."""
    playing: tuple[Seat, ...]
    """Seats that hold cards and have not left, ascending."""
    turn: Seat
    leader: Seat
    """Who was to make the first play of the table."""
    must: int | None = None
    """The lowest dealt card, until the first play is made or the leader leaves."""
    left_over: int | None = None
    """The 52nd card of three seats, as long as `must` stands."""
    bound: int | None = None
    """The lowest card of the first play: no lower card was dealt (R5)."""
    trick: tuple[Act, ...] = ()
    table: Play | None = None
    owner: Seat | None = None
    """Who played what lies on the table."""
    out: tuple[Seat, ...] = ()
    """In the order of going out."""
    leavers: tuple[Leaver, ...] = ()
    ply: int = 0
    why: str | None = None
    """Why the table is over; None while it runs."""

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
    return _shared(state) | {
        "hands": [names_of(hand) for hand in state.hands],
        "playing": list(state.playing),
        "turn": state.turn,
    }


def load_state(json: Json) -> State:
    """The state back from `dump_state`."""
    return State(
        hands=tuple(map(_bits, json["hands"])),
        playing=tuple(json["playing"]),
        turn=json["turn"],
        **_load_shared(json),
    )


def dump_view(view: View) -> Json:
    """What the viewer sees, as it travels over HTTP."""
    return _shared(view) | {
        "game": "big-two",
        "seat": view.seat,
        "to_act": list(view.to_act),
        "hand": None if view.seat is None else names_of(view.hand),
        "counts": list(view.counts),
        "passed": list(view.passed),
    }


def load_view(json: Json) -> View:
    """The view back from `dump_view`; what it does not know it leaves aside."""
    return View(
        seat=json["seat"],
        to_act=tuple(json["to_act"]),
        hand=_bits(json["hand"] or ()),
        counts=tuple(json["counts"]),
        passed=tuple(json["passed"]),
        **_load_shared(json),
    )


def _shared(seen: State | View) -> dict[str, Json]:
    return {
        "ply": seen.ply,
        "table": None if seen.table is None else _dump_table(seen.table, seen.owner),
        "trick": [{"seat": act.seat, "cards": _dump_cards(act.move)} for act in seen.trick],
        "played": [names_of(cards) for cards in seen.played],
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
        "trick": tuple(Act(one["seat"], _load_move(one["cards"])) for one in json["trick"]),
        "played": tuple(map(_bits, json["played"])),
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
