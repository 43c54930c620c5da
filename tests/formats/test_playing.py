"""Playing a stage step by step gives what working it out afresh from its facts gives."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.playing import Lot, entrants, fresh, won
from tournaments.formats.playing import NotReady, Run
from tournaments.formats.registry import format_for
from tournaments.formats.resolver import resolve
from tournaments.formats.slots import PlannedMatch, RankSlot, StageState

SINGLE = format_for("single-elimination")
DOUBLE = format_for("double-elimination")
STAGES = [
    (SINGLE, {}),
    (SINGLE, {"seats": 4, "advance": 2}),
    (SINGLE, {"seats": 4, "advance": 3}),
    (DOUBLE, {}),
    (DOUBLE, {"final": "single"}),
    (DOUBLE, {"final": "none"}),
    (DOUBLE, {"seats": 3, "advance": 1}),
    (DOUBLE, {"seats": 5, "advance": 3}),
]
stages = st.sampled_from(STAGES)
courses = st.builds(Random, st.integers(0, 2**32))


def assert_as_worked_out_afresh(run: Run) -> None:
    for key, made in resolve(run.state()).items():
        assert run.state_of(key) == made.state, key
        assert run.entrants_of(key) == made.entrants, key
        assert run.order_of(key) == made.order, key
        if made.state == "ready":
            assert run.present(key) == made.present, key


def step(run: Run, chance: Random, leaving: float) -> None:
    """A withdrawal or a result, now and then with a tie."""
    if chance.random() < leaving:
        run.withdraw(100 + chance.randint(1, len(run.state().entrants)))
        return
    key = chance.choice(run.ready())
    order = chance.sample(run.present(key), len(run.present(key)))
    tied = chance.random() < 0.1
    places = tuple(max(1, place - tied) for place in range(1, len(order) + 1))
    run.record(key, order, places if tied else ())


@given(stages, st.integers(2, 40), courses, st.sampled_from([0, 0.1, 0.4]))
def test_each_step_gives_the_stage_that_its_facts_give(stage, n, course, leaving):
    format_, config = stage
    run = Run(format_, config, entrants(n))
    assert_as_worked_out_afresh(run)
    while not run.is_over:
        step(run, course, leaving)
        assert_as_worked_out_afresh(run)
    assert format_.is_done(config, run.state())
    assert run.standings() == format_.standings(config, run.state())


@given(stages, st.integers(2, 40), courses)
def test_a_run_goes_on_from_facts_as_if_it_had_never_stopped(stage, n, course):
    format_, config = stage
    run = Run(format_, config, entrants(n))
    for _ in range(course.randint(0, n)):
        if not run.is_over:
            step(run, course, 0.1)
    again = Run.resumed(format_, config, run.state())
    assert again.state() == run.state()
    assert sorted(again.ready()) == sorted(run.ready())
    assert_as_worked_out_afresh(again)


@given(stages, st.integers(2, 40), courses)
def test_a_fork_leaves_the_run_it_came_from_alone(stage, n, course):
    format_, config = stage
    run = Run(format_, config, entrants(n))
    for _ in range(course.randint(0, n)):
        if not run.is_over:
            step(run, course, 0.1)
    before = repr(run.state()), run.ready()
    twin = run.fork()
    while not twin.is_over:
        step(twin, course, 0.1)
    assert (repr(run.state()), run.ready()) == before
    assert_as_worked_out_afresh(run)
    assert_as_worked_out_afresh(twin)


def test_a_result_moves_the_winner_to_the_next_match():
    run = Run(SINGLE, {}, entrants(4), Lot())
    assert run.ready() == ("W1.1", "W1.2")
    run.record("W1.1", (104, 101))
    assert run.entrants_of("W2.1") == (104, None)
    run.record("W1.2", (102, 103))
    assert (run.ready(), run.present("W2.1")) == (("W2.1",), (104, 102))
    run.record("W2.1", (102, 104))
    assert run.is_over
    assert [row.entrant for row in run.standings()] == [102, 104, 101, 103]


def test_a_tie_goes_on_by_seed():
    run = Run(SINGLE, {}, entrants(4))
    run.record("W1.1", (104, 101), (1, 1))
    assert run.order_of("W1.1") == (101, 104)
    assert run.state().results["W1.1"].places == (1, 1)


def test_a_match_that_is_not_ready_takes_no_result():
    run = Run(SINGLE, {}, entrants(4))
    with pytest.raises(NotReady, match=r"Expected a match that is ready, not 'W2\.1'\."):
        run.record("W2.1", (101, 102))
    with pytest.raises(NotReady, match=r"Expected the entrants of W1\.1, each once"):
        run.record("W1.1", (101, 102))
    assert run.ready() == ("W1.1", "W1.2")


def test_a_match_at_its_table_is_played_out_whoever_withdraws():
    state = replace(fresh({}, 4), live=frozenset({"W1.1"}))
    run = Run.resumed(SINGLE, {}, state)
    run.withdraw(104)
    assert (run.state_of("W1.1"), run.ready()) == ("live", ("W1.1", "W1.2"))
    run.record("W1.1", (101, 104))
    assert run.order_of("W1.1") == (101, 104)
    assert run.state().live == frozenset()


def test_a_result_that_was_set_by_hand_stands_before_its_entrants_are_known():
    state = won(fresh({}, 4), "W2.1", 103, 104)
    run = Run.resumed(SINGLE, {}, state)
    run.record("W1.1", (101, 104))
    assert_as_worked_out_afresh(run)
    run.record("W1.2", (102, 103))
    assert_as_worked_out_afresh(run)
    assert run.is_over


def test_a_place_of_an_earlier_stage_that_is_not_known_is_waited_for():
    slots = (RankSlot(1, "A", 1), RankSlot(1, "B", 1))
    match = PlannedMatch("W1.1", 1, 1, "", "Final", slots, 0)
    run = Run.resumed(SINGLE, {}, StageState(entrants(2), (match,), {}, ranks={slots[0]: 101}))
    assert (run.state_of("W1.1"), run.entrants_of("W1.1")) == ("blocked", (101, None))
    assert run.is_over


def test_results_played_in_another_order_give_the_same_standings():
    results = {"W1.1": (101, 104), "W1.2": (103, 102), "W2.1": (103, 101)}
    once, again = Run(SINGLE, {}, entrants(4)), Run(SINGLE, {}, entrants(4))
    for key in ("W1.1", "W1.2", "W2.1"):
        once.record(key, results[key])
    for key in ("W1.2", "W1.1", "W2.1"):
        again.record(key, results[key])
    assert once.standings() == again.standings()
