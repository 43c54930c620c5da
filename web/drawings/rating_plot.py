"""A rating over its contests: a band of three deviations each way; its lower edge is the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

WIDTH, HEIGHT = 760, 292
LEFT, RIGHT, TOP, BOTTOM = 40, 118, 10, 26
MOST_POINTS = 400
LEAST_RANGE = 20
LABEL_GAP = 14


@dataclass(frozen=True, slots=True)
class Belief:
    """Mean and deviation of a strength after a contest."""

    mu: float
    sigma: float

    @property
    def low(self) -> float:
        return self.mu - 3 * self.sigma

    @property
    def high(self) -> float:
        return self.mu + 3 * self.sigma


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place on an axis."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class End:
    """A label at the right end of a line; narrow drawings show its number only."""

    at: int
    text: str
    words: str


@dataclass(frozen=True, slots=True)
class Plot:
    """Paths and labels in the drawing's units; `ends` are the three labels on the right."""

    band: str
    high: str
    mid: str
    low: str
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    high_end: End
    mid_end: End
    low_end: End


def plot(beliefs: Sequence[Belief], first: int = 0) -> Plot:
    """The drawing of at least one belief; `first` is the contest number of the first one."""
    shown = thinned(beliefs)
    bottom, top = value_range(beliefs)
    height = _scale(bottom, top, HEIGHT - BOTTOM, TOP)
    across = _scale(0, max(len(beliefs) - 1, 1), LEFT, WIDTH - RIGHT)
    high, mid, low = (
        [(across(index), height(value(belief))) for index, belief in shown]
        for value in (_high, _mu, _low)
    )
    last = beliefs[-1]
    ends = spread([height(last.high), height(last.mu), height(last.low)])
    return Plot(
        band=f"{_line(high)}L{_line(reversed(low))[1:]}Z",
        high=_line(high),
        mid=_line(mid),
        low=_line(low),
        rows=tuple(Tick(round(height(value)), str(value)) for value in range(bottom, top + 1, 10)),
        columns=tuple(_contest_ticks(len(beliefs), first, across)),
        high_end=End(ends[0], f"{last.high:.1f}", "at most"),
        mid_end=End(ends[1], f"{last.mu:.1f}", "strength"),
        low_end=End(ends[2], f"{last.low * 100:.0f}", "board"),
    )


def value_range(beliefs: Sequence[Belief]) -> tuple[int, int]:
    """The 5th to the 95th of the band rounded to tens, at least LEAST_RANGE high."""
    lows = sorted(belief.low for belief in beliefs)
    highs = sorted(belief.high for belief in beliefs)
    # The last belief is what the labels speak of; it is always inside.
    low = min(lows[len(lows) * 5 // 100], beliefs[-1].low)
    high = max(highs[(len(highs) - 1) * 95 // 100], beliefs[-1].high)
    bottom, top = int(low // 10) * 10, -int(-high // 10) * 10
    while top - bottom < LEAST_RANGE:
        top += 10
    return bottom, top


def thinned(beliefs: Sequence[Belief]) -> list[tuple[int, Belief]]:
    """At most MOST_POINTS beliefs with their index: of every stretch the lowest and the highest."""
    numbered = list(enumerate(beliefs))
    if len(numbered) <= MOST_POINTS:
        return numbered
    stretch = -(-len(numbered) * 2 // (MOST_POINTS - 2))
    kept = {0: beliefs[0], len(numbered) - 1: beliefs[-1]}
    for start in range(0, len(numbered), stretch):
        part = numbered[start : start + stretch]
        kept |= dict((min(part, key=_by_low), max(part, key=_by_low)))
    return sorted(kept.items())


def spread(heights: Sequence[float]) -> tuple[int, ...]:
    """Heights from top to bottom, kept LABEL_GAP apart and as near to their wish as that allows."""
    placed = [round(height) for height in heights]
    for index, (above, below) in enumerate(pairwise(list(placed))):
        if below - above < LABEL_GAP:
            placed[index + 1] = max(placed[index] + LABEL_GAP, placed[index + 1])
    over = max(0, placed[-1] - (HEIGHT - BOTTOM)) if placed else 0
    return tuple(height - over for height in placed)


def _contest_ticks(count: int, first: int, across: Callable[[float], float]) -> Iterable[Tick]:
    step = next((step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500) if count <= step * 6), 1000)
    for index in range(count):
        number = first + index
        if number % step == 0:
            yield Tick(round(across(index)), str(number))


def _scale(low: float, high: float, at_low: float, at_high: float) -> Callable[[float], float]:
    """A straight scale that clips flat at both ends."""

    def scale(value: float) -> float:
        share = (min(max(value, low), high) - low) / (high - low)
        return at_low + share * (at_high - at_low)

    return scale


def _line(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _by_low(numbered: tuple[int, Belief]) -> float:
    return numbered[1].low


def _high(belief: Belief) -> float:
    return belief.high


def _mu(belief: Belief) -> float:
    return belief.mu


def _low(belief: Belief) -> float:
    return belief.low
