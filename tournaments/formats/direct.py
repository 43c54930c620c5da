"""Direct encounter: the results that those who are level had against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tournaments.formats.amounts import amount, exact_sum, told_sum
from tournaments.formats.scoring import ZERO
from tournaments.formats.tally import Tally

LONE = (ZERO, "Nobody else is level.")


def direct_encounter(tally: Tally, tied: Sequence[int]) -> Mapping[int, tuple[Fraction, str]]:
    """Value and words for each of those who are level.

    If all of them met, it is the sum of their results, the mean of several meetings with one. If
    some did not, whoever stays ahead whatever the missing matches might bring has that sum, then
    who would be next, and so on; all others have 0 (FIDE Handbook C.07, article 6).
    """
    if len(tied) == 1:
        return {tied[0]: LONE}
    met = {entrant: _met(tally, entrant, frozenset(tied) - {entrant}) for entrant in tied}
    missing = {entrant: len(tied) - 1 - len(met[entrant]) for entrant in tied}
    sums = {entrant: exact_sum(list(met[entrant].values())) for entrant in tied}
    sure = _out_of_reach(sums, missing) if any(missing.values()) else tied
    return {
        entrant: (sums[entrant], _told(list(met[entrant].values()), missing[entrant]))
        if entrant in sure
        else (ZERO, f"Met {len(met[entrant])} of {len(tied) - 1} who are level.")
        for entrant in tied
    }


def _met(tally: Tally, entrant: int, level: frozenset[int]) -> dict[int, Fraction]:
    """The mean result against each of those who are level and were met."""
    results: dict[int, list[Fraction]] = {}
    for played in tally.records[entrant].rounds:
        for other, result in played.opponents:
            if other in level:
                results.setdefault(other, []).append(result)
    return {other: exact_sum(own) / len(own) for other, own in results.items()}


def _out_of_reach(sums: Mapping[int, Fraction], missing: Mapping[int, int]) -> list[int]:
    """Those whose place is sure, best first: nobody behind could come level any more."""
    left = sorted(sums, key=lambda each: -sums[each])
    sure: list[int] = []
    while len(left) > 1 and sums[left[0]] > max(sums[each] + missing[each] for each in left[1:]):
        sure.append(left.pop(0))
    return sure


def _told(results: Sequence[Fraction], missing: int) -> str:
    told = told_sum([amount(each) for each in results], amount(exact_sum(results)))
    return f"{told}, out of reach" if missing else told
