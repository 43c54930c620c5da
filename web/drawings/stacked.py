"""Two trees, one under the other, and the ways on which losers of the upper drop into the lower."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from web.drawings.bracket import (
    MARGIN,
    TWO_SEATS,
    Drawing,
    Drop,
    Head,
    HeadAt,
    Node,
    Placed,
    bottom_of,
    connectors,
    leaves_at,
    placed_in,
    width_of,
)
from web.drawings.lanes import laid_out

BETWEEN = 38  # from the last box of the upper tree to the heads of the lower
CORRIDOR = 16  # where drops run sideways, under the last box of the upper tree
ELBOW = 4
STUB = 2


@dataclass(frozen=True, slots=True)
class Band:
    """A tree of two-seat matches: `columns[round - 1]` is where each of its rounds stands."""

    nodes: Sequence[Node]
    heads: Sequence[Head]
    columns: Sequence[int]


def draw_stacked(upper: Band, lower: Band) -> Drawing:
    """The lower tree stands under the upper; what the lower sends back up is an ordinary line."""
    count = 1 + max((*upper.columns, *lower.columns))
    above = _placed(upper, count)
    floor = bottom_of(above) + BETWEEN
    below = tuple(replace(one, y=one.y + floor) for one in _placed(lower, count))
    everything = (*above, *below)
    wires = (
        one
        for one in connectors(everything, TWO_SEATS)
        if not one.start[1] < floor <= one.end[1]  # these are drops
    )
    return Drawing(
        width=width_of(count, TWO_SEATS),
        height=bottom_of(everything) + 12,
        sizes=TWO_SEATS,
        heads=(*_heads(upper, 0), *_heads(lower, floor)),
        placed=everything,
        wires=laid_out(tuple(wires), TWO_SEATS.lanes, TWO_SEATS.gap),
        drops=tuple(_drops_of(above, below, floor - BETWEEN + CORRIDOR)),
    )


def _placed(band: Band, count: int) -> tuple[Placed, ...]:
    nodes = [replace(node, round=band.columns[node.round - 1] + 1) for node in band.nodes]
    return placed_in(nodes, count, TWO_SEATS)


def _heads(band: Band, y: int) -> Iterable[HeadAt]:
    step = TWO_SEATS.width + TWO_SEATS.gap
    for column, head in zip(band.columns, band.heads, strict=True):
        yield HeadAt(head, MARGIN + column * step, y)


def _drops_of(above: Sequence[Placed], below: Sequence[Placed], corridor: int) -> Iterable[Drop]:
    sources = {one.node.key: one for one in above if one.node}
    for target in below:
        for number, row in enumerate(target.node.rows if target.node else ()):
            source = sources.get(row.feeder[0]) if row.feeder else None
            if source is None or source.node is None or target.node is None:
                continue
            start = (source.x, leaves_at(source, row, TWO_SEATS))
            path = _path(start, (target.x, target.middle_of(number)), corridor)
            yield Drop(source.node.key, target.node.key, number, row.entrant, path)


def _path(start: tuple[int, int], end: tuple[int, int], corridor: int) -> str:
    """Out to the left and down in the gap; sideways only where the columns differ."""
    (x0, y0), (x1, y1) = start, end
    lane = x1 - STUB - ELBOW
    out = f"M{x0} {y0}h-{STUB}q-{ELBOW} 0-{ELBOW} {ELBOW}"
    into = f"V{y1 - ELBOW}q0 {ELBOW} {ELBOW} {ELBOW}h{STUB}"
    if x0 == x1:
        return out + into
    turn = ELBOW if x1 > x0 else -ELBOW
    return (
        f"{out}V{corridor - ELBOW}q0 {ELBOW} {turn} {ELBOW}H{lane - turn}"
        f"q{turn} 0 {turn} {ELBOW}{into}"
    )
