"""A bracket in one line: a mark for every match, round by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MARK, GAP, BETWEEN = 18, 2, 8
ROOM = 340


@dataclass(frozen=True, slots=True)
class Mark:
    x: float
    width: float
    state: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """The marks of a round and its name below them."""

    name: str
    x: float
    marks: tuple[Mark, ...]
    is_live: bool


@dataclass(frozen=True, slots=True)
class Mini:
    width: int
    stretches: tuple[Stretch, ...]


def mini(rounds: Sequence[tuple[str, Sequence[str]]]) -> Mini:
    """From each round's name and the states of its matches: done, live, or anything else.

    Large rounds get narrower marks, so that the line keeps its room.
    """
    count = sum(len(states) for _, states in rounds) or 1
    mark = min(MARK, max(2.0, (ROOM - BETWEEN * len(rounds)) / count - GAP))
    stretches, x = [], 1.0
    for name, states in rounds:
        marks = tuple(
            Mark(round(x + number * (mark + GAP), 1), round(mark, 1), _state(state))
            for number, state in enumerate(states)
        )
        stretches.append(Stretch(name, x, marks, "live" in states))
        x += max(len(states) * (mark + GAP), len(name) * 6) + BETWEEN
    return Mini(round(x), tuple(stretches))


def _state(state: str) -> str:
    return "done" if state in {"done", "walkover", "skipped"} else "live" if state == "live" else ""
