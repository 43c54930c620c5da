"""Places with ties for everybody, at every instant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A number that parts equal points, greater is better; `told` is its sum in words."""

    code: str
    name: str
    value: Fraction
    told: str


@dataclass(frozen=True, slots=True)
class StandingRow:
    """An entrant's line: `place` is 1 for the best, ties share and the next number is skipped.

    `points` is what the stage awards and `points_told` their sum in words; `tie_breaks` part equal
    points, the first that differs. `explanation` is one sentence; `is_out` tells that the entrant
    plays no further match. Places count within the `group`, where the stage has groups; `across`
    compares members of different ones, the smaller the better, where that can be done.
    """

    entrant: int
    place: int
    points: Fraction
    tie_breaks: tuple[TieBreak, ...]
    explanation: str
    is_out: bool
    group: str = ""
    played: int = 0
    points_told: str = ""
    across: tuple[Any, ...] | None = None


def shared_places(keys: Sequence[Any]) -> tuple[int, ...]:
    """Standard competition places of sorted keys: equal keys share, as in 1, 2, 2, 4."""
    places: list[int] = []
    for index, key in enumerate(keys):
        shares = index > 0 and key == keys[index - 1]
        places.append(places[-1] if shares else index + 1)
    return tuple(places)


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th ... as pages say it."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"
