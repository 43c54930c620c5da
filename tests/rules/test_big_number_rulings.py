"""Big Number: an example for each ruling of docs/rules/big-number.md; N21 is advice, not a rule."""

from __future__ import annotations

import re

import pytest

from games.rules.big_number import BigNumber
from games.rules.big_number_cards import CARD_NAMES, names_of
from games.rules.deals import DealKey
from games.rules.protocol import BadOptions, GameOver, NotInPlay, Seat
from tests.rules.big_number_builders import (
    NEXT,
    RULES,
    SINGLE,
    TWO_DECKS,
    a_deal,
    a_table,
    after,
    card_set,
    cards,
    counts,
    legal,
    move,
    places,
    refusal,
    told,
)

KEY = DealKey(bytes(range(32)))


def _seen(state, viewer, rules=RULES):
    return rules.dump_view(rules.view(state, viewer))


def test_n01_two_seats_play_with_one_deck_only():
    with pytest.raises(BadOptions, match=r"^With 2 seats decks is 1; 2 came\.$"):
        BigNumber.with_options({"decks": 2}, 2)


@pytest.mark.parametrize("seats", [3, 4])
def test_n01_three_and_four_seats_choose_their_decks(seats):
    assert BigNumber.with_options({}, seats).decks == 1
    assert BigNumber.with_options({"decks": 2}, seats).decks == 2


@pytest.mark.parametrize("seats", [5, 6])
def test_five_and_six_seats_play_with_two_decks(seats):
    assert BigNumber.with_options({}, seats).decks == 2
    with pytest.raises(BadOptions, match=rf"^With {seats} seats decks is 2; 1 came\.$"):
        BigNumber.with_options({"decks": 1}, seats)


def test_n02_beating_and_taking_is_one_move():
    state = after(a_table("6C 6S 2D", "2C 3C", middle="5H 3H"), "6C 6S > 3H")
    assert names_of(state.hands[0]) == ["3H", "2D"]
    assert (state.turn, names_of(state.out)) == (1, ["5H"])


def test_n02_of_a_beaten_single_the_card_need_not_be_named():
    state = a_table("7S 2C 2H", "2D 3C", middle="4D")
    assert RULES.canonical(state, Seat(0), move("7S")) == move("7S > 4D")
    assert after(state, "7S") == after(state, "7S > 4D")
    assert RULES.canonical(state, Seat(0), move("7S > 4D")) == move("7S > 4D")


def test_n02_of_a_beaten_set_the_card_must_be_named():
    state = a_table("6C 6S 2D", "2C 3C", middle="5H 3H")
    assert RULES.canonical(state, Seat(0), move("6C 6S")) == move("6C 6S")
    assert refusal(state, "6C 6S").reason == "take_missing"


def test_n02_nothing_may_be_taken_on_a_lead_nor_with_an_empty_hand():
    assert refusal(a_table("7S 2C", "2D 3C"), "7S > 4D").reason == "take_forbidden"
    goes_out = a_table("7S", "2D 3C", middle="4D", later=NEXT)
    assert refusal(goes_out, "7S > 4D").reason == "take_forbidden"
    assert legal(goes_out) == ["pass", "7S"]


def test_n03_everybody_sees_which_card_is_taken():
    state = a_table("6C 6S 2D", "2C 3C", "2S 3S", middle="5H 3H")
    assert told(state, "6C 6S > 3H")[0]["take"] == "3H"
    later = after(state, "6C 6S > 3H")
    for viewer in (0, 1, 2, None):
        assert _seen(later, viewer)["taken"] == [["3H"], [], []]
        assert _seen(later, viewer)["round"][-1]["take"] == "3H"


def test_n03_a_taken_card_is_forgotten_when_it_is_played():
    state = a_table("7S 2C 2H", "9C 3C", "2D 3S", middle="4D")
    state = after(state, "7S", "pass", "pass")
    assert _seen(state, 1)["taken"] == [["4D"], [], []]
    assert _seen(after(state, "4D"), 1)["taken"] == [[], [], []]


def test_n04_equal_cards_of_two_decks_are_one_choice_and_one_card():
    state = a_table("9S 9D 2C", "2D 3C", middle="7H 7H")
    assert legal(state, TWO_DECKS) == ["pass", "9S 9D > 7H"]
    lead = a_table("5S 5S 2D", "2C 3C")
    assert legal(lead, TWO_DECKS) == ["2D", "5S"]
    assert TWO_DECKS.dump(after(lead, "5S", rules=TWO_DECKS))["hands"][0] == ["5S", "2D"]


def test_n04_of_two_equal_cards_one_is_known_as_long_as_it_may_be_there():
    state = a_table("7S 2C 4D", "9C 3C", middle="4D")
    state = after(state, "7S", "pass", rules=TWO_DECKS)
    assert names_of(state.hands[0]) == ["4D", "4D", "2C"]
    # It played one of two, and nobody saw that it had another.
    assert _seen(after(state, "4D", rules=TWO_DECKS), 1)["taken"] == [[], []]


def test_n05_everything_at_once_may_be_the_first_lead_of_a_deal():
    spades = "9S 8S 7S 6S 5S 4S 3S 2S AS"
    state = RULES.start(2, a_deal((spades, "9H 8H 7H 6H 5H 4H 3H 2H AD"), *[("2H", "3H")] * 28))
    assert legal(state)[-1] == spades
    assert list(after(state, spades).sheet.points) == [0, 9]


def test_n06_everything_at_once_is_a_choice_and_ends_the_deal():
    state = a_table("4D 7D", "2C 3C", later=NEXT)
    assert legal(state) == ["4D", "7D", "7D 4D"]
    assert after(state, "7D 4D").sheet.number == 2


def test_n07_a_part_of_the_hand_is_no_lead():
    state = a_table("4D 7D 2S", "2C 3C")
    assert legal(state) == ["2S", "4D", "7D"]
    assert refusal(state, "4D 7D").reason == "wrong_count"


def test_n08_playing_the_last_card_ends_the_deal_without_a_pick_up():
    state = a_table("7S", "2C 3C", middle="4D")
    ended = after(state, "7S", rules=SINGLE)
    assert (counts(ended), names_of(ended.out), ended.middle) == ([0, 2], ["4D"], card_set("7S"))


def test_n09_an_equal_number_does_not_beat():
    state = a_table("9H 7H 2C", "2D 3C", middle="9D 7D")
    assert legal(state) == ["pass"]
    assert refusal(state, "9H 7H > 9D").reason == "too_low"


def test_n10_one_card_more_beats_whatever_its_digits():
    assert legal(a_table("AS AH 2C 3D", "2D 3C", middle="9D")) == ["pass", "AS AH > 9D"]


def test_n11_two_cards_more_do_not():
    state = a_table("AS AH AD 2C", "2D 3C", middle="9D")
    assert refusal(state, "AS AH AD > 9D").reason == "wrong_count"
    assert "AS AH AD > 9D" not in legal(state)


def test_n11_fewer_cards_do_not_either():
    assert refusal(a_table("9S 2C", "2D 3C", middle="2H AH"), "9S > 2H").reason == "wrong_count"


def test_n12_a_leader_cannot_pass():
    assert refusal(a_table("9S 2C", "2D 3C"), "pass").reason == "pass_on_lead"


def test_n13_the_set_in_the_middle_goes_out_when_the_round_ends():
    state = after(a_table("7D 2S", "2C 3C", "2D 4H"), "7D", "pass", "pass")
    for viewer in (0, 1, None):
        assert (_seen(state, viewer)["middle"], _seen(state, viewer)["out_of_play"]) == (
            None,
            ["7D"],
        )


def test_n14_each_deal_begins_left_of_the_last_start_seat():
    state = a_table("9S", "2C 3C", "2D 4H", start=2, turn=0, later=NEXT)
    assert after(state, "9S").turn == 0
    assert after(after(state, "9S"), "4S", "pass", "pass", "2S 3S").turn == 1


def test_n15_equal_points_are_equal_places():
    state = a_table("9S", "2C 3C", "2D 4H", "2H", points=(3, 1, 1, 14))
    assert places(after(state, "9S")) == [1, 1, 1, 4]


def test_n16_several_may_pass_the_target_in_one_deal():
    state = a_table("9S", "2C 3C 4C", "2D 4H", points=(14, 13, 14))
    state = after(state, "9S")
    assert list(state.sheet.points) == [14, 16, 16]
    assert places(state) == [1, 2, 2]


def test_n17_a_single_deal_ranks_by_cards_in_hand_and_has_one_winner():
    state = after(a_table("9S", "2C 3C", "2D 4H 5D", "2S 4S"), "9S", rules=SINGLE)
    outcome = SINGLE.outcome(state)
    assert outcome.places == (1, 2, 4, 2)
    assert outcome.scores == (0, 2, 3, 2)
    assert outcome.why == "played_out"


def test_n17_a_single_deal_has_no_deals_to_come():
    assert len(SINGLE.deal(KEY, 3).deals) == 1
    assert SINGLE.deal(KEY, 3).deals[0] == RULES.deal(KEY, 3).deals[0]


def test_n18_a_leaver_is_below_everybody_and_its_points_stand_still():
    state = a_table("9S", "2C 3C", "2D 4H", turn=0, points=(12, 0, 12), later=NEXT)
    state = after(state, "1 resigns", "9S")
    assert list(state.sheet.points) == [12, 0, 14]
    state = after(state, "4D", "pass", "2D 3D")
    assert RULES.outcome(state).places == (2, 3, 1)
    assert RULES.outcome(state).scores == (15, 0, 14)


def test_n18_a_leavers_points_do_not_end_the_table():
    state = a_table("9S", "2C 3C", "2D 4H", points=(0, 14, 0), later=NEXT)
    state = after(state, "1 resigns", "9S")
    assert (state.why, list(state.sheet.points)) == (None, [0, 14, 2])


def test_n18_a_leavers_slice_of_later_deals_stays_aside():
    state = a_table("9S", "2C 3C", "2D 4H", later=NEXT)
    state = after(state, "1 resigns", "9S")
    assert list(map(names_of, state.hands[:3])) == [["4S", "3S", "2S"], [], ["4D", "3D", "2D"]]
    assert state.turn == 2


def test_n18_a_leavers_count_stands_still_and_its_cards_are_not_shown():
    state = a_table("9S 8S", "2C 3C", "2D 4H", later=NEXT)
    state = after(state, "1 resigns")
    for later in (state, after(state, "9S", "pass", "8S")):
        for viewer in (0, 2, None):
            assert _seen(later, viewer)["counts"][1] == 2
            assert _seen(later, viewer)["out_of_play"] == []
            assert "2C" not in str(_seen(later, viewer))


def test_n18_the_first_to_leave_is_the_very_last():
    state = a_table("9S", "2C 3C", "2D 4H", "2H", later=NEXT)
    state = after(state, "2 resigns", "0 resigns", "3 resigns")
    assert RULES.outcome(state).places == (3, 1, 4, 2)
    assert RULES.outcome(state).why == "all_left"


def test_n18_one_seat_left_wins_at_once_whatever_its_points():
    state = RULES.leave(a_table("2S 3H", "2C 3D", points=(0, 14)), Seat(0), "removed")
    assert (places(state), state.sheet.points) == ([2, 1], (0, 14))
    with pytest.raises(GameOver):
        RULES.leave(state, Seat(1), "resigned")


def test_n18_who_has_left_cannot_leave_or_move_again():
    state = after(a_table("9S 8S", "2C 3C", "2D 4H"), "1 resigns")
    with pytest.raises(NotInPlay, match=r"^Seat 1 has left\.$"):
        RULES.leave(state, Seat(1), "resigned")
    with pytest.raises(NotInPlay):
        RULES.apply(state, Seat(1), move("2C"))
    assert RULES.in_play(state) == (0, 2)


def test_n19_the_set_of_an_owner_who_left_can_still_be_beaten():
    state = after(a_table("7D 2S 3H", "9C 3D", "2D 4H"), "7D", "0 resigns", "9C")
    assert (names_of(state.hands[1]), state.owner, state.turn) == (["7D", "3D"], 1, 2)


def test_n19_after_the_owner_left_every_remaining_seat_has_to_pass():
    state = after(a_table("7D 2S", "9C 3D", "2D 4H", "2H 3S"), "7D", "pass", "0 resigns", "pass")
    assert (state.turn, state.middle) == (3, card_set("7D"))
    state = after(state, "pass")
    assert (state.turn, state.middle, names_of(state.out)) == (1, None, ["7D"])


def test_n20_the_start_goes_on_to_the_next_seat_that_has_not_left():
    state = a_table("9S", "2C 3C", "2D 4H", start=0, later=NEXT)
    assert after(state, "1 resigns", "9S").turn == 2


def test_n20_a_leader_who_leaves_before_its_lead_hands_the_start_on():
    state = a_table("9S 8S", "2C", "2D 4H", turn=0, later=NEXT)
    state = after(state, "0 resigns")
    assert (state.turn, state.sheet.start) == (1, 1)
    assert after(state, "2C").turn == 2


def test_n20_a_leader_who_leaves_later_stays_the_start_seat():
    state = a_table("9S 8S", "2C 3C", "2D 4H", turn=0, out="5H", later=NEXT)
    state = after(state, "0 resigns")
    assert (state.turn, state.sheet.start) == (1, 0)


def test_n20_another_seat_that_leaves_does_not_move_the_start():
    state = after(a_table("9S 8S", "2C 3C", "2D 4H", turn=0), "2 resigns")
    assert (state.turn, state.sheet.start) == (0, 0)


def test_n22_counts_points_plays_and_takes_are_public_and_hands_are_not():
    state = a_table("6C 6S 2D", "2C 3C", "2S 9D", points=(4, 0, 7), middle="5H 3H", number=3)
    seen = _seen(after(state, "6C 6S > 3H"), None)
    assert seen["counts"] == [2, 2, 2]
    assert seen["points"] == [4, 0, 7]
    assert seen["middle"] == {"cards": ["6S", "6C"], "value": 66, "seat": 0}
    assert seen["out_of_play"] == ["5H"]
    assert (seen["deal"], seen["start"], seen["hand"]) == (3, 0, None)
    assert not [name for name in ("2C", "3C", "2S", "9D", "2D") if name in str(seen)]


def test_n22_a_seat_sees_its_own_hand_only():
    state = a_table("6C 6S 2D", "2C 3C", "2S 9D")
    assert [_seen(state, viewer)["hand"] for viewer in (0, 1, 2)] == [
        ["6S", "6C", "2D"],
        ["3C", "2C"],
        ["9D", "2S"],
    ]


def test_n23_going_out_by_beating_takes_nothing():
    state = a_table("6C 6S", "2C 3C", middle="5H 3H")
    assert legal(state) == ["pass", "6S 6C"]
    assert RULES.canonical(state, Seat(0), move("6C 6S")) == move("6C 6S")


@pytest.mark.parametrize(("target", "deals"), [(10, 19), (15, 29), (20, 39)])
def test_n24_all_deals_that_a_table_can_need_are_made_at_the_start(target, deals):
    rules = BigNumber(target=target)
    deal = rules.deal(KEY, 2)
    assert len(deal.deals) == deals
    assert len({hands for one in deal.deals for hands in one}) == 2 * deals
    assert len(rules.start(2, deal).sheet.later) == deals - 1


def test_n24_two_seats_that_gain_their_points_in_turn_need_every_deal():
    # The start alternates, and each leader goes out against the one card of the other.
    state = RULES.start(2, a_deal(*[("9S", "2C")] * 29))
    while RULES.outcome(state) is None:
        last, state = state, after(state, legal(state)[0])
    assert (last.sheet.number, last.sheet.points, len(last.sheet.later)) == (29, (14, 14), 0)
    assert state.sheet.points == (14, 15)


def test_n25_the_counts_at_the_end_of_a_deal_are_public_the_cards_are_not():
    state = a_table("9S", "2C 3C", "2D 4H 5D", points=(4, 0, 7), later=NEXT)
    events = told(state, "9S")
    assert events[1] == {
        "type": "deal_over",
        "deal": 1,
        "out": 0,
        "counts": [0, 2, 3],
        "points": [4, 2, 10],
    }
    assert not [name for name in ("2C", "3C", "2D", "4H", "5D") if name in str(events)]


def test_every_ruling_has_an_example_here():
    cited = {int(one) for name in globals() for one in re.findall(r"^test_n(\d\d)_", name)}
    assert cited == set(range(1, 26)) - {21}


def test_the_cards_of_a_redeal_are_those_that_the_view_leaves_open():
    state = a_table("6C 6S 2D", "9C 9D 9H", "2S 9S 3S", middle="5H 3H", out="AS AH", later=NEXT)
    state = after(state, "6C 6S > 3H")
    chance = KEY.stream("redeal")
    for _ in range(30):
        again = RULES.redeal(RULES.view(state, 1), chance)
        assert names_of(again.hands[1]) == ["9H", "9D", "9C"]
        assert "3H" in names_of(again.hands[0])
        unseen = {*names_of(again.hands[0]), *names_of(again.hands[2])} - {"3H"}
        assert unseen <= set(CARD_NAMES) - {"9H", "9D", "9C", "6S", "6C", "5H", "3H", "AS", "AH"}
        assert len(again.sheet.later) == 28


def test_a_redeal_keeps_what_a_leaver_was_seen_to_take():
    state = a_table("7S 2C", "9C 9D", "2S 9S", middle="4D")
    state = after(state, "7S", "0 resigns")
    again = RULES.redeal(RULES.view(state, 1), KEY.stream("redeal"))
    assert "4D" in names_of(again.hands[0])
    assert counts(again) == [2, 2, 2]
    assert cards("4D") & again.hands[2] == 0
