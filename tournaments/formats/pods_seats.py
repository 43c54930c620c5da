"""Seats at a table such that nobody sits early, late or behind the same one too often."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tournaments.formats.pods_pairing import Sitter

FULL = 60
# How far the first seat is from the middle of a table, whatever its size.
OFTEN = 2 * FULL * FULL


def seat_table(sitters: Sequence[Sitter]) -> tuple[int, ...]:
    """The numbers in the order of seats at the least cost; among equals the first given first.

    A seat costs more the oftener it was had than another, and so does a mean seat off the middle,
    and to sit next after the same one again.
    """
    costs = [_seat_costs(each, len(sitters)) for each in sitters]
    numbers = [each.number for each in sitters]
    follows = [[each.followers.get(number, 0) for number in numbers] for each in sitters]
    if any(map(any, follows)):
        order = _with_neighbours(costs, follows)
    else:
        order = _by_seats(costs)
    return tuple(numbers[each] for each in order)


@cache
def lean(seat: int, size: int) -> int:
    """How far a seat is off the middle: -60 for the first of a table, 60 for the last."""
    return FULL * (2 * seat - (size - 1)) // (size - 1)


def _seat_costs(sitter: Sitter, size: int) -> list[int]:
    """What each seat would cost the entrant."""
    rarest = min(sitter.often[:size])
    return [
        (sitter.often[seat] - rarest + 1) ** 3 * OFTEN + (sitter.leaning + lean(seat, size)) ** 2
        for seat in range(size)
    ]


def _by_seats(costs: Sequence[Sequence[int]]) -> list[int]:
    """best[who] for every set of those who are seated, in the first seats; exact."""
    size = len(costs)
    best: list[tuple[int, list[int]]] = [(0, [])] * (1 << size)
    for who in range(1, 1 << size):
        seat = who.bit_count() - 1
        options = []
        for each in range(size):
            if who >> each & 1:
                cost, order = best[who ^ 1 << each]
                options.append((cost + costs[each][seat], [*order, each]))
        best[who] = min(options)
    return best[-1][1]


def _with_neighbours(costs: Sequence[Sequence[int]], follows: Sequence[Sequence[int]]) -> list[int]:
    """The same over (who is seated, who was last), once for each who may sit first."""
    size = len(costs)
    ways = [_begun_by(first, costs, follows) for first in range(size)]
    return min(ways)[1]


def _begun_by(
    first: int, costs: Sequence[Sequence[int]], follows: Sequence[Sequence[int]]
) -> tuple[int, list[int]]:
    size = len(costs)
    best = {(1 << first, first): (costs[first][0], [first])}
    for seat in range(1, size):
        reached: dict[tuple[int, int], tuple[int, list[int]]] = {}
        for (who, last), (cost, order) in best.items():
            for each in range(size):
                if not who >> each & 1:
                    way = (cost + costs[each][seat] + _behind(follows[last][each]), [*order, each])
                    key = (who | 1 << each, each)
                    if key not in reached or way < reached[key]:
                        reached[key] = way
        best = reached
    # The first follows the last: they sit in a circle.
    return min(
        (cost + _behind(follows[last][first]), order) for (_, last), (cost, order) in best.items()
    )


def _behind(times: int) -> int:
    """To sit after the same one again weighs less than a seat had once oftener than another."""
    return 4 * times * OFTEN
