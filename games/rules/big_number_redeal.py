"""Big Number: a state chosen at random among those that a view leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

from .big_number_cards import (
    DECK,
    NO_CARDS,
    ONE_OF,
    Cards,
    cards_of,
    count,
    multiset,
)
from .big_number_state import DrawnHands, Hands, Sheet, State, View
from .deals import DealKey, Stream
from .protocol import Seat

HAND_SIZE = 9


@dataclass(frozen=True, slots=True, eq=False)
class HandsToCome(Sequence[DrawnHands]):
    """The hands of deals to come, drawn when one asks for them: most are never played."""

    key: DealKey
    seats: int
    decks: int
    numbers: range
    """Which deals of the table these are."""

    def __len__(self) -> int:
        return len(self.numbers)

    def __eq__(self, other: object) -> bool:
        """Equal hands are equal, drawn already or not."""
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    @overload
    def __getitem__(self, index: int) -> DrawnHands: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[DrawnHands]: ...
    def __getitem__(self, index: int | slice) -> DrawnHands | Sequence[DrawnHands]:
        if isinstance(index, slice):
            return HandsToCome(self.key, self.seats, self.decks, self.numbers[index])
        stream = self.key.stream(f"deck:{self.numbers[index]}")
        return drawn_cards(stream, self.seats, self.decks)


def drawn_cards(stream: Stream, seats: int, decks: int) -> DrawnHands:
    """Nine cards a seat in the order of the draw; the others get no order."""
    pack = DECK * decks
    drawn = [pack[place] for place in stream.draw(len(pack), seats * HAND_SIZE)]
    starts = range(0, seats * HAND_SIZE, HAND_SIZE)
    return tuple(tuple(drawn[start : start + HAND_SIZE]) for start in starts)


def redeal(view: View, stream: Stream, *, decks: int, deals: int) -> State:
    """Unseen cards of this deal are laid anew, and all hands of the deals to come (N24).

    `deals` is how many deals the table may have in all.
    """
    seats = len(view.counts)
    kept = tuple(view.counts[leaver.seat] for leaver in view.leavers)
    return State(
        sheet=Sheet(
            number=view.number,
            start=view.start,
            points=view.points,
            playing=_playing(view),
            dealt=view.dealt,
            later=HandsToCome(_fresh_key(stream), seats, decks, range(view.number + 1, deals + 1)),
            leavers=view.leavers,
            kept=kept,
            why=view.why,
        ),
        hands=hands_again(view, stream, decks),
        taken=view.taken,
        to_act=view.to_act,
        middle=view.middle,
        owner=view.owner,
        out=view.out,
        acts=view.acts,
        ply=view.ply,
    )


def hands_again(view: View, stream: Stream, decks: int) -> Hands:
    """The hands of this deal: one's own, what others were seen to take, and the rest by chance."""
    pool = cards_of(_unseen(view, decks))
    wanted = [_unknown_count(view, Seat(seat)) for seat in range(len(view.counts))]
    drawn = iter(stream.draw(len(pool), sum(wanted)))
    hands = [
        view.taken[seat] + sum(ONE_OF[pool[next(drawn)]] for _ in range(number))
        for seat, number in enumerate(wanted)
    ]
    if view.seat is not None:
        hands[view.seat] = view.hand
    return tuple(hands)


def _fresh_key(stream: Stream) -> DealKey:
    return DealKey(b"".join(stream.word().to_bytes(4, "big") for _ in range(8)))


def _unseen(view: View, decks: int) -> Cards:
    seen = view.hand + view.out + (view.middle.cards if view.middle else NO_CARDS)
    others = (cards for seat, cards in enumerate(view.taken) if seat != view.seat)
    return multiset(DECK) * decks - seen - sum(others)


def _unknown_count(view: View, seat: Seat) -> int:
    if seat == view.seat or seat not in view.dealt:
        return 0
    return view.counts[seat] - count(view.taken[seat])


def _playing(view: View) -> tuple[Seat, ...]:
    gone = {one.seat for one in view.leavers}
    return tuple(Seat(seat) for seat in range(len(view.counts)) if seat not in gone)
