"""Three steps with the names of those who stand on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from web.drawings.bracket_svg import fitted

WIDTH, GAP, FLOOR = 118, 6, 96
TOPS = {1: 42, 2: 60, 3: 72}
COLUMNS = {2: 0, 1: 1, 3: 2}


@dataclass(frozen=True, slots=True)
class Step:
    place: int
    name: str
    x: int
    top: int

    @property
    def height(self) -> int:
        return FLOOR - self.top

    @property
    def middle(self) -> int:
        return self.x + WIDTH // 2

    @property
    def name_at(self) -> int:
        return self.top - 8

    @property
    def number_at(self) -> int:
        return self.top + 17


def steps(placed: Sequence[tuple[int, str]]) -> Iterable[Step]:
    """Place and name of the best, in the order of the steps from left to right.

    Who shares a place shares a step: "brine, moth" on the third.
    """
    for place, column in COLUMNS.items():
        names = [name for found, name in placed if found == place]
        if names:
            yield Step(place, fitted(", ".join(names), WIDTH), column * (WIDTH + GAP), TOPS[place])
