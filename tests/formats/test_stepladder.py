"""Stepladder and gauntlet by examples, and for every number of entrants."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.playing import Lot, entrants, fresh, keep_walkovers, withdrawn, won
from tournaments.formats.playing import Run
from tournaments.formats.registry import format_for
from tournaments.formats.resolver import resolve
from tournaments.formats.slots import MatchOutcome, PlaceSlot, SeedSlot

LADDER = format_for("stepladder")
GAUNTLET = {"begins": "highest"}


def slots_of(config, n: int) -> dict[str, tuple]:
    return {match.key: match.slots for match in LADDER.plan(config, n, Lot())}


def places_of(config, state) -> dict[int, int]:
    return {row.entrant: row.place for row in LADDER.standings(config, state)}


def test_the_lowest_seeds_begin_and_seed_one_waits_in_the_final():
    assert slots_of({}, 4) == {
        "S1.1": (SeedSlot(3), SeedSlot(4)),
        "S2.1": (SeedSlot(2), PlaceSlot("S1.1", 1)),
        "S3.1": (SeedSlot(1), PlaceSlot("S2.1", 1)),
    }


def test_in_a_gauntlet_seed_one_must_hold_out_against_all():
    assert slots_of(GAUNTLET, 4) == {
        "S1.1": (SeedSlot(1), SeedSlot(2)),
        "S2.1": (PlaceSlot("S1.1", 1), SeedSlot(3)),
        "S3.1": (PlaceSlot("S2.1", 1), SeedSlot(4)),
    }


def test_at_tables_of_four_the_winner_meets_the_next_three():
    assert slots_of({"seats": 4}, 7) == {
        "S1.1": (SeedSlot(4), SeedSlot(5), SeedSlot(6), SeedSlot(7)),
        "S2.1": (SeedSlot(1), SeedSlot(2), SeedSlot(3), PlaceSlot("S1.1", 1)),
    }


@pytest.mark.parametrize(
    ("n", "seats", "sizes"),
    [(2, 6, [2]), (5, 4, [3, 3]), (6, 4, [3, 4]), (9, 4, [3, 4, 4]), (8, 6, [4, 5])],
)
def test_steps_are_few_and_differ_by_one_seat_at_most(n, seats, sizes):
    assert [len(slots) for slots in slots_of({"seats": seats}, n).values()] == sizes


def test_before_the_first_match_everybody_stands_where_it_would_fall_at_once():
    assert places_of({}, fresh({}, 4, LADDER)) == {101: 1, 102: 2, 103: 3, 104: 3}


def test_who_loses_late_stands_high():
    state = won(won(fresh({}, 4, LADDER), "S1.1", 104, 103), "S2.1", 104, 102)
    assert places_of({}, state) == {101: 1, 104: 1, 102: 3, 103: 4}
    state = won(state, "S3.1", 104, 101)
    assert places_of({}, state) == {104: 1, 101: 2, 102: 3, 103: 4}
    told = {row.entrant: row.explanation for row in LADDER.standings({}, state)}
    assert (told[104], told[102]) == ("Won the final.", "Lost Step 2.")
    assert LADDER.is_done({}, state)


def test_places_at_a_table_part_those_who_fall_together():
    config = {"seats": 4}
    state = won(fresh(config, 7, LADDER), "S1.1", 106, 104, 107, 105)
    assert places_of(config, state) == {101: 1, 102: 1, 103: 1, 106: 1, 104: 5, 107: 6, 105: 7}


def test_a_tie_below_the_first_place_is_shared():
    config = {"seats": 3}
    state = fresh(config, 3, LADDER)
    state.results["S1.1"] = MatchOutcome("S1.1", (102, 101, 103), (1, 2, 2), "played")
    assert places_of(config, state) == {102: 1, 101: 2, 103: 2}


def test_whoever_withdraws_lets_the_other_go_on():
    state = keep_walkovers(withdrawn(fresh({}, 4, LADDER), 103))
    assert resolve(state)["S1.1"].state == "walkover"
    assert resolve(state)["S2.1"].present == (102, 104)
    told = {row.entrant: row.explanation for row in LADDER.standings({}, state)}
    assert told[103] == "Withdrew before Step 1."
    assert told[102] == "Still in, next is Step 2."


def test_the_outline_tells_who_waits():
    told = [(each.name, each.entrants, each.byes, each.sizes) for each in LADDER.outline({}, 4)]
    assert told == [
        ("Step 1", 4, 2, (2,)),
        ("Step 2", 3, 1, (2,)),
        ("Final", 2, 0, (2,)),
    ]


def test_rounds_and_settings_have_names():
    assert LADDER.round_names({}, {("", 1): 1, ("", 2): 0}) == {("", 1): "Step 1", ("", 2): "Final"}
    assert LADDER.describe({}) == "stepladder, lowest seeds first"
    assert LADDER.describe({"begins": "highest", "seats": 3}) == (
        "gauntlet, seed 1 first, tables of 3"
    )


@pytest.mark.parametrize(
    ("config", "n", "field", "text"),
    [
        ({"begins": "middle"}, 4, "begins", "Expected lowest or highest, not 'middle'."),
        ({}, 1, "entrants", "At least two entrants are needed, not 1."),
        ({}, 20000, "entrants", "A stepladder has at most 9999 steps, not one for 20000."),
    ],
)
def test_a_config_that_cannot_be_played_is_refused_with_a_reason(config, n, field, text):
    (problem,) = LADDER.validate(config, n)
    assert (problem.field, problem.message) == (field, text)


@given(
    st.integers(2, 6),
    st.sampled_from(["lowest", "highest"]),
    st.integers(2, 130),
    st.builds(Random, st.integers(0, 2**32)),
    st.sampled_from([0, 0.2]),
)
def test_every_number_of_entrants_is_played_to_the_end(seats, begins, n, course, leaving):
    config = {"seats": seats, "begins": begins}
    run = Run(LADDER, config, entrants(n))
    sizes = {len(match.slots) for match in run.state().matches}
    assert max(sizes) - min(sizes) <= 1
    assert max(sizes) <= seats
    while not run.is_over:
        if course.random() < leaving:
            run.withdraw(100 + course.randint(1, n))
            continue
        (key,) = run.ready()
        run.record(key, course.sample(run.present(key), len(run.present(key))))
    rows = run.standings()
    assert LADDER.is_done(config, run.state())
    assert sorted(row.entrant for row in rows) == [100 + seed for seed in range(1, n + 1)]
    if not leaving:
        assert [row.place for row in rows] == list(range(1, n + 1))
