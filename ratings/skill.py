"""The skill rating: what one finishing order teaches about the strength of its players.

The model is TrueSkill (Herbrich, Minka, Graepel, 2006). This is the only module that knows the
`trueskill` package; docs/decisions/skill-rating.md tells why its own backend is not used.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TypeAlias

import trueskill

from ratings.errors import BadContest, OutOfReach, TieImpossible

EXPOSED_DEVIATIONS = 3
# The package sweeps until no message moves by more than this, or ten times. Results are then
# good to 1e-12: the last sweep that counts moves them far less than the one before it.
STOP_AT = 1e-7
# The package also raises smaller weights to the number it stops at; for those it must be tiny.
STOP_AT_SMALL_WEIGHTS = 1e-10
# Rarer ties than this cancel out in double precision: at 1e-9 already in the ninth digit.
LEAST_DRAW_PROBABILITY = 1e-6
# Beyond 37 deviations the tail of the normal distribution loses digits, beyond 38 it is 0.
MOST_SURPRISE = 37.0

_SQRT_2 = math.sqrt(2)
_SQRT_2_PI = math.sqrt(2 * math.pi)


@dataclass(frozen=True, slots=True)
class Belief:
    """What is believed of a strength: it lies around `mu`, give or take `sigma`."""

    mu: float
    sigma: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.mu) and math.isfinite(self.sigma) and self.sigma > 0):
            raise BadContest(
                f"A belief is a finite mean and a deviation above 0; got {self.mu}, {self.sigma}."
            )

    @property
    def exposure(self) -> float:
        """A strength that is almost surely reached; what a leaderboard sorts by."""
        return self.mu - EXPOSED_DEVIATIONS * self.sigma


@dataclass(frozen=True, slots=True)
class Parameters:
    """What a pool assumes: the belief about a newcomer, the luck of a contest, the drift.

    `beta` is the deviation of one performance around the strength, `tau` what a strength may
    drift from one contest to the next.
    """

    mu: float = 25.0
    sigma: float = 25 / 3
    beta: float = 25 / 6
    tau: float = 25 / 300

    def __post_init__(self) -> None:
        self.newcomer()
        if not (math.isfinite(self.beta) and self.beta > 0):
            raise BadContest(f"beta is a finite number above 0; got {self.beta}.")
        if not (math.isfinite(self.tau) and self.tau >= 0):
            raise BadContest(f"tau is a finite number from 0; got {self.tau}.")

    def newcomer(self) -> Belief:
        """The belief about a player of whom nothing is known."""
        return Belief(self.mu, self.sigma)


Team: TypeAlias = tuple[Belief, ...]
Weights: TypeAlias = tuple[float, ...]


def update(
    parameters: Parameters,
    teams: Sequence[Team],
    places: Sequence[int],
    draw_probability: float,
    weights: Sequence[Weights] | None = None,
) -> tuple[Team, ...]:
    """The beliefs after a contest, in the shape of `teams`.

    `teams` stand in seat order, `places[team]` is the place of each, 1 the best; equal numbers
    tie. `weights[team][player]` is the share of the contest a player took part in, 1 if absent.
    Raises BadContest, TieImpossible, OutOfReach.
    """
    _check_order(teams, places)
    _check_draw_probability(places, draw_probability)
    shares = _full(teams, weights)
    # Ties are not symmetric in the model's chain of neighbours, so their order must be fixed:
    # by place, then by seat. The caller's order of listing can then not matter.
    order = sorted(range(len(teams)), key=lambda team: (places[team], team))
    rated = _rate(
        _environment(parameters, draw_probability),
        [teams[team] for team in order],
        [places[team] for team in order],
        [shares[team] for team in order],
    )
    after = dict(zip(order, rated, strict=True))
    return tuple(after[team] for team in range(len(teams)))


def expected_places(
    parameters: Parameters,
    teams: Sequence[Team],
    weights: Sequence[Weights] | None = None,
) -> tuple[float, ...]:
    """The mean place of each team beforehand: 1 and the chances that each other does better."""
    shares = _full(teams, weights)
    performances = [
        _performance(parameters, team, share) for team, share in zip(teams, shares, strict=True)
    ]
    return tuple(
        1 + sum(_beats(other, mine) for number, other in enumerate(performances) if number != seat)
        for seat, mine in enumerate(performances)
    )


def _performance(parameters: Parameters, team: Team, share: Weights) -> tuple[float, float]:
    """Mean and variance of how the team does on the day."""
    mean = sum(weight * belief.mu for belief, weight in zip(team, share, strict=True))
    variance = sum(
        weight**2 * (belief.sigma**2 + parameters.beta**2)
        for belief, weight in zip(team, share, strict=True)
    )
    return mean, variance


def _beats(one: tuple[float, float], other: tuple[float, float]) -> float:
    return _cdf((one[0] - other[0]) / math.sqrt(one[1] + other[1]))


# ------------------------------------------------------------------ the package


def _cdf(x: float) -> float:
    return 0.5 * math.erfc(-x / _SQRT_2)


def _pdf(x: float) -> float:
    return math.exp(-x * x / 2) / _SQRT_2_PI


_EXACT = (_cdf, _pdf, NormalDist().inv_cdf)


class _TrueSkill(trueskill.TrueSkill):  # type: ignore[misc]  # the package ships no types
    """Refuses surprises whose chance is no normal floating-point number any more."""

    def v_win(self, diff: float, draw_margin: float) -> float:
        _check_surprise(draw_margin - diff)
        return float(super().v_win(diff, draw_margin))

    def v_draw(self, diff: float, draw_margin: float) -> float:
        _check_surprise(abs(diff) - draw_margin)
        return float(super().v_draw(diff, draw_margin))


def _check_surprise(deviations: float) -> None:
    if deviations > MOST_SURPRISE:
        raise FloatingPointError(f"A result {deviations:.0f} deviations away from expectation.")


def _environment(parameters: Parameters, draw_probability: float) -> _TrueSkill:
    return _TrueSkill(
        mu=parameters.mu,
        sigma=parameters.sigma,
        beta=parameters.beta,
        tau=parameters.tau,
        draw_probability=draw_probability,
        backend=_EXACT,
    )


def _rate(
    environment: _TrueSkill,
    teams: Sequence[Team],
    places: Sequence[int],
    weights: Sequence[Weights],
) -> Iterator[Team]:
    groups = [tuple(trueskill.Rating(belief.mu, belief.sigma) for belief in team) for team in teams]
    smallest = min(weight for share in weights for weight in share)
    stop_at = STOP_AT if smallest >= STOP_AT else STOP_AT_SMALL_WEIGHTS
    try:
        rated = environment.rate(groups, list(places), list(weights), min_delta=stop_at)
        return iter([tuple(Belief(one.mu, one.sigma) for one in group) for group in rated])
    except (ArithmeticError, ValueError, BadContest) as error:
        raise OutOfReach(f"These beliefs lie too far apart for this result: {teams}.") from error


# ------------------------------------------------------------------ guards


def _check_order(teams: Sequence[Team], places: Sequence[int]) -> None:
    if len(teams) < 2:
        raise BadContest(f"A contest has two teams or more; got {len(teams)}.")
    if not all(teams):
        raise BadContest("A team has one player or more; one came without.")
    if len(places) != len(teams):
        raise BadContest(f"Each of {len(teams)} teams has one place; got {len(places)} places.")
    for place in places:
        # A bool is an int to Python, and NaN a number; neither is a place.
        if type(place) is not int:
            raise BadContest(f"A place is a whole number; got {place!r}.")


def _check_draw_probability(places: Sequence[int], draw_probability: float) -> None:
    if not 0 <= draw_probability < 1:
        raise BadContest(f"A draw probability lies in [0, 1); got {draw_probability}.")
    if len(set(places)) == len(places):
        return
    if draw_probability == 0:
        raise TieImpossible(f"Places {list(places)} tie, but the draw probability is 0.")
    if draw_probability < LEAST_DRAW_PROBABILITY:
        raise BadContest(
            f"With ties the draw probability is at least {LEAST_DRAW_PROBABILITY}; "
            f"got {draw_probability}."
        )


def _full(teams: Sequence[Team], weights: Sequence[Weights] | None) -> tuple[Weights, ...]:
    if weights is None:
        return tuple((1.0,) * len(team) for team in teams)
    if [len(share) for share in weights] != [len(team) for team in teams]:
        raise BadContest("Weights have the shape of the teams, one number a player.")
    for share in weights:
        if not all(math.isfinite(weight) and weight >= 0 for weight in share) or not any(share):
            raise BadContest(
                f"Weights are finite numbers from 0, one in a team above it; got {share}."
            )
    return tuple(tuple(map(float, share)) for share in weights)
