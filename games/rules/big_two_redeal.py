"""Big Two: a state chosen at random among those that a view leaves open (R5)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import or_

from .big_two_hands import PACK, bits_of, cards_of, lowest_card
from .big_two_state import Sheet, State, View
from .deals import Stream
from .protocol import Seat

PACK_LOWEST = 0


def redeal(view: View, stream: Stream) -> State:
    """Every way to lay the unseen cards that fits the view can come out."""
    while True:
        hands = _dealt_again(view, stream)
        left_over = _left_over(view, hands, stream)
        if _fits(view, hands, left_over):
            return _state(view, hands, left_over)


def _dealt_again(view: View, stream: Stream) -> tuple[int, ...]:
    pool, wanted = _unknown_cards(view), list(view.counts)
    hands = [0] * len(wanted)
    if view.seat is not None:
        hands[view.seat], wanted[view.seat] = view.hand, 0
    if len(hands) > 2 and pool and pool[0] == PACK_LOWEST:
        # At three and four seats its holder leads, or gets it as the card left over.
        hands[view.leader], pool = 1 << PACK_LOWEST, pool[1:]
        wanted[view.leader] -= 1
    drawn = iter(stream.draw(len(pool), sum(wanted)))
    dealt = (bits_of(pool[next(drawn)] for _ in range(count)) for count in wanted)
    return tuple(known | new for known, new in zip(hands, dealt, strict=True))


def _unknown_cards(view: View) -> Sequence[int]:
    """Cards that may lie in a hand the viewer does not see."""
    unknown = PACK & ~view.hand
    for cards in view.played:
        unknown &= ~cards
    floor = _lowest_dealt(view)
    if len(view.counts) == 2 and floor is not None:
        # Lower cards were set aside.
        unknown &= -1 << floor
    return cards_of(unknown)


def _lowest_dealt(view: View) -> int | None:
    if view.seat == view.leader:
        return lowest_card(view.hand | view.played[view.seat])
    return view.bound


def _left_over(view: View, hands: Sequence[int], stream: Stream) -> int | None:
    """The card left over, where it still matters and the viewer was not shown it."""
    if view.left_over is not None or len(hands) != 3 or not _awaits_first_play(view):
        return view.left_over
    held = cards_of(hands[view.leader])
    return held[stream.below(len(held))]


def _fits(view: View, hands: Sequence[int], left_over: int | None) -> bool:
    """The leader is who holds the lowest card that was dealt, unless the bound says it already."""
    if view.bound is not None:
        return True
    dealt = [hand | played for hand, played in zip(hands, view.played, strict=True)]
    if left_over is not None:
        dealt[view.leader] &= ~(1 << left_over)
    if len(hands) == 3 and not _awaits_first_play(view):
        return True
    return min(range(len(dealt)), key=lambda seat: lowest_card(dealt[seat])) == view.leader


def _awaits_first_play(view: View) -> bool:
    return not any(view.played) and all(one.seat != view.leader for one in view.leavers)


def _state(view: View, hands: tuple[int, ...], left_over: int | None) -> State:
    sheet = Sheet(
        playing=_playing(view),
        dealt=tuple(map(or_, hands, view.played)),
        leader=view.leader,
        must=_must(view, hands, left_over),
        left_over=left_over,
        bound=view.bound,
        out=view.out,
        leavers=view.leavers,
        why=view.why,
    )
    return State(
        hands=hands,
        to_act=view.to_act,
        sheet=sheet,
        table=view.table,
        owner=view.owner,
        trick=view.trick,
        ply=view.ply,
    )


def _playing(view: View) -> tuple[Seat, ...]:
    gone = {*view.out, *(one.seat for one in view.leavers)}
    return tuple(Seat(seat) for seat in range(len(view.counts)) if seat not in gone)


def _must(view: View, hands: Sequence[int], left_over: int | None) -> int | None:
    if not _awaits_first_play(view):
        return None
    dealt = hands[view.leader]
    return lowest_card(dealt if left_over is None else dealt & ~(1 << left_over))
