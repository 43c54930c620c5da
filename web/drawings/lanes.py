"""Connectors of a bracket: each gets a lane in the gap, so that only needed crossings remain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

ELBOW = 6
APART = 3
SHARED_STRETCH = 4  # as bad as so many crossings
MOST_IMPROVED = 40  # gaps with more connectors keep their first choice
USUAL_LANES = 3  # further ones are narrow and only taken when these do not suffice


@dataclass(frozen=True, slots=True)
class Connector:
    """From where a row leaves its box to the slot it fills; `entrant` is "" while undecided."""

    column: int
    start: tuple[int, int]
    end: tuple[int, int]
    entrant: str

    @property
    def goes_down(self) -> bool:
        return self.end[1] > self.start[1]

    @property
    def span(self) -> tuple[int, int]:
        heights = (self.start[1], self.end[1])
        return min(heights), max(heights)


@dataclass(frozen=True, slots=True)
class Wire:
    """A connector as drawn: `path` in SVG's words, `lane` counted from the left of the gap."""

    path: str
    lane: int
    entrant: str


def laid_out(connectors: Sequence[Connector], lanes: Sequence[int], gap: int) -> tuple[Wire, ...]:
    """Wires of all gaps; two verticals never share a lane where they overlap, if lanes suffice."""
    wires: list[Wire] = []
    for column in sorted({connector.column for connector in connectors}):
        taken: list[tuple[Connector, int]] = []
        for connector in sorted(
            (one for one in connectors if one.column == column), key=_order_of_choice
        ):
            lane = _lane_for(connector, taken, lanes)
            taken.append((connector, lane))
        if len(taken) <= MOST_IMPROVED:
            _improve(taken, lanes)
        wires += (Wire(_path(one, lane, gap), lane, one.entrant) for one, lane in taken)
    return tuple(wires)


def _improve(taken: list[tuple[Connector, int]], lanes: Sequence[int]) -> None:
    """Let everybody choose once more, now that all the others are known."""
    for number, (connector, _) in enumerate(taken):
        others = taken[:number] + taken[number + 1 :]
        taken[number] = (connector, _lane_for(connector, others, lanes))


def _order_of_choice(connector: Connector) -> tuple[bool, int, int]:
    # Those that go down choose first, the upper ones outermost; then those that go up, from below.
    down = connector.goes_down
    return not down, connector.start[1] if down else -connector.start[1], connector.end[1]


def _lane_for(
    connector: Connector, taken: Iterable[tuple[Connector, int]], lanes: Sequence[int]
) -> int:
    placed = tuple(taken)
    free = [lane for lane in lanes if not _is_taken(connector, lane, placed)] or list(lanes)
    spare = lanes[USUAL_LANES:]
    return min(free, key=lambda lane: (lane in spare, _crossings(connector, lane, placed), -lane))


def _is_taken(connector: Connector, lane: int, placed: Iterable[tuple[Connector, int]]) -> bool:
    low, high = connector.span
    return any(
        lane == other_lane and low <= other.span[1] and other.span[0] <= high
        for other, other_lane in placed
    )


def _crossings(connector: Connector, lane: int, placed: Iterable[tuple[Connector, int]]) -> int:
    return sum(_cross(connector, lane, other, other_lane) for other, other_lane in placed)


def _cross(one: Connector, one_lane: int, two: Connector, two_lane: int) -> int:
    left, right = ((one, one_lane), (two, two_lane))
    if one_lane > two_lane:
        left, right = right, left
    # The inner vertical meets what runs out of the left box to the outer lane; the outer one
    # meets what runs from the inner lane to the right box.
    meets_start = left[0].span[0] < right[0].start[1] < left[0].span[1]
    meets_end = right[0].span[0] < left[0].end[1] < right[0].span[1]
    # One runs in where the other runs out: a stretch of both would lie on one line.
    is_shared = abs(left[0].end[1] - right[0].start[1]) < APART
    return meets_start + meets_end + SHARED_STRETCH * is_shared


def _path(connector: Connector, lane: int, gap: int) -> str:
    (x0, y0), (x1, y1) = connector.start, connector.end
    x = x1 - gap + lane
    if y0 == y1:
        return f"M{x0} {y0}H{x1}"
    elbow = min(ELBOW, abs(y1 - y0) // 2)
    turn = elbow if y1 > y0 else -elbow
    return (
        f"M{x0} {y0}H{x - elbow}Q{x} {y0} {x} {y0 + turn}"
        f"V{y1 - turn}Q{x} {y1} {x + elbow} {y1}H{x1}"
    )
