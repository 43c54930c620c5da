"""How many tables a round has, how big they are, and who rests."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count


@dataclass(frozen=True, slots=True)
class RoundOutline:
    """A round before anything is known of it: its size, its byes, its tables, larger first.

    `name` is empty where the round is called by its number; `is_beside` tells that it is played
    at the same time as the one before it.
    """

    entrants: int
    byes: int
    sizes: tuple[int, ...]
    advance: int
    name: str = ""
    is_beside: bool = False


def table_sizes(entrants: int, seats: int) -> tuple[int, ...]:
    """As few tables as hold everybody, as equal as can be, larger ones first."""
    tables = -(-entrants // seats)
    small, larger = divmod(entrants, tables)
    return (small + 1,) * larger + (small,) * (tables - larger)


def fewest_byes(entrants: int, seats: int, advance: int) -> int:
    """The fewest entrants to leave out so that every table sends at least one home."""
    return next(byes for byes in count() if min(table_sizes(entrants - byes, seats)) > advance)


def outline_tables(
    entrants: int, seats: int, advance: int, wildcards: int = 0
) -> tuple[RoundOutline, ...]:
    """Every round to the final table, which nobody advances from. 1 <= advance < seats."""
    rounds: list[RoundOutline] = []
    while entrants > seats:
        byes = fewest_byes(entrants, seats, advance)
        sizes = table_sizes(entrants - byes, seats)
        rounds.append(RoundOutline(entrants, byes, sizes, advance))
        through = byes + advance * len(sizes)
        entrants = through + best_losers(entrants - through, wildcards)
    return (*rounds, RoundOutline(entrants, 0, (entrants,), 0))


def best_losers(losers: int, wildcards: int) -> int:
    """How many go on after all: never more than half of a round's losers, so that rounds shrink."""
    return min(wildcards, losers // 2)
