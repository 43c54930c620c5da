"""Points as whole numbers in a common unit: sums and comparisons of fractions are slow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm

from tournaments.formats.points import Record


class WholePoints:
    """`of[entrant]` are the points of each of its rounds, `scores[entrant]` their sum, all in
    1 / `unit`; `others` are fractions that have to fit as well.
    """

    def __init__(self, records: Mapping[int, Record], others: Iterable[Fraction] = ()) -> None:
        self.unit = lcm(
            *{played.points.denominator for each in records.values() for played in each.rounds},
            *{other.denominator for other in others},
        )
        self.of = {
            entrant: [self.whole(played.points) for played in record.rounds]
            for entrant, record in records.items()
        }
        self.scores = {entrant: sum(points) for entrant, points in self.of.items()}

    def whole(self, points: Fraction) -> int:
        return points.numerator * (self.unit // points.denominator)
