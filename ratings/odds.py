"""How likely each finishing place is; pure.

Performances are independent: player i's is normal with mean mu_i and variance sigma_i² + beta².
Whoever performs best is first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt
from statistics import NormalDist

from ratings.skill import Belief

STEPS = 96
REACH = 8.0
# The sum over a grid of a smooth function that vanishes at both ends is exact to many digits.


def place_odds(beliefs: Sequence[Belief], beta: float) -> list[list[float]]:
    """odds[i][k]: the probability that player i takes place k + 1; rows and columns sum to 1.

    Two players in closed form; more by the integral over what i performs of the chance that
    exactly k others do better. Raises ValueError for nobody.
    """
    if not beliefs:
        raise ValueError("Odds are for one player at least.")
    spreads = [sqrt(belief.sigma**2 + beta**2) for belief in beliefs]
    if len(beliefs) == 2:
        first = NormalDist().cdf(
            (beliefs[0].mu - beliefs[1].mu) / sqrt(spreads[0] ** 2 + spreads[1] ** 2)
        )
        return [[first, 1 - first], [1 - first, first]]
    forms = [NormalDist(belief.mu, spread) for belief, spread in zip(beliefs, spreads, strict=True)]
    return [_places_of(index, forms) for index in range(len(forms))]


def _places_of(own: int, forms: Sequence[NormalDist]) -> list[float]:
    others = [form for index, form in enumerate(forms) if index != own]
    places = [0.0] * len(forms)
    mean, spread = forms[own].mean, forms[own].stdev
    for point, weight in _grid():
        performed = mean + spread * point
        for place, chance in enumerate(_better(performed, others)):
            places[place] += weight * chance
    return places


def _better(performed: float, others: Sequence[NormalDist]) -> list[float]:
    """chances[k]: that exactly k of the others perform better (Poisson binomial)."""
    chances = [1.0]
    for other in others:
        above = 1.0 - other.cdf(performed)
        chances = [
            (chances[k] * (1.0 - above) if k < len(chances) else 0.0)
            + (chances[k - 1] * above if k else 0.0)
            for k in range(len(chances) + 1)
        ]
    return chances


@cache
def _grid() -> tuple[tuple[float, float], ...]:
    """Points of a standard normal and their weights, which sum to 1."""
    usual = NormalDist()
    points = [-REACH + 2 * REACH * step / STEPS for step in range(STEPS + 1)]
    densities = [usual.pdf(point) for point in points]
    total = sum(densities)
    return tuple((point, density / total) for point, density in zip(points, densities, strict=True))
