"""Double elimination by examples: drops, the final and its reset, places, tables."""

from dataclasses import replace

import pytest

from tests.formats.playing import Lot, fresh, keep_walkovers, ready, withdrawn, won
from tournaments.formats.drops import dropped, reversed_bits
from tournaments.formats.registry import format_for
from tournaments.formats.resolver import resolve
from tournaments.formats.slots import Condition, MatchOutcome, PlaceSlot, SeedSlot, StageState

DOUBLE = format_for("double-elimination")
RESET = {"final": "reset"}
SINGLE = {"final": "single"}
NONE = {"final": "none"}
FOURS = {"seats": 4, "advance": 2}


def begun(config, n: int) -> StageState:
    return fresh(config, n, DOUBLE)


def slots_of(state: StageState) -> dict[str, tuple]:
    return {match.key: match.slots for match in state.matches}


def played(state: StageState, *results: tuple) -> StageState:
    for key, *order in results:
        state = won(state, key, *order)
    return state


def places_of(config, state) -> dict[int, int]:
    return {row.entrant: row.place for row in DOUBLE.standings(config, state)}


def told_of(config, state) -> dict[int, str]:
    return {row.entrant: row.explanation for row in DOUBLE.standings(config, state)}


def states_of(state: StageState) -> dict[str, str]:
    return {key: made.state for key, made in resolve(state).items()}


# Of four: 101 is unbeaten until the grand final, 102 comes back from the losers' part.
OF_FOUR = (
    ("W1.1", 101, 104),
    ("W1.2", 102, 103),
    ("W2.1", 101, 102),
    ("L1.1", 104, 103),
    ("L2.1", 102, 104),
)


def test_four_play_two_winners_rounds_two_losers_rounds_and_a_final():
    assert slots_of(begun(RESET, 4)) == {
        "W1.1": (SeedSlot(1), SeedSlot(4)),
        "W1.2": (SeedSlot(2), SeedSlot(3)),
        "W2.1": (PlaceSlot("W1.1", 1), PlaceSlot("W1.2", 1)),
        "L1.1": (PlaceSlot("W1.2", 2), PlaceSlot("W1.1", 2)),
        "L2.1": (PlaceSlot("W2.1", 2), PlaceSlot("L1.1", 1)),
        "GF1": (PlaceSlot("W2.1", 1), PlaceSlot("L2.1", 1)),
        "GF2": (PlaceSlot("GF1", 1), PlaceSlot("GF1", 2)),
    }


def test_losers_cross_to_the_other_half_before_they_meet():
    slots = slots_of(begun(SINGLE, 8))
    assert slots["L1.1"] == (PlaceSlot("W1.3", 2), PlaceSlot("W1.4", 2))
    assert slots["L2.1"] == (PlaceSlot("W2.1", 2), PlaceSlot("L1.1", 1))


def test_bits_are_read_backwards():
    assert [reversed_bits(number, 3) for number in (1, 2, 3, 4)] == [4, 2, 6, 1]
    assert dropped("abcd", 1) == ("c", "d", "a", "b")
    assert dropped("abcd", 2) == ("b", "a", "d", "c")
    assert dropped("a", 3) == ("a",)


def test_rounds_run_on_in_time_through_all_parts():
    rounds = {match.key: match.round for match in begun(RESET, 8).matches}
    assert [rounds[key] for key in ("W1.1", "W2.1", "L1.1", "L2.1", "W3.1", "L3.1", "L4.1")] == [
        1, 2, 2, 3, 4, 4, 5,
    ]  # fmt: skip
    assert (rounds["GF1"], rounds["GF2"]) == (6, 7)


def test_rounds_are_called_by_their_part():
    state = begun(RESET, 8)
    rounds = {(match.section, match.round): match.advance for match in state.matches}
    assert DOUBLE.round_names(RESET, rounds) == {
        ("winners", 1): "Winners round 1",
        ("winners", 2): "Winners round 2",
        ("winners", 4): "Winners final",
        ("losers", 2): "Losers round 1",
        ("losers", 3): "Losers round 2",
        ("losers", 4): "Losers round 3",
        ("losers", 5): "Losers final",
        ("final", 6): "Grand final",
        ("final", 7): "Reset",
    }


def test_a_bye_of_the_losers_is_no_match_either():
    slots = slots_of(begun(SINGLE, 5))
    assert "L1.1" not in slots
    assert slots["L2.2"] == (PlaceSlot("W2.2", 2), PlaceSlot("W1.2", 2))
    assert slots["L3.1"] == (PlaceSlot("W2.1", 2), PlaceSlot("L2.2", 1))


def test_two_entrants_play_the_grand_final_alone():
    assert slots_of(begun(SINGLE, 2)) == {"GF1": (SeedSlot(1), SeedSlot(2))}
    assert list(slots_of(begun(RESET, 2))) == ["GF1", "GF2"]
    assert list(slots_of(begun(NONE, 2))) == ["W1.1"]


def test_of_three_the_loser_of_the_first_match_waits_in_the_losers_final():
    assert slots_of(begun(SINGLE, 3)) == {
        "W1.2": (SeedSlot(2), SeedSlot(3)),
        "W2.1": (SeedSlot(1), PlaceSlot("W1.2", 1)),
        "L2.1": (PlaceSlot("W2.1", 2), PlaceSlot("W1.2", 2)),
        "GF1": (PlaceSlot("W2.1", 1), PlaceSlot("L2.1", 1)),
    }


def test_the_reset_is_there_from_the_start_and_waits_for_the_grand_final():
    state = played(begun(RESET, 4), *OF_FOUR)
    reset = state.matches[-1]
    assert (reset.key, reset.label, reset.condition) == ("GF2", "Reset", Condition("GF1", 1))
    assert states_of(state)["GF2"] == "blocked"
    assert resolve(state)["GF2"].waits_for == ("GF1",)


def test_the_reset_is_skipped_when_the_unbeaten_entrant_wins():
    state = won(played(begun(RESET, 4), *OF_FOUR), "GF1", 101, 102)
    assert states_of(state)["GF2"] == "skipped"
    assert DOUBLE.is_done(RESET, state)
    assert places_of(RESET, state) == {101: 1, 102: 2, 104: 3, 103: 4}


def test_the_reset_is_played_when_the_unbeaten_entrant_loses():
    state = won(played(begun(RESET, 4), *OF_FOUR), "GF1", 102, 101)
    assert [match.key for match in ready(state)] == ["GF2"]
    assert not DOUBLE.is_done(RESET, state)
    assert places_of(RESET, state)[101] == places_of(RESET, state)[102] == 1
    state = won(state, "GF2", 101, 102)
    assert places_of(RESET, state) == {101: 1, 102: 2, 104: 3, 103: 4}
    assert told_of(RESET, state)[101] == "Won the reset."


def test_a_reset_with_other_slots_waits_for_the_match_it_depends_on():
    state = played(begun(RESET, 4), *OF_FOUR)
    reset = state.matches[-1]._replace(slots=state.matches[-2].slots)
    made = resolve(replace(state, matches=(*state.matches[:-1], reset)))["GF2"]
    assert (made.state, made.waits_for, made.entrants) == ("blocked", ("GF1",), (101, 102))


def test_an_unbeaten_entrant_who_withdraws_before_the_final_leaves_the_title_to_the_other():
    state = keep_walkovers(withdrawn(played(begun(RESET, 4), *OF_FOUR), 101))
    assert states_of(state)["GF1"] == "walkover"
    assert states_of(state)["GF2"] == "walkover"
    assert DOUBLE.is_done(RESET, state)
    assert places_of(RESET, state) == {102: 1, 101: 2, 104: 3, 103: 4}


def test_the_reset_is_no_match_when_the_other_finalist_withdrew():
    state = keep_walkovers(withdrawn(played(begun(RESET, 4), *OF_FOUR), 102))
    assert (states_of(state)["GF1"], states_of(state)["GF2"]) == ("walkover", "skipped")
    assert places_of(RESET, state) == {101: 1, 102: 2, 104: 3, 103: 4}


def test_a_withdrawal_between_the_final_and_its_reset_decides_the_reset():
    state = won(played(begun(RESET, 4), *OF_FOUR), "GF1", 102, 101)
    state = keep_walkovers(withdrawn(state, 102))
    assert states_of(state)["GF2"] == "walkover"
    assert places_of(RESET, state) == {101: 1, 102: 2, 104: 3, 103: 4}


def test_no_reset_follows_when_both_finalists_withdrew():
    state = withdrawn(played(begun(RESET, 4), *OF_FOUR), 101, 102)
    assert (states_of(state)["GF1"], states_of(state)["GF2"]) == ("skipped", "skipped")
    assert DOUBLE.is_done(RESET, state)


def test_a_winner_of_the_losers_part_without_an_opponent_needs_no_reset():
    """Everybody in the winners' part withdrew before a loser of it could drop."""
    state = played(begun(RESET, 4), ("W1.1", 101, 104), ("W1.2", 102, 103), ("L1.1", 104, 103))
    state = keep_walkovers(withdrawn(state, 101, 102))
    made = resolve(state)
    assert (made["W2.1"].state, made["L2.1"].state) == ("skipped", "walkover")
    assert (made["GF1"].order, made["GF2"].state) == ((104,), "skipped")
    assert places_of(RESET, state)[104] == 1


def test_whoever_withdraws_does_not_drop():
    state = keep_walkovers(withdrawn(begun(RESET, 4), 104))
    made = resolve(state)
    assert made["W1.1"].state == "walkover"
    assert made["L1.1"].entrants == (None, None)
    state = won(state, "W1.2", 102, 103)
    assert resolve(state)["L1.1"].order == (103,)


def test_a_tie_in_a_single_grand_final_is_shared_as_in_single_elimination():
    state = played(begun(SINGLE, 4), *OF_FOUR)
    tie = MatchOutcome("GF1", (101, 102), (1, 1), "played")
    state = replace(state, results={**state.results, "GF1": tie})
    assert places_of(SINGLE, state) == {101: 1, 102: 1, 104: 3, 103: 4}


def test_without_a_final_the_unbeaten_entrant_is_the_champion():
    state = played(begun(NONE, 4), *OF_FOUR)
    assert DOUBLE.is_done(NONE, state)
    assert places_of(NONE, state) == {101: 1, 102: 2, 104: 3, 103: 4}
    assert told_of(NONE, state)[101] == "Won the winners final."


def test_losers_of_one_round_share_their_place():
    state = begun(SINGLE, 8)
    results = [
        ("W1.1", 101, 108), ("W1.2", 104, 105), ("W1.3", 102, 107), ("W1.4", 103, 106),
        ("W2.1", 101, 104), ("W2.2", 102, 103), ("L1.1", 106, 107), ("L1.2", 105, 108),
        ("L2.1", 106, 104), ("L2.2", 103, 105), ("W3.1", 101, 102), ("L3.1", 103, 106),
        ("L4.1", 102, 103), ("GF1", 102, 101),
    ]  # fmt: skip
    state = played(state, *results)
    assert places_of(SINGLE, state) == {
        102: 1, 101: 2, 103: 3, 106: 4, 104: 5, 105: 5, 107: 7, 108: 7,
    }  # fmt: skip
    assert told_of(SINGLE, state)[104] == "Lost L2.1."


def test_standings_before_the_end_tell_how_far_nobody_can_fall_any_more():
    state = played(begun(SINGLE, 4), *OF_FOUR[:2])
    assert places_of(SINGLE, state) == {101: 1, 102: 1, 103: 3, 104: 3}
    state = played(state, *OF_FOUR[2:4])
    assert places_of(SINGLE, state) == {101: 1, 102: 2, 104: 2, 103: 4}
    told = told_of(SINGLE, state)
    assert told[101] == "Still in without a loss, next is the grand final."
    assert told[102] == "Still in with one loss, next is the losers final."


def test_points_are_matches_won_and_walkovers_are_not_played():
    state = keep_walkovers(withdrawn(played(begun(SINGLE, 4), *OF_FOUR), 102))
    rows = {row.entrant: row for row in DOUBLE.standings(SINGLE, state)}
    assert (rows[101].points, rows[101].played) == (3, 2)


def test_disqualified_entrants_come_last():
    state = played(begun(RESET, 4), *OF_FOUR)
    entrants = tuple(
        replace(each, active=each.id != 102, disqualified=each.id == 102) for each in state.entrants
    )
    state = keep_walkovers(replace(state, entrants=entrants))
    assert places_of(RESET, state) == {101: 1, 104: 2, 103: 3, 102: 4}


def test_the_outline_tells_each_round_of_both_parts():
    told = [(each.name, each.entrants, each.byes, len(each.sizes)) for each in _outline(RESET, 6)]
    assert told == [
        ("Winners round 1", 6, 2, 2),
        ("Winners round 2", 4, 0, 2),
        ("Losers round 2", 4, 0, 2),
        ("Winners final", 2, 0, 1),
        ("Losers round 3", 2, 0, 1),
        ("Losers final", 2, 0, 1),
        ("Grand final", 2, 0, 1),
        ("Reset", 2, 0, 1),
    ]


def _outline(config, n):
    return DOUBLE.outline(config, n)


@pytest.mark.parametrize(
    ("config", "n", "field", "text"),
    [
        ({"final": "two"}, 8, "final", "Expected reset or single or none, not 'two'."),
        ({"seats": 3, "advance": 3}, 8, "advance", "At 3 seats 1 to 2 can go on, not 3."),
        (
            {"seats": 4, "final": "none"},
            8,
            "final",
            "At 4 seats both parts end with several entrants, so that a final has to part them:"
            " expected reset or single, not 'none'.",
        ),
        ({}, 1, "entrants", "At least two entrants are needed, not 1."),
    ],
)
def test_a_config_that_cannot_be_played_is_refused_with_a_reason(config, n, field, text):
    (problem,) = DOUBLE.validate(config, n)
    assert (problem.field, problem.message) == (field, text)


def test_settings_are_said_in_a_few_words():
    assert DOUBLE.describe({}) == "double elimination, final with reset"
    assert DOUBLE.describe({"seats": 4, "advance": 2, "final": "single"}) == (
        "double elimination, single final, tables of 4, the first 2 go on"
    )


def test_five_at_fours_drop_come_back_and_meet_in_the_final():
    """Two of a table go on; the final seats the two unbeaten and two of the losers."""
    state = begun(FOURS, 5)
    assert slots_of(state) == {"W1.T1": (SeedSlot(2), SeedSlot(3), SeedSlot(4), SeedSlot(5))}
    state = follow(won(state, "W1.T1", 105, 104, 103, 102))
    assert [match.present for match in ready(state)] == [(101, 105, 104)]
    state = follow(won(state, "W2.T1", 101, 104, 105))
    assert [(match.key, match.present) for match in ready(state)] == [("L1.T1", (103, 105, 102))]
    state = follow(won(state, "L1.T1", 102, 103, 105))
    assert [(match.key, match.present) for match in ready(state)] == [("GF1", (101, 104, 102, 103))]
    assert places_of(FOURS, state) == {101: 1, 104: 1, 102: 3, 103: 3, 105: 5}
    state = won(state, "GF1", 103, 101, 104, 102)
    assert not DOUBLE.is_done(FOURS, state)
    state = follow(state)
    assert [(match.key, match.present) for match in ready(state)] == [("GF2", (103, 101, 104))]
    state = won(state, "GF2", 101, 103, 104)
    assert DOUBLE.is_done(FOURS, state)
    assert places_of(FOURS, state) == {101: 1, 103: 2, 104: 3, 102: 4, 105: 5}


def follow(state: StageState) -> StageState:
    """The round that comes next is published."""
    added = DOUBLE.next_round(FOURS, state, Lot())
    return replace(state, matches=(*state.matches, *added))


def test_rounds_of_tables_are_counted_within_their_part():
    rounds = {("winners", 1): 2, ("winners", 2): 2, ("losers", 3): 2, ("final", 4): 1}
    assert DOUBLE.round_names(FOURS, rounds) == {
        ("winners", 1): "Winners round 1",
        ("winners", 2): "Winners round 2",
        ("losers", 3): "Losers round 1",
        ("final", 4): "Final table",
    }


def test_the_last_one_left_is_the_champion_without_a_final():
    state = won(begun(FOURS, 4), "W1.T1", 101, 102, 103, 104)
    state = withdrawn(state, 102, 103, 104)
    assert DOUBLE.next_round(FOURS, state, Lot()) == ()
    assert DOUBLE.is_done(FOURS, state)
    assert places_of(FOURS, state)[101] == 1
    assert told_of(FOURS, state)[102] == "Withdrew after round 1."
