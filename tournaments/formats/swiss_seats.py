"""Who sits first in a match of two, from where both have sat before (FIDE C.04.1, 6 and 7)."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.swiss_costs import Contender, seat_wish


def seat_pair(high: Contender, low: Contender) -> tuple[int, int]:
    """The two numbers, first seat first; `high` is ranked above `low`."""
    if _high_sits_first(high, low):
        return high.number, low.number
    return low.number, high.number


def _high_sits_first(high: Contender, low: Contender) -> bool:
    wish, strength = seat_wish(high.seats)
    other_wish, other_strength = seat_wish(low.seats)
    if not wish and not other_wish:
        # Nobody has sat yet: odd numbers begin.
        return high.number % 2 == 1
    if wish != other_wish:
        return wish == 1 or other_wish == -1
    if (strength, abs(sum(high.seats))) != (other_strength, abs(sum(low.seats))):
        stronger = (strength, abs(sum(high.seats))) > (other_strength, abs(sum(low.seats)))
        return (wish == 1) == stronger
    return _as_when_they_last_differed(high.seats, low.seats, wish)


def _as_when_they_last_differed(high: Sequence[int], low: Sequence[int], wish: int) -> bool:
    """Both change the seats of the last match in which they sat differently."""
    for own, theirs in zip(reversed(high), reversed(low), strict=False):
        if own != theirs:
            return own == -1
    return wish == 1
