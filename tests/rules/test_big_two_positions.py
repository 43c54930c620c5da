"""Big Two: every worked position of tests/vectors/big_two_positions.jsonl, set up by hand."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from games.rules.big_two_hands import classify
from tests.rules.big_two_builders import (
    RULES,
    a_deal,
    a_table,
    after,
    bits,
    is_legal,
    rest_of_pack,
    texts,
)

VECTORS = Path(__file__).parents[1] / "vectors" / "big_two_positions.jsonl"

CLASSIFY = (
    ("B001", "3D", "single"),
    ("B002", "2S", "single"),
    ("B003", "7D 7S", "pair"),
    ("B004", "7D 8D", "illegal"),
    ("B005", "9D 9C 9S", "triple"),
    ("B008", "5D 5C 6H 6S", "illegal"),
    ("B009", "5D 5C 5H 5S 3D", "four"),
    ("B010", "5D 5C 5H 5S 2S", "four"),
    ("B011", "5D 5C 5H 9S 9D", "full house"),
    ("B012", "5D 5C 6H 6S 7D", "illegal"),
    ("B013", "5D 5C 5H 6S 7D", "illegal"),
    ("B014", "3D 4C 5H 6S 7D", "straight"),
    ("B020", "QD KC AH 2S 3D", "illegal"),
    ("B021", "KD AC 2H 3S 4D", "illegal"),
    ("B023", "AS 2S 3S 4S 5S", "straight flush"),
    ("B026", "3H 5H 9H JH 2H KH", "illegal"),
)

BEATS = (
    ("B033", "2H", "2S", "legal"),
    ("B034", "KH", "KC", "illegal"),
    ("B035", "9D", "9C", "legal"),
    ("B036", "7D 7C", "7H 7S", "legal"),
    ("B037", "7D 7S", "7C 7H", "illegal"),
    ("B038", "AS AH", "2D 2C", "legal"),
    ("B039", "3D", "3C 3S", "illegal"),
    ("B041", "KD KC", "3D 3H 3S", "illegal"),
    ("B044", "6D 6C 6H", "5D 5C 5H", "illegal"),
    ("B045", "5D 5C 5H", "6D 6C 6H 6S 3D", "illegal"),
    ("B047", "9S JS QS KS 2S", "3D 3C 3H 4D 4C", "legal"),
    ("B050", "3D 4D 5D 6D 7D", "2D 2C 2H 2S AS", "illegal"),
    ("B051", "4S 5S 6S 7S 9S", "3H 5H 9H KH AH", "illegal"),
    ("B052", "3H 5H 9H KH AH", "3S 4S 5S 6S 8S", "legal"),
    ("B053", "3H 5H 9H KH AH", "4H 6H 7H 8H 2H", "legal"),
    ("B054", "4H 6H 7H 8H 2H", "3H 5H 9H KH AH", "illegal"),
    ("B055", "3D 4C 5H 6S 7D", "3C 4D 5S 6H 7S", "legal"),
    ("B058", "2D 3C 4H 5S 6D", "3D 4C 5H 6S 7D", "legal"),
    ("B059", "2D 3C 4H 5S 6S", "AS 2H 3S 4D 5C", "illegal"),
    ("B062", "4D 4C 4H 5D 5C", "3D 3C 3H 2D 2C", "illegal"),
    ("B063", "3D 3C 3H 3S 2S", "4D 4C 4H 4S 5D", "legal"),
    ("B064", "KD KC KH KS 3D", "2D 2C 2H 2S 4D", "legal"),
    ("B065", "3S 4S 5S 6S 7S", "4D 5D 6D 7D 8D", "legal"),
    ("B069", "3S 4S 5S 6S 7S", "AD KD QD JD TD", "legal"),
    ("B070", "2D 2C 2H 2S 3D", "9D TD JD QD KD", "legal"),
    ("B071", "3D 4C 5H 6S 7D", "8D 8C 8H 8S", "illegal"),
)


@pytest.mark.parametrize(
    ("cards", "shape"), [pytest.param(*row[1:], id=row[0]) for row in CLASSIFY]
)
def test_these_cards_are(cards, shape):
    found = classify(bits(cards))
    assert (found[0] if found else "illegal") == shape


@pytest.mark.parametrize(
    ("table", "answer", "verdict"), [pytest.param(*row[1:], id=row[0]) for row in BEATS]
)
def test_on_this_table_that_answer_is(table, answer, verdict):
    # One card more each, which neither side shows, so that nobody goes out.
    spare = [name for name in ("8D", "QH", "9H") if name not in f"{table} {answer}"]
    state = after(a_table(f"{table} {spare[0]}", f"{answer} {spare[1]}"), table)
    assert ("legal" if is_legal(state, answer) else "illegal") == verdict


def test_b072_the_first_play_has_to_include_the_lowest_dealt_card():
    state = a_table("3D 3C 4D", "5D", "6D", "7D", must="3D")
    assert texts(RULES.legal_moves(state, 0)) == ["3D", "3D 3C"]


def test_b073_any_combination_with_the_card_may_be_the_first():
    state = a_table("3D 4C 5H 6S 7D KD", "5D", "6D", "8D", must="3D")
    assert is_legal(state, "3D 4C 5H 6S 7D")


def test_b076_a_pair_with_the_card_may_be_the_first():
    assert is_legal(a_table("3D 3C 4D", "5D", "6D", "7D", must="3D"), "3D 3C")


def test_b077_at_two_seats_the_holder_of_whatever_came_out_lowest_leads():
    higher = rest_of_pack("3D 3C 3H 3S 4D 4C 4H 4S 5D 5C 5H")
    deal = a_deal(" ".join(higher[:17]), " ".join(["5H", *higher[17:33]]))
    state = RULES.start(2, deal)
    assert (state.turn, RULES.dump(state)["must"]) == (1, "5H")


def test_b078_passing_does_not_put_a_seat_out_of_the_trick():
    state = after(a_table("4C TC", "9C TD", "6D TH"), "4C", "pass", "6D", "pass")
    assert (state.turn, is_legal(state, "9C")) == (1, True)


def test_b079_whoever_played_last_leads_again_and_cannot_pass():
    state = after(a_table("4C TC", "9C TD", "6D TH"), "4C", "pass", "pass")
    assert (state.turn, 0 if state.table is None else 1, is_legal(state, "pass")) == (0, 0, False)


def test_b080_the_first_to_go_out_is_first_and_the_next_seat_leads():
    state = after(a_table("2S", "4C 5C", "4D 5D", "4H 5H"), "2S")
    assert (list(state.out), state.why is not None, state.turn) == ([0], False, 1)
    state = after(state, "pass", "pass")
    assert state.turn == 3
    state = after(state, "pass")
    assert (state.turn, 0 if state.table is None else 1) == (1, 0)


def test_b083_the_finishing_order_is_the_result():
    state = after(a_table("KD", "5D 8D", "6D"), "KD", "pass", "pass", "5D", "6D")
    assert [*state.out, *state.playing] == [0, 2, 1]
    assert RULES.outcome(state).places == (1, 3, 2)


def test_b086_what_the_leaver_played_stays_to_be_beaten():
    state = after(a_table("TC 3D", "4C 5C", "4D 5D", "4H 5H"), "TC", "0 resigns", "pass", "pass")
    assert state.turn == 3
    assert texts((state.table,)) == ["TC"]
    state = after(state, "pass")
    assert (state.turn, 0 if state.table is None else 1) == (1, 0)


def test_b088_when_the_first_leader_resigns_the_next_seat_leads_freely():
    state = after(a_table("3D 4D", "4C 5C", "5D", "5H", must="3D"), "0 resigns")
    assert (state.turn, 0 if state.table is None else 1, is_legal(state, "5C")) == (1, 0, True)


def test_b089_the_last_one_still_playing_takes_the_best_free_place():
    state = after(a_table("2S", "4C 5C", "4D 5D", "4H 5H"), "2S", "2 resigns", "3 resigns")
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert sorted(range(4), key=lambda seat: outcome.places[seat]) == [0, 1, 3, 2]


def test_b091_a_missed_deadline_is_last_place_and_the_end_of_two():
    state = RULES.leave(a_table("3D 4D", "4C 5C", turn=1), 1, "deadline")
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert sorted(range(2), key=lambda seat: outcome.places[seat]) == [0, 1]


def _published():
    return {row["id"]: row for row in map(json.loads, VECTORS.read_text().splitlines())}


def test_no_published_position_is_missing_here():
    scenes = {name[5:9].upper() for name in globals() if re.match(r"test_b\d{3}_", name)}
    assert {row[0] for row in CLASSIFY + BEATS} | scenes == set(_published())
    assert len(_published()) == 54


def test_the_tables_above_say_what_was_published():
    published = _published()
    for row_id, cards, shape in CLASSIFY:
        row = published[row_id]
        assert (row["position"], row["answer"]) == (cards, shape)
    for row_id, table, answer, verdict in BEATS:
        row = published[row_id]
        assert (row["position"], row["answer"]) == (f"table {table} <- {answer}", verdict)
