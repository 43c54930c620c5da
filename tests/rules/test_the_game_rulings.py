"""The Game: an example for each ruling of docs/rules/the-game.md."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from games.rules.deals import DealKey
from games.rules.protocol import BadOptions, Seat
from games.rules.the_game_moves import END, SIGNALS, Signal
from tests.rules.the_game_builders import (
    a_table,
    after,
    at_the_start,
    is_legal,
    is_over,
    left,
    legal,
    move,
    refusal,
    rules,
)

PAGE = Path(__file__).parents[2] / "docs" / "rules" / "the-game.md"

TENS = "10 11 12 13 14 15 16"
SIXTIES = "60 61 62 63 64 65 66"
DECK = "70 71 72 73 74 75"


def a_start(seats=3, **options):
    game = rules(seats, **options)
    return game, game.start(seats, game.deal(DealKey(bytes(32)), seats))


def told(game, before, word):
    """What a move of the seat to act tells everybody."""
    state = after(game, before, word)
    return list(game.events(before, before.board.actor, move(word), state).public)


@pytest.mark.parametrize(
    ("votes", "starts"),
    [
        ("start:2 start:2 start:2", 2),
        ("start:0 start:2 start:2", 2),
        ("start:1 start:0 start:2", 1),
    ],
)
def test_g01_the_seats_vote_in_order_and_a_tie_goes_to_the_seat_named_first(votes, starts):
    game, state = a_start()
    voted = []
    for word in votes.split():
        voted.append(state.board.actor)
        state = after(game, state, word)
    assert (voted, state.board.phase, state.board.go) == ([0, 1, 2], "play", starts)


def test_g01_votes_are_public():
    game, state = a_start()
    view = game.view(after(game, state, "start:2"), None)
    assert view.board.votes == (2,)
    assert told(game, state, "start:2") == [{"type": "vote", "seat": 0, "start": 2}]


def test_g01_the_start_may_be_drawn_instead():
    starts = set()
    for number in range(40):
        game = rules(3, start="random")
        deal = game.deal(DealKey(number.to_bytes(32, "big")), 3)
        assert deal.start == DealKey(number.to_bytes(32, "big")).stream("start").below(3)
        state = game.start(3, deal)
        assert (state.board.phase, state.board.go) == ("play", deal.start)
        starts.add(deal.start)
    assert starts == {0, 1, 2}


def test_g02_need_is_fixed_when_the_go_begins():
    game = rules()
    state = at_the_start(game, "10 11 12 13 14", "60 61", deck="70")
    assert state.board.need == 2
    state = after(game, state, "10u1 11u1 .")
    assert (len(state.deck), state.board.need) == (0, 1)


def test_g03_with_cards_in_the_deck_every_hand_is_full():
    for seats in (2, 3, 4, 5):
        game, state = a_start(seats, start="random", signals="off")
        size = len(state.hands[0])
        for _ in range(30):
            if is_over(state):
                break
            state = game.apply(state, state.board.actor, game.legal_moves(state, state.board.go)[0])
            waiting = [hand for seat, hand in enumerate(state.hands) if seat != state.board.go]
            assert not state.deck or {len(hand) for hand in waiting} == {size}


def test_g04_a_go_ends_when_its_seat_says_so():
    game = rules()
    state = after(game, a_table(TENS, SIXTIES, deck=DECK), "10u1 11u1")
    assert state.board.go == 0
    assert is_legal(game, state, "12u1")
    assert after(game, state, ".").board.go == 1


def test_g05_a_jump_that_makes_the_minimum_possible_is_found():
    # Only 43 fits, and after it only a card exactly ten lower.
    with_jump = at_the_start(rules(), "10 20 33 43", "70", tops=(42, 98, 2, 2), deck="80 81")
    without = at_the_start(rules(), "10 20 34 43", "70", tops=(42, 98, 2, 2), deck="80 81")
    assert (is_over(with_jump), is_over(without)) == (False, True)


def test_g05_the_table_is_lost_before_anything_is_placed():
    stuck = at_the_start(rules(), "20 99", "50 51", tops=(98, 98, 2, 3), deck="80 81")
    assert (stuck.board.why, stuck.board.played, stuck.board.tops) == ("stuck", 0, (98, 98, 2, 3))
    assert stuck.hands[0] == (20, 99)


def test_g05_a_pile_reserved_by_another_does_not_help():
    game = rules(twist="reserved_pile")
    mark = after(
        game, a_table(TENS, "60 61", tops=(9, 98, 2, 3), deck=DECK, token=True), "10u1 11u1 ."
    )
    assert after(game, mark, "reserve:-").board.why is None
    assert after(game, mark, "reserve:u1").board.why == "stuck"


def test_g06_a_card_after_which_no_second_fits_loses_at_once_and_counts_as_played():
    game = rules()
    state = at_the_start(game, "96 99 50 51 52", "60", tops=(95, 97, 3, 4), deck="70 71")
    lost = after(game, state, "99u2")
    assert not is_over(lost)
    lost = after(game, state, "99u1")
    assert (lost.board.why, left(lost), lost.board.tops[0]) == ("stuck", left(state) - 1, 99)


def test_g07_cards_come_in_any_order_and_on_any_piles():
    game = rules()
    state = a_table("10 20 30 40", "60 61", deck=DECK)
    for line in ("40d1 10u1 20u1 .", "10u2 20d2 40u1 30d1"):
        assert not is_over(after(game, state, line))


def test_g08_nothing_jumps_back_on_the_start_of_a_pile():
    state = a_table("90 91 11 10", "60", deck=DECK)
    assert [word for word in legal(rules(), state) if word.endswith("d1")] == [
        "10d1",
        "11d1",
        "90d1",
        "91d1",
    ]
    jumps = a_table("2 3 98", "60", tops=(11, 13, 89, 88), deck=DECK)
    assert [word for word in legal(rules(), jumps) if word[:-2] in ("2", "3")] == [
        "2d1",
        "2d2",
        "3u2",
        "3d1",
        "3d2",
    ]


def test_g09_a_refill_takes_what_the_deck_still_has():
    game = rules()
    before = a_table("10 11 12 13 14", "60 61", deck="70 71")
    state = after(game, before, "10u1 11u1 12u1 .")
    assert (state.hands[0], state.deck, state.board.need) == ((13, 14, 70, 71), (), 1)
    events = game.events(after(game, before, "10u1 11u1 12u1"), Seat(0), END, state)
    assert events.public[1:] == (
        {"type": "draw", "seat": 0, "cards": 2, "deck": 0},
        {"type": "go", "seat": 1, "need": 1},
    )
    assert events.private == {0: ({"type": "drawn", "cards": [70, 71]},)}


def test_g10_a_whole_hand_may_be_played_and_is_filled_again():
    game = rules()
    state = after(game, a_table("10 11", SIXTIES, deck=DECK), "10u1 11u1")
    assert (state.hands[0], state.board.go) == ((70, 71, 72, 73, 74, 75), 1)


def test_g11_the_last_card_wins_without_an_end():
    game = rules()
    state = after(game, a_table("10", ""), "10u1")
    outcome = game.outcome(state)
    assert (outcome.why, outcome.places, outcome.scores) == ("won", (1, 1), (0, 0))
    assert game.to_act(state) == game.in_play(state) == ()


def test_g11_the_last_card_wins_also_with_a_token_to_offer():
    game = rules(twist="reserved_pile")
    assert after(game, a_table("10", "", token=True), "10u1").board.why == "won"


def test_g12_nobody_may_skip():
    game = rules()
    assert refusal(game, a_table("10 11", "60"), ".").reason == "below_minimum"
    assert "." not in legal(game, a_table("10 11", "60"))


def test_g13_a_view_shows_the_tops_and_the_newest_go_only():
    game = rules()
    state = after(game, a_table(TENS, SIXTIES, deck=DECK), "10u1 11u1 . 60u1 61d1")
    for viewer in (0, 1, None):
        seen = game.dump_view(game.view(state, viewer))
        assert seen["tops"] == {"up1": 60, "up2": 1, "down1": 61, "down2": 100}
        assert seen["newest"] == [
            {"seat": 1, "card": 60, "pile": "up1", "over": 11},
            {"seat": 1, "card": 61, "pile": "down1", "over": 100},
        ]
        assert not re.search(r"\b10\b", json.dumps({**seen, "hand": None}))


def test_g13_the_log_of_a_running_table_begins_with_the_newest_go():
    game = rules()
    state = a_table(TENS, SIXTIES, deck=DECK)
    firsts = []
    for word in ("10u1", "11u1", ".", "pain", "60u2", "61u2", ".", "12u1"):
        state = after(game, state, word)
        firsts.append(game.told_from(state))
    # A go counts from its first card on; until then the last one stays the newest.
    assert firsts == [0, 0, 0, 0, 4, 4, 4, 7]


def test_g13_a_play_is_told_to_everybody_when_it_happens():
    assert told(rules(), a_table(TENS, SIXTIES, deck=DECK), "12u2") == [
        {"type": "play", "seat": 0, "card": 12, "pile": "up2", "over": 1}
    ]


def test_g14_one_thing_may_be_said_before_the_end_and_it_does_not_end_the_go():
    game = rules()
    state = after(game, a_table(TENS, SIXTIES, deck=DECK), "10u1 need:u1")
    assert (state.board.go, state.board.signals) == (0, (Signal("need", 0), None))
    assert refusal(game, state, "pain").reason == "already_said"
    assert not set(SIGNALS) & set(game.legal_moves(state, Seat(0)))
    assert refusal(rules(signals="off"), a_table(TENS, "60"), "pain").reason == "not_offered"


def test_g14_what_was_said_stands_until_something_else_is_said():
    game = rules()
    state = after(game, a_table(TENS, SIXTIES, deck=DECK), "need:u1 10u1 11u1 . 60u2 61u2 .")
    assert state.board.signals == (Signal("need", 0), None)
    assert after(game, state, "rich:low").board.signals == (Signal("rich", range="low"), None)


def test_g14_one_thing_may_be_said_before_a_vote():
    game, state = a_start()
    state = after(game, state, "rich:high")
    assert state.board.actor == 0
    assert refusal(game, state, "pain").reason == "already_said"
    state = after(game, state, "start:0 pain start:0 start:0")
    assert state.board.signals == (Signal("rich", range="high"), Signal("pain"), None)


def test_g14_nothing_is_said_between_goes():
    game = rules(twist="open_card")
    state = after(game, a_table(TENS, SIXTIES, deck=DECK), "10u1 11u1 .")
    assert refusal(game, state, "pain").reason == "wrong_phase"


def test_g15_a_leave_during_the_vote_makes_the_table_void():
    game, state = a_start()
    outcome = game.outcome(after(game, state, "start:1 2-deadline"))
    assert (outcome.why, outcome.places, outcome.scores) == ("void_start", (1, 1, 1), (98,) * 3)
    assert [(one.seat, one.reason) for one in outcome.leavers] == [(2, "deadline")]


@pytest.mark.parametrize("reason", ["resigned", "deadline", "removed"])
def test_g15_a_later_leave_is_a_forfeit_and_the_leaver_is_last(reason):
    game, state = a_start(4)
    state = after(game, state, f"start:1 start:1 start:1 start:1 3-{reason}")
    outcome = game.outcome(state)
    assert (outcome.why, outcome.places, outcome.scores) == ("forfeit", (1, 1, 1, 4), (98,) * 4)


def test_g15_a_drawn_start_is_no_vote_so_that_a_leave_is_a_forfeit():
    game, state = a_start(start="random")
    assert game.outcome(after(game, state, "0-resigned")).why == "forfeit"


def test_g15_a_seat_without_cards_may_leave_without_any_effect():
    game = rules(3)
    state = after(game, a_table("10 11", "", "60 61"), "1-resigned")
    assert (is_over(state), state.board.go, game.in_play(state)) == (False, 0, (0, 2))
    outcome = game.outcome(after(game, state, "10u1 . 60d1 . 11u1 61d2"))
    assert (outcome.why, outcome.places) == ("won", (1, 1, 1))
    assert [one.seat for one in outcome.leavers] == [1]


def test_g15_a_seat_that_placed_its_last_card_may_leave_instead_of_reserving():
    game = rules(twist="reserved_pile")
    state = after(game, a_table("10", "60 61", token=True), "10u1 0-resigned")
    assert (state.board.phase, state.board.go, state.board.mark) == ("play", 1, None)


def test_g16_all_seats_tie_whether_they_win_or_lose():
    game = rules(3)
    won = game.outcome(after(game, a_table("10", "", ""), "10u1"))
    lost = game.outcome(at_the_start(game, "50", "51 52", "53", tops=(98, 97, 2, 3)))
    assert (won.places, won.scores) == ((1, 1, 1), (0, 0, 0))
    assert (lost.why, lost.places, lost.scores) == ("stuck", (1, 1, 1), (4, 4, 4))


def test_g17_teams_get_the_same_deal_whatever_else_they_choose():
    key = DealKey(bytes(32))
    plain, twisted = rules(3), rules(3, twist="briefing", min_play=3, signals="off")
    assert plain.deal_options() == twisted.deal_options() == {"hand": 6}
    assert plain.deal(key, 3) == twisted.deal(key, 3)


@pytest.mark.parametrize("seats", [1, 0, 6])
def test_g18_there_is_no_table_for_one_nor_for_six(seats):
    with pytest.raises(BadOptions, match=rf"^The Game has 2 to 5 seats; {seats} came\.$"):
        rules(seats)


def test_v1_three_cards_as_long_as_there_is_a_deck_and_one_afterwards():
    game = rules(min_play=3)
    state = at_the_start(game, "10 11 12 13 14", "60 61", deck="70")
    assert state.board.need == 3
    assert after(game, state, "10u1 11u1 12u1 .").board.need == 1


@pytest.mark.parametrize(("seats", "size"), [(2, 6), (3, 5), (4, 5), (5, 5)])
def test_v2_smaller_hands_are_dealt_and_refilled(seats, size):
    game, state = a_start(seats, small_hands=True, start="random", min_play=3)
    seat = state.board.go
    assert {len(hand) for hand in state.hands} == {size}
    low = state.hands[seat]
    state = after(game, state, f"{low[0]}u1 {low[1]}u1 {low[2]}u1 .")
    assert len(state.hands[seat]) == size


def test_v3_after_the_very_first_refill_all_choose_in_turn_order_from_its_seat():
    game = rules(3, twist="open_card")
    state = a_table("10 11 12", "40 41 42", "60 61 62", deck=DECK, go=1)
    state = after(game, state, "40u1 41u1 .")
    actors = []
    for word in ("open:42", "open:60", "open:10"):
        actors.append(state.board.actor)
        state = after(game, state, word)
    assert (actors, state.board.phase, state.board.go) == ([1, 2, 0], "play", 2)
    assert state.board.face_up == (10, 42, 60)


def test_v3_later_only_those_choose_whose_open_card_is_gone():
    game = rules(3, twist="open_card")
    state = a_table("10 11 12", "40 41 42", "60 61 62", deck=DECK, face_up=(12, 42, 60))
    state = after(game, state, "10u1 11u1 .")
    assert (state.board.phase, state.board.go) == ("play", 1)
    state = after(game, state, "41u1 42u1 .")
    assert (state.board.phase, state.board.actor) == ("open", 1)
    assert after(game, state, "open:40").board.go == 2


def test_v3_an_open_card_is_played_like_any_other_and_everybody_sees_it():
    game = rules(twist="open_card")
    state = a_table("10 11", "60 61", deck=DECK, face_up=(11, 60))
    assert game.view(state, Seat(1)).board.face_up == (11, 60)
    assert game.cards_left(state) == (2, 2)
    assert after(game, state, "11u1").board.face_up == (None, 60)


def test_v4_the_token_is_offered_after_the_refill_and_may_be_kept():
    game = rules(twist="reserved_pile")
    state = after(game, a_table(TENS, SIXTIES, deck=DECK, token=True), "10u1 11u1 .")
    assert (state.board.phase, state.board.actor, len(state.hands[0])) == ("reserve", 0, 7)
    assert legal(game, state) == [
        "reserve:-",
        "reserve:u1",
        "reserve:u2",
        "reserve:d1",
        "reserve:d2",
    ]
    kept = after(game, state, "reserve:- 60u2 61u2 .")
    assert (kept.board.phase, kept.board.actor) == ("reserve", 1)


def test_v4_the_token_is_gone_for_good_when_its_owners_next_go_begins():
    game = rules(twist="reserved_pile")
    state = after(game, a_table(TENS, SIXTIES, deck=DECK, token=True), "10u1 11u1 . reserve:u1")
    assert (state.board.token, state.board.mark.seat) == (False, 0)
    ended = after(game, state, "60u2 61u2")
    assert told(game, ended, ".")[2:] == [
        {"type": "released", "pile": "up1"},
        {"type": "go", "seat": 0, "need": 2},
    ]
    state = after(game, ended, ". 12u1 13u1 .")
    assert (state.board.phase, state.board.mark) == ("play", None)


def test_v5_a_briefing_is_called_once_also_before_the_first_go_of_all():
    game, state = a_start(twist="briefing")
    state = after(game, state, "start:1 start:1 start:1")
    assert is_legal(game, state, "briefing")
    actors = []
    state = after(game, state, "briefing")
    for _ in range(3):
        actors.append(state.board.actor)
        state = after(game, state, f"reveal:{state.hands[state.board.actor][0]}")
    assert (actors, state.board.phase, state.board.go) == ([1, 2, 0], "play", 1)
    assert refusal(game, state, "briefing").reason == "too_late"


def test_v5_the_table_is_lost_before_a_briefing_could_be_called():
    game = rules(twist="briefing")
    state = at_the_start(game, "50 51", "60", tops=(98, 97, 2, 3), deck=DECK, token=True)
    assert state.board.why == "stuck"


def test_v5_a_briefing_grants_no_other_play():
    game = rules(twist="briefing")
    state = a_table("10 11 12", "60 61", deck=DECK, token=True)
    state = after(game, state, "briefing reveal:10 reveal:60")
    assert (state.board.need, state.board.played, state.deck) == (2, 0, (70, 71, 72, 73, 74, 75))


def test_v6_min_play_and_small_hands_go_with_each_other_and_with_any_twist():
    for twist in ("none", "open_card", "reserved_pile", "briefing"):
        assert rules(4, min_play=3, small_hands=True, twist=twist).options["twist"] == twist


@pytest.mark.parametrize("twist", [["open_card", "briefing"], "open_card,briefing", None])
def test_v6_two_twists_cannot_even_be_asked_for(twist):
    with pytest.raises(BadOptions, match=r"^twist is one of none, open_card, reserved_pile, brief"):
        rules(4, twist=twist)


def test_every_ruling_has_its_example_here():
    stated = set(re.findall(r"^\| ([GV]\d+) \|", PAGE.read_text(), re.MULTILINE))
    cited = re.findall(r"\btest_([gv])0?(\d+)", " ".join(globals()))
    assert {letter.upper() + number for letter, number in cited} == stated
    assert len(stated) == 18 + 6


def test_events_tell_what_a_go_did_and_how_the_table_ended():
    game = rules()
    before = a_table("10 11", "", deck="")
    assert told(game, before, "10u1") == [
        {"type": "play", "seat": 0, "card": 10, "pile": "up1", "over": 1}
    ]
    last = after(game, before, "10u1")
    assert told(game, last, "11u1") == [
        {"type": "play", "seat": 0, "card": 11, "pile": "up1", "over": 10},
        {"type": "over", "places": [1, 1], "left": 0, "why": "won"},
    ]
    left_early = game.leave(last, Seat(0), "removed")
    assert game.events(last, Seat(0), None, left_early).public == (
        {"type": "leave", "seat": 0, "reason": "removed"},
        {"type": "over", "places": [2, 1], "left": 1, "why": "forfeit"},
    )


def test_events_tell_signals_and_what_the_twists_ask_for():
    game = rules(twist="briefing")
    state = a_table("10 11 12", "60 61", deck=DECK, token=True)
    assert told(game, state, "need:d1") == [
        {"type": "signal", "say": "need", "pile": "down1", "seat": 0}
    ]
    assert told(game, state, "briefing") == [{"type": "briefing", "seat": 0}]
    called = after(game, state, "briefing")
    assert told(game, called, "reveal:11") == [{"type": "reveal", "card": 11, "seat": 0}]
    assert told(game, after(game, called, "reveal:11"), "reveal:60") == [
        {"type": "reveal", "card": 60, "seat": 1}
    ]


def test_no_hidden_card_is_printed():
    game, state = a_start()
    for printed in (repr(state), repr(game.view(state, Seat(0))), repr(game.deal(DealKey(b""), 3))):
        assert not re.search("hand|deck=\\(|placed", printed)
