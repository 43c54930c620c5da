"""The Game: moves as JSON and in logs, options, and the words of refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.rules.deals import deal_key
from games.rules.protocol import BadOptions, GameOver, MoveNotUnderstood, NotInPlay, NotToAct
from games.rules.the_game_moves import SIGNALS, Play, describe_move
from tests.rules.the_game_builders import a_table, after, move, refusal, rules

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "deals.json").read_text())
DEALS = [row for row in VECTORS["games"] if row["game"] == "the-game"]

READ = (
    ({"type": "play", "card": 43, "pile": "up1"}, "43u1"),
    ({"type": "play", "card": 2, "pile": "down2"}, "2d2"),
    ({"type": "end"}, "."),
    ({"type": "start", "seat": 2}, "start:2"),
    ({"type": "open", "card": 56}, "open:56"),
    ({"type": "reserve", "pile": None}, "reserve:-"),
    ({"type": "reserve", "pile": "down1"}, "reserve:d1"),
    ({"type": "briefing"}, "briefing"),
    ({"type": "reveal", "card": 99}, "reveal:99"),
    ({"type": "signal", "say": "need", "pile": "up1"}, "need:u1"),
    ({"type": "signal", "say": "protect", "pile": "down2"}, "protect:d2"),
    ({"type": "signal", "say": "no_big_jump", "pile": "up2"}, "no_big_jump:u2"),
    ({"type": "signal", "say": "pain"}, "pain"),
    ({"type": "signal", "say": "rich", "range": "low"}, "rich:low"),
)


@pytest.mark.parametrize(("written", "line"), READ, ids=[row[1] for row in READ])
def test_a_move_is_read_written_and_logged(written, line):
    game = rules()
    read = game.parse(written)
    assert read == move(line)
    assert game.dump_move(read) == written
    assert game.describe_move(read) == line


def test_a_go_stands_in_a_log_as_its_plays_and_a_full_stop():
    words = [describe_move(move(word)) for word in ("43u1", "33u1", ".")]
    assert " ".join(words) == "43u1 33u1 ."


def test_sixteen_things_can_be_said():
    assert len(SIGNALS) == len(set(SIGNALS)) == 16


def _play(card, pile="up1"):
    return {"type": "play", "card": card, "pile": pile}


NOT_UNDERSTOOD = (
    (_play(1), "bad_card", "A card is a whole number from 2 to 99; 1 came."),
    (_play(100), "bad_card", "A card is a whole number from 2 to 99; 100 came."),
    (_play(-5), "bad_card", "A card is a whole number from 2 to 99; -5 came."),
    (_play("43"), "bad_card", 'A card is a whole number from 2 to 99; "43" came.'),
    (_play(43.0), "bad_card", "A card is a whole number from 2 to 99; 43.0 came."),
    (_play(True), "bad_card", "A card is a whole number from 2 to 99; true came."),
    (_play(None), "bad_card", "A card is a whole number from 2 to 99; null came."),
    (_play([43]), "bad_card", "A card is a whole number from 2 to 99; a list came."),
    (_play(43, "up3"), "bad_pile", 'A pile is up1, up2, down1, down2; "up3" came.'),
    (_play(43, 0), "bad_pile", "A pile is up1, up2, down1, down2; 0 came."),
    (_play(43, []), "bad_pile", "A pile is up1, up2, down1, down2; a list came."),
    ({"type": "open", "card": 0}, "bad_card", "A card is a whole number from 2 to 99; 0 came."),
    ({"type": "start", "seat": 5}, "bad_seat", "A seat is a whole number from 0 to 4; 5 came."),
    ({"type": "start", "seat": "0"}, "bad_seat", 'A seat is a whole number from 0 to 4; "0" came.'),
    (
        {"type": "signal", "say": "43"},
        "bad_signal",
        'One can say need, protect, no_big_jump, pain, rich; "43" came.',
    ),
    (
        {"type": "signal", "say": "rich", "range": "50"},
        "bad_signal",
        'A range is low, middle or high; "50" came.',
    ),
    (
        {"type": "signal", "say": "pain", "pile": "up1"},
        "bad_move",
        'A move of this type has exactly the keys say, type; mind "pile".',
    ),
    (
        {"type": "play", "card": 43},
        "bad_move",
        'A move of this type has exactly the keys card, pile, type; mind "pile".',
    ),
    (
        {"type": "end", "card": 1, "more": 2},
        "bad_move",
        "A move of this type has exactly the keys type.",
    ),
)


@pytest.mark.parametrize(
    ("written", "reason", "words"), NOT_UNDERSTOOD, ids=[str(row[0]) for row in NOT_UNDERSTOOD]
)
def test_what_is_no_move_is_refused_with_what_was_expected(written, reason, words):
    with pytest.raises(MoveNotUnderstood) as refused:
        rules().parse(written)
    assert (refused.value.reason, str(refused.value)) == (reason, words)


@pytest.mark.parametrize(
    ("written", "came"),
    [
        (None, "null"),
        ([], "a list"),
        ("43u1", '"43u1"'),
        ({"type": "pass"}, '"pass"'),
        ({"type": ["play"]}, "a list"),
        ({}, "an object"),
    ],
)
def test_what_has_no_known_type_is_refused_with_the_shapes_there_are(written, came):
    with pytest.raises(MoveNotUnderstood, match=r'^A move is one of \{"type":"play"') as refused:
        rules().parse(written)
    assert str(refused.value).endswith(f"; {came} came.")


TABLE = {"tops": (34, 51, 63, 19), "deck": "70 71 72"}
HAND = "24 36 53 61 88"
OR_END = "play a card, or end the turn once enough are played"
REFUSED = (
    ("45u1", "not_in_hand", "You do not hold 45."),
    ("24u2", "does_not_fit", "24 does not fit on Up 2: it is below 51, and only 41 jumps back."),
    ("24d2", "does_not_fit", "24 does not fit on Down 2: it is above 19, and only 29 jumps back."),
    (".", "below_minimum", "Two more cards this turn; 36 fits on Up 1 and Down 1."),
    ("start:1", "wrong_phase", f"This is a turn: {OR_END}."),
    ("open:24", "not_offered", "This table is played without a twist."),
    ("reserve:u1", "not_offered", "This table is played without a twist."),
    ("briefing", "not_offered", "This table is played without a twist."),
)  # fmt: skip


@pytest.mark.parametrize(("word", "reason", "words"), REFUSED, ids=[row[0] for row in REFUSED])
def test_a_move_that_is_not_allowed_is_refused_with_a_reason(word, reason, words):
    refused = refusal(rules(), a_table(HAND, "60", **TABLE), word)
    assert (refused.reason, str(refused)) == (reason, words)
    assert refused.standing == {
        "tops": {"up1": 34, "up2": 51, "down1": 63, "down2": 19},
        "need": 2,
        "played": 0,
    }


def test_below_the_minimum_one_card_that_would_do_is_named():
    game = rules()
    state = after(game, a_table(HAND, "60", **TABLE), "24u1")
    assert (
        str(refusal(game, state, "."))
        == "One more card this turn; 53 fits on Up 1, Up 2 and Down 1."
    )


def test_the_card_named_leaves_the_rest_of_the_minimum_possible():
    # 99 is as near as 97, but nothing could follow it.
    state = a_table("50 97 99", "60", tops=(96, 98, 2, 3), deck="70 71")
    assert str(refusal(rules(), state, ".")) == "Two more cards this turn; 97 fits on Up 1."


@pytest.mark.parametrize(
    ("pile", "top", "words"),
    [
        ("u1", 11, "5 does not fit on Up 1: it is below 11, and nothing jumps back here."),
        ("d1", 3, "5 does not fit on Down 1: it is above 3, and only 13 jumps back."),
        ("d1", 2, "5 does not fit on Down 1: it is above 2, and only 12 jumps back."),
    ],
)
def test_the_card_that_would_jump_back_is_named_if_there_is_one(pile, top, words):
    tops = (top, 1, 100, 100) if pile == "u1" else (1, 1, top, 100)
    assert str(refusal(rules(), a_table("5 40 41", "60", tops=tops), f"5{pile}")) == words


def test_a_reserved_pile_is_refused_with_whose_it_is():
    game = rules(twist="reserved_pile")
    state = a_table("10 11 12 13 14 15 16", "60 61", deck="70 71 72", token=True)
    refused = refusal(game, after(game, state, "10u1 11u1 . reserve:u1"), "60u1")
    assert refused.reason == "reserved_pile"
    assert str(refused) == "Up 1 is kept for seat 0 until its next turn."


@pytest.mark.parametrize(
    ("phase", "twist", "words"),
    [
        ("start", "none", "The seats are voting: name the seat that is to start."),
        ("open", "open_card", "Choose the card of your hand that is to lie open."),
        ("reserve", "reserved_pile", "Put the token by a pile, or keep it."),
        ("brief", "briefing", "Choose the card of your hand that you reveal."),
    ],
)
def test_a_play_between_goes_is_refused_with_what_is_asked_for(phase, twist, words):
    refused = refusal(rules(twist=twist), a_table("10 11", "60", phase=phase), "10u1")
    assert (refused.reason, str(refused)) == ("wrong_phase", words)


@pytest.mark.parametrize(
    ("twist", "word", "words"),
    [
        ("open_card", "briefing", "This table has open cards; no other twist is played."),
        ("reserved_pile", "open:10", "This table has a reserved pile; no other twist is played."),
        ("briefing", "reserve:u1", "This table has a briefing; no other twist is played."),
    ],
)  # fmt: skip
def test_moves_of_another_twist_are_not_offered(twist, word, words):
    refused = refusal(rules(twist=twist), a_table("10 11", "60"), word)
    assert (refused.reason, str(refused)) == ("not_offered", words)


def test_a_vote_for_a_seat_that_is_not_there_is_refused():
    refused = refusal(rules(), a_table("10 11", "60", phase="start"), "start:2")
    assert (refused.reason, str(refused)) == ("bad_seat", "The seats are 0 to 1; 2 came.")


@pytest.mark.parametrize("word", ["open:12", "reveal:12"])
def test_only_a_card_of_the_hand_can_be_shown(word):
    phase, twist = ("open", "open_card") if word[0] == "o" else ("brief", "briefing")
    refused = refusal(rules(twist=twist), a_table("10 11", "60", phase=phase), word)
    assert (refused.reason, str(refused)) == ("not_in_hand", "You do not hold 12.")


def test_only_the_seat_on_its_go_may_act():
    with pytest.raises(NotToAct, match=r"^Seat 0 is to act, not seat 1\.$"):
        rules().apply(a_table("10 11", "60"), 1, Play(60, 0))


def test_nobody_acts_or_leaves_once_the_table_is_over():
    game = rules()
    state = after(game, a_table("10", ""), "10u1")
    with pytest.raises(GameOver):
        game.apply(state, 0, Play(10, 0))
    with pytest.raises(GameOver):
        game.leave(state, 1, "resigned")


def test_a_seat_that_left_is_not_in_play():
    game = rules(3)
    state = after(game, a_table("10 11", "60", ""), "2-resigned")
    with pytest.raises(NotInPlay, match=r"^Seat 2 has left\.$"):
        game.leave(state, 2, "resigned")
    with pytest.raises(ValueError, match="bored"):
        game.leave(state, 1, "bored")


def test_every_option_is_spelled_out():
    assert rules(3, min_play=3).options == {
        "min_play": 3,
        "small_hands": False,
        "twist": "none",
        "start": "vote",
        "signals": "basic",
        "on_leave": "forfeit",
    }


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"min_play": 4}, "min_play is one of 2, 3; 4 came."),
        ({"min_play": 2.0}, "min_play is one of 2, 3; 2.0 came."),
        ({"min_play": True}, "min_play is one of 2, 3; true came."),
        ({"small_hands": 1}, "small_hands is one of false, true; 1 came."),
        ({"start": "me"}, 'start is one of vote, random; "me" came.'),
        ({"signals": None}, "signals is one of basic, off; null came."),
        ({"on_leave": []}, "on_leave is one of forfeit, house_bot; a list came."),
        (
            {"open_card": True},
            "The options of The Game are min_play, small_hands, twist, start, signals, on_leave; "
            '"open_card" came.',
        ),
    ],
)
def test_options_that_there_are_not_are_refused_with_those_there_are(options, words):
    with pytest.raises(BadOptions) as refused:
        rules(3, **options)
    assert str(refused.value) == words


@pytest.mark.parametrize("row", DEALS, ids=[row["deal_id"] for row in DEALS])
def test_the_published_deals_come_out(row):
    hand = json.loads(row["options"])["hand"]
    full = 7 if row["seats"] == 2 else 6
    game = rules(row["seats"], small_hands=hand < full)
    key = deal_key(
        bytes.fromhex(row["server_seed"]),
        game="the-game",
        deal_id=row["deal_id"],
        options=game.deal_options(),
        nonces=[bytes.fromhex(nonce) for nonce in row["nonces"]],
    )
    assert game.deal_options() == {"hand": hand}
    assert key.raw.hex() == row["deal_key"]
    dealt = game.dump_deal(game.deal(key, row["seats"]))
    assert dealt["hands"] == row["result"]["hands"]
    assert dealt["deck"] == row["result"]["draw_deck"]


def test_all_published_deals_of_the_game_are_among_these():
    assert sorted(row["deal_id"] for row in DEALS) == ["tg-2-7", "tg-3-6", "tg-4-5", "tg-5-6"]
