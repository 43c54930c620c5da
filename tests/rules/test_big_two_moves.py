"""Big Two: moves as JSON, and how a move is refused in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.big_two_state import PASS
from games.rules.protocol import GameOver, IllegalMove, MoveNotUnderstood, NotInPlay, NotToAct, Seat
from tests.rules.big_two_builders import RULES, a_table, after, play, refusal

A_MOVE_IS = 'A move is {"type":"play","cards":[...]} or {"type":"pass"}; '
CARDS_ARE = '"cards" is a list with at least one card, such as ["3D"].'


def _not_understood(json: object) -> tuple[str, str]:
    with pytest.raises(MoveNotUnderstood) as refused:
        RULES.parse(json)
    return refused.value.reason, str(refused.value)


def test_a_play_is_a_list_of_cards_in_any_order_and_spelling():
    move = RULES.parse({"type": "play", "cards": ["10S", "t♦", "tc"]})
    assert RULES.dump_move(move) == {"type": "play", "cards": ["TD", "TC", "TS"]}
    assert RULES.describe_move(move) == "TDTCTS"


def test_a_pass_has_no_cards():
    assert RULES.parse({"type": "pass"}) == PASS
    assert RULES.dump_move(PASS) == {"type": "pass"}
    assert RULES.describe_move(PASS) == "-"


def test_suit_first_is_a_bad_card():
    assert _not_understood({"type": "play", "cards": ["D3"]}) == (
        "bad_card",
        'Write the rank first and the suit last: "3D", not "D3".',
    )


def test_a_card_named_twice_is_refused_in_whatever_spelling():
    assert _not_understood({"type": "play", "cards": ["TS", "10s"]}) == (
        "duplicate_card",
        "TS is named twice.",
    )


@pytest.mark.parametrize(
    ("json", "sentence"),
    [
        (None, A_MOVE_IS + 'null came.'),
        ([], A_MOVE_IS + 'a list came.'),
        ("pass", A_MOVE_IS + '"pass" came.'),
        ({}, A_MOVE_IS + 'an object came.'),
        ({"type": "PASS"}, A_MOVE_IS + '"PASS" came.'),
        ({"type": 1}, A_MOVE_IS + '1 came.'),
        ({"type": ["pass"]}, A_MOVE_IS + 'a list came.'),
        (
            {"type": "pass", "cards": []},
            'A move of this type has exactly the keys type; mind "cards".',
        ),
        ({"type": "play"}, 'A move of this type has exactly the keys cards, type; mind "cards".'),
        (
            {"type": "play", "cards": ["3D"], "take": "4D"},
            'A move of this type has exactly the keys cards, type; mind "take".',
        ),
        ({"type": "play", "cards": []}, CARDS_ARE),
        ({"type": "play", "cards": "3D"}, CARDS_ARE),
        ({"type": "play", "cards": {"3D": 1}}, CARDS_ARE),
    ],
)  # fmt: skip
def test_what_is_no_move_is_refused_with_what_is_expected(json, sentence):
    assert _not_understood(json) == ("bad_move", sentence)


@pytest.mark.parametrize("card", [3, None, True, ["3D"], {}])
def test_a_card_of_another_type_is_a_bad_card(card):
    assert _not_understood({"type": "play", "cards": [card]})[0] == "bad_card"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)
near_moves = st.fixed_dictionaries(
    {"type": st.sampled_from(["play", "pass"]) | json_values},
    optional={"cards": st.lists(st.sampled_from(["3D", "D3", "10s"]) | json_values) | json_values},
)


@given(json_values | near_moves)
def test_any_json_is_either_a_move_or_not_understood(json):
    try:
        move = RULES.parse(json)
    except MoveNotUnderstood:
        reason, sentence = _not_understood(json)
        assert reason in {"bad_move", "bad_card", "duplicate_card"}
        assert len(sentence) < 200
    else:
        assert RULES.parse(RULES.dump_move(move)) == move


ON_NINES = ("9D 9H 3D", "9C 9S 7D 7C 2D 3C 4C 6C 8D 8C 8H 3H")


@pytest.mark.parametrize(
    ("move", "reason", "sentence"),
    [
        ("7D 7C", "too_low", "Too low. On the table lies a pair of nines up to hearts; "
         "yours is a pair of sevens up to clubs."),
        ("8D 8C 8H", "wrong_count", "Two cards are asked for; you chose three."),
        ("2D", "wrong_count", "Two cards are asked for; you chose one."),
        ("7D 8C", "not_a_combination", "These two are no pair: their ranks differ."),
        ("3C 4C 8D", "not_a_combination",
         "These three are no three of a kind: their ranks differ."),
        ("2D 3C 4C 6C 8C", "not_a_combination",
         "These five are no straight, flush, full house or four of a kind."),
        ("8D 8C 7D 7C", "not_a_combination",
         "One, two, three or five cards make a play; you chose four."),
        ("8D 8C 7D 7C 3C 3H", "not_a_combination",
         "One, two, three or five cards make a play; you chose 6."),
        ("9H 9S", "not_in_hand", "You do not hold 9H."),
        ("KD 9S AC", "not_in_hand", "You do not hold KD AC."),
    ],
)  # fmt: skip
def test_on_a_pair_of_nines_this_is_refused_in_words(move, reason, sentence):
    refused = refusal(after(a_table(*ON_NINES), "9D 9H"), move)
    assert (refused.reason, str(refused)) == (reason, sentence)
    assert refused.standing == {"cards": ["9D", "9H"], "seat": 0}


def test_equal_pairs_are_told_apart_by_where_they_end():
    refused = refusal(after(a_table("9S 9D 3D", "9C 9H 4S"), "9D 9S"), "9C 9H")
    assert str(refused) == (
        "Too low. On the table lies a pair of nines up to spades; yours end in hearts."
    )


@pytest.mark.parametrize(
    ("table", "answer", "sentence"),
    [
        ("TH", "3C", "Too low. On the table lies the 10 of hearts; yours is the 3 of clubs."),
        ("6D 6C 6H", "5D 5C 5H", "Too low. On the table lie three sixes; yours are three fives."),
        ("8D 9C TH JS QD", "AD 2C 3H 4S 5S",
         "Too low. On the table lies a straight up to the queen of diamonds; "
         "yours is a straight up to the 5 of spades."),
        ("3S 5S 7S 9S KS", "4H 6H 8H TH 2H",
         "Too low. On the table lies a flush in spades up to the king; "
         "yours is a flush in hearts up to the two."),
        ("6D 6C 6H 2D 2C", "5D 5C 5H AC AD",
         "Too low. On the table lies a full house of sixes; yours is a full house of fives."),
        ("JD JC JH JS 3D", "9S TD TC TH TS",
         "Too low. On the table lie four jacks; yours are four tens."),
        ("5D 6D 7D 8D 9D", "4S 5S 6S 7S 8S",
         "Too low. On the table lies a straight flush up to the 9 of diamonds; "
         "yours is a straight flush up to the 8 of spades."),
    ],
)  # fmt: skip
def test_each_shape_is_named_as_one_says_it(table, answer, sentence):
    state = after(a_table(f"{table} KC", f"{answer} 3H"), table)
    assert str(refusal(state, answer)) == sentence


def test_on_a_single_one_card_is_asked_for():
    state = after(a_table("QS KC", "3C 3H 2D"), "QS")
    assert str(refusal(state, "3C 3H")) == "One card is asked for; you chose two."


def test_the_leader_cannot_pass():
    refused = refusal(a_table("3D", "4D"), "pass")
    assert (refused.reason, str(refused)) == ("pass_on_lead", "You lead, so you cannot pass.")
    assert refused.standing is None


def test_the_first_play_must_hold_the_lowest_card():
    refused = refusal(a_table("3D 9C", "4D", must="3D"), "9C")
    assert (refused.reason, str(refused)) == (
        "must_include",
        "The first play must hold the 3 of diamonds.",
    )


def test_a_seat_that_is_not_to_act_is_told_who_is():
    with pytest.raises(NotToAct, match=r"^Seat 0 is to act, not seat 1\.$"):
        RULES.apply(a_table("3D", "4D"), Seat(1), play("4D"))


def test_a_seat_that_has_gone_out_or_left_neither_plays_nor_leaves():
    state = after(a_table("2S", "4C 5C", "4D 5D", "4H 5H"), "2S", "3 resigns")
    for seat in (0, 3):
        with pytest.raises(NotInPlay, match=rf"^Seat {seat} has gone out or has left\.$"):
            RULES.apply(state, Seat(seat), PASS)
        with pytest.raises(NotInPlay):
            RULES.leave(state, Seat(seat), "resigned")


def test_after_the_end_nothing_is_possible():
    state = after(a_table("2S", "4C 5C"), "2S")
    with pytest.raises(GameOver):
        RULES.apply(state, Seat(1), play("4C"))
    with pytest.raises(GameOver):
        RULES.leave(state, Seat(0), "resigned")
    assert RULES.to_act(state) == RULES.in_play(state) == ()
    assert RULES.legal_moves(state, Seat(1)) == ()


def test_a_seat_leaves_for_a_known_reason_only():
    with pytest.raises(ValueError, match="'bored' came"):
        RULES.leave(a_table("3D", "4D"), Seat(0), "bored")


def test_a_refused_move_changes_nothing():
    before = a_table("3D", "4D")
    dumped = RULES.dump(before)
    with pytest.raises(IllegalMove):
        after(before, "pass")
    assert RULES.dump(before) == dumped
