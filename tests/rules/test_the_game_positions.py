"""The Game: every worked position of tests/vectors/the_game_positions.jsonl, set up by hand."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from games.rules.deals import DealKey
from games.rules.protocol import BadOptions
from tests.rules.the_game_builders import (
    PILES,
    a_table,
    after,
    at_the_start,
    is_legal,
    is_over,
    left,
    legal,
    rules,
)

VECTORS = Path(__file__).parents[1] / "vectors" / "the_game_positions.jsonl"

MOVES = (
    ("G001", "1/1/100/100", 2, "up1", "legal"),
    ("G002", "1/1/100/100", 99, "down1", "legal"),
    ("G003", "1/1/100/100", 99, "up1", "legal"),
    ("G004", "1/1/100/100", 2, "down2", "legal"),
    ("G005", "47/1/100/100", 37, "up1", "legal"),
    ("G007", "47/1/100/100", 36, "up1", "illegal"),
    ("G011", "1/1/65/100", 75, "down1", "legal"),
    ("G012", "1/1/65/100", 74, "down1", "illegal"),
    ("G015", "1/1/65/100", 66, "down1", "illegal"),
    ("G018", "11/1/100/100", 2, "up1", "illegal"),
    ("G019", "1/1/89/100", 99, "down1", "legal"),
    ("G020", "1/1/90/100", 99, "down1", "illegal"),
    ("G021", "99/1/100/100", 89, "up1", "legal"),
    ("G022", "1/1/2/100", 12, "down1", "legal"),
    ("G025", "99/99/2/2", 50, "down2", "illegal"),
)


@pytest.mark.parametrize(
    ("tops", "card", "pile", "verdict"), [pytest.param(*row[1:], id=row[0]) for row in MOVES]
)
def test_with_these_tops_that_card_is(tops, card, pile, verdict):
    lying = tuple(map(int, tops.split("/")))
    state = a_table(f"{card} 44 45", "46", tops=lying, need=1)
    word = f"{card}{pile[0]}{pile[-1]}"
    assert ("legal" if is_legal(rules(), state, word) else "illegal") == verdict


def test_g026_a_chain_goes_up_back_ten_and_up_again():
    game = rules()
    state = a_table("43 33 35 90", "50", tops=(40, 1, 100, 100), deck="51 52")
    state = after(game, state, "43u1 33u1 35u1")
    assert (state.board.tops[0], is_legal(game, state, ".")) == (35, True)


def test_g027_a_pile_may_be_jumped_back_again_and_again():
    state = a_table("57 47 37 27 90", "50", tops=(50, 1, 100, 100), deck="51 52")
    state = after(rules(), state, "57u1 47u1 37u1 27u1")
    assert state.board.tops[0] == 27


@pytest.mark.parametrize(
    ("seats", "options", "each", "deck"),
    [
        pytest.param(3, {}, 6, 80, id="G029"),
        pytest.param(5, {}, 6, 68, id="G031"),
        pytest.param(2, {"small_hands": True}, 6, 86, id="G032"),
        pytest.param(3, {"small_hands": True}, 5, 83, id="G033"),
    ],
)
def test_g029_g031_g032_g033_so_many_cards_are_dealt(seats, options, each, deck):
    game = rules(seats, **options)
    state = game.start(seats, game.deal(DealKey(bytes(32)), seats))
    assert ([*map(len, state.hands)], len(state.deck)) == ([each] * seats, deck)


def test_g036_six_seats_are_not_allowed():
    with pytest.raises(BadOptions, match=r"^The Game has 2 to 5 seats; 6 came\.$"):
        rules(6)


def test_g041_the_go_ends_by_itself_when_the_whole_hand_is_played():
    deck = "80 81 82 83 84 85 86 87 88 89"
    state = a_table("2 3 4 5 6 7 8", "70 71 72 73 74 75 76", deck=deck)
    state = after(rules(), state, "2u1 3u1 4u1 5u1 6u1 7u1 8u1")
    assert (len(state.hands[0]), state.board.go, len(state.deck)) == (7, 1, 3)


def test_g042_the_others_go_on_when_one_seat_has_no_cards_left():
    state = after(rules(), a_table("50", "60 61"), "50u1")
    assert (is_over(state), state.board.go) == (False, 1)


def test_g044_the_last_card_of_all_wins_at_once():
    state = after(rules(), a_table("50", ""), "50u1")
    assert (is_over(state), state.board.why == "won", left(state)) == (True, True, 0)


BLOCKED = (98, 97, 3, 4)


def test_g047_no_card_fits_when_the_go_begins():
    state = at_the_start(rules(), "50 51 52 53 54 55 56", "60", tops=BLOCKED, deck="61 62")
    assert (is_over(state), left(state)) == (True, 10)


def test_g048_one_card_fits_but_the_minimum_is_two():
    state = at_the_start(rules(), "50 51 52 53 54 55 99", "60", tops=BLOCKED, deck="61 62")
    assert (is_over(state), left(state)) == (True, 10)
    assert state.board.tops == BLOCKED


def test_g051_the_order_of_the_cards_is_the_players():
    game = rules()
    hand, tops = "50 51 52 53 54 96 99", (95, 97, 3, 4)
    state = after(game, at_the_start(game, hand, "60", tops=tops, deck="61 62"), "96u1 99u1")
    assert (is_over(state), is_legal(game, state, ".")) == (False, True)


def test_g052_after_the_only_card_that_fits_none_is_left():
    state = at_the_start(rules(), "20 50 51 52 53 54 55", "60", tops=(98, 97, 30, 3), deck="61 62")
    assert is_over(state)


def test_g054_with_an_empty_deck_one_card_is_enough():
    game = rules()
    assert is_legal(game, after(game, a_table("50 60", "70"), "50u1"), ".")


def test_g055_nobody_may_skip_even_with_an_empty_deck():
    assert not is_legal(rules(), a_table("50 60", "70"), ".")


def test_g057_the_three_card_minimum_asks_for_three():
    game = rules(min_play=3)
    state = at_the_start(game, "10 11 12 13 14 15 16", "60", deck="61 62")
    state = after(game, state, "10u1 11u1")
    assert (is_legal(game, state, "."), is_legal(game, after(game, state, "12u1"), ".")) == (
        False,
        True,
    )


def test_g059_two_cards_that_fit_are_too_few_for_three():
    game = rules(min_play=3)
    state = at_the_start(game, "50 51 52 53 54 98 99", "60", tops=(97, 97, 3, 4), deck="61 62")
    assert is_over(state)


def test_g060_small_hands_are_refilled_to_five_under_the_three_card_minimum_too():
    game = rules(3, min_play=3, small_hands=True)
    state = a_table("10 11 12 13 14", "20", "30", deck="61 62 63 64", need=3)
    state = after(game, state, "10u1 11u1 12u1 .")
    assert len(state.hands[0]) == 5


def test_g062_after_a_refill_the_player_opens_one_card_new_ones_included():
    game = rules(twist="open_card")
    state = a_table("10 11 12 13 14 15 16", "20 21", deck="61 62 63", face_up=(None, 20))
    state = after(game, state, "10u1 11u1 .")
    assert (state.board.phase, state.board.actor, is_legal(game, state, "open:61")) == (
        "open",
        0,
        True,
    )


def test_g064_an_open_card_that_was_not_played_stays_and_is_not_swapped():
    game = rules(twist="open_card")
    state = a_table("10 11 12 13 14 15 56", "63 64", deck="61 62 65", face_up=(56, 63))
    board = after(game, state, "10u1 11u1 .").board
    assert (board.phase, list(board.face_up), board.go) == ("play", [56, 63], 1)


def test_g065_an_open_card_that_was_played_is_replaced_at_the_next_refill():
    game = rules(twist="open_card")
    state = a_table("10 11 12 13 14 15 56", "63 64", deck="61 62 65", face_up=(56, 63))
    played = after(game, state, "10u1 56u1")
    ended = after(game, played, ".")
    assert (played.board.face_up[0], played.board.phase, ended.board.phase) == (
        None,
        "play",
        "open",
    )


def test_g066_without_a_refill_there_is_no_new_open_card():
    game = rules(twist="open_card")
    board = after(game, a_table("10 11", "20 21"), "10u1 .").board
    assert (board.phase, list(board.face_up)) == ("play", [None, None])


def test_g067_at_the_end_of_its_go_a_seat_may_reserve_a_pile():
    game = rules(twist="reserved_pile")
    state = a_table("10 11 12 13 14 15 16", "20 21", deck="61 62 63", token=True)
    offered = after(game, state, "10u1 11u1 .")
    marked = after(game, offered, "reserve:u1")
    piles = sorted({list(PILES).index(word[-2:]) for word in legal(game, marked)})
    assert (offered.board.phase, marked.board.go, piles) == ("reserve", 1, [1, 2, 3])


def test_g069_a_reserved_pile_may_make_the_others_lose():
    game = rules(twist="reserved_pile")
    state = a_table("10 11 12", "60 61", tops=(5, 98, 3, 4), deck="70 71 72 73 74 75", token=True)
    assert not is_over(after(game, state, "10u1 11u1 . reserve:-"))
    assert is_over(after(game, state, "10u1 11u1 . reserve:u1"))


def test_g071_nobody_else_may_play_on_a_reserved_pile_until_the_owners_next_go():
    game = rules(3, twist="reserved_pile")
    state = a_table(
        "48 49 51 52", "60 61 62", "70 71 72", tops=(47, 50, 100, 100), deck="80 81 82 83 84",
        token=True,
    )  # fmt: skip
    marked = after(game, state, "48u1 49u1 . reserve:u1")
    third = after(game, marked, "60d1 61u2 .")
    owner = after(game, third, "70d2 71u2 .")
    assert (
        is_legal(game, marked, "60u1"),
        is_legal(game, marked, "60u2"),
        is_legal(game, third, "70u1"),
        is_legal(game, owner, "51u1"),
    ) == (False, True, False, True)


def test_g072_the_token_goes_when_play_passes_an_owner_without_cards():
    game = rules(3, twist="reserved_pile")
    state = a_table("50", "60 61", "70 71", token=True)
    marked = after(game, state, "50u1 reserve:u1")
    assert (marked.board.mark.pile, marked.board.mark.seat) == (0, 0)
    state = after(game, marked, "60u2 . 70u2 .")
    assert (state.board.go, state.board.mark) == (1, None)


def test_g073_in_a_briefing_each_seat_reveals_one_card():
    game = rules(3, twist="briefing")
    state = a_table("50 51", "60 61", "70 71", deck="80 81", token=True)
    board = after(game, state, "briefing reveal:51 reveal:60 reveal:70").board
    assert ([[card] for card in board.face_up], board.go, board.played) == (
        [[51], [60], [70]],
        0,
        0,
    )
    assert not board.token


def test_g074_a_seat_without_cards_reveals_nothing():
    game = rules(3, twist="briefing")
    state = a_table("50 51", "", "70 71", token=True)
    board = after(game, state, "briefing reveal:51 reveal:70").board
    assert [[card] if card else [] for card in board.face_up] == [[51], [], [70]]


def test_g075_a_briefing_comes_before_the_first_card():
    game = rules(twist="briefing")
    state = a_table("50 51 52", "60 61", deck="80 81", token=True)
    assert not is_legal(game, after(game, state, "50u1"), "briefing")


def test_g077_a_briefed_card_is_public_until_it_is_played():
    game = rules(twist="briefing")
    state = a_table("50 51 52", "60 61", deck="80 81", token=True)
    board = after(game, state, "briefing reveal:51 reveal:60 51u1").board
    assert [[card] if card else [] for card in board.face_up] == [[], [60]]


def test_g080_of_two_tables_of_a_deal_the_one_that_placed_all_is_better():
    won = rules().outcome(after(rules(), a_table("50", ""), "50u1"))
    stuck = rules().outcome(at_the_start(rules(), "50 51 52 53 54 55 56", "", tops=BLOCKED))
    assert (won.why, won.scores) == ("won", (0, 0))
    assert (stuck.why, stuck.scores) == ("stuck", (7, 7))


def test_g081_a_leave_ends_the_table_as_a_forfeit():
    game = rules(3)
    deck = " ".join(map(str, range(80, 92)))
    hands = ("10 11 12 13 14 15", "20 21 22 23 24 25", "30 31 32 33 34 35")
    outcome = game.outcome(after(game, a_table(*hands, deck=deck), "1-resigned"))
    assert (outcome.why, outcome.scores[0], outcome.places) == ("forfeit", 30, (1, 3, 1))


def _published():
    return {row["id"]: row for row in map(json.loads, VECTORS.read_text().splitlines())}


def test_no_published_position_is_missing_here():
    named = " ".join(name for name in globals() if re.match(r"test_g\d{3}_", name))
    scenes = {found.upper() for found in re.findall(r"g\d{3}", named)}
    assert {row[0] for row in MOVES} | scenes == set(_published())
    assert len(_published()) == 48


def test_the_table_of_moves_says_what_was_published():
    published = _published()
    for row_id, tops, card, pile, verdict in MOVES:
        row = published[row_id]
        assert row["position"] == f"tops {tops}, card {card} on {pile}"
        assert row["answer"] == verdict
