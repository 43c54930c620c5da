"""Big Number: moves as JSON, how a move is refused in words, and what a move tells everybody."""

from __future__ import annotations

import pytest

from games.rules.big_number import BigNumber
from games.rules.big_number_cards import names_of
from games.rules.big_number_state import PASS
from games.rules.protocol import (
    BadOptions,
    GameOver,
    IllegalMove,
    MoveNotUnderstood,
    NotToAct,
    Seat,
)
from tests.rules.big_number_builders import (
    NEXT,
    RULES,
    SINGLE,
    TWO_DECKS,
    a_table,
    after,
    legal,
    move,
    refusal,
    told,
)

A_MOVE_IS = 'A move is {"type":"play","cards":[...],"take":"5H"} or {"type":"pass"}; '
CARDS_ARE = '"cards" is a list with at least one card, such as ["6S"].'
PLAY_HAS = "A move of this type has the keys cards, type and at will take"


def _not_understood(json: object, rules: BigNumber = RULES) -> tuple[str, str]:
    with pytest.raises(MoveNotUnderstood) as refused:
        rules.parse(json)
    return refused.value.reason, str(refused.value)


def test_a_play_is_a_list_of_cards_in_any_order_and_spelling():
    parsed = RULES.parse({"type": "play", "cards": ["6♣", "6s"], "take": "1h"})
    assert RULES.dump_move(parsed) == {"type": "play", "cards": ["6S", "6C"], "take": "AH"}
    assert RULES.describe_move(parsed) == "6S6C>AH"


@pytest.mark.parametrize("spelling", ["AH", "ah", "1H", "1h", "A♥", "1♥"])
def test_the_ace_may_be_written_as_one(spelling):
    parsed = RULES.parse({"type": "play", "cards": [spelling]})
    assert RULES.dump_move(parsed) == {"type": "play", "cards": ["AH"]}


def test_a_play_without_a_pick_up_has_no_take():
    for json in (
        {"type": "play", "cards": ["7D"]},
        {"type": "play", "cards": ["7D"], "take": None},
    ):
        assert RULES.dump_move(RULES.parse(json)) == {"type": "play", "cards": ["7D"]}
        assert RULES.describe_move(RULES.parse(json)) == "7D"


def test_cards_are_listed_with_falling_digits_and_suits_s_h_d_c():
    parsed = RULES.parse({"type": "play", "cards": ["AC", "9C", "9D", "9H", "9S", "AS"]})
    assert RULES.describe_move(parsed) == "9S9H9D9CASAC"


def test_a_pass_has_no_cards():
    assert RULES.parse({"type": "pass"}) == PASS
    assert RULES.dump_move(PASS) == {"type": "pass"}
    assert RULES.describe_move(PASS) == "-"


@pytest.mark.parametrize("card", ["TS", "10S", "KH", "2", "2X", "", 2, None, ["2S"], "2S "])
def test_what_is_no_card_of_this_game_is_a_bad_card(card):
    assert _not_understood({"type": "play", "cards": [card]})[0] == "bad_card"


def test_a_take_that_is_no_card_is_a_bad_card():
    assert _not_understood({"type": "play", "cards": ["6S"], "take": "H5"}) == (
        "bad_card",
        'Write the rank first and the suit last: "5H", not "H5".',
    )


def test_with_one_deck_a_card_is_there_once():
    assert _not_understood({"type": "play", "cards": ["AS", "1s"]}) == (
        "duplicate_card",
        "AS is named 2 times, but the pack holds it only once.",
    )


def test_with_two_decks_a_card_is_there_twice():
    twice = {"type": "play", "cards": ["7H", "2H", "7H"]}
    assert TWO_DECKS.describe_move(TWO_DECKS.parse(twice)) == "7H7H2H"
    assert _not_understood({"type": "play", "cards": ["7H"] * 3}, TWO_DECKS) == (
        "duplicate_card",
        "7H is named 3 times, but the pack holds it only twice.",
    )


@pytest.mark.parametrize(
    ("json", "sentence"),
    [
        (None, A_MOVE_IS + "null came."),
        ([], A_MOVE_IS + "a list came."),
        ("pass", A_MOVE_IS + '"pass" came.'),
        ({}, A_MOVE_IS + "an object came."),
        ({"type": "end"}, A_MOVE_IS + '"end" came.'),
        ({"type": "pass", "cards": []}, 'A move of this type has the keys type; mind "cards".'),
        ({"type": "play"}, PLAY_HAS + '; mind "cards".'),
        ({"type": "play", "cards": ["6S"], "pick": "5H"}, PLAY_HAS + '; mind "pick".'),
        ({"type": "play", "card": "6S"}, PLAY_HAS + "."),
        ({"type": "play", "cards": []}, CARDS_ARE),
        ({"type": "play", "cards": "6S"}, CARDS_ARE),
    ],
)
def test_what_is_no_move_is_refused_with_what_is_expected(json, sentence):
    assert _not_understood(json) == ("bad_move", sentence)


@pytest.mark.parametrize(
    ("text", "reason", "sentence"),
    [
        ("5S 2S > 5H", "too_low", "Too low. In the middle lies 53; yours is 52."),
        ("5S 3S > 5H", "too_low", "Too low. In the middle lies 53; yours is 53."),
        ("7S > 5H", "wrong_count", "Two or three cards are asked for; you chose one."),
        ("7S 5S 3S 2S > 5H", "wrong_count", "Two or three cards are asked for; you chose four."),
        ("7S 6D > 5H", "not_a_combination", "These two are of neither one suit nor one rank."),
        ("7S 5S 6D > 5H", "not_a_combination",
         "These three are of neither one suit nor one rank."),
        ("9S 9H > 5H", "not_in_hand", "You do not hold 9S 9H."),
        ("7S 9S > 5H", "not_in_hand", "You do not hold 9S."),
        ("7S 5S", "take_missing", "Say which card of the beaten set you take: 5H or 3H."),
        ("7S 5S > 9S", "take_not_in_set",
         "You can take 5H or 3H; 9S is not in the beaten set."),
    ],
)  # fmt: skip
def test_on_fifty_three_this_is_refused_in_words(text, reason, sentence):
    state = a_table("7S 5S 3S 2S 6D 6C", "2C 3C", middle="5H 3H", owner=1)
    refused = refusal(state, text)
    assert (refused.reason, str(refused)) == (reason, sentence)
    assert refused.standing == {"cards": ["5H", "3H"], "value": 53, "seat": 1}


@pytest.mark.parametrize(
    ("text", "reason", "sentence"),
    [
        ("pass", "pass_on_lead", "You lead, so you cannot pass."),
        ("7S 5S", "wrong_count",
         "A lead is one card, or your whole hand if it is of one suit or of one rank."),
        ("7S 5S 6D", "not_a_combination",
         "These three are of neither one suit nor one rank."),
        ("7S > 5H", "take_forbidden", "You lead, so there is no card to take."),
    ],
)  # fmt: skip
def test_on_a_lead_this_is_refused_in_words(text, reason, sentence):
    refused = refusal(a_table("7S 5S 6D", "2C 3C"), text)
    assert (refused.reason, str(refused), refused.standing) == (reason, sentence, None)


def test_who_goes_out_takes_nothing():
    refused = refusal(a_table("7S 5S", "2C 3C", middle="5H 3H"), "7S 5S > 5H")
    assert (refused.reason, str(refused)) == (
        "take_forbidden",
        "This play empties your hand, so you take no card.",
    )


def test_on_a_single_one_or_two_cards_are_asked_for():
    refused = refusal(a_table("7S 5S 3S 6D", "2C 3C", middle="5H"), "7S 5S 3S > 5H")
    assert str(refused) == "One or two cards are asked for; you chose three."


def test_a_single_that_is_beaten_is_the_only_card_to_take():
    refused = refusal(a_table("7S 5S 3S 6D", "2C 3C", middle="5H"), "7S > 3H")
    assert str(refused) == "You can take 5H; 3H is not in the beaten set."


def test_with_two_decks_a_card_held_once_cannot_be_played_twice():
    state = a_table("7H 5H 2C", "2D 3C", middle="5S 3S")
    refused = refusal(state, "7H 7H > 5S", rules=TWO_DECKS)
    assert (refused.reason, str(refused)) == ("not_in_hand", "You hold 7H only once.")


def test_a_seat_that_is_not_to_act_is_told_who_is():
    with pytest.raises(NotToAct, match=r"^Seat 0 is to act, not seat 1\.$"):
        RULES.apply(a_table("3D 2S", "4D 5C"), Seat(1), move("4D"))


def test_after_the_end_nothing_is_possible():
    state = after(a_table("9S", "4C 5C"), "9S", rules=SINGLE)
    for seat in (0, 1):
        with pytest.raises(GameOver):
            SINGLE.apply(state, Seat(seat), PASS)
        with pytest.raises(GameOver):
            SINGLE.leave(state, Seat(seat), "resigned")
        assert SINGLE.legal_moves(state, Seat(seat)) == ()
    assert SINGLE.to_act(state) == SINGLE.in_play(state) == ()


def test_a_seat_leaves_for_a_known_reason_only():
    with pytest.raises(ValueError, match="'bored' came"):
        RULES.leave(a_table("3D", "4D"), Seat(0), "bored")


def test_a_refused_move_changes_nothing():
    before = a_table("3D 2S", "4D 5C")
    dumped = RULES.dump(before)
    with pytest.raises(IllegalMove):
        after(before, "pass")
    assert RULES.dump(before) == dumped


def test_legal_moves_go_by_size_number_cards_and_what_is_taken():
    state = a_table("6C 6S 6D 7D 2S", "2C 3C", middle="5H 3H")
    assert legal(state) == [
        "pass",
        "6S 2S > 5H", "6S 2S > 3H",
        "6S 6D > 5H", "6S 6D > 3H", "6S 6C > 5H", "6S 6C > 3H", "6D 6C > 5H", "6D 6C > 3H",
        "7D 6D > 5H", "7D 6D > 3H",
        "6S 6D 6C > 5H", "6S 6D 6C > 3H",
    ]  # fmt: skip


def test_the_round_of_the_rules_page():
    state = a_table("4D 8D 6D 2D 2S", "7S AS", "5H 3H AD 2C", "6C 6S 9H AC")
    state = after(state, "4D", "7S", "5H 3H", "6C 6S > 5H", "8D 6D 2D > 6S")
    assert [names_of(hand) for hand in state.hands] == [
        ["6S", "2S"], ["4D", "AS"], ["7S", "2C", "AD"], ["9H", "5H", "AC"],
    ]  # fmt: skip
    assert (state.middle.value, names_of(state.out)) == (862, ["6C", "3H"])
    state = after(state, "pass", "pass", "pass")
    assert (state.turn, state.middle) == (0, None)


def test_a_play_and_a_pass_are_told():
    state = a_table("6C 6S 2D", "2C 3C", "2S 3S", middle="5H 3H")
    assert told(state, "6C 6S > 3H") == [
        {"type": "play", "seat": 0, "cards": ["6S", "6C"], "take": "3H", "left": 2}
    ]
    assert told(state, "pass") == [{"type": "pass", "seat": 0}]


def test_a_round_that_is_over_is_told():
    state = after(a_table("7D 2S", "2C 3C"), "7D")
    assert told(state, "pass") == [
        {"type": "pass", "seat": 1},
        {"type": "round_over", "leads": 0},
    ]


def test_the_single_that_is_taken_is_told_though_it_went_without_saying():
    assert told(a_table("7S 2C 2H", "2D 3C", middle="4D"), "7S")[0]["take"] == "4D"


def test_a_deal_that_is_over_and_the_next_are_told():
    assert told(a_table("9S", "2C 3C", "2D", later=NEXT), "9S") == [
        {"type": "play", "seat": 0, "cards": ["9S"], "take": None, "left": 0},
        {"type": "deal_over", "deal": 1, "out": 0, "counts": [0, 2, 1], "points": [0, 2, 1]},
        {"type": "deal", "deal": 2, "leads": 1},
    ]


def test_the_end_of_a_table_is_told():
    assert told(a_table("9S", "2C 3C", points=(3, 13)), "9S")[1:] == [
        {"type": "deal_over", "deal": 1, "out": 0, "counts": [0, 2], "points": [3, 15]},
        {"type": "over", "places": [1, 2], "why": "played_out"},
    ]


def test_a_leave_is_told_with_its_reason():
    state = after(a_table("7D 2S", "2C 3C", "2D 3D"), "7D")
    left = RULES.leave(state, Seat(1), "deadline")
    assert RULES.events(state, Seat(1), None, left).public == (
        {"type": "leave", "seat": 1, "reason": "deadline"},
    )
    last = RULES.leave(left, Seat(2), "resigned")
    assert RULES.events(left, Seat(2), None, last).public == (
        {"type": "leave", "seat": 2, "reason": "resigned"},
        {"type": "over", "places": [1, 3, 2], "why": "all_left"},
    )


@pytest.mark.parametrize(
    ("options", "seats", "sentence"),
    [
        ({}, 1, "Big Number has 2 to 6 seats; 1 came."),
        ({}, 7, "Big Number has 2 to 6 seats; 7 came."),
        ({}, True, "Big Number has 2 to 6 seats; true came."),
        ({"packs": 2}, 3,
         'The options of Big Number are decks, target, single_deal; "packs" came.'),
        ({"decks": 3}, 4, "decks is 1 or 2; 3 came."),
        ({"decks": True}, 4, "decks is 1 or 2; true came."),
        ({"decks": "2"}, 4, 'decks is 1 or 2; "2" came.'),
        ({"target": 12}, 4, "target is 10, 15 or 20; 12 came."),
        ({"target": 15.0}, 4, "target is 10, 15 or 20; 15.0 came."),
        ({"single_deal": 1}, 4, "single_deal is false or true; 1 came."),
        ({"single_deal": True, "target": 20}, 4,
         "A single deal is not played up to a target: with single_deal leave target out, or at "
         "its default 15; 20 came."),
    ],
)  # fmt: skip
def test_options_that_are_not_offered_are_refused_with_what_is(options, seats, sentence):
    with pytest.raises(BadOptions) as refused:
        BigNumber.with_options(options, seats)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("options", "seats", "whole"),
    [
        ({}, 2, {"decks": 1, "target": 15, "single_deal": False}),
        ({}, 5, {"decks": 2, "target": 15, "single_deal": False}),
        ({"target": 10}, 3, {"decks": 1, "target": 10, "single_deal": False}),
        ({"decks": 2, "target": 20}, 4, {"decks": 2, "target": 20, "single_deal": False}),
        ({"single_deal": True}, 6, {"decks": 2, "target": 15, "single_deal": True}),
    ],
)
def test_options_are_spelled_out_and_may_be_given_so(options, seats, whole):
    assert BigNumber.with_options(options, seats).options == whole
    assert BigNumber.with_options(whole, seats) == BigNumber.with_options(options, seats)


def test_a_deal_depends_on_decks_and_target():
    rules = BigNumber.with_options({"single_deal": True}, 4)
    assert rules.deal_options() == {"decks": 1, "target": 15}
