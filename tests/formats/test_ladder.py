"""Ladder: rungs, challenges within reach, and what a win from below does."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.courses import (
    Chances,
    assert_all_are_decided,
    assert_all_are_placed,
    assert_keys_are_sound,
    assert_one_match_a_round,
    course,
    ids_of,
    rounds_of,
    with_next,
)
from tests.formats.playing import Lot, entrants, withdrawn, won
from tournaments.formats.ladder_rungs import rungs
from tournaments.formats.registry import format_for
from tournaments.formats.slots import EntrantSlot, MatchOutcome, PlannedMatch, StageState

LADDER = format_for("ladder")
ONE_BY_ONE = Chances(one_by_one=True)
configs = st.fixed_dictionaries(
    {
        "climb": st.sampled_from(["insert", "swap"]),
        "reach": st.integers(1, 4),
        "matches_each": st.integers(1, 4),
    }
)
chance = st.builds(Random, st.integers(0, 2**32))


def begun(n: int, config=None) -> StageState:
    return with_next(LADDER, config or {}, StageState(entrants(n), (), {}))


def pairs(state: StageState, wave: int) -> list[set[int]]:
    return [set(ids_of(match)) for match in rounds_of(state).get(wave, [])]


def after(winner: int, loser: int, n: int = 5) -> StageState:
    slots = (EntrantSlot(loser), EntrantSlot(winner))
    match = PlannedMatch("C1.1", 1, 1, "", "C1.1", slots, 0, seated=True)
    return won(StageState(entrants(n), (match,), {}), "C1.1", winner, loser)


def test_everybody_challenges_the_nearest_above_from_the_lowest_rung_up():
    state = begun(5)
    assert pairs(state, 1) == [{104, 105}, {102, 103}]
    assert state.matches[0].why == (
        "Seed 5 on rung 5 challenges seed 4 on rung 4, the nearest above that is free."
    )


def test_a_winner_from_below_takes_the_rung_and_those_between_move_down():
    assert rungs(after(104, 102), inserts=True) == [101, 104, 102, 103, 105]


def test_with_swap_the_two_change_rungs():
    assert rungs(after(104, 102), inserts=False) == [101, 104, 103, 102, 105]


@pytest.mark.parametrize("inserts", [True, False])
def test_a_winner_from_above_stays(inserts):
    assert rungs(after(102, 104), inserts=inserts) == [101, 102, 103, 104, 105]


def test_a_tie_and_a_walkover_move_nobody():
    state = after(104, 102)
    tie = MatchOutcome("C1.1", (104, 102), (1, 1), "played")
    walkover = MatchOutcome("C1.1", (104,), (1,), "walkover")
    for outcome in (tie, walkover):
        assert rungs(replace(state, results={"C1.1": outcome}), inserts=True)[1] == 102


def test_whom_one_has_just_played_is_passed_over():
    state = won(won(begun(4), "C1.1", 103, 104), "C1.2", 101, 102)
    assert pairs(with_next(LADDER, {}, state), 2) == [{104, 102}, {103, 101}]


def test_nobody_reaches_further_than_allowed():
    config = {"reach": 1, "matches_each": 1}
    state = won(won(begun(4, config), "C1.1", 103, 104), "C1.2", 101, 102)
    assert LADDER.is_done(config, state)


def test_two_play_each_other_again_as_nobody_comes_between():
    state = course(LADDER, {"matches_each": 3}, 2, Random(1))
    assert len(state.matches) == 3


def test_who_left_keeps_its_rung_and_is_not_counted_in_the_reach():
    config = {"reach": 1, "matches_each": 2}
    state = withdrawn(StageState(entrants(3), (), {}), 102)
    state = with_next(LADDER, config, state)
    assert pairs(state, 1) == [{101, 103}]
    assert [row.entrant for row in LADDER.standings(config, state)] == [101, 102, 103]


def test_the_disqualified_stand_at_the_bottom():
    first, *others = entrants(3)
    gone = replace(first, active=False, disqualified=True)
    state = StageState((gone, *others), (), {})
    assert LADDER.going_on({}, state) == (102, 103, 101)


def test_a_late_entrant_begins_on_the_lowest_rung():
    state = won(begun(2, {"matches_each": 1}), "C1.1", 102, 101)
    state = replace(state, entrants=entrants(3))
    assert LADDER.going_on({}, state) == (102, 101, 103)


def test_a_standing_tells_the_climb():
    state = won(won(begun(4), "C1.1", 104, 103), "C1.2", 101, 102)
    rows = LADDER.standings({}, state)
    assert [(row.entrant, row.place, row.points_told) for row in rows] == [
        (101, 1, "3 below"),
        (102, 2, "2 below"),
        (104, 3, "1 below"),
        (103, 4, "nobody below"),
    ]
    assert rows[2].explanation == "Rung 3, from 4 by seed. Won 1, lost 0."


def test_the_time_of_the_stage_ends_it():
    state = replace(begun(2, {"matches_each": 0}), is_closing=True)
    assert not LADDER.is_done({"matches_each": 0}, state)
    assert LADDER.is_done({"matches_each": 0}, won(state, "C1.1", 101, 102))


def test_a_config_is_described():
    assert LADDER.describe({"matches_each": 0}) == "ladder, challenges up to 3 above"


@given(configs, st.integers(2, 30), chance)
def test_a_ladder_is_played_to_its_end(config, n, chance):
    assert LADDER.validate(config, n) == ()
    state = course(LADDER, config, n, chance, ONE_BY_ONE)
    played = Counter(entrant for match in state.matches for entrant in ids_of(match))
    assert max(played.values()) <= config["matches_each"]
    assert_one_match_a_round(state)
    assert_keys_are_sound(state)
    assert_all_are_placed(LADDER, config, state)


@given(configs, st.integers(2, 24), chance)
def test_nothing_stops_a_ladder(config, n, chance):
    state = course(LADDER, config, n, chance, Chances(leaving=0.1))
    assert_all_are_decided(state)
    assert_all_are_placed(LADDER, config, state)


@given(configs, st.integers(2, 16), chance)
def test_the_same_facts_give_the_same_challenges(config, n, chance):
    state = course(LADDER, config, n, chance, ONE_BY_ONE)
    half = state.matches[: len(state.matches) // 2]
    results = {match.key: state.results[match.key] for match in reversed(half)}
    before = StageState(state.entrants, half, results)
    turned = StageState(tuple(reversed(state.entrants)), half, dict(reversed(results.items())))
    assert LADDER.next_round(config, before, Lot()) == LADDER.next_round(config, turned, Lot(9))
