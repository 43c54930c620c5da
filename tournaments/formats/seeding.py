"""Orders that spread strong entrants: trees, snakes, and draws by lot."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TypeVar

from tournaments.formats.slots import Stream

T = TypeVar("T")


def bracket_order(size: int) -> tuple[int, ...]:
    """Seeds 1..size in the order of a tree's leaves; `size` is a power of two.

    The best two can meet only in the final, the best four only from the semi-finals on.
    """
    order = [1]
    while len(order) < size:
        held, mirror = order, 2 * len(order) + 1
        order = held * 2
        order[::2] = held
        order[1::2] = [mirror - seed for seed in held]
    return tuple(order)


SEED_ORDERS = (
    "standard",
    "natural",
    "reverse",
    "half_shift",
    "reverse_half_shift",
    "pair_flip",
    "random",
)


def leaf_order(order: str, entrants: int, stream: Stream) -> tuple[int, ...]:
    """Seeds in the order of a tree's leaves; those above the number of entrants are byes.

    Whatever the order, byes belong to the top seeds. `natural` lets neighbours meet: 1 and 2,
    3 and 4; `reverse`, `half_shift` (the second half first), `reverse_half_shift` (each half from
    its end) and `pair_flip` draw that tree in other ways; `random` is a lot.
    """
    size = 1 << (entrants - 1).bit_length()
    if order == "standard":
        return bracket_order(size)
    byes = size - entrants
    alone = [(seed, entrants + seed) for seed in range(1, byes + 1)]
    seeds: Sequence[int] = range(byes + 1, entrants + 1)
    if order == "random":
        seeds = drawn_order(seeds, stream)
    pairs = [*alone, *_pairs(seeds)]
    if order == "random":
        pairs = list(drawn_order(pairs, stream))
    return _turned(order, tuple(seed for pair in pairs for seed in pair))


def _turned(order: str, leaves: tuple[int, ...]) -> tuple[int, ...]:
    half = len(leaves) // 2
    match order:
        case "reverse":
            return leaves[::-1]
        case "half_shift":
            return leaves[half:] + leaves[:half]
        case "reverse_half_shift":
            return leaves[:half][::-1] + leaves[half:][::-1]
        case "pair_flip":
            return tuple(leaf for pair in _pairs(leaves) for leaf in reversed(pair))
    return leaves


def _pairs(leaves: Sequence[int]) -> Iterator[tuple[int, int]]:
    return zip(leaves[::2], leaves[1::2], strict=True)


def drawn_order(items: Sequence[T], stream: Stream) -> tuple[T, ...]:
    """All items in an order drawn by lot (forward Fisher-Yates)."""
    drawn = list(items)
    for index in range(len(drawn) - 1):
        other = index + stream.below(len(drawn) - index)
        drawn[index], drawn[other] = drawn[other], drawn[index]
    return tuple(drawn)


def snake(
    ranked: Sequence[T],
    sizes: Sequence[int],
    source: Callable[[T], Hashable | None] | None = None,
) -> tuple[tuple[T, ...], ...]:
    """Deal `ranked`, best first, to tables there and back again.

    Items of the same `source` (None: of none) then change places with the nearest in rank that
    leave both tables without a repetition, where there are such.
    """
    table_of: list[int] = []
    for row in range(max(sizes)):
        columns = [table for table, size in enumerate(sizes) if size > row]
        table_of += reversed(columns) if row % 2 else columns
    if source is not None:
        _part(table_of, [source(item) for item in ranked])
    tables: list[list[T]] = [[] for _ in sizes]
    for item, table in zip(ranked, table_of, strict=True):
        tables[table].append(item)
    return tuple(map(tuple, tables))


def _part(table_of: list[int], sources: Sequence[Hashable | None]) -> None:
    """Swap tables between ranks until no two of a source share one, as far as swaps can."""
    seated: dict[tuple[int, Hashable], int] = {}
    for place in zip(table_of, sources, strict=True):
        seated[place] = seated.get(place, 0) + 1
    # From the last rank up, so that the best ones stay where the snake put them.
    for rank in reversed(range(len(sources))):
        own, here = sources[rank], table_of[rank]
        if own is None or seated[here, own] < 2:
            continue
        for other in _nearest(rank, len(sources)):
            there, theirs = table_of[other], sources[other]
            if here == there or seated.get((there, own)):
                continue
            if theirs is None or not seated.get((here, theirs)):
                seated[here, own] -= 1
                seated[there, theirs] -= 1
                seated[there, own] = 1
                seated[here, theirs] = seated.get((here, theirs), 0) + 1
                table_of[rank], table_of[other] = there, here
                break


def _nearest(rank: int, count: int) -> Iterator[int]:
    """All other ranks, the nearest first."""
    for distance in range(1, count):
        if rank + distance < count:
            yield rank + distance
        if rank >= distance:
            yield rank - distance
