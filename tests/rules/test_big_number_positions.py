"""Big Number: every worked position of tests/vectors/big_number_positions.jsonl, set up by hand."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from games.rules.big_number import BigNumber
from games.rules.big_number_flow import standing
from games.rules.big_number_options import DECKS_AT
from games.rules.deals import DealKey
from games.rules.protocol import BadOptions, Seat
from tests.rules.big_number_builders import (
    NEXT,
    RULES,
    SINGLE,
    TWO_DECKS,
    a_table,
    after,
    card_set,
    counts,
    legal,
    places,
    refusal,
)

VECTORS = Path(__file__).parents[1] / "vectors" / "big_number_positions.jsonl"

VALUES = (
    ("N002", "5S 5D", "55"),
    ("N005", "6D 6H 6S", "666"),
    ("N006", "AH 3H 8H 2H", "8321"),
    ("N007", "7H 7H 2H", "772"),
    ("N009", "7H 7S 2H", "not a set"),
    ("N010", "9S 9H 9D 9C", "9999"),
    ("N011", "AS AH", "11"),
    ("N012", "9H 8H 7H 6H 5H 4H 3H 2H AH", "987654321"),
    ("N014", "7H 7H 7S", "777"),
    ("N016", "AS 2S", "21"),
)

LEADS = (
    ("N018", "4D 7D", "4D, 7D, 7D 4D"),
    ("N019", "4D 4S 4C", "4D, 4S, 4C, 4S 4D 4C"),
    ("N021", "9S", "9S"),
    ("N022", "4D 4S 7S", "4D, 4S, 7S"),
)

ANSWERS = (
    ("N024", "8S 2H", "8D", "PASS"),
    ("N027", "9H 7S", "9D 7D", "PASS"),
    ("N028", "9H 7H 2C", "9D 7D", "PASS"),
    ("N032", "6C 6S 5D", "5H 3H", "PASS, 6C 6S"),
    ("N033", "2D 6D 8D", "6C 6S", "PASS, 8D 6D, 8D 2D, 8D 6D 2D"),
    ("N035", "AS 2S 3S 4S", "9H 8H 7H", "PASS, 4S 3S 2S AS"),
    ("N036", "9S 9D 8C", "9H 8H", "PASS, 9S 9D"),
    ("N037", "5S 5S 2D", "5H 5D", "PASS"),
    ("N038", "5S 5S 2S", "5H 4H", "PASS, 5S 5S, 5S 5S 2S"),
)

TAKES = (
    ("N039", "7S 2C", "4D", "7S", "4D"),
    ("N040", "6C 6S 2D", "5H 3H", "6C 6S", "5H or 3H"),
    ("N043", "9S 9D 2C", "7H 7H", "9S 9D", "7H"),
    ("N044", "5D 5C 3H", "8S", "5D 5C", "8S"),
)

ENDS = (
    ("N054", (14, 9, 3), 15, None),
    ("N055", (15, 9, 3), 15, [3, 2, 1]),
    ("N058", (19, 0, 5), 20, None),
    ("N061", (15, 0), 15, [2, 1]),
    ("N062", (0, 16, 0, 0), 15, [1, 4, 1, 1]),
)

# Seats, decks, cards of the pack, cards set aside.
SETUPS = (
    ("N073", 2, 1, 36, 18),
    ("N075", 4, 1, 36, 0),
    ("N076", 5, 2, 72, 27),
    ("N077", 6, 2, 72, 18),
    ("N078", 3, 2, 72, 45),
)

REFUSED_SETUPS = (("N081", 5, 1), ("N083", 1, 1))


def _rows(table):
    return [pytest.param(*row[1:], id=row[0]) for row in table]


def _sets(listed):
    """The plays of a list of moves without what they take, each once, cards in any order."""
    return Counter(
        "pass" if one.lower() == "pass" else tuple(sorted(one.partition(" > ")[0].split()))
        for one in listed
    )


def _once(listed):
    return Counter(set(_sets(listed)))


@pytest.mark.parametrize(("cards", "value"), _rows(VALUES))
def test_these_cards_are_worth(cards, value):
    found = card_set(cards).value
    assert (str(found) if found else "not a set") == value


@pytest.mark.parametrize(("hand", "plays"), _rows(LEADS))
def test_a_leader_may_play(hand, plays):
    assert _sets(legal(a_table(hand, "2C 3C"))) == _sets(plays.split(", "))


@pytest.mark.parametrize(("hand", "middle", "plays"), _rows(ANSWERS))
def test_on_this_middle_one_may_play(hand, middle, plays):
    state = a_table(hand, "2C 3C", middle=middle)
    assert _once(legal(state, TWO_DECKS)) == _sets(plays.split(", "))


@pytest.mark.parametrize(("hand", "middle", "play", "takes"), _rows(TAKES))
def test_whoever_beats_takes_up(hand, middle, play, takes):
    listed = legal(a_table(hand, "2C 3C", middle=middle), TWO_DECKS)
    mine = [one for one in listed if set(one.partition(" > ")[0].split()) == set(play.split())]
    assert [one.partition(" > ")[2] for one in mine] == takes.split(" or ")


@pytest.mark.parametrize(("points", "target", "ranks"), _rows(ENDS))
def test_after_a_deal_with_these_points(points, target, ranks):
    rules = BigNumber(target=target)
    out = points.index(min(points))
    hands = ["9S" if seat == out else "2C" for seat in range(len(points))]
    # Whoever goes out has its points already; the others get their last one now.
    before = tuple(one - (seat != out) for seat, one in enumerate(points))
    if min(before) < 0:
        # Three winners without a point: no deal gives that, so the sheet itself is asked.
        assert list(standing(a_table(*hands, points=points).sheet)) == ranks
        return
    state = after(a_table(*hands, turn=out, points=before, later=NEXT), "9S", rules=rules)
    assert list(state.sheet.points) == list(points)
    assert places(state, rules) == ranks


@pytest.mark.parametrize(("seats", "decks", "cards", "aside"), _rows(SETUPS))
def test_the_set_up_is(seats, decks, cards, aside):
    rules = BigNumber.with_options({"decks": decks}, seats)
    state = rules.start(seats, rules.deal(DealKey(bytes(32)), seats))
    assert counts(state) == [9] * seats
    assert decks * 36 == cards
    assert cards - 9 * seats == aside
    assert decks in DECKS_AT[seats]


@pytest.mark.parametrize(("seats", "decks"), _rows(REFUSED_SETUPS))
def test_this_set_up_is_not_allowed(seats, decks):
    with pytest.raises(BadOptions):
        BigNumber.with_options({"decks": decks}, seats)


def test_n046_everybody_else_pays_a_point_for_each_card():
    state = a_table("2S 3S 4H", "9S 9H", "2C", "2D 3D 4D 5D 6C", turn=1, middle="8S 8H", later=NEXT)
    state = after(state, "9S 9H")
    assert (list(state.sheet.points), state.sheet.number == 2) == ([3, 0, 1, 5], True)


def test_n048_a_leader_with_one_card_ends_the_deal():
    state = after(a_table("9S", "2C 3C", later=NEXT), "9S")
    assert (state.sheet.number == 2, list(state.sheet.points)) == (True, [0, 2])


def test_n049_the_owner_leads_and_cannot_pass_when_all_others_have_passed():
    state = after(a_table("4D 7D", "2C 3C", "2S 3H"), "7D", "pass", "pass")
    assert (state.turn, state.middle is not None, "pass" in legal(state)) == (0, False, False)
    assert refusal(state, "pass").reason == "pass_on_lead"


def test_n053_a_single_for_a_single_keeps_the_hand_size():
    state = after(a_table("3D 2S 4H", "9D 5C"), "3D", "9D", "pass")
    assert (*counts(state), state.turn) == (2, 2, 1)


def test_n064_in_a_single_deal_equal_hands_share_a_place():
    state = after(a_table("9S", "2C 3C", "2D 4H"), "9S", rules=SINGLE)
    assert places(state, SINGLE) == [1, 2, 2]


def test_n066_the_start_goes_round_whoever_won():
    state = a_table("9S", "2C 3C", "2D 4H", turn=0, start=2, later=NEXT)
    state = after(state, "9S")
    assert (state.sheet.start, state.turn) == (0, 0)


def test_n067_the_next_start_is_left_of_the_last_start():
    winner = 0
    state = after(a_table("9S", "2C 3C", "2D 4H", turn=winner, start=1, later=NEXT), "9S")
    assert (winner, state.sheet.start) == (0, 2)


def test_n068_who_resigns_is_last_whatever_the_points():
    state = a_table("2S 3H", "2C 3D", "2D 4H", turn=1, points=(3, 1, 7), later=NEXT)
    state = after(state, "1 resigns")
    ranks = list(standing(state.sheet))
    assert (state.turn, state.why is not None, ranks) == (2, False, [1, 3, 2])


def test_n069_the_set_of_an_owner_who_resigned_stays_and_the_next_seat_leads():
    state = after(a_table("7D 2S 3H", "2C 3D", "2D 4H"), "7D", "0 resigns")
    assert state.middle == card_set("7D")
    state = after(state, "pass", "pass")
    assert (state.turn, state.middle is not None) == (1, False)


def test_n070_of_two_the_one_who_misses_the_deadline_is_last():
    state = RULES.leave(a_table("2S 3H", "2C 3D", turn=1, points=(14, 0)), Seat(1), "deadline")
    assert (state.why is not None, places(state)) == (True, [1, 2])


def test_n072_when_nobody_is_left_to_answer_the_round_is_over():
    state = after(a_table("7D 2S 3H", "2C 3D", "2D 4H"), "7D", "pass", "2 resigns")
    assert (state.turn, state.middle is not None) == (0, False)


def _published():
    return {row["id"]: row for row in map(json.loads, VECTORS.read_text().splitlines())}


def test_no_published_position_is_missing_here():
    tables = VALUES + LEADS + ANSWERS + TAKES + ENDS + SETUPS + REFUSED_SETUPS
    scenes = {name[5:9].upper() for name in globals() if re.match(r"test_n\d{3}_", name)}
    assert {row[0] for row in tables} | scenes == set(_published())
    assert len(tables) + len(scenes) == len(_published()) == 50


@pytest.mark.parametrize(
    ("table", "position", "answer"),
    [
        (VALUES, "{0}", "{1}"),
        (LEADS, "hand {0} | middle empty (lead)", "{1}"),
        (ANSWERS, "hand {0} | middle {1}", "{2}"),
        (TAKES, "hand {0} | middle {1} | play {2}", "take: {3}"),
    ],
    ids=["values", "leads", "answers", "takes"],
)
def test_the_tables_above_say_what_was_published(table, position, answer):
    for row_id, *parts in table:
        row = _published()[row_id]
        assert row["position"] == position.format(*parts)
        assert row["answer"] == answer.format(*parts)


def test_the_ends_and_set_ups_above_say_what_was_published():
    published = _published()
    for row_id, points, target, ranks in ENDS:
        answer = "match goes on" if ranks is None else f"ranks {ranks}"
        assert published[row_id]["answer"] == answer
        assert published[row_id]["position"] == f"points {list(points)} target {target}"
    for row_id, _, _, cards, aside in SETUPS:
        assert published[row_id]["answer"] == f"{cards} cards, 9 each, {aside} set aside unseen"
    for row_id, seats, _ in REFUSED_SETUPS:
        assert published[row_id]["position"] == f"{seats} players, one deck"
        assert published[row_id]["answer"] == "not allowed"
