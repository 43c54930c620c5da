"""The chance to win an event, from the same engine that plays it."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import pytest

from tests.formats.playing import entrants, fresh, won
from tournaments.formats.chain import Cut, StagePlan
from tournaments.formats.odds import Normals, Strength, chances, runs_for
from tournaments.formats.registry import format_for

BETA = 25 / 6
TREE = StagePlan(1, "single-elimination", {}, {}, None)


def equal(n: int) -> dict[int, Strength]:
    return {fact.id: Strength(25.0, 25 / 3) for fact in entrants(n)}


def asked(plans, state, strengths, *, runs=400, secret=7, tables=None):
    return chances(
        plans,
        state,
        strengths,
        beta=BETA,
        tables=tables or [1] * len(plans),
        runs=runs,
        secret=secret,
    )


def test_normal_numbers_have_mean_zero_and_deviation_one():
    normals = Normals(1)
    drawn = [normals.next() for _ in range(20_000)]
    mean = sum(drawn) / len(drawn)
    assert abs(mean) < 0.03
    assert abs(sqrt(sum(one * one for one in drawn) / len(drawn)) - 1) < 0.03


def test_the_same_secret_gives_the_same_chances():
    state = fresh({}, 8)
    assert asked([TREE], state, equal(8)) == asked([TREE], state, equal(8))
    assert asked([TREE], state, equal(8)) != asked([TREE], state, equal(8), secret=8)


def test_equals_have_equal_chances_and_all_of_them_sum_to_the_runs():
    found = asked([TREE], fresh({}, 4), equal(4), runs=4000)
    assert sum(found.wins.values()) == 4000
    assert all(abs(found.wins[fact.id] / 4000 - 0.25) < 0.04 for fact in entrants(4))


def test_a_skill_is_drawn_once_for_the_whole_event():
    # Nothing is known of one, everything of the others, and luck in a match is small: so it is
    # good or it is not. Odds of single matches, multiplied, would say 1/8.
    unknown = {101: Strength(25.0, 100.0)}
    known = {100 + seed: Strength(25.0, 0.001) for seed in range(2, 9)}
    found = asked([TREE], fresh({}, 8), {**known, **unknown}, runs=2000)
    assert 0.44 < found.wins[101] / 2000 < 0.54


def test_whoever_has_lost_cannot_win_and_a_decided_event_has_one_answer():
    state = won(fresh({}, 4), "W1.1", 104, 101)
    found = asked([TREE], state, equal(4))
    assert found.wins.get(101, 0) == 0
    state = won(won(state, "W1.2", 102, 103), "W2.1", 102, 104)
    assert asked([TREE], state, equal(4)).wins == {102: 400}


def test_more_tables_a_match_leave_less_to_luck():
    strengths = {101: Strength(30.0, 0.1), 102: Strength(25.0, 0.1)}
    one = asked([TREE], fresh({}, 2), strengths, runs=2000).wins[101] / 2000
    nine = asked([TREE], fresh({}, 2), strengths, runs=2000, tables=[9]).wins[101] / 2000
    assert 0.75 < one < 0.85
    assert nine > 0.97


@pytest.mark.parametrize(
    ("code", "config"),
    [
        ("double-elimination", {}),
        ("double-elimination", {"final": "none"}),
        ("round-robin", {"groups": 2}),
        ("swiss", {"rounds": 3}),
        ("pods", {"seats": 4, "rounds": 2}),
        ("arena", {}),
        ("ladder", {}),
        ("stepladder", {}),
        ("single-elimination", {"seats": 4, "advance": 2}),
    ],
)
def test_every_format_has_a_winner_in_every_run(code, config):
    style = format_for(code)
    plan = StagePlan(1, code, config, {}, None)
    found = asked([plan], fresh(config, 9, style), equal(9), runs=10)
    assert sum(found.wins.values()) == 10


@pytest.mark.parametrize(
    ("code", "config"),
    [
        ("round-robin", {}),
        ("swiss", {"rounds": 3}),
        ("pods", {"seats": 4, "rounds": 3}),
        ("arena", {"matches_each": 4}),
    ],
)
def test_where_all_rounds_are_still_to_come_the_strongest_wins_and_equals_share(code, config):
    style = format_for(code)
    plan = StagePlan(1, code, config, {}, None)
    best = {104: Strength(1000.0, 0.1)}
    known = {100 + seed: Strength(float(seed), 0.001) for seed in range(1, 9)}
    found = asked([plan], fresh(config, 8, style), {**known, **best}, runs=20)
    assert found.wins[104] >= 18
    found = asked([plan], fresh(config, 8, style), equal(8), runs=200)
    assert all(found.wins.get(fact.id, 0) < 100 for fact in entrants(8))


def test_further_rounds_of_a_swiss_may_overtake_whoever_leads_after_the_first():
    config = {"rounds": 3}
    style = format_for("swiss")
    lots = Normals(1)
    state = fresh(config, 4, style)
    state = replace(state, matches=style.next_round(config, state, lots))
    first, second = state.matches
    leader, behind = (first.slots[0].entrant, first.slots[1].entrant)
    other, last = (second.slots[0].entrant, second.slots[1].entrant)
    state = won(won(state, first.key, leader, behind), second.key, other, last)
    found = asked([StagePlan(1, "swiss", config, {}, None)], state, equal(4))
    assert found.wins[behind] > 0
    assert found.wins[last] > 0
    assert found.wins[leader] < 400


def test_a_stage_that_nothing_but_its_time_ends_counts_as_ending_now():
    config = {"minutes": 30, "matches_each": 0}
    arena = format_for("arena")
    state = fresh(config, 4, arena)
    state = replace(state, matches=arena.next_round(config, state, Normals(1))[:1])
    first, second = (slot.entrant for slot in state.matches[0].slots)
    state = won(state, state.matches[0].key, second, first)
    found = asked([StagePlan(1, "arena", config, {}, None)], state, equal(4), runs=10)
    assert found.wins == {second: 10}


@pytest.mark.parametrize("code", ["swiss", "pods", "arena", "ladder"])
def test_in_a_large_field_whoever_leads_after_the_first_round_has_not_won_yet(code):
    config = {"seats": 4} if code == "pods" else {}
    style, lots = format_for(code), Normals(1)
    plan = StagePlan(1, code, config, {}, None)
    state = fresh(config, 64, style)
    state = replace(state, matches=style.next_round(config, state, lots))
    for match in state.matches:
        state = won(state, match.key, *(slot.entrant for slot in match.slots))
    found = asked([plan], state, equal(64), runs=60)
    assert len(found.wins) > 10
    strongest = {**equal(64), 164: Strength(1000.0, 0.1)}
    won_by_it = asked([plan], state, strongest, runs=20).wins.get(164, 0)
    # From the last rung six matches do not lead to the first.
    assert won_by_it == 0 if code == "ladder" else won_by_it > 10


def test_rounds_that_are_paired_in_every_run_are_imagined_less_often():
    swiss = StagePlan(1, "swiss", {"rounds": 5}, {}, None)
    assert [runs_for([swiss], n) for n in (16, 32, 64, 1024)] == [187, 93, 187, 20]


@pytest.mark.parametrize(
    ("code", "config"),
    [
        ("pods", {"seats": 4, "rounds": 3}),
        ("arena", {"seats": 4}),
        ("swiss", {"pairing": "fide_dutch"}),
    ],
)
def test_rounds_whose_pairing_tries_many_ways_are_imagined_without_it(code, config):
    plan = StagePlan(1, code, config, {}, None)
    found = asked([plan], fresh(config, 12, format_for(code)), equal(12), runs=50)
    assert sum(found.wins.values()) == 50
    assert runs_for([plan], 12) >= 500


def test_who_is_level_at_the_end_has_won_by_lot():
    league = StagePlan(1, "round-robin", {}, {}, None)
    state = fresh({}, 3, format_for("round-robin"))
    for match, order in zip(state.matches, ((101, 102), (102, 103), (103, 101)), strict=True):
        state = won(state, match.key, *order)
    found = asked([league], state, equal(3), runs=300)
    assert all(60 < found.wins[100 + seed] < 140 for seed in (1, 2, 3))


def test_winners_of_groups_that_are_alike_share_the_chance_and_lower_tiers_have_none():
    groups = StagePlan(1, "round-robin", {"groups": 2}, {}, None)
    state = fresh({"groups": 2}, 6, format_for("round-robin"))
    strengths = {100 + seed: Strength(-1000.0 * seed, 0.01) for seed in range(1, 7)}
    found = asked([groups], state, strengths, runs=200)
    assert sorted(found.wins) == [101, 102]
    assert all(60 < won_ < 140 for won_ in found.wins.values())
    league = StagePlan(1, "league", {"tiers": 2}, {}, None)
    tiers = fresh({"tiers": 2}, 6, format_for("league"))
    assert asked([league], tiers, strengths, runs=50).wins == {101: 50}


def test_a_second_stage_is_played_by_those_whom_the_cut_lets_through():
    groups = StagePlan(1, "round-robin", {"groups": 2}, {}, None)
    final = replace(TREE, number=2, cut=Cut(None, 1, ""))
    state = fresh({"groups": 2}, 6, format_for("round-robin"))
    strengths = {**equal(6), 106: Strength(1000.0, 0.1)}
    assert asked([groups, final], state, strengths, runs=20).wins == {106: 20}


def test_larger_events_are_imagined_less_often():
    assert [runs_for([TREE], n) for n in (2, 64, 1024, 4096)] == [1000, 952, 58, 20]


def test_what_has_more_matches_is_imagined_less_often():
    all_play_all = StagePlan(1, "round-robin", {}, {}, None)
    final = replace(TREE, number=2, cut=Cut(2, None, ""))
    assert runs_for([all_play_all, final], 32) == 60_000 // 497


def test_of_each_group_go_on_as_many_as_the_cut_says_also_where_they_are_level():
    # Groups of 4: A has 1, 4, 5, 8. There 1, 4 and 5 beat each other in a ring and 8 lost to all;
    # in B 2 is the last, 3 won all, and two of each group go on.
    groups = StagePlan(1, "round-robin", {"groups": 2}, {}, None)
    final = StagePlan(2, "single-elimination", {}, {}, Cut(None, 2, "higher_seed"))
    state = fresh({"groups": 2}, 8, groups.style)
    ring = {(1, 4): 1, (4, 5): 4, (1, 5): 5, (2, 3): 3, (2, 6): 6, (2, 7): 7}
    for match in state.matches:
        pair = sorted(slot.seed for slot in match.slots)
        best = ring.get((pair[0], pair[1]), pair[0])
        state = won(state, match.key, 100 + best, 100 + sum(pair) - best)
    found = asked([groups, final], state, equal(8))
    assert set(found.wins) == {101, 104, 103, 106}
