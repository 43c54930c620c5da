"""Big Two: cards as bits, the combinations and which beats which.

Source: docs/rules/big-two.md, "Combinations".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache, reduce
from operator import or_

from .cards import read_card, spellings_of
from .protocol import Json

RANKS = "3456789TJQKA2"
SUITS = "DCHS"
CARD_NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""CARD_NAMES[strength]: from the three of diamonds up to the two of spades."""
ONE_CARD = tuple(1 << card for card in range(len(CARD_NAMES)))
"""ONE_CARD[card]: the set of that one card."""
PACK = sum(ONE_CARD)

# The ten runs, lowest first; the top of a run is the last card named (R8).
RUNS = tuple(
    tuple(RANKS.index(rank) for rank in ("A2" + RANKS)[start : start + 5]) for start in range(10)
)
RUN_OF_RANKS = {frozenset(run): number for number, run in enumerate(RUNS)}

STRAIGHT_BASE, FLUSH_BASE, FULL_HOUSE_BASE, FOUR_BASE = 0, 40, 92, 105
# R9: not in the source text. Straight flushes are compared as straights are.
STRAIGHT_FLUSH_BASE = 118

_SPELLINGS = spellings_of(CARD_NAMES)


class Shape(StrEnum):
    """The eight kinds of combination."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full house"
    FOUR = "four"
    STRAIGHT_FLUSH = "straight flush"


@dataclass(frozen=True, slots=True, repr=False)
class Play:
    """Cards put down together, as bits; whether they are a combination follows from them."""

    cards: int
    size: int = field(init=False, compare=False)
    shape: Shape | None = field(init=False, compare=False)
    """None: no combination."""
    key: int = field(init=False, compare=False)
    """Among plays of one size the higher key beats the lower; -1 for no combination."""

    def __post_init__(self) -> None:
        shape, key = classify(self.cards) or (None, -1)
        object.__setattr__(self, "size", self.cards.bit_count())
        object.__setattr__(self, "shape", shape)
        object.__setattr__(self, "key", key)

    def __repr__(self) -> str:
        return f"<Play {' '.join(names_of(self.cards))}>"

    def beats(self, other: Play) -> bool:
        """Both are combinations of one size and this one is higher."""
        return self.size == other.size and self.key > other.key


def bits_of(cards: Iterable[int]) -> int:
    """The set of cards with one bit each."""
    return reduce(or_, map(ONE_CARD.__getitem__, cards), 0)


def cards_of(bits: int) -> tuple[int, ...]:
    """The cards of a set, weakest first."""
    return tuple(_each(bits))


def names_of(bits: int) -> list[str]:
    """The names of a set of cards, weakest first."""
    return list(_names_of(bits))


# From one view to the next most sets stay as they are.
@lru_cache(maxsize=4096)
def _names_of(bits: int) -> tuple[str, ...]:
    return tuple(CARD_NAMES[card] for card in _each(bits))


def card_named(json: Json) -> int:
    """The card that a text such as `3D` names. Raises MoveNotUnderstood (`bad_card`)."""
    return read_card(json, _SPELLINGS)


def lowest_card(bits: int) -> int:
    """The weakest card of a set that is not empty."""
    return (bits & -bits).bit_length() - 1


def classify(bits: int) -> tuple[Shape, int] | None:
    """The shape and the key of a set of cards; None if they are no combination (R11: never two)."""
    cards = cards_of(bits)
    ranks = {card >> 2 for card in cards}
    if len(cards) == 5:
        return _classify_five(cards, ranks)
    if len(ranks) != 1 or len(cards) > 3:
        return None
    if len(cards) == 3:
        return Shape.TRIPLE, cards[0] >> 2
    # R7: pairs of one rank are parted by their higher card.
    return (Shape.SINGLE if len(cards) == 1 else Shape.PAIR), cards[-1]


def _classify_five(cards: Sequence[int], ranks: set[int]) -> tuple[Shape, int] | None:
    run = RUN_OF_RANKS.get(frozenset(ranks))
    is_flush = len({card & 3 for card in cards}) == 1
    if run is not None:
        base = STRAIGHT_FLUSH_BASE if is_flush else STRAIGHT_BASE
        shape = Shape.STRAIGHT_FLUSH if is_flush else Shape.STRAIGHT
        return shape, base + run * 4 + _suit_of_top(cards, run)
    if is_flush:
        # Suit first, then the highest card; the two is high here (R10).
        return Shape.FLUSH, FLUSH_BASE + (cards[-1] & 3) * 13 + (cards[-1] >> 2)
    return _classify_repeated(cards, ranks)


def _classify_repeated(cards: Sequence[int], ranks: set[int]) -> tuple[Shape, int] | None:
    if len(ranks) != 2:
        return None
    # Sorted by rank, the middle card belongs to the larger part.
    many = cards[2] >> 2
    if sum(card >> 2 == many for card in cards) == 4:
        return Shape.FOUR, FOUR_BASE + many
    return Shape.FULL_HOUSE, FULL_HOUSE_BASE + many


def _suit_of_top(cards: Sequence[int], run: int) -> int:
    top = RUNS[run][-1]
    return next(card & 3 for card in cards if card >> 2 == top)


def _each(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
