"""Who goes on to the next stage, by examples and for all sizes."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.playing import Lot
from tournaments.formats.chain import (
    Cut,
    StagePlan,
    chain_problems,
    overall_places,
    reaching,
    stage_plans,
)
from tournaments.formats.cut import CUT_POLICIES, CutResult, cut, cuts_of_stage, in_order
from tournaments.formats.playoffs import Playoff, planned_playoffs, play_off
from tournaments.formats.standings import StandingRow, TieBreak

SEEDS = {entrant: entrant for entrant in range(1, 20)}


def cut_of(levels: dict[int, int], take: int, policy: str, **more) -> CutResult:
    return cut(list(levels), levels, take, policy, Lot(), seeds=SEEDS, **more)


def row(entrant: int, place: int, group: str = "", points: int = 0) -> StandingRow:
    tie_break = TieBreak("wins", "Wins", Fraction(points), "")
    across = (place, -points) if group else None
    return StandingRow(
        entrant, place, Fraction(points), (tie_break,), "", False, group, across=across
    )


def test_without_a_tie_at_the_cut_the_first_go_on():
    result = cut_of({4: 1, 2: 2, 3: 2, 1: 4}, 3, "playoff")
    assert result == CutResult((4, 2, 3))


def test_who_is_fewer_than_the_cut_takes_goes_on_whole():
    assert cut_of({4: 1, 2: 2}, 8, "playoff").advancing == (4, 2)


@pytest.mark.parametrize(
    ("policy", "advancing", "policy_used"),
    [
        ("higher_seed", (9, 2), "higher_seed"),
        ("all_through", (9, 2, 3, 5), "all_through"),
        ("playoff", (9,), "playoff"),
        ("require_decisive", (9,), "require_decisive"),
        # One alone could play nothing, so that they cannot all be left behind.
        ("none_through_if_over", (9, 2), "higher_seed"),
    ],
)
def test_three_who_share_the_last_place_that_goes_on(policy, advancing, policy_used):
    result = cut_of({9: 1, 5: 2, 3: 2, 2: 2}, 2, policy)
    assert (result.advancing, result.policy) == (advancing, policy_used)
    assert (result.tied, result.spots) == ((5, 3, 2), 1)


def test_none_of_the_tied_goes_on_where_enough_stand_above_them():
    result = cut_of({9: 1, 8: 2, 5: 3, 3: 3}, 3, "none_through_if_over")
    assert (result.advancing, result.needs) == ((9, 8), "")


def test_equals_with_others_between_them_are_parted_already():
    # 3 and 1 share a place in the upper tier: 3 stays there, 4 comes up, and 1 goes down.
    levels = {2: "T1 first", 3: "T1 second", 4: "T2 first", 1: "T1 second", 5: "T2 second"}
    for take, advancing in ((2, (2, 3)), (3, (2, 3, 4)), (4, (2, 3, 4, 1))):
        assert cut_of(levels, take, "playoff") == CutResult(advancing)


def test_all_go_through_only_if_the_next_stage_can_take_them():
    result = cut_of({9: 1, 5: 2, 3: 2}, 2, "all_through", can_take=lambda number: number == 2)
    assert (result.advancing, result.policy) == ((9, 3), "higher_seed")


def test_a_lot_repeats_with_its_seed():
    levels = dict.fromkeys(range(1, 9), 1)
    first = cut_of(levels, 4, "lot").advancing
    assert cut_of(levels, 4, "lot").advancing == first
    assert len(set(first)) == 4


def test_a_playoff_and_a_decision_are_waited_for():
    assert cut_of({1: 1, 2: 1, 3: 1}, 2, "playoff").needs_playoff
    assert cut_of({1: 1, 2: 1, 3: 1}, 2, "require_decisive").needs == "decision"
    assert cut_of({1: 1, 2: 1, 3: 1}, 2, "playoff").decided((3, 1)).advancing == (3, 1)


@given(
    st.lists(st.integers(1, 4), min_size=2, max_size=19),
    st.integers(2, 12),
    st.sampled_from(["higher_seed", "lot"]),
)
def test_a_policy_that_decides_sends_exactly_as_many_on(levels, take, policy):
    sorted_levels = dict(enumerate(sorted(levels), start=1))
    result = cut_of(sorted_levels, take, policy)
    assert len(result.advancing) == min(take, len(levels))
    worst = max(sorted_levels[each] for each in result.advancing)
    behind = set(sorted_levels) - set(result.advancing)
    assert all(sorted_levels[each] >= worst for each in behind)


GROUPS = [row(1, 1, "A", 6), row(3, 2, "A", 4), row(5, 3, "A", 2), row(2, 1, "B", 6),
          row(4, 2, "B", 4), row(6, 2, "B", 4)]  # fmt: skip


def stage_cut(take=None, per_group=None, policy="higher_seed", order=(1, 2, 3, 4, 6, 5)):
    return cuts_of_stage(
        GROUPS, order, Lot(), take=take, per_group=per_group, policy=policy, seeds=SEEDS
    )


def test_two_of_each_group_go_on_in_the_order_of_the_format():
    results = stage_cut(per_group=2)
    assert [result.advancing for result in results] == [(1, 3), (2, 4)]
    assert results[1].tied == (4, 6)
    assert in_order((1, 2, 3, 4, 6, 5), results) == (1, 2, 3, 4)


def test_a_cut_through_all_groups_compares_points():
    (result,) = stage_cut(take=4, policy="playoff")
    # All three seconds have 4 points, so that they play for two places.
    assert (result.advancing, result.tied, result.spots) == ((1, 2), (3, 4, 6), 2)


def test_without_a_cut_everybody_who_is_left_goes_on():
    (result,) = stage_cut(order=(1, 2, 3, 6))
    assert result.advancing == (1, 2, 3, 6)


def test_up_to_a_full_table_play_one_playoff():
    step = play_off((2, 5, 7), 2, 6, {})
    assert step.missing == (Playoff((2, 5, 7), 2),)
    assert play_off((2, 5, 7), 2, 6, {frozenset({2, 5, 7}): None}).is_open
    step = play_off((2, 5, 7), 2, 6, {frozenset({2, 5, 7}): (7, 2, 5)})
    assert (step.through, step.is_open) == ((7, 2), False)


def test_seven_for_one_place_play_two_tables_and_a_final_of_their_winners():
    tied = (1, 2, 3, 4, 5, 6, 7)
    step = play_off(tied, 1, 6, {})
    assert step.missing == (Playoff((1, 4, 5, 7), 1), Playoff((2, 3, 6), 1))
    orders = {frozenset(each.entrants): each.entrants for each in step.missing}
    step = play_off(tied, 1, 6, orders)
    assert step.missing == (Playoff((1, 2), 1),)
    step = play_off(tied, 1, 6, {**orders, frozenset({1, 2}): (2, 1)})
    assert step.through == (2,)


@given(st.integers(2, 40), st.integers(2, 6), st.data())
def test_playoffs_always_end_with_as_many_as_there_are_places(tied, seats, data):
    spots = data.draw(st.integers(1, tied - 1))
    names, orders = tuple(range(1, tied + 1)), {}
    for _ in range(40):
        step = play_off(names, spots, seats, orders)
        if not step.is_open:
            assert len(set(step.through)) == len(step.through) == spots
            return
        for playoff in step.missing:
            assert 2 <= len(playoff.entrants) <= seats
            order = data.draw(st.permutations(playoff.entrants))
            orders[frozenset(playoff.entrants)] = tuple(order)
    raise AssertionError("the playoffs never end")


def test_a_playoff_says_why_it_is_played():
    (match,) = planned_playoffs(
        [Playoff((2, 5), 1)], "playoff", {2: 2, 5: 5}, number=1, round_number=4
    )
    assert (match.key, match.label, match.round, match.section) == (
        "PO1",
        "Play-off 1",
        4,
        "playoff",
    )
    assert match.why == "At the cut seed 2 and seed 5 are level on everything; one goes on."


TOP_CUT = {"format": "single-elimination", "config": {"seats": 2}, "cut": {"take": 8}}


def test_stages_and_how_many_reach_them():
    plans = stage_plans("round-robin", {"groups": 4}, {}, [
        {**TOP_CUT, "cut": {"per_group": 2, "tie_policy": "lot"}}, TOP_CUT | {"cut": {"take": 4}},
    ])  # fmt: skip
    assert plans[1] == StagePlan(2, "single-elimination", {"seats": 2}, {}, Cut(None, 2, "lot"))
    assert reaching(plans, 16) == (16, 8, 4)
    assert reaching(plans, 3) == (3, 3, 3)


@pytest.mark.parametrize(
    ("later", "field", "message"),
    [
        ("no list", "later_stages", "Expected a list of stages"),
        ([TOP_CUT] * 8, "later_stages", "at most 8 stages, not 9"),
        (["final"], "later_stages[0]", "A stage is an object with format, config"),
        ([{"format": "chess"}], "later_stages[0].format", "Expected one of the formats"),
        ([TOP_CUT | {"seats": 2}], "later_stages[0].seats", "no such field"),
        ([TOP_CUT | {"config": [1]}], "later_stages[0].config", "Expected an object"),
        ([TOP_CUT | {"cut": {"take": 4, "per_group": 1}}], "later_stages[0].cut", "either take or"),
        ([TOP_CUT | {"cut": {"take": 1}}], "later_stages[0].cut.take", "from 2 to 4096, not 1"),
        ([TOP_CUT | {"cut": {"take": 16}}], "later_stages[0].cut.take", "fewer than 16, not 16"),
        ([TOP_CUT, TOP_CUT], "later_stages[1].cut.take", "fewer than 8, not 8"),
        ([TOP_CUT | {"cut": {"per_group": 0}}], "later_stages[0].cut.per_group", "not 0"),
        (
            [TOP_CUT | {"cut": {"take": 2, "tie_policy": "coin"}}],
            "later_stages[0].cut.tie_policy",
            "Expected higher_seed or lot",
        ),
    ],
)  # fmt: skip
def test_what_cannot_follow_is_refused_with_its_reason(later, field, message):
    (problem,) = chain_problems(later, most=16)
    assert (problem.field, message in problem.message) == (field, True)


def test_every_policy_may_stand_in_a_cut():
    for policy in CUT_POLICIES:
        assert chain_problems([TOP_CUT | {"cut": {"take": 4, "tie_policy": policy}}], most=8) == ()


def test_everybody_has_a_place_in_the_event_by_the_stage_reached():
    first = [row(1, 1, "A"), row(3, 2, "A"), row(5, 3, "A"), row(2, 1, "B"), row(4, 2, "B"),
             row(6, 3, "B")]  # fmt: skip
    final = [row(2, 1), row(1, 2)]
    assert overall_places([first, final]) == {2: 1, 1: 2, 3: 3, 4: 3, 5: 5, 6: 5}
    assert overall_places([first, final], {2})[2] == 6
    assert overall_places([]) == {}


def test_the_page_of_stages_explains_every_policy():
    page = (Path(__file__).parents[2] / "docs/formats/stages.md").read_text()
    assert [policy for policy in CUT_POLICIES if f"| `{policy}` |" not in page] == []
