"""The numbers that tie-breaks are made of: scores, and what each round adds to a sum."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple

from tournaments.formats.amounts import exact_sum
from tournaments.formats.points import AT_THE_TABLE, Played, Record
from tournaments.formats.slots import EntrantFact, StageState

VOLUNTARY = frozenset({"forfeit", "absent"})
# Rounds that an entrant missed by its own doing; what they add is cut first.


class Measured(NamedTuple):
    """A number for each entrant, in whole units of 1 / `unit`, since those sort quickly."""

    units: Mapping[int, int]
    unit: int

    def of(self, entrant: int) -> Fraction:
        return Fraction(self.units[entrant], self.unit)


class Tally:
    """The records of a stage, with the sums that several tie-breaks ask for."""

    def __init__(self, state: StageState, records: Mapping[int, Record]) -> None:
        self.records = records
        self.facts: dict[int, EntrantFact] = {each.id: each for each in state.entrants}
        self.scores: dict[int, Fraction] = {
            entrant: exact_sum([played.points for played in record.rounds])
            for entrant, record in records.items()
        }

    @cached_property
    def unit(self) -> int:
        """A denominator for every score, its half, and its share among opponents."""
        numbers = {len(each.opponents) for own in self.records.values() for each in own.rounds}
        parts = lcm(*(number for number in numbers if number))
        return 2 * parts * lcm(*{score.denominator for score in self.scores.values()})

    @cached_property
    def points(self) -> Measured:
        """What every entrant has, in units."""
        scaled = {
            entrant: score.numerator * (self.unit // score.denominator)
            for entrant, score in self.scores.items()
        }
        return Measured(scaled, self.unit)

    @cached_property
    def met(self) -> dict[int, list[int]]:
        """Per round the mean score, in units, of those who were met.

        A round without an opponent counts as one against somebody with the own score
        (FIDE Handbook C.07, article 16). Opponents who left keep the score they have.
        """
        units = self.points.units
        return {
            entrant: [
                sum([units[other] for other, _ in played.opponents]) // len(played.opponents)
                if played.opponents
                else units[entrant]
                for played in record.rounds
            ]
            for entrant, record in self.records.items()
        }

    @cached_property
    def missed(self) -> dict[int, list[int]]:
        """Which of its rounds an entrant missed by its own doing; only of those who did."""
        missed: dict[int, list[int]] = {}
        for entrant, record in self.records.items():
            for index, played in enumerate(record.rounds):
                if played.cause in VOLUNTARY:
                    missed.setdefault(entrant, []).append(index)
        return missed

    @cached_property
    def beaten(self) -> dict[int, list[int]]:
        """Per round the same mean, where those who were not beaten count nothing and those who
        were level half. Without an opponent it is the own score, times the share of a win.
        """
        units = self.points.units
        return {
            entrant: [
                _halves(units, played) // (2 * len(played.opponents))
                if played.opponents
                else int(units[entrant] * (played.points / played.full))
                for played in record.rounds
            ]
            for entrant, record in self.records.items()
        }

    @cached_property
    def strong(self) -> frozenset[int]:
        """Those who have at least half of what they could have."""
        return frozenset(
            entrant
            for entrant, record in self.records.items()
            if record.rounds
            and 2 * self.scores[entrant] >= exact_sum([played.full for played in record.rounds])
        )

    @cached_property
    def exposures(self) -> dict[int, Fraction]:
        """mu - 3 sigma of every entrant at the start, in hundredths; a newcomer has 0."""
        return {each.id: _exposure(each.mu, each.sigma) for each in self.facts.values()}


def _halves(units: Mapping[int, int], played: Played) -> int:
    """Twice the scores of those who were beaten, and once of those who were level."""
    return sum(
        [
            units[other] * (2 if result.denominator == 1 else 1)
            for other, result in played.opponents
            if result.numerator
        ]
    )


def _exposure(mu: float | None, sigma: float | None) -> Fraction:
    if mu is None or sigma is None:
        return Fraction(0)
    return Fraction(round(100 * (mu - 3 * sigma)), 100)


def at_the_table(record: Record) -> list[Played]:
    """The rounds that were played."""
    return [played for played in record.rounds if played.cause in AT_THE_TABLE]
