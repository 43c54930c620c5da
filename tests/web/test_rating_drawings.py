"""The rating plot, the strength bar and the small line, as numbers."""

from __future__ import annotations

import re

from web.drawings import strength
from web.drawings.rating_plot import (
    MOST_POINTS,
    Belief,
    plot,
    spread,
    thinned,
    value_range,
)


def beliefs(count: int) -> list[Belief]:
    return [Belief(25 + number / 100, 8 / (1 + number / 10)) for number in range(count)]


def points(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", path)]


def test_the_lower_edge_is_three_deviations_below_the_strength():
    assert (Belief(34.0, 1.4).low, Belief(34.0, 1.4).high) == (34.0 - 4.2, 34.0 + 4.2)


def test_the_range_is_rounded_to_tens_and_at_least_twenty_high():
    assert value_range([Belief(25, 1)]) == (20, 40)
    assert value_range([Belief(25, 8)]) == (0, 50)


def test_the_last_belief_is_always_in_range_even_where_others_are_clipped():
    low, high = value_range([*[Belief(25, 1)] * 99, Belief(60, 1)])
    assert low <= 57
    assert high >= 63


def test_the_line_runs_from_the_left_to_where_the_labels_stand():
    line = points(plot(beliefs(10)).low)
    assert (line[0][0], line[-1][0]) == (40.0, 642.0)


def test_the_band_lies_between_the_upper_and_the_lower_edge():
    drawn = plot(beliefs(10))
    assert drawn.band.endswith("Z")
    assert len(points(drawn.band)) == 20


def test_everything_stays_inside_the_drawing():
    drawn = plot([Belief(25, 25 / 3), *beliefs(50)])
    heights = [y for path in (drawn.high, drawn.mid, drawn.low) for _, y in points(path)]
    assert min(heights) >= 10
    assert max(heights) <= 292 - 26


def test_a_single_belief_is_drawn_too():
    assert plot([Belief(25, 8)]).mid_end.text == "25.0"


def test_labels_keep_14_apart_and_their_order():
    assert spread([100.0, 103.0, 104.0]) == (100, 114, 128)
    assert spread([10.0, 100.0, 200.0]) == (10, 100, 200)


def test_labels_at_the_floor_move_up_together():
    assert spread([262.0, 264.0, 266.0]) == (238, 252, 266)


def test_more_than_400_contests_keep_first_last_and_extremes():
    many = beliefs(5000)
    many[2500] = Belief(1.0, 0.1)
    kept = thinned(many)
    assert len(kept) <= MOST_POINTS
    assert kept[0][0] == 0
    assert kept[-1][0] == 4999
    assert 2500 in dict(kept)


def test_contest_numbers_stand_at_round_steps():
    assert [tick.text for tick in plot(beliefs(25), first=1).columns] == [
        "5",
        "10",
        "15",
        "20",
        "25",
    ]


def test_a_strength_bar_has_its_left_edge_at_mu_minus_three_sigma():
    bar = strength.bar(34.0, 1.4)
    assert (bar.low, bar.mu, bar.high) == (178.8, 204.0, 229.2)


def test_a_bar_that_leaves_the_scale_ends_at_its_edge():
    bar = strength.bar(25.0, 25 / 3)
    assert (bar.low, bar.high) == (0.0, 270.0)


def test_a_small_line_uses_its_whole_height():
    assert strength.spark([1, 3, 2]) == "M0.0 16.0L40.0 2.0L80.0 9.0"


def test_a_flat_small_line_is_no_division_by_zero():
    assert strength.spark([5, 5]) == "M0.0 16.0L80.0 16.0"
