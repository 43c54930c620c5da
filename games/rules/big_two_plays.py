"""Big Two: every combination in a hand, listed once a hand, lowest first.

Playouts live on this. Each shape is built in the order of its cards, so that a stable sort by the
keys brings everything in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, groupby, product, zip_longest
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from .big_two_hands import ONE_CARD, RUNS, Play, Shape, cards_of

RANK_COUNT, SUIT_COUNT, ALL_SUITS = 13, 4, 15
RANK_NUMBERS = range(RANK_COUNT)
SHIFTS = tuple(rank * SUIT_COUNT for rank in RANK_NUMBERS)

# The one object for a set of cards. There are 19,898 combinations, so this needs no bound.
play_of = cache(Play)
_key_of = attrgetter("key")


@dataclass(slots=True, eq=False)
class Listed:
    """Every combination in a hand, lowest first: those of each size, and all in one row."""

    of_size: Mapping[int, tuple[Play, ...]]
    row: tuple[Play, ...]
    latest: tuple[int, tuple[Play, ...]]
    """What `without` was asked for last, and its answer."""

    def without(self, gone: int) -> tuple[Play, ...]:
        """The row of those that use none of the cards `gone`."""
        earlier, row = self.latest
        # A hand only loses cards: what was left last time is enough to look at.
        if earlier & ~gone:
            row = self.row
        left = tuple([one for one in row if not one.cards & gone])
        self.latest = gone, left
        return left


@lru_cache(maxsize=512)
def listed(hand: int) -> Listed:
    """Kept for the hand as it was dealt; what is left of it later is a filter over these."""
    singles, pairs, triples = singles_in(hand), pairs_in(hand), triples_in(hand)
    fives = _fives(hand, triples)
    row = (*singles, *pairs, *triples, *fives)
    return Listed({1: singles, 2: pairs, 3: triples, 5: fives}, row, (0, row))


def plays_in(hand: int) -> Mapping[int, tuple[Play, ...]]:
    """plays_in(hand)[size]: every combination in a hand, lowest first."""
    return listed(hand).of_size


def singles_in(hand: int) -> tuple[Play, ...]:
    """Lowest first; `hand` may be any set of cards."""
    return _of_one_rank(hand, _SINGLES)


def pairs_in(hand: int) -> tuple[Play, ...]:
    """Lowest first."""
    return _of_one_rank(hand, _PAIRS)


def triples_in(hand: int) -> tuple[Play, ...]:
    """Lowest first."""
    return _of_one_rank(hand, _TRIPLES)


def _of_one_rank(hand: int, tables: Sequence[_ByteTable]) -> tuple[Play, ...]:
    """A byte holds the cards of two ranks, so that seven look-ups tell what a hand has."""
    one, two, three, four, five, six, seven = tables
    a, b, c, d, e, f, g = hand.to_bytes(7, "little")
    return (*one[a], *two[b], *three[c], *four[d], *five[e], *six[f], *seven[g])


def _fives(hand: int, triples: tuple[Play, ...]) -> tuple[Play, ...]:
    fives: list[Play] = []
    for suit in SUIT_CARDS:
        if (hand & suit).bit_count() >= 5:
            fives += _flushes(hand & suit)
    for run in _runs_among(_ranks_of(hand)):
        fives += _straights(hand, run)
    if triples:
        pairs = _of_one_rank(hand, _PAIRS_BY_CARDS)
        # The key of a triple is its rank.
        for rank, of_rank in groupby(triples, _key_of):
            fives += _of_many(hand, rank, [triple.cards for triple in of_rank], pairs)
    fives.sort(key=_key_of)
    return tuple(fives)


def _ranks_of(hand: int) -> int:
    """The lowest card of every rank that the hand has, whether it has that card or not."""
    two = hand | hand >> 1
    return (two | two >> 2) & LOWEST_SUIT


def _by_rank_and_suits(
    make: Callable[[int, int], tuple[Play, ...]],
) -> tuple[tuple[tuple[Play, ...], ...], ...]:
    return tuple(tuple(make(rank, suits) for suits in range(16)) for rank in RANK_NUMBERS)


def _bits(rank: int, suits: int) -> tuple[int, ...]:
    """The cards of one rank, each as its bit."""
    return tuple(1 << SHIFTS[rank] + suit for suit in range(SUIT_COUNT) if suits >> suit & 1)


def _same_rank(size: int) -> Callable[[int, int], tuple[Play, ...]]:
    def plays(rank: int, suits: int) -> tuple[Play, ...]:
        return tuple(play_of(sum(part)) for part in combinations(_bits(rank, suits), size))

    return plays


def _pairs_by_key(rank: int, suits: int) -> tuple[Play, ...]:
    return tuple(sorted(PAIRS_BY_CARDS[rank][suits], key=lambda pair: pair.key))


# TABLE[rank][suits held]: what can be made of them.
BITS = tuple(tuple(_bits(rank, suits) for suits in range(16)) for rank in RANK_NUMBERS)
SINGLES = _by_rank_and_suits(_same_rank(1))
TRIPLES = _by_rank_and_suits(_same_rank(3))
PAIRS_BY_CARDS = _by_rank_and_suits(_same_rank(2))
PAIRS = _by_rank_and_suits(_pairs_by_key)


_ByteTable: TypeAlias = tuple[tuple[Play, ...], ...]


def _by_byte(table: Sequence[_ByteTable]) -> tuple[_ByteTable, ...]:
    """[number of the byte][byte], from a table by rank and suits; the last byte has the twos."""
    nothing = ((),) * 16
    return tuple(
        tuple(plays + more for more in upper for plays in lower)
        for lower, upper in zip_longest(table[::2], table[1::2], fillvalue=nothing)
    )


_SINGLES, _PAIRS, _PAIRS_BY_CARDS, _TRIPLES = map(
    _by_byte, (SINGLES, PAIRS, PAIRS_BY_CARDS, TRIPLES)
)

SUIT_CARDS = tuple(sum(1 << shift + suit for shift in SHIFTS) for suit in range(SUIT_COUNT))
LOWEST_SUIT = SUIT_CARDS[0]


class Run(NamedTuple):
    """Five ranks in a row: as `_ranks_of` tells ranks, and for each its shift and its cards."""

    ranks: int
    columns: tuple[tuple[int, Sequence[tuple[int, ...]]], ...]
    """In the order of the cards' strength: (shift, BITS[rank])."""


def _run(ranks: Sequence[int]) -> Run:
    columns = tuple((SHIFTS[rank], BITS[rank]) for rank in sorted(ranks))
    return Run(sum(1 << SHIFTS[rank] for rank in ranks), columns)


ALL_RUNS = tuple(map(_run, RUNS))


@cache
def _runs_among(ranks: int) -> tuple[Run, ...]:
    """The runs that can be made of the ranks."""
    return tuple(run for run in ALL_RUNS if run.ranks & ranks == run.ranks)


def _straights(hand: int, run: Run) -> list[Play]:
    """Straight flushes are among them."""
    held = [bits[hand >> shift & ALL_SUITS] for shift, bits in run.columns]
    return list(map(play_of, map(sum, product(*held))))


@lru_cache(maxsize=1 << 13)
def _flushes(held: int) -> list[Play]:
    """Of cards of one suit, but no straight flushes."""
    cards = [ONE_CARD[card] for card in cards_of(held)]
    fives = map(play_of, map(sum, combinations(cards, 5)))
    return [five for five in fives if five.shape is Shape.FLUSH]


def _of_many(hand: int, rank: int, triples: Sequence[int], pairs: Sequence[Play]) -> Iterator[Play]:
    """Full houses and fours with three or four cards of a rank; `pairs` in the order of cards."""
    lower, higher = rank * SUIT_COUNT, (rank + 1) * SUIT_COUNT
    low = [pair.cards for pair in pairs if pair.key < lower]
    yield from [play_of(pair | triple) for pair in low for triple in triples]
    high = [pair.cards for pair in pairs if pair.key >= higher]
    yield from [play_of(triple | pair) for triple in triples for pair in high]
    if len(triples) == SUIT_COUNT:
        four = ALL_SUITS << lower
        yield from [play_of(four | single.cards) for single in singles_in(hand & ~four)]
