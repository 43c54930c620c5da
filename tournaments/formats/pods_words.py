"""Why a table was put together, in a sentence that names nobody but their seeds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from tournaments.formats.amounts import amount
from tournaments.formats.pods_pairing import Sitter


def why_together(table: Sequence[Sitter], full: int, unit: int) -> str:
    """`full` is the size of the largest table of the round; scores count 1 / `unit`."""
    numbers = sorted(each.number for each in table)
    seeds = f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
    said = [_points([each.score for each in table], unit), _meetings(table)]
    if len(table) < full:
        said.append("a smaller table, for those who sat at one least often")
    return f"Seeds {seeds}: {'; '.join(said)}."


def _points(scores: Sequence[int], unit: int) -> str:
    least, most = Fraction(min(scores), unit), Fraction(max(scores), unit)
    if least == most:
        return f"all have {amount(most)} {'point' if 0 < most <= 1 else 'points'}"
    return f"{amount(least)} to {amount(most)} points"


def _meetings(table: Sequence[Sitter]) -> str:
    again = sum(other.number in one.met for one, other in combinations(table, 2))
    if not again:
        return "no two have met"
    return f"{again} {'pair meets' if again == 1 else 'pairs meet'} again, as none could be spared"
