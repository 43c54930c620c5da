"""Big Two: every combination in a hand, listed once a hand, lowest first.

Playouts live on this, so that nothing is sorted: the shapes rise one after the other, and each is
built in the order of its keys and then of its cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, reduce
from itertools import combinations
from operator import and_
from typing import NamedTuple

from .big_two_hands import RUN_OF_RANKS, RUNS, Play

Ranks = Sequence[int]
"""ranks[rank]: the suits held of it, one bit each."""

RANK_COUNT, SUIT_COUNT, ALL_SUITS = 13, 4, 15
RANK_NUMBERS = range(RANK_COUNT)
SHIFTS = tuple(rank * SUIT_COUNT for rank in RANK_NUMBERS)
BLOCK = (1 << 3 * SUIT_COUNT) - 1
"""The cards of three ranks."""


# There are 19,898 combinations in the pack, so this needs no bound.
@cache
def play_of(cards: int) -> Play:
    """The one object for a set of cards."""
    return Play(cards)


class Listed(NamedTuple):
    """Every combination in a hand, lowest first: those of each size, and all in one row."""

    of_size: Mapping[int, tuple[Play, ...]]
    row: tuple[Play, ...]


@lru_cache(maxsize=512)
def listed(hand: int) -> Listed:
    """Kept for the hand as it was dealt; what is left of it later is a filter over these."""
    singles, pairs, triples, fives = (
        singles_in(hand),
        pairs_in(hand),
        triples_in(hand),
        _fives(hand),
    )
    row = (*singles, *pairs, *triples, *fives)
    return Listed({1: singles, 2: pairs, 3: triples, 5: fives}, row)


def plays_in(hand: int) -> Mapping[int, tuple[Play, ...]]:
    """plays_in(hand)[size]: every combination in a hand, lowest first."""
    return listed(hand).of_size


def singles_in(hand: int) -> tuple[Play, ...]:
    """Lowest first; `hand` may be any set of cards."""
    one, two, three, four, five = _SINGLES
    return (
        *one[hand & BLOCK],
        *two[hand >> 12 & BLOCK],
        *three[hand >> 24 & BLOCK],
        *four[hand >> 36 & BLOCK],
        *five[hand >> 48],
    )


def pairs_in(hand: int) -> tuple[Play, ...]:
    """Lowest first."""
    one, two, three, four, five = _PAIRS
    return (
        *one[hand & BLOCK],
        *two[hand >> 12 & BLOCK],
        *three[hand >> 24 & BLOCK],
        *four[hand >> 36 & BLOCK],
        *five[hand >> 48],
    )


def triples_in(hand: int) -> tuple[Play, ...]:
    """Lowest first."""
    one, two, three, four, five = _TRIPLES
    return (
        *one[hand & BLOCK],
        *two[hand >> 12 & BLOCK],
        *three[hand >> 24 & BLOCK],
        *four[hand >> 36 & BLOCK],
        *five[hand >> 48],
    )


def _fives(hand: int) -> tuple[Play, ...]:
    ranks = [hand >> shift & ALL_SUITS for shift in SHIFTS]
    straights, straight_flushes = _straights(ranks)
    fives = [*straights, *_flushes(hand)]
    if any(suits in THREE_OR_MORE for suits in ranks):
        fives += _full_houses(ranks)
        fives += _fours(ranks, hand)
    return (*fives, *straight_flushes)


class _Block(dict[int, tuple[Play, ...]]):
    """What can be made of the cards of three neighbouring ranks, found out at the first asking.

    `table[rank][suits]` tells it for one rank. There are 4,096 sets of cards in a block.
    """

    def __init__(self, table: Sequence[Sequence[tuple[Play, ...]]], first: int) -> None:
        super().__init__()
        self._ranks = table[first : first + 3]

    def __missing__(self, cards: int) -> tuple[Play, ...]:
        self[cards] = found = tuple(
            play
            for number, rank in enumerate(self._ranks)
            for play in rank[cards >> SHIFTS[number] & ALL_SUITS]
        )
        return found


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

# Five blocks each; the last one holds the twos alone.
_SINGLES, _PAIRS, _TRIPLES = (
    tuple(_Block(table, first) for first in range(0, RANK_COUNT, 3))
    for table in (SINGLES, PAIRS, TRIPLES)
)
THREE_OR_MORE = frozenset({0b0111, 0b1011, 0b1101, 0b1110, 0b1111})

SUIT_BITS = tuple(
    (sum(bits), bits)
    for bits in (tuple(1 << shift + suit for shift in SHIFTS) for suit in range(SUIT_COUNT))
)
SUIT_CARDS = tuple(cards for cards, _ in SUIT_BITS)


class Run(NamedTuple):
    """The ranks of a run in the order of their strength, and which of them is its top."""

    ranks: tuple[int, ...]
    top: int


RISING_RUNS = tuple(Run(tuple(sorted(run)), sorted(run).index(run[-1])) for run in RUNS)


@cache
def _runs_among(present: int) -> tuple[Run, ...]:
    """The runs that can be made of ranks, one bit each; lowest first."""
    return tuple(run for run in RISING_RUNS if all(present >> rank & 1 for rank in run.ranks))


def _straights(ranks: Ranks) -> tuple[list[Play], list[Play]]:
    """The straights, and the straight flushes apart."""
    straights: list[Play] = []
    flushes: list[Play] = []
    present = sum([1 << rank for rank, suits in enumerate(ranks) if suits])
    for run in _runs_among(present):
        held = [BITS[rank][ranks[rank]] for rank in run.ranks]
        in_one_suit = reduce(and_, [ranks[rank] for rank in run.ranks])
        for cards in _one_of_each(held, run.top):
            is_flush = in_one_suit and any(not cards & ~suit for suit in SUIT_CARDS)
            (flushes if is_flush else straights).append(play_of(cards))
    return straights, flushes


def _one_of_each(held: list[tuple[int, ...]], top: int) -> Iterator[int]:
    """Of a key only the top's suit tells; then the cards decide, from the lowest up."""
    for top_card in held[top]:
        held[top] = (top_card,)
        one, two, three, four, five = held
        for low in [a | b | c for a in one for b in two for c in three]:
            for high in [d | e for d in four for e in five]:
                yield low | high


def _flushes(hand: int) -> Iterator[Play]:
    """By suit, then by the highest card; runs are none of them."""
    for suit, bits in SUIT_BITS:
        if (hand & suit).bit_count() >= 5:
            cards = [bit for bit in bits if hand & bit]
            for top in range(4, len(cards)):
                for part in combinations(cards[:top], 4):
                    play = _flush(sum(part) | cards[top])
                    if play is not None:
                        yield play


@cache
def _flush(cards: int) -> Play | None:
    """None where the cards are a straight flush."""
    ranks = frozenset(card >> 2 for card in range(52) if cards >> card & 1)
    return None if ranks in RUN_OF_RANKS else play_of(cards)


def _full_houses(ranks: Ranks) -> Iterator[Play]:
    """By the rank of the triple, then in the order of the five cards."""
    paired = [rank for rank, suits in enumerate(ranks) if suits & (suits - 1)]
    for rank in paired:
        triples = TRIPLES[rank][ranks[rank]]
        if triples:
            lower = [pair for other in paired if other < rank for pair in _pairs(ranks, other)]
            higher = [pair for other in paired if other > rank for pair in _pairs(ranks, other)]
            for pair in lower:
                yield from [play_of(pair.cards | triple.cards) for triple in triples]
            for triple in triples:
                yield from [play_of(triple.cards | pair.cards) for pair in higher]


def _pairs(ranks: Ranks, rank: int) -> tuple[Play, ...]:
    return PAIRS_BY_CARDS[rank][ranks[rank]]


def _fours(ranks: Ranks, hand: int) -> Iterator[Play]:
    for rank, suits in enumerate(ranks):
        if suits == ALL_SUITS:
            four = ALL_SUITS << SHIFTS[rank]
            for single in singles_in(hand & ~four):
                yield play_of(four | single.cards)
