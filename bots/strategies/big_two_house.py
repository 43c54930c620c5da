"""`house` for Big Two: a hand is as good as its cheapest partition into combinations is short.

Every combination costs part of a go: nearly a whole one if somebody must be waited for to lead
it, nothing or less if it will win the lead. What is cheap to keep is kept, what costs most goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import inf

from games.rules.big_two_hands import Play, Shape
from games.rules.big_two_plays import plays_in
from games.rules.big_two_state import PASS, Move, View
from games.rules.deals import Stream
from games.rules.registry import AnyRules

# The numbers below were found by playing against `greedy` and against themselves.
FIVE_CARD_COSTS: Mapping[Shape | None, float] = {
    Shape.STRAIGHT: 0.65,
    Shape.FLUSH: 0.55,
    Shape.FULL_HOUSE: 0.35,
    Shape.FOUR: -0.05,
    Shape.STRAIGHT_FLUSH: -0.2,
}
HIGHEST_KEY = {1: 51, 2: 51, 3: 12, 5: 157}

# A play on the table must shorten what remains by this much: otherwise the cards are worth more
# in the hand. When somebody is about to go out there is no later any more.
GAIN_WANTED = 0.1
GAIN_WANTED_LATE = -0.4
LATE = 3

LEAD_LOW = 0.3
LEAD_MANY = 0.06
LAST_CARD_RISK = 1.0
WINS = 10.0


class BigTwoHouse:
    """Leads low, beats where that shortens the hand, and keeps what wins a lead for later."""

    def choose(self, rules: AnyRules, view: View, stream: Stream) -> Move:
        """Needs no chance."""
        return self.best(view)

    def best(self, view: View) -> Move:
        """The first of `ranked`."""
        return min(_rated(view), key=_by_rating)[-1]

    def ranked(self, view: View) -> list[Move]:
        """Every legal move, the best first."""
        return [move for *_, move in sorted(_rated(view), key=_by_rating)]


def _rated(view: View) -> Iterator[tuple[float, int, Move]]:
    """Every legal move with what the hand costs after it, and a number that parts equals."""
    return _rated_leads(view) if view.table is None else _rated_answers(view, view.table)


def _by_rating(rated: tuple[float, int, Move]) -> tuple[float, int]:
    return rated[:2]


def _rated_leads(view: View) -> Iterator[tuple[float, int, Move]]:
    """Every lead with what the hand costs if it goes now; less is better."""
    holding = _holding(view.hand | view.played[_own(view)])
    hand = view.hand
    required = 0 if view.must is None else 1 << view.must
    is_last_card_out = _fewest_left(view) == 1
    for size, plays in holding.plays.items():
        for play in plays:
            cards = play.cards
            if cards & ~hand or cards & required != required:
                continue
            height = play.key / HIGHEST_KEY[size]
            rating = holding.cost(hand ^ cards) + _cost_of(play)
            rating += LEAD_LOW * height - LEAD_MANY * size
            if size == 1 and is_last_card_out:
                rating += LAST_CARD_RISK * (1 - height)
            yield (rating - WINS if cards == hand else rating), cards, play


def _rated_answers(view: View, table: Play) -> Iterator[tuple[float, int, Move]]:
    """The pass and every play that beats the table, with what the hand costs afterwards."""
    holding = _holding(view.hand | view.played[_own(view)])
    hand, key = view.hand, table.key
    beating = [
        play for play in holding.plays[table.size] if play.key > key and not play.cards & ~hand
    ]
    wanted = GAIN_WANTED_LATE if _fewest_left(view) <= LATE else GAIN_WANTED
    # What the whole hand costs matters, and is looked for, only beside another choice.
    yield (holding.cost(hand) - wanted if beating else 0.0), 0, PASS
    for play in beating:
        rating = holding.cost(hand ^ play.cards)
        yield (rating - WINS if play.cards == hand else rating), play.cards, play


def _own(view: View) -> int:
    if view.seat is None:
        raise ValueError("A spectator has no move to choose.")
    return view.seat


def _fewest_left(view: View) -> int:
    """The fewest cards that another seat in play holds."""
    gone = {*view.out, *(one.seat for one in view.leavers), view.seat}
    return min(count for seat, count in enumerate(view.counts) if seat not in gone)


def _cost_of(play: Play) -> float:
    """The part of a go that it takes to be rid of a combination."""
    height = play.key / HIGHEST_KEY[play.size]
    if play.size == 1:
        return float(1.03 - 1.13 * height**2.6)
    if play.size == 2:
        return 0.95 - 1.2 * height * height
    if play.size == 3:
        return 0.83 - 0.63 * height
    return FIVE_CARD_COSTS[play.shape]


class _Holding:
    """The combinations of a hand as it was dealt, and what each part of it costs."""

    __slots__ = ("_costs", "_starting_with", "plays")

    def __init__(self, dealt: int) -> None:
        self.plays = plays_in(dealt)
        self._costs = {0: 0.0}
        self._starting_with: dict[int, list[tuple[int, float]]] = {}
        for plays in self.plays.values():
            for play in plays:
                lowest = play.cards & -play.cards
                row = self._starting_with.setdefault(lowest, [])
                row.append((play.cards, _cost_of(play)))

    def cost(self, hand: int) -> float:
        """The least sum over all partitions: the lowest card belongs to one of its combinations."""
        costs = self._costs
        if hand in costs:
            return costs[hand]
        least = inf
        for cards, cost in self._starting_with[hand & -hand]:
            if not cards & ~hand:
                rest = hand ^ cards
                total = cost + (costs[rest] if rest in costs else self.cost(rest))
                if total < least:
                    least = total
        costs[hand] = least
        return least


# A searching bot keeps its own hand in here while it deals the others again and again.
@lru_cache(maxsize=64)
def _holding(dealt: int) -> _Holding:
    return _Holding(dealt)
