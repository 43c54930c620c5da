"""`house` for Big Number: a good hand has few cards, in few suits or ranks, and one long set.

Cards cost points, and each suit or rank that is needed to cover the hand costs about one more
lead. A long set is what beats others when it counts, so reaching far is worth something too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations

from games.rules.big_number_cards import (
    ONE_OF,
    RANK_PARTS,
    SUIT_PARTS,
    Cards,
    cards_of,
    count,
    digit_of,
)
from games.rules.big_number_state import Move, Pass, View
from games.rules.deals import Stream
from games.rules.registry import AnyRules

# Found by playing against itself: from 0.3 to 1 it makes no difference, 0 and 1.5 lose.
REACH = 0.6

GOES_OUT = -100.0


class BigNumberHouse:
    """Compares the hands that the moves would leave; the pass leaves the hand as it is."""

    def choose(self, rules: AnyRules, view: View, stream: Stream) -> Move:
        """The first of `ranked`; needs no chance."""
        return self.best(view.hand, rules.moves_of(view))

    def ranked(self, rules: AnyRules, view: View) -> list[Move]:
        """Every legal move, the best first; among equal hands the pass, then the lowest number."""
        return sorted(rules.moves_of(view), key=_rating_in(view.hand))

    def best(self, hand: Cards, moves: Sequence[Move]) -> Move:
        """The first that `ranked` would give."""
        return min(moves, key=_rating_in(hand))


def _rating_in(hand: Cards) -> Callable[[Move], tuple[float, int]]:
    return lambda move: (_cost(_left(hand, move)), _value(move))


def _left(hand: Cards, move: Move) -> Cards:
    if isinstance(move, Pass):
        return hand
    taken = 0 if move.take is None else ONE_OF[move.take]
    return hand - move.cards.cards + taken


def _value(move: Move) -> int:
    return 0 if isinstance(move, Pass) else move.cards.value


@lru_cache(maxsize=1 << 14)
def _cost(hand: Cards) -> float:
    return count(hand) + _groups(hand) - REACH * _reach(hand) if hand else GOES_OUT


def _groups(hand: Cards) -> int:
    """The fewest suits and ranks that hold all cards: some suits, and the ranks of the rest."""
    return min(
        size + sum(1 for rank in RANK_PARTS if (hand & ~sum(suits)) & rank)
        for size in range(len(SUIT_PARTS) + 1)
        for suits in combinations(SUIT_PARTS, size)
    )


def _reach(hand: Cards) -> float:
    """The cards of the longest set, and a tenth for each point of its highest digit."""
    parts = (hand & part for part in (*SUIT_PARTS, *RANK_PARTS))
    return max(count(part) + digit_of(cards_of(part)[0]) / 10 for part in parts if part)
