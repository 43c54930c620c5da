"""Lanes of connectors: two verticals never share one where they overlap."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from web.drawings.lanes import Connector, laid_out

LANES = (20, 36, 52, 28, 44, 12, 60)


def wire(start: int, end: int) -> Connector:
    return Connector(1, (236, start), (306, end), "1")


def lanes_of(*connectors: Connector) -> list[int]:
    return [one.lane for one in laid_out(connectors, LANES, 70)]


def test_the_upper_of_two_that_go_down_takes_the_outer_lane():
    assert lanes_of(wire(10, 100), wire(30, 120)) == [52, 36]


def test_a_level_connector_is_a_straight_line():
    (level,) = laid_out([wire(40, 40)], LANES, 70)
    assert level.path == "M236 40H306"


def test_elbows_are_rounded_by_six():
    (down,) = laid_out([wire(0, 100)], (20,), 70)
    assert down.path == "M236 0H250Q256 0 256 6V94Q256 100 262 100H306"


def test_a_small_step_has_small_elbows():
    (down,) = laid_out([wire(0, 6)], (20,), 70)
    assert down.path == "M236 0H253Q256 0 256 3V3Q256 6 259 6H306"


@given(st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300)), max_size=7))
def test_overlapping_verticals_never_share_a_lane_while_lanes_suffice(heights):
    connectors = [wire(start, end) for start, end in heights]
    wires = laid_out(connectors, LANES, 70)
    spans = sorted(
        (one.lane, min(map(int, ends)), max(map(int, ends)))
        for one in wires
        if (ends := _heights_of(one.path))
    )
    for (lane, _, bottom), (other, top, _) in pairwise(spans):
        assert lane != other or bottom < top


def _heights_of(path: str) -> tuple[str, str] | None:
    if "V" not in path:
        return None
    return path.split("H")[0].split(" ")[1], path.rsplit("H", 1)[0].rsplit(" ", 1)[1]
