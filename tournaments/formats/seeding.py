"""Orders that spread strong entrants: trees, snakes, and draws by lot."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from typing import TypeVar

from tournaments.formats.slots import Stream

T = TypeVar("T")


def bracket_order(size: int) -> tuple[int, ...]:
    """Seeds 1..size in the order of a tree's leaves; `size` is a power of two.

    The best two can meet only in the final, the best four only from the semi-finals on.
    """
    order = [1]
    while len(order) < size:
        mirror = 2 * len(order) + 1
        order = [seed for held in order for seed in (held, mirror - held)]
    return tuple(order)


def drawn_order(items: Sequence[T], stream: Stream) -> tuple[T, ...]:
    """All items in an order drawn by lot (forward Fisher-Yates)."""
    drawn = list(items)
    for index in range(len(drawn) - 1):
        other = index + stream.below(len(drawn) - index)
        drawn[index], drawn[other] = drawn[other], drawn[index]
    return tuple(drawn)


def snake(
    ranked: Sequence[T], sizes: Sequence[int], source: Callable[[T], Hashable | None]
) -> tuple[tuple[T, ...], ...]:
    """Deal `ranked`, best first, to tables there and back again.

    Items of the same `source` (None: of none) sit apart where a row leaves the choice.
    """
    tables: list[list[T]] = [[] for _ in sizes]
    left = list(ranked)
    for row in range(max(sizes)):
        columns = [table for table, size in enumerate(sizes) if size > row]
        columns = columns[::-1] if row % 2 else columns
        items, left = left[: len(columns)], left[len(columns) :]
        for item, column in zip(items, _apart(items, columns, tables, source), strict=True):
            tables[column].append(item)
    return tuple(map(tuple, tables))


def _apart(
    items: Sequence[T],
    columns: Sequence[int],
    tables: Sequence[Sequence[T]],
    source: Callable[[T], Hashable | None],
) -> list[int]:
    """A table for each item of a row: the nearest free one that holds none of its source."""
    free = dict.fromkeys(columns)
    chosen: list[int] = []
    for index, item in enumerate(items):
        own = source(item)
        taken = {own} - {None}
        clear = [
            column
            for column in _nearest(columns, index, free)
            if taken.isdisjoint(map(source, tables[column]))
        ]
        chosen.append((clear or _nearest(columns, index, free))[0])
        del free[chosen[-1]]
    return chosen


def _nearest(columns: Sequence[int], index: int, free: Collection[int]) -> list[int]:
    """The free columns, those close to the index first."""
    if columns[index] in free:
        return [columns[index], *(column for column in free if column != columns[index])]
    return sorted(free, key=lambda column: abs(column - columns[index]))
