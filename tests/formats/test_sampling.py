"""Playing a stage out in one pass ends where playing it match by match ends."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.playing import entrants, fresh, withdrawn, won
from tournaments.formats.playing import Run
from tournaments.formats.quick import quick, quick_match, quick_place
from tournaments.formats.registry import format_for
from tournaments.formats.resolver import resolve
from tournaments.formats.sampling import play_planned, played_out
from tournaments.formats.slots import (
    MatchOutcome,
    PlaceSlot,
    PlannedMatch,
    RankSlot,
    SeedSlot,
    StageState,
)

SINGLE = format_for("single-elimination")
DOUBLE = format_for("double-elimination")
STAGES = [
    (SINGLE, {}),
    (SINGLE, {"third_place": True, "consolation": True}),
    (SINGLE, {"seats": 4, "advance": 2}),
    (SINGLE, {"seats": 4, "advance": 3}),
    (SINGLE, {"seats": 5, "advance": 1, "wildcards": 2}),
    (DOUBLE, {}),
    (DOUBLE, {"final": "none"}),
    (DOUBLE, {"seats": 4, "advance": 2}),
    (format_for("stepladder"), {"seats": 3}),
]


def by_key(match: PlannedMatch, present) -> list[int]:
    """An order that depends on the match and on nothing else."""
    return sorted(present, key=lambda each: (each * 7919 + len(match.slots)) % 101)


@given(
    st.sampled_from(STAGES),
    st.integers(2, 130),
    st.builds(Random, st.integers(0, 2**32)),
    st.sampled_from([0, 0.3]),
)
def test_the_end_is_that_of_playing_match_by_match(stage, n, course, leaving):
    format_, config = stage
    run = Run(format_, config, entrants(n))
    for _ in range(course.randint(0, 2 * n)):
        if course.random() < leaving:
            run.withdraw(100 + course.randint(1, n))
        elif not run.is_over:
            key = course.choice(run.ready())
            run.record(key, course.sample(run.present(key), len(run.present(key))))
    before = run.state()
    while not run.is_over:
        key = course.choice(run.ready())
        run.record(key, by_key(run.match(key), run.present(key)))
    end = played_out(format_, config, before, by_key)
    assert dict(end.results) == dict(run.state().results)
    assert end.matches == run.state().matches
    assert format_.is_done(config, end)
    assert format_.standings(config, end) == run.standings()


@given(st.sampled_from(STAGES), st.integers(2, 60))
def test_orders_are_those_that_the_resolver_reads(stage, n):
    format_, config = stage
    end = played_out(format_, config, fresh(config, n, format_), by_key)
    orders = {}
    play_planned(end, by_key, orders)
    made = resolve(end)
    assert {key: tuple(order) for key, order in orders.items()} == {
        key: each.order for key, each in made.items()
    }


def test_results_that_stand_are_kept():
    state = won(fresh({}, 4), "W1.1", 104, 101)
    end = played_out(SINGLE, {}, state, lambda match, present: sorted(present))
    assert end.results["W1.1"] == state.results["W1.1"]
    assert end.results["W2.1"].entrants == (102, 104)


def test_ties_that_stand_go_on_by_seed():
    state = fresh({}, 4)
    state.results["W1.1"] = MatchOutcome("W1.1", (104, 101), (1, 1), "played")
    orders = {}
    play_planned(state, lambda match, present: sorted(present), orders)
    assert orders["W2.1"] == (101, 102)


def test_whoever_is_gone_is_not_asked_for():
    asked = []

    def decide(match, present):
        asked.append((match.key, list(present)))
        return present

    end = played_out(SINGLE, {}, withdrawn(fresh({}, 4), 101), decide)
    assert asked == [("W1.2", [102, 103]), ("W2.1", [104, 102])]
    assert end.results["W1.1"].cause == "walkover"


def test_a_place_of_an_earlier_stage_that_is_known_is_filled():
    slots = (RankSlot(1, "A", 1), RankSlot(1, "B", 1))
    match = PlannedMatch("W1.1", 1, 1, "", "Final", slots, 0)
    ranks = {slots[0]: 102, slots[1]: 101}
    orders = {}
    play_planned(
        StageState(entrants(2), (match,), {}, ranks=ranks), lambda match, present: present, orders
    )
    assert orders == {"W1.1": (102, 101)}


def test_values_made_quickly_are_the_same_values():
    slots = (SeedSlot(1), quick_place("W1.2", 1))
    made = quick_match("W2.1", 2, 1, "Final", slots, 0, "winners")
    slow = PlannedMatch(
        "W2.1", 2, 1, "", "Final", (SeedSlot(1), PlaceSlot("W1.2", 1)), 0, "winners"
    )
    assert (made, hash(made), repr(made)) == (slow, hash(slow), repr(slow))
    assert quick(MatchOutcome, ("W1.1", (1, 2), (1, 2), "played", ())) == MatchOutcome(
        "W1.1", (1, 2), (1, 2), "played"
    )
    with pytest.raises(AttributeError):
        made.key = "W9.9"


def test_who_comes_to_a_match_along_two_ways_is_there_once():
    """A director kept the result of W1.2 for somebody who lost W1.1 by now."""
    state = won(fresh({}, 4), "W1.1", 104, 101)
    kept = MatchOutcome("W1.2", (104, 103), (1, 2), "override")
    state.results["W1.2"] = kept
    final = resolve(state)["W2.1"]
    assert (final.state, final.entrants, final.order) == ("walkover", (104, None), (104,))
    orders = {}
    results = play_planned(state, lambda match, present: present, orders)
    assert results["W2.1"] == MatchOutcome("W2.1", (104,), (1,), "walkover")
    assert orders["W2.1"] == (104,)
