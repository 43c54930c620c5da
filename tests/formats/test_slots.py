"""Slots as JSON, and how they are filled."""

import pytest

from tests.formats.playing import entrants, fresh, ready, withdrawn, won
from tournaments.formats.resolver import resolve
from tournaments.formats.slots import (
    ByeSlot,
    EntrantSlot,
    PlaceSlot,
    PlannedMatch,
    RankSlot,
    SeedSlot,
    StageState,
    dump_slot,
    load_slot,
)


@pytest.mark.parametrize(
    ("slot", "json"),
    [
        (EntrantSlot(7), ["entrant", 7]),
        (SeedSlot(3), ["seed", 3]),
        (PlaceSlot("W1.2", 1), ["place", "W1.2", 1]),
        (RankSlot(1, "A", 2), ["rank", 1, "A", 2]),
        (ByeSlot(), ["bye"]),
    ],
)
def test_a_slot_comes_back_from_its_json(slot, json):
    assert dump_slot(slot) == json
    assert load_slot(json) == slot


@pytest.mark.parametrize("json", [[], ["seed"], ["seed", "1"], ["winner", "W1.1"], ["bye", 1]])
def test_other_json_is_no_slot(json):
    with pytest.raises(ValueError, match="A slot is entrant, seed, place, rank or bye"):
        load_slot(json)


def test_a_match_waits_for_the_matches_that_feed_it():
    final = resolve(fresh({"seats": 2}, 4))["W2.1"]
    assert (final.state, final.entrants) == ("blocked", (None, None))
    assert final.waits_for == ("W1.1", "W1.2")


def test_a_winner_takes_its_seat_while_the_other_match_goes_on():
    state = won(fresh({"seats": 2}, 4), "W1.1", 104, 101)
    final = resolve(state)["W2.1"]
    assert (final.state, final.entrants) == ("blocked", (104, None))
    assert final.waits_for == ("W1.2",)


def test_places_of_a_match_stand_by_slot():
    state = won(fresh({"seats": 4, "advance": 2}, 8), "F1.T1", 105, 101, 108, 104)
    made = resolve(state)["F1.T1"]
    assert made.entrants == (101, 104, 105, 108)
    assert made.places == (2, 4, 1, 3)


def test_whoever_withdrew_makes_the_other_go_on_without_play():
    made = resolve(withdrawn(fresh({"seats": 2}, 4), 104))
    assert made["W1.1"].state == "walkover"
    assert made["W1.1"].places == (1, 2)
    assert made["W2.1"].entrants == (101, None)


def test_a_match_of_two_withdrawn_is_skipped_and_its_winner_is_nobody():
    made = resolve(withdrawn(fresh({"seats": 2}, 4), 101, 104))
    assert made["W1.1"].state == "skipped"
    assert made["W2.1"].entrants == (None, None)
    assert made["W2.1"].waits_for == ("W1.2",)


def test_next_to_a_skipped_match_the_next_one_is_a_walkover():
    state = won(withdrawn(fresh({"seats": 2}, 4), 101, 104), "W1.2", 103, 102)
    final = resolve(state)["W2.1"]
    assert (final.state, final.order) == ("walkover", (103,))


def test_a_table_plays_on_with_those_who_are_left():
    made = ready(withdrawn(fresh({"seats": 4, "advance": 2}, 8), 104))[0]
    assert (made.key, made.present) == ("F1.T1", (101, 105, 108))


def test_a_table_of_no_more_than_go_on_is_not_played_and_seeds_give_the_places():
    made = resolve(withdrawn(fresh({"seats": 4, "advance": 2}, 8), 101, 105))["F1.T1"]
    assert (made.state, made.order) == ("walkover", (104, 108))
    assert made.places == (3, 1, 3, 2)


def test_a_match_at_its_table_stays_live_when_an_entrant_withdraws():
    state = withdrawn(fresh({"seats": 2}, 4), 104)
    live = StageState(state.entrants, state.matches, {}, live=frozenset({"W1.1"}))
    made = resolve(live)
    assert (made["W1.1"].state, made["W2.1"].waits_for) == ("live", ("W1.1", "W1.2"))


def test_a_place_of_an_earlier_stage_is_awaited_until_it_is_known():
    slots = (RankSlot(1, "A", 1), RankSlot(1, "B", 1))
    match = PlannedMatch("W1.1", 1, 1, "", "Final", slots, 0)
    waiting = StageState(entrants(2), (match,), {}, ranks={slots[0]: 101})
    assert resolve(waiting)["W1.1"].waits_for == ("S1.B",)
    known = StageState(entrants(2), (match,), {}, ranks={slots[0]: 101, slots[1]: 102})
    assert resolve(known)["W1.1"].entrants == (101, 102)


def test_nobody_ever_comes_to_a_bye():
    match = PlannedMatch("W1.1", 1, 1, "", "Final", (EntrantSlot(101), ByeSlot()), 0)
    assert resolve(StageState(entrants(1), (match,), {}))["W1.1"].state == "walkover"
