"""Why two were paired, in a sentence that names nobody but their seeds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tournaments.formats.amounts import amount
from tournaments.formats.swiss_costs import Contender, seat_wish

LONGEST = 200
AGAIN = {1: "a second", 2: "a third", 3: "a fourth"}


def why_paired(first: Contender, second: Contender, unit: int, remark: str = "") -> str:
    """`first` sits first; scores count 1 / `unit`. Why it sits there is left out where too long."""
    high, low = sorted((first, second), key=lambda each: (-each.score, each.number))
    said = [_points(high, low, unit), _meetings(high, low)]
    if high.apart & low.apart:
        said.append("of one owner or club, as nobody else was left")
    pair = f"Seeds {first.number} and {second.number}"
    told = f"{pair}: {'; '.join([*said, _seats(first, second)])}.{remark}"
    return told if len(told) <= LONGEST else f"{pair}: {'; '.join(said)}.{remark}"


def _points(high: Contender, low: Contender, unit: int) -> str:
    upper, lower = Fraction(high.score, unit), Fraction(low.score, unit)
    if upper == lower:
        return f"both have {amount(upper)} {'point' if 0 < upper <= 1 else 'points'}"
    return f"{amount(upper)} and {amount(lower)} points"


def _meetings(high: Contender, low: Contender) -> str:
    times = high.met.get(low.number, 0) if high.met else 0
    if not times:
        return "they have not met"
    return f"they meet {AGAIN.get(times, 'one more')} time, as nobody else was left"


def _seats(first: Contender, second: Contender) -> str:
    if seat_wish(first.seats)[0] == 1:
        return f"seed {first.number} sits first, having done so in {_share(first.seats)}"
    if seat_wish(second.seats)[0] == -1:
        return f"seed {second.number} sits second, having sat first in {_share(second.seats)}"
    return f"neither has sat yet, so seed {first.number} sits first"


def _share(seats: Sequence[int]) -> str:
    return f"{seats.count(1)} of {len(seats)} {'match' if len(seats) == 1 else 'matches'}"
