"""A large bracket as a thumbnail: one bar a match, with a frame round what is shown of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 180, 120
MOST_BARS = 32  # a column with more is one block
LOOKS = {"done": "done", "walkover": "done", "skipped": "done", "live": "live"}


@dataclass(frozen=True, slots=True)
class Bar:
    """A match; `is_own` if somebody followed plays in it, `is_shown` if it is in the view."""

    state: str
    is_own: bool
    is_shown: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """A rectangle of the thumbnail; `look` is its class."""

    x: float
    y: float
    width: float
    height: float
    look: str


def thumbnail(columns: Sequence[Sequence[Bar]]) -> tuple[Mark, ...]:
    """All marks in the order in which they are drawn, the frame last."""
    step = WIDTH / max(len(columns), 1)
    marks = [
        mark for number, bars in enumerate(columns) for mark in _column(bars, number * step, step)
    ]
    return (*marks, *_frame(columns, step))


def _column(bars: Sequence[Bar], x: float, step: float) -> Iterable[Mark]:
    pitch = HEIGHT / max(len(bars), 1)
    left, width = round(x + step * 0.15, 1), round(step * 0.7, 1)
    is_block = len(bars) > MOST_BARS
    if is_block:
        played = all(bar.state in LOOKS for bar in bars)
        yield Mark(left, 1, width, HEIGHT - 2, "done" if played else "")
    thick = max(min(pitch * 0.5, 4), 1.5)
    for number, bar in enumerate(bars):
        look = "f" if bar.is_own else LOOKS.get(bar.state, "")
        if not is_block or look in {"f", "live"}:
            y = (number + 0.5) * pitch - thick / 2
            yield Mark(left, round(y, 1), width, round(thick, 1), look)


def _frame(columns: Sequence[Sequence[Bar]], step: float) -> Iterable[Mark]:
    """One rectangle round everything shown; none if that is nothing or all of it."""
    spans = [
        (column, number / len(bars), (number + 1) / len(bars))
        for column, bars in enumerate(columns)
        for number, bar in enumerate(bars)
        if bar.is_shown
    ]
    if not spans or len(spans) == sum(map(len, columns)):
        return
    left, right = min(one[0] for one in spans) * step, (max(one[0] for one in spans) + 1) * step
    top, bottom = min(one[1] for one in spans) * HEIGHT, max(one[2] for one in spans) * HEIGHT
    yield Mark(
        round(left + 1, 1), round(top + 1, 1), round(right - left - 2, 1),
        round(bottom - top - 2, 1), "view",
    )  # fmt: skip
