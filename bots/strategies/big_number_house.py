"""`house` for Big Number: a good hand has few cards, in few suits or ranks, and one long set.

Cards cost points, and each suit or rank that is needed to cover the hand costs about one more
lead. A long set is what beats others when it counts, so reaching far is worth something too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.rules.big_number_cards import ONE_OF, Cards
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


# What the cards of one rank add; 12 bits of a hand, which are few different ones.
class _Rank(NamedTuple):
    uncovered: int
    """A byte for each set of suits: 1 where those suits do not hold all cards of the rank."""
    by_suit: int
    """A byte for each suit: how many cards."""
    suits: tuple[int, ...]
    cards: int


class _Ranks(dict[int, _Rank]):
    """Worked out when first asked for."""

    def __missing__(self, held: int) -> _Rank:
        counts = [held >> 3 * suit & 7 for suit in range(4)]
        suits = tuple(suit for suit in range(4) if counts[suit])
        self[held] = rank = _Rank(
            uncovered=sum(
                1 << 8 * chosen
                for chosen in range(16)
                if any(not chosen >> suit & 1 for suit in suits)
            ),
            by_suit=sum(number << 8 * suit for suit, number in enumerate(counts)),
            suits=suits,
            cards=sum(counts),
        )
        return rank


_RANKS = _Ranks()
RANK_BITS, RANK_CARDS = 12, (1 << 12) - 1
# A byte for each set of suits: how many they are.
_SUIT_COUNTS = sum(chosen.bit_count() << 8 * chosen for chosen in range(16))


@lru_cache(maxsize=1 << 14)
def _cost(hand: Cards) -> float:
    """Cards, and the fewest suits and ranks that hold them all, less what the longest set is worth.

    For every choice of suits at once: the suits, and the ranks of the cards that are of none.
    """
    if not hand:
        return GOES_OUT
    groups, by_suit, reach = _SUIT_COUNTS, 0, 0.0
    highest: dict[int, int] = {}
    for number in range(9):
        held = hand >> RANK_BITS * number & RANK_CARDS
        if held:
            rank, digit = _RANKS[held], 9 - number
            groups += rank.uncovered
            by_suit += rank.by_suit
            reach = max(reach, _reach(rank.cards, digit))
            for suit in rank.suits:
                highest.setdefault(suit, digit)
    counts = by_suit.to_bytes(4, "little")
    reach = max(reach, *[_reach(counts[suit], digit) for suit, digit in highest.items()])
    return sum(counts) + min(groups.to_bytes(16, "little")) - REACH * reach


def _reach(cards: int, digit: int) -> float:
    """The cards of a set, and a tenth for each point of its highest digit."""
    return cards + digit / 10
