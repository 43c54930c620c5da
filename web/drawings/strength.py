"""Strength on one common scale: the left edge of a bar is the board number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 270
LOWEST, HIGHEST = 0, 45
TICKS = (10, 20, 30, 40)
SPARK_WIDTH, SPARK_HEIGHT = 80, 18


@dataclass(frozen=True, slots=True)
class Bar:
    """Places on a scale WIDTH units wide."""

    low: float
    mu: float
    high: float

    @property
    def length(self) -> float:
        return round(max(self.high - self.low, 1), 1)


def bar(mu: float, sigma: float) -> Bar:
    """Edge at mu - 3 sigma, bar to mu + 3 sigma, dot at mu; what lies outside stands at the end."""
    return Bar(at(mu - 3 * sigma), at(mu), at(mu + 3 * sigma))


def at(value: float) -> float:
    share = (min(max(value, LOWEST), HIGHEST) - LOWEST) / (HIGHEST - LOWEST)
    return round(share * WIDTH, 1)


def spark(values: Sequence[float]) -> str:
    """The path of a few numbers on their own scale."""
    low, high = min(values), max(values)
    room = (high - low) or 1.0
    step = SPARK_WIDTH / max(len(values) - 1, 1)
    points = (
        f"{number * step:.1f} {SPARK_HEIGHT - (value - low) / room * (SPARK_HEIGHT - 4) - 2:.1f}"
        for number, value in enumerate(values)
    )
    return "M" + "L".join(points)
