"""Rounds drawn for others than those who go on are found; rounds as they were drawn are not."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.playing import entrants
from tournaments.formats.misdrawn import Misdrawn, misdrawn
from tournaments.formats.playing import Run
from tournaments.formats.registry import format_for
from tournaments.formats.slots import MatchOutcome, StageState

SINGLE, DOUBLE = format_for("single-elimination"), format_for("double-elimination")
DRAWN = [
    (SINGLE, {"seats": 4, "advance": 3}),
    (SINGLE, {"seats": 3, "advance": 2}),
    (SINGLE, {"seats": 4, "advance": 1, "wildcards": 2}),
    (DOUBLE, {"seats": 3, "advance": 1}),
    (DOUBLE, {"seats": 4, "advance": 2, "final": "single"}),
]
OTHERS = [
    (SINGLE, {"third_place": True, "consolation": True}),
    (DOUBLE, {}),
    (format_for("swiss"), {"rounds": 3}),
    (format_for("pods"), {"seats": 3, "rounds": 3}),
    (format_for("ladder"), {"minutes": 30}),
    (format_for("round-robin"), {"groups": 2}),
]


class Course:
    """A stage as it goes; who leaves is told when, as the service does."""

    def __init__(self, format_, config, n: int, chance: Random) -> None:
        self.run, self.chance, self.until = Run(format_, config, entrants(n)), chance, {}

    def go_on(self, leaving: float) -> None:
        if self.chance.random() < leaving:
            gone = self.chance.choice([each.id for each in self.state().entrants if each.active])
            self.until[gone] = max(match.round for match in self.state().matches)
            self.run.withdraw(gone)
        else:
            key = self.chance.choice(self.run.ready())
            present = self.run.present(key)
            self.run.record(key, self.chance.sample(present, len(present)))

    def state(self) -> StageState:
        state = self.run.state()
        there = tuple(replace(each, until_round=self.until.get(each.id)) for each in state.entrants)
        return replace(state, entrants=there)


@given(
    st.sampled_from(DRAWN + OTHERS),
    st.integers(2, 40),
    st.builds(Random, st.integers(0, 2**32)),
    st.sampled_from([0, 0.15]),
)
def test_what_was_drawn_from_the_results_stands(stage, n, chance, leaving):
    format_, config = stage
    if format_.validate(config, n):
        return
    course = Course(format_, config, n, chance)
    for _ in range(3 * n):
        if course.run.is_over:
            break
        course.go_on(leaving)
        if chance.random() < 0.1:
            assert misdrawn(format_, config, course.state()) == Misdrawn()
    assert misdrawn(format_, config, course.state()) == Misdrawn()


def turned(state: StageState, key: str, cause: str = "override") -> StageState:
    """The result of the match the other way round."""
    entrants_ = state.results[key].entrants[::-1]
    outcome = MatchOutcome(key, entrants_, tuple(range(1, len(entrants_) + 1)), cause)
    return replace(state, results={**state.results, key: outcome})


def played(format_, config, n: int) -> StageState:
    run = Run(format_, config, entrants(n))
    while not run.is_over:
        for key in run.ready():
            run.record(key, run.present(key))
    return run.state()


@pytest.mark.parametrize(
    ("stage", "n", "turn", "wrong"),
    [
        (DRAWN[0], 10, "F1.T1", ("F2.T2",)),
        (DRAWN[2], 13, "F1.T1", ("F2.T1",)),
        (DRAWN[3], 9, "W1.T1", ("W2.T1",)),
    ],
)
def test_a_result_that_was_turned_round_makes_others_go_on(stage, n, turn, wrong):
    state = turned(played(*stage, n), turn)
    found = misdrawn(*stage, state)
    assert found.wrong == wrong
    after = next(i for i, match in enumerate(state.matches) if match.round > 1)
    assert found.later == tuple(match.key for match in state.matches[after:])


def test_a_result_that_was_taken_back_leaves_all_later_rounds_open():
    state = played(*DRAWN[0], 10)
    results = {key: each for key, each in state.results.items() if key != "F1.T1"}
    found = misdrawn(*DRAWN[0], replace(state, results=results))
    assert found.wrong == ("F2.T1", "F2.T2")
    assert found.later[:3] == ("F2.T1", "F2.T2", "F3.T1")


def test_what_a_director_kept_stands():
    state = turned(played(*DRAWN[0], 10), "F1.T1")
    kept = state.results["F2.T2"]._replace(cause="override")
    state = replace(state, results={**state.results, "F2.T2": kept})
    assert misdrawn(*DRAWN[0], state).wrong != ("F2.T2",)


@pytest.mark.parametrize("stage", OTHERS)
def test_where_everybody_plays_on_or_seats_are_places_nothing_is_drawn_anew(stage):
    format_, config = stage
    run = Run(format_, config, entrants(6))
    for _ in range(4):
        if not run.is_over:
            run.record(run.ready()[0], run.present(run.ready()[0]))
    state = run.state()
    first = next(iter(state.results))
    assert misdrawn(format_, config, turned(state, first)) == Misdrawn()
