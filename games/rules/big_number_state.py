"""Big Number: the deal, the state of a table and what one viewer sees of it, with their JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from .big_number_cards import CARD_NAMES, Cards, CardSet, card_named, count, multiset, names_of
from .protocol import Json, Leaver, Seat

Hands: TypeAlias = tuple[Cards, ...]
"""One multiset of cards a seat."""
DrawnHands: TypeAlias = tuple[tuple[int, ...], ...]
"""The cards of each seat in the order of the draw."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The seat lets its go by."""


class Play(NamedTuple):
    """Cards put down, and the card of the beaten set that is taken up for them."""

    cards: CardSet
    take: int | None = None
    """None where nothing is taken, and where a single card is beaten and it goes without saying."""


PASS = Pass()
SEATS_MOST = 6
Move: TypeAlias = Play | Pass


@dataclass(frozen=True, slots=True)
class Deal:
    """All chance of a table (N24): who begins, and `deals[number - 1][seat]` as they are drawn."""

    start: Seat = field(repr=False)
    deals: Sequence[DrawnHands] = field(repr=False)


Act: TypeAlias = tuple[Seat, Move]
"""One ply of the running round."""


@dataclass(frozen=True, slots=True)
class Order:
    """Whose go follows, among the seats in play."""

    after: tuple[tuple[Seat, ...], ...]
    """after[seat]: the seat to act once that one has."""
    before: tuple[Seat, ...]
    """before[seat]: the last seat that is asked to beat what that one played."""


@cache
def order_of(playing: tuple[Seat, ...], seats: int) -> Order:
    """Clockwise is by ascending numbers, then round; past a seat that has left."""
    after = [min(playing, key=lambda other: (other - seat - 1) % seats) for seat in range(seats)]
    before = [min(playing, key=lambda other: (seat - other - 1) % seats) for seat in range(seats)]
    return Order(tuple((seat,) for seat in after), tuple(before))


@dataclass(frozen=True, slots=True)
class Sheet:
    """What no move changes but the last one of a deal; leaves do."""

    number: int
    """Which deal of the table this is, from 1."""
    start: Seat
    """Who was to make the first lead of this deal."""
    points: tuple[int, ...]
    """points[seat] after the deals before this one; those of a leaver stand still."""
    playing: tuple[Seat, ...]
    """Seats that have not left, ascending."""
    dealt: tuple[Seat, ...]
    """Seats that got cards in this deal, ascending; who left before gets none."""
    later: Sequence[DrawnHands] = field(repr=False)
    """The hands of the deals to come, in order (N24)."""
    leavers: tuple[Leaver, ...] = ()
    kept: tuple[int, ...] = ()
    """kept[i]: how many cards leavers[i] held when it left (N18)."""
    why: str | None = None
    """Why the table is over; None while it runs."""
    order: Order = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "order", order_of(self.playing, len(self.points)))


class State(NamedTuple):
    """A table between two plies; a tuple, because playouts make one a ply."""

    sheet: Sheet
    hands: Hands
    """hands[seat]; a leaver's cards lie here unseen until the deal ends."""
    taken: Hands
    """taken[seat]: what everybody saw it take up in this deal, less what it played since."""
    to_act: tuple[Seat, ...]
    """One seat; nobody when the table is over."""
    middle: CardSet | None = None
    owner: Seat | None = None
    """Who played what lies in the middle."""
    out: Cards = 0
    """What has gone out of play in this deal, face up (N13)."""
    acts: tuple[Act, ...] = ()
    """The plays and passes of the running round."""
    ply: int = 0

    @property
    def turn(self) -> Seat:
        """The seat to act; when the table is over, one that stayed in play."""
        return self.to_act[0] if self.to_act else self.sheet.playing[0]

    @property
    def why(self) -> str | None:
        """Why the table is over; None while it runs."""
        return self.sheet.why

    def __repr__(self) -> str:
        """Tells nothing hidden."""
        return f"<State at ply {self.ply}, turn of seat {self.turn}, {self.why or 'running'}>"


@dataclass(frozen=True, slots=True)
class View:
    """What one seat, or a spectator (`seat` None), may see; most fields mean what State's do."""

    seat: Seat | None
    ply: int
    to_act: tuple[Seat, ...]
    hand: Cards = field(repr=False)
    """The viewer's own cards; none for a spectator."""
    counts: tuple[int, ...]
    """counts[seat]: how many cards it holds, or held when it left."""
    points: tuple[int, ...]
    number: int
    start: Seat
    dealt: tuple[Seat, ...]
    middle: CardSet | None
    owner: Seat | None
    passed: tuple[Seat, ...]
    """Seats in play that have passed since the last play."""
    taken: Hands
    out: Cards
    acts: tuple[Act, ...]
    leavers: tuple[Leaver, ...]
    why: str | None


def counts_of(state: State) -> tuple[int, ...]:
    """counts[seat]: the cards in hand; those of a leaver stay as they were (N18)."""
    counts = [count(hand) for hand in state.hands]
    for leaver, kept in zip(state.sheet.leavers, state.sheet.kept, strict=True):
        counts[leaver.seat] = kept
    return tuple(counts)


def dump_deal(deal: Deal) -> Json:
    """Every card that may come to a hand, in the order of the draw."""
    return {"start": deal.start, "deals": [{"hands": _dump_drawn(one)} for one in deal.deals]}


def dump_state(state: State) -> Json:
    """All of the state, hidden cards too."""
    sheet = state.sheet
    return _shared(state) | _dump_public(sheet) | {
        "hands": _dump_hands(state.hands),
        "turn": state.turn,
        "playing": list(sheet.playing),
        "kept": list(sheet.kept),
        "later": list(map(_dump_drawn, sheet.later)),
    }  # fmt: skip


def load_state(json: Json) -> State:
    """The state back from `dump_state`."""
    sheet = Sheet(
        playing=tuple(json["playing"]),
        kept=tuple(json["kept"]),
        later=tuple(map(_load_drawn, json["later"])),
        **_load_public(json),
    )
    to_act = (json["turn"],) if sheet.why is None else ()
    return State(sheet=sheet, hands=_hands(json["hands"]), to_act=to_act, **_load_shared(json))


def dump_view(view: View) -> Json:
    """What the viewer sees, as it travels over HTTP."""
    return _shared(view) | _dump_public(view) | {
        "game": "big-number",
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
        hand=_cards(json["hand"] or ()),
        counts=tuple(json["counts"]),
        passed=tuple(json["passed"]),
        **_load_public(json),
        **_load_shared(json),
    )


def _dump_public(seen: Sheet | View) -> dict[str, Json]:
    return {
        "deal": seen.number,
        "start": seen.start,
        "points": list(seen.points),
        "dealt": list(seen.dealt),
        "leavers": [{"seat": one.seat, "reason": one.reason} for one in seen.leavers],
        "why": seen.why,
    }


def _load_public(json: Json) -> dict[str, Any]:
    return {
        "number": json["deal"],
        "start": json["start"],
        "points": tuple(json["points"]),
        "dealt": tuple(json["dealt"]),
        "leavers": tuple(Leaver(one["seat"], one["reason"]) for one in json["leavers"]),
        "why": json["why"],
    }


def _shared(seen: State | View) -> dict[str, Json]:
    return {
        "ply": seen.ply,
        "middle": dump_middle(seen.middle, seen.owner),
        "round": [_dump_act(act) for act in seen.acts],
        "taken": _dump_hands(seen.taken),
        "out_of_play": names_of(seen.out),
    }


def _load_shared(json: Json) -> dict[str, Any]:
    middle = json["middle"]
    return {
        "ply": json["ply"],
        "middle": None if middle is None else CardSet(_cards(middle["cards"])),
        "owner": None if middle is None else middle["seat"],
        "acts": tuple(map(_load_act, json["round"])),
        "taken": _hands(json["taken"]),
        "out": _cards(json["out_of_play"]),
    }


def dump_middle(middle: CardSet | None, owner: Seat | None) -> Json:
    """What is to be beaten, its number and who played it."""
    if middle is None:
        return None
    return {"cards": names_of(middle.cards), "value": middle.value, "seat": owner}


def _dump_act(act: Act) -> Json:
    seat, move = act
    if isinstance(move, Pass):
        return {"seat": seat, "cards": [], "take": None}
    take = None if move.take is None else CARD_NAMES[move.take]
    return {"seat": seat, "cards": names_of(move.cards.cards), "take": take}


def _load_act(json: Json) -> Act:
    if not json["cards"]:
        return json["seat"], PASS
    take = None if json["take"] is None else card_named(json["take"])
    return json["seat"], Play(CardSet(_cards(json["cards"])), take)


def _dump_hands(hands: Hands) -> Json:
    return [names_of(hand) for hand in hands]


def _dump_drawn(hands: DrawnHands) -> Json:
    return [[CARD_NAMES[card] for card in hand] for hand in hands]


def _load_drawn(json: Json) -> DrawnHands:
    return tuple(tuple(map(card_named, hand)) for hand in json)


def _hands(json: Json) -> Hands:
    return tuple(map(_cards, json))


def _cards(names: Json) -> Cards:
    return multiset(map(card_named, names))
