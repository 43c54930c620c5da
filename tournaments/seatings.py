"""Which tables a match plays, and who sits where at each of them; pure.

Source: docs/decisions/match-kinds.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from math import factorial

from tournaments.formats.seeding import drawn_order
from tournaments.formats.slots import Stream

ROTATIONS = ("cyclic", "balanced", "full")


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """A table of a match: its number in the match, from 1, and the entrant of every seat.

    `deal` counts the deals that several tables share, from 1; 0 is a deal of its own. At a table
    of a team every seat names the team.
    """

    part: int
    deal: int
    seating: tuple[int, ...]


def tables_in_turn(order: Sequence[int], number: int) -> tuple[PlannedTable, ...]:
    """Tables with deals of their own; everybody sits one seat further at each next one."""
    return tuple(PlannedTable(part, 0, _turned(order, part - 1)) for part in range(1, number + 1))


def duplicate_tables(orders: Sequence[Sequence[int]], rotation: str) -> tuple[PlannedTable, ...]:
    """One shared deal for each order of the entrants, played in all seatings of the rotation."""
    seated = [
        (deal, tuple(order[each] for each in seating))
        for deal, order in enumerate(orders, start=1)
        for seating in seatings(rotation, len(order))
    ]
    return tuple(
        PlannedTable(part, deal, seating) for part, (deal, seating) in enumerate(seated, start=1)
    )


def compare_tables(teams: Sequence[int], team_size: int, deals: int) -> tuple[PlannedTable, ...]:
    """A table for every team and deal: the members keep their seats, and thereby their hands."""
    pairs = [(deal, team) for deal in range(1, deals + 1) for team in teams]
    return tuple(
        PlannedTable(part, deal, (team,) * team_size)
        for part, (deal, team) in enumerate(pairs, start=1)
    )


def orders_by_lot(
    entrants: Sequence[int], number: int, stream: Stream
) -> tuple[tuple[int, ...], ...]:
    """So many orders of the entrants, drawn one after the other."""
    return tuple(drawn_order(entrants, stream) for _ in range(number))


def seatings(rotation: str, k: int) -> tuple[tuple[int, ...], ...]:
    """For every table of a deal: which of the entrants 0 to k - 1 holds the hand of each seat.

    `cyclic`: k tables, everybody every seat once, with the same neighbours throughout.
    `balanced`: k tables for even k, 2k for odd ones; everybody every seat equally often, and
    every ordered pair sits on seats i and i + 1 equally often (E. J. Williams, 1949).
    `full`: all k! orders.
    """
    if rotation == "full":
        return tuple(permutations(range(k)))
    if rotation == "cyclic":
        return tuple(_turned(range(k), shift) for shift in range(k))
    square = tuple(tuple((each + shift) % k for each in _zigzag(k)) for shift in range(k))
    if k % 2 == 0:
        return square
    return (*square, *(tuple(reversed(row)) for row in square))


def seatings_of_a_deal(rotation: str, k: int) -> int:
    """How many tables play one deal."""
    if rotation == "full":
        return factorial(k)
    return 2 * k if rotation == "balanced" and k % 2 else k


def _zigzag(k: int) -> tuple[int, ...]:
    """0, k - 1, 1, k - 2, ...: the steps between neighbours are all different modulo k."""
    return tuple(index // 2 if index % 2 == 0 else k - 1 - index // 2 for index in range(k))


def _turned(order: Sequence[int], shift: int) -> tuple[int, ...]:
    cut = shift % len(order)
    return (*order[cut:], *order[:cut])
