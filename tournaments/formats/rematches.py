"""Exchange seats between tables so that fewer of those who have met meet again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

WINDOW = 24  # tables are looked through this far around a table; further swaps gain little
PASSES = 3
Met = Mapping[int, set[int]]
NOBODY: set[int] = set()


def with_fewer_rematches(tables: Sequence[Sequence[int]], met: Met) -> tuple[tuple[int, ...], ...]:
    """The same tables after swaps that each part more old opponents than they bring together.

    Entrants only change with those of the same seat number, who are of about the same rank.
    """
    seated = [list(table) for table in tables]
    for _ in range(PASSES):
        # Every table is tried, so that one swap is not missed for another: no early end.
        swaps = [_improve(seated, met, table) for table in range(len(seated))]
        if not any(swaps):
            break
    return tuple(map(tuple, seated))


def _improve(seated: list[list[int]], met: Met, here: int) -> bool:
    has_swapped = False
    for seat, entrant in enumerate(seated[here]):
        if _met_at(seated[here], entrant, met) and _swap(seated, met, here, seat):
            has_swapped = True
    return has_swapped


def _swap(seated: list[list[int]], met: Met, here: int, seat: int) -> bool:
    """Change places with the first entrant near by that makes both tables together better."""
    mine, own = seated[here], seated[here][seat]
    for there in _around(here, len(seated)):
        theirs = seated[there]
        if seat >= len(theirs):
            continue
        other = theirs[seat]
        before = _met_at(mine, own, met) + _met_at(theirs, other, met)
        after = _met_at(mine, other, met, own) + _met_at(theirs, own, met, other)
        if after < before:
            mine[seat], theirs[seat] = other, own
            return True
    return False


def _met_at(table: Sequence[int], entrant: int, met: Met, leaver: int | None = None) -> int:
    """How many of the table the entrant has met, not counting who would leave."""
    known = met.get(entrant, NOBODY)
    return len(known.intersection(table)) - (leaver in known)


def _around(here: int, count: int) -> Iterator[int]:
    for distance in range(1, min(WINDOW, count)):
        if here + distance < count:
            yield here + distance
        if here >= distance:
            yield here - distance
