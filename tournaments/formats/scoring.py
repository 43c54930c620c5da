"""What places are worth, at tables of any size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from tournaments.formats.contract import Config
from tournaments.formats.settings import Setting

ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
# vector(size)[p - 1] is what place p of a match of that size is worth.
Vector = Callable[[int], tuple[Fraction, ...]]


@dataclass(frozen=True, slots=True)
class PointVector:
    """A custom of points. Ties share the mean of the places they take up; with `tied_first` all
    who tie for the first place get that instead.
    """

    says: str
    of: Vector
    tied_first: Fraction | None = None


def _linear(size: int) -> tuple[Fraction, ...]:
    if size == 1:
        return (ONE,)
    return tuple(Fraction(size - place, size - 1) for place in range(1, size + 1))


def _first_only(prize: int) -> Vector:
    return lambda size: (Fraction(prize), *(ZERO,) * (size - 1))


def _steps(size: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(max(size, 2) - place) for place in range(1, size + 1))


def _dozens(size: int) -> tuple[Fraction, ...]:
    """60, 48, ... for the first places, and 12 for the last of three and more."""
    best = tuple(Fraction(12 * (6 - place)) for place in range(1, size + 1))
    return best if size <= 2 else (*best[:-1], Fraction(12))


POINT_VECTORS: Mapping[str, PointVector] = {
    "linear": PointVector("1 for the first, 0 for the last, evenly between", _linear),
    "win_only": PointVector("1 for the first, nothing for the others", _first_only(1)),
    "three_one": PointVector("3 for a win, 1 for a tie for it, 0", _first_only(3), ONE),
    "five_one": PointVector("5 for a win, 1 for a tie for it, 0", _first_only(5), ONE),
    "steps": PointVector("1 for each place that is behind", _steps),
    "dozens": PointVector("60, 48, 36, 24, 12; the last of a smaller table gets 12", _dozens),
}
POINTS = Setting(
    "points",
    "choice",
    "linear",
    "What a place is worth. "
    + "; ".join(f"{code}: {each.says}" for code, each in POINT_VECTORS.items())
    + ".",
    choices=tuple(POINT_VECTORS),
)
BYE = Setting(
    "bye",
    "choice",
    "win",
    "What a bye counts: as much as a win, half of it, or nothing.",
    choices=("win", "half", "nothing"),
)
SHARE_OF_A_WIN = {"win": ONE, "half": HALF, "nothing": ZERO}


@dataclass(frozen=True, slots=True)
class Scoring:
    """How a stage awards points.

    `seats` is the size of its full matches: a bye counts its first place, times the share.
    `everybody_meets`: who meets whom was fixed from the start (round robin). Resting there is no
    bye, and whoever should have been met counts as met even when one of them was missing.
    """

    vector: PointVector = field(default_factory=lambda: POINT_VECTORS["linear"])
    seats: int = 2
    bye: Literal["win", "half", "nothing"] = "win"
    everybody_meets: bool = False


def scoring_of(config: Config, seats: int, *, everybody_meets: bool = False) -> Scoring:
    """The scoring that a config asks for by the settings POINTS and BYE."""
    return Scoring(
        POINT_VECTORS[config.get("points", POINTS.default)],
        seats,
        config.get("bye", BYE.default),
        everybody_meets,
    )


def points_for(places: tuple[int, ...], vector: PointVector) -> tuple[Fraction, ...]:
    """Points of each of the places at a table, in their order; ties share."""
    worth = vector.of(len(places))
    points: dict[int, Fraction] = {}
    for place in places:
        tied = places.count(place)
        points[place] = sum(worth[place - 1 : place - 1 + tied], ZERO) / tied
    if vector.tied_first is not None and places.count(1) > 1:
        points[1] = vector.tied_first
    return tuple(points[place] for place in places)
