"""Entrants of one owner or one club are drawn apart, as far as the draw allows.

In a tree they keep their tier of seeds (1, 2, 3-4, 5-8, ...), in groups their row of the snake.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeVar

from tournaments.formats.chain import StagePlan, groups_of
from tournaments.formats.groups import group_sizes
from tournaments.formats.seeding import bracket_order, snake
from tournaments.formats.spreading import apart_in_groups, spread

T = TypeVar("T")
Words = Callable[[T], frozenset[str]]
TREES = ("single-elimination", "double-elimination")


def drawn_apart(plan: StagePlan, ranked: Sequence[T], words: Words[T]) -> tuple[T, ...]:
    """The same items in an order of seeds that lets those with a common word meet late."""
    if is_tree(plan):
        family = _families(ranked, words)
        indices = spread(range(len(ranked)), lambda index: family[index])
        return tuple(ranked[index] for index in indices)
    groups = groups_of(plan, len(ranked))
    if groups > 1 and plan.format == "round-robin":
        return apart_in_groups(ranked, group_sizes(len(ranked), groups), words)
    return tuple(ranked)


def meeting_early(plan: StagePlan, ranked: Sequence[T], words: Words[T]) -> tuple[tuple[T, T], ...]:
    """Who could not be drawn apart: pairs of the first round of a tree, or of one group."""
    return tuple(
        (one, other)
        for together in _together(plan, ranked)
        for one, other in combinations(together, 2)
        if words(one) & words(other)
    )


def is_tree(plan: StagePlan) -> bool:
    """Two-seat matches in a tree whose leaves are seeds in their usual order."""
    ordered = plan.config.get("order", "standard") == "standard"
    return plan.format in TREES and ordered and plan.style.seats(plan.config) == 2


def _together(plan: StagePlan, ranked: Sequence[T]) -> list[tuple[T, ...]]:
    entrants = len(ranked)
    if is_tree(plan) and entrants > 1:
        leaves = bracket_order(1 << (entrants - 1).bit_length())
        pairs = zip(leaves[::2], leaves[1::2], strict=True)
        return [(ranked[a - 1], ranked[b - 1]) for a, b in pairs if max(a, b) <= entrants]
    groups = groups_of(plan, entrants)
    if groups > 1 and plan.format == "round-robin":
        return list(snake(ranked, group_sizes(entrants, groups)))
    return []


def _families(ranked: Sequence[T], words: Words[T]) -> dict[int, int | None]:
    """By index: the first one it is connected with by common words; None where it stands alone."""
    first: dict[str, int] = {}
    parent = list(range(len(ranked)))

    def head(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    for index, item in enumerate(ranked):
        for word in sorted(words(item)):
            one, other = sorted((head(index), head(first.setdefault(word, index))))
            parent[other] = one
    heads = [head(index) for index in range(len(ranked))]
    sizes = Counter(heads)
    return {index: each if sizes[each] > 1 else None for index, each in enumerate(heads)}
