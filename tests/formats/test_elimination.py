"""Single elimination by examples: trees, tables, byes, places."""

import pytest

from tests.formats.playing import (
    ELIMINATION,
    Lot,
    fresh,
    keep_walkovers,
    withdrawn,
    won,
)
from tournaments.formats.registry import UnknownFormat, format_for, formats
from tournaments.formats.slots import PlaceSlot, SeedSlot, StageState

TWO = {"seats": 2}
FOURS = {"seats": 4, "advance": 2}


def slots_of(state: StageState) -> dict[str, tuple]:
    return {match.key: match.slots for match in state.matches}


def places_of(config, state) -> dict[int, int]:
    return {row.entrant: row.place for row in ELIMINATION.standings(config, state)}


def told_of(config, state) -> dict[int, str]:
    return {row.entrant: row.explanation for row in ELIMINATION.standings(config, state)}


def test_two_entrants_play_the_final():
    (final,) = fresh(TWO, 2).matches
    assert (final.key, final.label, final.advance) == ("W1.1", "Final", 0)
    assert final.slots == (SeedSlot(1), SeedSlot(2))


def test_of_three_the_first_seed_waits_in_the_final():
    assert slots_of(fresh(TWO, 3)) == {
        "W1.2": (SeedSlot(2), SeedSlot(3)),
        "W2.1": (SeedSlot(1), PlaceSlot("W1.2", 1)),
    }


def test_of_five_only_the_last_two_play_in_the_first_round():
    assert slots_of(fresh(TWO, 5)) == {
        "W1.2": (SeedSlot(4), SeedSlot(5)),
        "W2.1": (SeedSlot(1), PlaceSlot("W1.2", 1)),
        "W2.2": (SeedSlot(2), SeedSlot(3)),
        "W3.1": (PlaceSlot("W2.1", 1), PlaceSlot("W2.2", 1)),
    }


def test_rounds_of_a_tree_have_their_usual_names():
    assert ELIMINATION.round_names(TWO, {("", 1): 1, ("", 2): 1, ("", 3): 1, ("", 4): 0}) == {
        ("", 1): "Round of 16",
        ("", 2): "Quarter-finals",
        ("", 3): "Semi-finals",
        ("", 4): "Final",
    }


def test_sixteen_at_tables_of_four_are_dealt_by_a_snake():
    slots = slots_of(fresh(FOURS, 16))
    assert slots["F1.T1"] == (SeedSlot(1), SeedSlot(8), SeedSlot(9), SeedSlot(16))
    assert slots["F1.T4"] == (SeedSlot(4), SeedSlot(5), SeedSlot(12), SeedSlot(13))
    assert slots["F2.T1"] == (
        PlaceSlot("F1.T1", 1),
        PlaceSlot("F1.T4", 1),
        PlaceSlot("F1.T2", 2),
        PlaceSlot("F1.T3", 2),
    )
    assert ELIMINATION.round_names(FOURS, {("", 1): 2, ("", 2): 2, ("", 3): 0}) == {
        ("", 1): "Round 1",
        ("", 2): "Round 2",
        ("", 3): "Final table",
    }


def test_the_bye_of_five_at_tables_of_four_is_the_first_seeds():
    slots = slots_of(fresh(FOURS, 5))
    assert slots["F1.T1"] == (SeedSlot(2), SeedSlot(3), SeedSlot(4), SeedSlot(5))
    assert slots["F2.T1"] == (SeedSlot(1), PlaceSlot("F1.T1", 1), PlaceSlot("F1.T1", 2))


def test_four_at_a_table_of_four_are_placed_by_the_final_alone():
    state = won(fresh(FOURS, 4), "F1.T1", 103, 101, 104, 102)
    assert places_of(FOURS, state) == {103: 1, 101: 2, 104: 3, 102: 4}
    assert ELIMINATION.is_done(FOURS, state)


def test_losers_of_a_round_share_their_place():
    state = fresh(TWO, 8)
    for key, winner, loser in [
        ("W1.1", 101, 108), ("W1.2", 105, 104), ("W1.3", 102, 107), ("W1.4", 103, 106),
        ("W2.1", 101, 105), ("W2.2", 103, 102), ("W3.1", 103, 101),
    ]:  # fmt: skip
        state = won(state, key, winner, loser)
    assert places_of(TWO, state) == {
        103: 1, 101: 2, 102: 3, 105: 3, 104: 5, 106: 5, 107: 5, 108: 5
    }  # fmt: skip
    assert told_of(TWO, state)[103] == "Won the final."
    assert told_of(TWO, state)[105] == "Lost W2.1."


def test_before_the_first_match_all_share_the_first_place():
    assert set(places_of(TWO, fresh(TWO, 8)).values()) == {1}


def test_whoever_rests_stands_with_those_who_got_as_far():
    assert places_of(TWO, fresh(TWO, 5)) == {101: 1, 102: 1, 103: 1, 104: 4, 105: 4}
    state = won(fresh(TWO, 5), "W1.2", 105, 104)
    assert places_of(TWO, state) == {101: 1, 102: 1, 103: 1, 105: 1, 104: 5}


def test_who_got_further_stands_above_who_still_plays_for_it():
    state = won(fresh(FOURS, 8), "F1.T1", 105, 101, 108, 104)
    assert places_of(FOURS, state) == {
        105: 1, 101: 2, 102: 3, 103: 3, 106: 3, 107: 3, 104: 7, 108: 7
    }  # fmt: skip
    told = told_of(FOURS, state)
    assert (told[105], told[102]) == ("Still in, round 2.", "Still in, round 1.")
    assert told[108] == "3rd of F1.T1."


def test_losers_of_a_round_stand_in_the_order_of_their_tables():
    state = won(fresh(FOURS, 8), "F1.T1", 105, 101, 108, 104)
    assert [row.entrant for row in ELIMINATION.standings(FOURS, state)][-2:] == [108, 104]


def test_points_are_the_matches_an_entrant_got_through():
    state = won(won(won(fresh(TWO, 4), "W1.1", 101, 104), "W1.2", 102, 103), "W2.1", 102, 101)
    points = {row.entrant: row.points for row in ELIMINATION.standings(TWO, state)}
    assert points == {102: 2, 101: 1, 103: 0, 104: 0}


def test_whoever_withdraws_before_a_match_is_placed_with_the_losers_of_its_round():
    state = withdrawn(won(fresh(TWO, 4), "W1.1", 104, 101), 104)
    assert places_of(TWO, state) == {102: 1, 103: 1, 104: 3, 101: 4}
    assert told_of(TWO, state)[104] == "Withdrew before its match of round 2."


def test_a_withdrawn_entrant_is_no_second_champion():
    state = withdrawn(won(fresh(TWO, 4), "W1.1", 104, 101), 104)
    state = keep_walkovers(won(state, "W1.2", 103, 102))
    assert places_of(TWO, state) == {103: 1, 104: 2, 101: 3, 102: 3}
    assert told_of(TWO, state)[104] == "Withdrew before the final."


def test_seven_at_fours_of_which_three_go_on_are_planned_round_by_round():
    config = {"seats": 4, "advance": 3}
    state = fresh(config, 7)
    assert slots_of(state) == {"F1.T1": (SeedSlot(4), SeedSlot(5), SeedSlot(6), SeedSlot(7))}
    assert ELIMINATION.next_round(config, state, Lot()) == ()
    state = won(state, "F1.T1", 107, 106, 105, 104)
    assert not ELIMINATION.is_done(config, state)
    (second,) = ELIMINATION.next_round(config, state, Lot())
    rested = {101, 102, 103}
    playing = {slot.entrant for slot in second.slots}
    assert playing == rested | {105}  # two byes: 107 and 106 had none, the first three had one


@pytest.mark.parametrize(
    ("config", "n", "field", "text"),
    [
        ({"seats": 7}, 8, "seats", "Expected a whole number from 2 to 6, not 7."),
        ({"seats": True}, 8, "seats", "Expected a whole number from 2 to 6, not True."),
        ({"seats": 4, "advance": 4}, 8, "advance", "At 4 seats 1 to 3 can go on, not 4."),
        (
            {"seats": 2, "advance": "1"},
            8,
            "advance",
            "Expected a whole number from 1 to 5, not '1'.",
        ),
        ({"tie_policy": "coin"}, 8, "tie_policy", "Expected higher_seed or lot, not 'coin'."),
        (
            {"legs": 2},
            8,
            "legs",
            "Single elimination has no setting 'legs'; there are seats, advance, tie_policy,"
            " third_place, consolation, order, wildcards.",
        ),
        ({}, 1, "entrants", "At least two entrants are needed, not 1."),
        (
            {"wildcards": 2},
            8,
            "wildcards",
            "At 2 seats losers are not compared: expected 0 wildcards.",
        ),
        (
            {"seats": 4, "order": "natural"},
            8,
            "order",
            "At 4 seats a snake deals the first round: expected 'standard', not 'natural'.",
        ),
        (
            {"seats": 4, "third_place": True},
            8,
            "third_place",
            "At 4 seats the final parts everybody who reaches it: expected False, not True.",
        ),
        (
            {"seats": 4, "consolation": True},
            8,
            "consolation",
            "At 4 seats who goes home has no single opponent to follow: expected False, not True.",
        ),
    ],
)
def test_a_config_that_cannot_be_played_is_refused_with_a_reason(config, n, field, text):
    (problem,) = ELIMINATION.validate(config, n)
    assert (problem.field, problem.message) == (field, text)


def test_a_good_config_has_no_problems():
    assert ELIMINATION.validate({"seats": 4, "advance": 2, "tie_policy": "lot"}, 16) == ()
    assert ELIMINATION.validate({}, 2) == ()


def test_an_event_says_its_settings_in_a_few_words():
    assert ELIMINATION.describe(TWO) == "single elimination"
    assert ELIMINATION.describe(FOURS) == "tables of 4, the first 2 go on"
    assert ELIMINATION.describe({"seats": 3}) == "tables of 3, the first goes on"


def test_formats_are_found_by_their_code():
    assert format_for("single-elimination") in formats()
    with pytest.raises(UnknownFormat, match=r"Expected one of the formats .+, not 'double'"):
        format_for("double")


def test_the_outline_of_a_tree_tells_byes_and_matches():
    first, second, final = ELIMINATION.outline(TWO, 5)
    assert (first.byes, first.sizes) == (3, (2,))
    assert (second.byes, second.sizes) == (0, (2, 2))
    assert (final.sizes, final.advance) == ((2,), 0)
