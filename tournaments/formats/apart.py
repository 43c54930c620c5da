"""Entrants of one owner or one club are drawn apart, as far as the draw allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from tournaments.formats.avoidance import Clash, Draw, Words, apart_at_tables, apart_within_bands
from tournaments.formats.chain import NOTHING_DRAWN, StagePlan, groups_of
from tournaments.formats.groups import group_sizes
from tournaments.formats.seeding import snake
from tournaments.formats.slots import PlannedMatch, SeedSlot
from tournaments.formats.spreading import apart_in_groups

TREES = ("single-elimination", "double-elimination")
GROUPS = "round-robin"
NOBODY: Words = frozenset()


def drawn_apart(plan: StagePlan, seeds: Sequence[int], apart: Mapping[int, Words]) -> Draw:
    """The entrants, best first, in an order of seeds that lets those with a common word meet late.

    In a tree they keep their band of seeds (1, 2, 3-4, 5-8, ...), at tables of three and more
    their seat in the snake, in groups their row of it. Formats that pair by results keep the order.
    """
    if len(seeds) < 2 or plan.config.get("order", "standard") != "standard":
        return Draw(tuple(seeds), ())
    if is_tree(plan):
        return apart_within_bands(seeds, apart)
    if plan.format in TREES:
        return apart_at_tables(seeds, apart, _first_tables(plan, len(seeds)))
    groups = groups_of(plan, len(seeds))
    if plan.format == GROUPS and groups > 1:
        return _in_groups(seeds, apart, group_sizes(len(seeds), groups))
    return Draw(tuple(seeds), ())


def is_tree(plan: StagePlan) -> bool:
    """Two-seat matches in a tree whose leaves are seeds in their usual order."""
    is_usual = plan.config.get("order", "standard") == "standard"
    return plan.format in TREES and is_usual and plan.style.seats(plan.config) == 2


def _first_tables(plan: StagePlan, entrants: int) -> list[list[int]]:
    """The seeds that sit together at tables known from the start."""
    planned = plan.style.plan(plan.config, entrants, NOTHING_DRAWN)
    tables = (_seeds_of(match) for match in planned if match.round == 1)
    return [table for table in tables if len(table) > 1]


def _seeds_of(match: PlannedMatch) -> list[int]:
    return [slot.seed for slot in match.slots if isinstance(slot, SeedSlot)]


def _in_groups(seeds: Sequence[int], apart: Mapping[int, Words], sizes: Sequence[int]) -> Draw:
    def words(entrant: int) -> Words:
        return apart.get(entrant, NOBODY)

    order = apart_in_groups(seeds, sizes, words)
    clashes = [
        Clash(one, other)
        for group in snake(order, sizes)
        for one, other in combinations(group, 2)
        if words(one) & words(other)
    ]
    return Draw(order, tuple(clashes))
