"""A pile of The Game as a ruler from 1 to 100: what is open, where it jumps back, own cards."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

LEFT, LENGTH, LAST = 14, 592, 100
NEAR = 34  # two labels closer than this stand on different levels, also where they are large
LEVELS = (44, 28, 12)
JUMP = 10


@dataclass(frozen=True, slots=True)
class Tick:
    """An own card on the ruler; struck where it cannot go."""

    value: int
    x: int
    y: int
    fits: bool


@dataclass(frozen=True, slots=True)
class Ruler:
    """`open_x` and `open_width` are the part onward; `ring` is where a card jumps back, or None."""

    top_x: int
    open_x: int
    open_width: int
    ring: int | None
    ticks: tuple[Tick, ...]
    marks: tuple[tuple[int, int], ...]


def ruler(top: int, *, rises: bool, cards: Sequence[int], fitting: Collection[int]) -> Ruler:
    """Cards ascending; those of `fitting` may go on the pile."""
    at = _x(top)
    back = top - JUMP if rises else top + JUMP
    return Ruler(
        top_x=at,
        open_x=at if rises else LEFT,
        open_width=LEFT + LENGTH - at if rises else at - LEFT,
        ring=_x(back) if 2 <= back <= 99 else None,
        ticks=_ticks(cards, fitting),
        marks=tuple((value, _x(value)) for value in (1, 25, 50, 75, 100)),
    )


def _ticks(cards: Sequence[int], fitting: Collection[int]) -> tuple[Tick, ...]:
    """Each on the lowest level on which it touches no other."""
    last = [-NEAR] * len(LEVELS)
    ticks = []
    for card in cards:
        x = _x(card)
        free = (level for level, before in enumerate(last) if x - before >= NEAR)
        level = next(free, len(LEVELS) - 1)
        last[level] = x
        ticks.append(Tick(card, x, LEVELS[level], card in fitting))
    return tuple(ticks)


def _x(value: int) -> int:
    return LEFT + round((value - 1) * LENGTH / (LAST - 1))
