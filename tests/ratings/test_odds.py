"""How likely each finishing place is."""

from __future__ import annotations

from math import erf, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.odds import place_odds
from ratings.skill import Belief

BETA = 25 / 6
beliefs = st.builds(Belief, st.floats(-20, 70), st.floats(0.5, 25 / 3))


def test_two_players_in_closed_form():
    (first, _), _ = place_odds([Belief(29.0, 3.0), Belief(25.0, 4.0)], BETA)
    gap = 4.0 / sqrt(2 * BETA**2 + 9 + 16)
    assert first == pytest.approx((1 + erf(gap / sqrt(2))) / 2, abs=1e-12)


def test_three_equals_take_every_place_equally_often():
    odds = place_odds([Belief(25.0, 5.0)] * 3, BETA)
    assert all(chance == pytest.approx(1 / 3, abs=1e-9) for row in odds for chance in row)


def test_the_integral_of_two_agrees_with_the_closed_form():
    two = [Belief(29.0, 3.0), Belief(25.0, 4.0)]
    far_behind = Belief(-500.0, 1.0)
    three = place_odds([*two, far_behind], BETA)
    assert three[0][0] == pytest.approx(place_odds(two, BETA)[0][0], abs=1e-9)
    assert three[2][2] == pytest.approx(1.0, abs=1e-9)


@given(st.lists(beliefs, min_size=1, max_size=6))
def test_rows_and_columns_sum_to_one(table):
    odds = place_odds(table, BETA)
    for row in odds:
        assert sum(row) == pytest.approx(1.0, abs=1e-9)
    for column in zip(*odds, strict=True):
        assert sum(column) == pytest.approx(1.0, abs=1e-6)


def test_nobody_has_no_odds():
    with pytest.raises(ValueError, match="one player at least"):
        place_odds([], BETA)
