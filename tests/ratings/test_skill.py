"""The rating update: what it refuses, and what must not matter."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.errors import BadContest, OutOfReach, TieImpossible
from ratings.skill import Belief, Parameters, expected_places, update

USUAL = Parameters()
NEW = Belief(25, 25 / 3)
STRONG = Belief(35, 1.5)
WEAK = Belief(15, 2)


def close(belief: Belief, mu: float, sigma: float) -> bool:
    return math.isclose(belief.mu, mu, abs_tol=1e-9) and math.isclose(
        belief.sigma, sigma, abs_tol=1e-9
    )


def test_a_duel_of_newcomers_lifts_the_winner_as_far_as_it_lowers_the_loser():
    (winner,), (loser,) = update(USUAL, [(NEW,), (NEW,)], [1, 2], 0.1)
    assert close(winner, 29.395831692631, 7.171475807009)
    assert close(loser, 20.604168307369, 7.171475807009)


def test_four_newcomers_spread_around_where_they_began():
    after = update(USUAL, [(NEW,)] * 4, [1, 2, 3, 4], 0.1)
    assert [round(one.mu, 3) for (one,) in after] == [33.207, 27.401, 22.599, 16.793]
    assert [round(one.sigma, 3) for (one,) in after] == [6.348, 5.787, 5.787, 6.348]


def test_a_tie_of_two_newcomers_leaves_their_means_and_narrows_their_deviations():
    (one,), (other,) = update(USUAL, [(NEW,), (NEW,)], [1, 1], 0.1)
    assert close(one, 25, 6.457515683245)
    assert close(other, 25, 6.457515683245)


def test_a_rare_tie_of_two_newcomers_still_narrows_to_the_limit():
    (one,), _ = update(USUAL, [(NEW,), (NEW,)], [1, 1], 1e-6)
    assert close(one, 25, 6.455251952)


def test_a_tie_is_refused_by_name_where_none_can_happen():
    with pytest.raises(TieImpossible, match="draw probability is 0"):
        update(USUAL, [(NEW,), (NEW,)], [1, 1], 0)


def test_places_may_come_in_any_order_of_seats():
    straight = update(USUAL, [(STRONG,), (NEW,), (WEAK,)], [1, 2, 3], 0.1)
    turned = update(USUAL, [(WEAK,), (STRONG,), (NEW,)], [3, 1, 2], 0.1)
    assert (straight[0], straight[1], straight[2]) == (turned[1], turned[2], turned[0])


def test_only_the_order_of_places_counts_not_the_gaps():
    assert update(USUAL, [(NEW,)] * 3, [1, 1, 3], 0.1) == update(
        USUAL, [(NEW,)] * 3, [1, 1, 2], 0.1
    )


def test_a_missing_weight_is_a_whole_contest():
    teams = [(NEW, WEAK), (STRONG,)]
    assert update(USUAL, teams, [1, 2], 0.1) == update(USUAL, teams, [1, 2], 0.1, [(1, 1), (1,)])


def test_a_player_of_weight_zero_only_drifts():
    (_, bystander), _ = update(USUAL, [(NEW, WEAK), (NEW,)], [1, 2], 0.1, [(1, 0), (1,)])
    assert close(bystander, 15, math.hypot(2, 25 / 300))


def test_without_drift_the_deviation_never_grows():
    fixed = Parameters(tau=0)
    (winner,), (loser,) = update(fixed, [(STRONG,), (WEAK,)], [1, 2], 0.1)
    assert winner.sigma <= 1.5
    assert loser.sigma <= 2


NAN, INFINITY = math.nan, math.inf


@pytest.mark.parametrize(
    ("places", "draw_probability", "weights", "says"),
    [
        ([1], 0.1, None, "one place"),
        ([1, 2, 3], 0.1, None, "one place"),
        ([1, NAN], 0.1, None, "whole number"),
        ([1, 2.0], 0.1, None, "whole number"),
        ([True, 2], 0.1, None, "whole number"),
        ([1, None], 0.1, None, "whole number"),
        ([1, 2], NAN, None, r"\[0, 1\)"),
        ([1, 2], -0.1, None, r"\[0, 1\)"),
        ([1, 2], 1, None, r"\[0, 1\)"),
        ([1, 1], 1e-9, None, "at least"),
        ([1, 2], 0.1, [(1,)], "shape"),
        ([1, 2], 0.1, [(1, 1), (1,)], "shape"),
        ([1, 2], 0.1, [(-1,), (1,)], "finite"),
        ([1, 2], 0.1, [(NAN,), (1,)], "finite"),
        ([1, 2], 0.1, [(INFINITY,), (1,)], "finite"),
        ([1, 2], 0.1, [(0,), (1,)], "above it"),
    ],
)
def test_a_contest_that_makes_no_sense_is_refused(places, draw_probability, weights, says):
    with pytest.raises(BadContest, match=says):
        update(USUAL, [(NEW,), (NEW,)], places, draw_probability, weights)


def test_a_contest_needs_two_teams_with_somebody_in_each():
    with pytest.raises(BadContest, match="two teams or more; got 1"):
        update(USUAL, [(NEW,)], [1], 0.1)
    with pytest.raises(BadContest, match="one player or more"):
        update(USUAL, [(NEW,), ()], [1, 2], 0.1)


@pytest.mark.parametrize(
    ("mu", "sigma"), [(NAN, 1), (INFINITY, 1), (25, NAN), (25, INFINITY), (25, 0), (25, -1)]
)
def test_a_belief_is_a_finite_mean_and_a_deviation_above_zero(mu, sigma):
    with pytest.raises(BadContest, match="finite mean"):
        Belief(mu, sigma)


@pytest.mark.parametrize("wrong", [{"beta": 0}, {"beta": NAN}, {"tau": -1}, {"sigma": 0}])
def test_parameters_without_meaning_are_refused(wrong):
    with pytest.raises(BadContest):
        Parameters(**wrong)


@pytest.mark.parametrize("places", [(1, 2), (1, 1)])
def test_a_surprise_beyond_floating_point_is_refused_by_name(places):
    with pytest.raises(OutOfReach, match="too far apart"):
        update(USUAL, [(Belief(0, 1),), (Belief(260, 1),)], places, 0.1)


def test_a_surprise_just_within_reach_still_moves_both():
    (winner,), (loser,) = update(USUAL, [(Belief(0, 1),), (Belief(220, 1),)], [1, 2], 0.1)
    assert 5 < winner.mu < 7
    assert 213 < loser.mu < 215


def test_the_exposure_lies_three_deviations_below_the_mean():
    assert Belief(34.0, 1.4).exposure == pytest.approx(29.8)


# ------------------------------------------------------------------ expected places


def test_equals_expect_the_middle_place():
    assert expected_places(USUAL, [(NEW,)] * 4) == (2.5, 2.5, 2.5, 2.5)


def test_the_stronger_expects_the_better_place():
    first, second = expected_places(USUAL, [(WEAK,), (STRONG,)])
    assert first == pytest.approx(1.999, abs=1e-3)
    assert second == pytest.approx(1.001, abs=1e-3)


def test_a_team_of_two_expects_to_beat_one_of_its_members():
    pair, single = expected_places(USUAL, [(WEAK, WEAK), (WEAK,)])
    assert pair < 1.05
    assert single > 1.95


# ------------------------------------------------------------------ properties

beliefs = st.builds(Belief, st.floats(0, 50), st.floats(0.7, 8.5))
contests = st.integers(2, 8).flatmap(
    lambda size: st.tuples(
        st.lists(
            st.lists(beliefs, min_size=1, max_size=3).map(tuple), min_size=size, max_size=size
        ),
        st.lists(st.integers(1, size), min_size=size, max_size=size),
        st.sampled_from([0.01, 0.1, 0.3, 0.6]),
    )
)


@given(contests)
def test_a_result_teaches_something_about_everybody(contest):
    teams, places, draw_probability = contest
    after = update(USUAL, teams, places, draw_probability)
    assert [len(team) for team in after] == [len(team) for team in teams]
    drifted = [math.hypot(one.sigma, USUAL.tau) for team in teams for one in team]
    narrowed = [one.sigma for team in after for one in team]
    assert all(now <= then + 1e-9 for now, then in zip(narrowed, drifted, strict=True))


@given(contests)
def test_expected_places_add_up_to_all_places(contest):
    teams, _, _ = contest
    size = len(teams)
    assert sum(expected_places(USUAL, teams)) == pytest.approx(size * (size + 1) / 2)


@given(contests)
def test_the_whole_scale_may_be_stretched(contest):
    """Strength has no unit: doubling every number doubles every answer."""
    teams, places, draw_probability = contest
    double = Parameters(50, 50 / 3, 50 / 6, 50 / 300)
    doubled = [tuple(Belief(2 * one.mu, 2 * one.sigma) for one in team) for team in teams]
    plain = update(USUAL, teams, places, draw_probability)
    stretched = update(double, doubled, places, draw_probability)
    for one, other in zip(sum(plain, ()), sum(stretched, ()), strict=True):
        assert close(other, 2 * one.mu, 2 * one.sigma)
