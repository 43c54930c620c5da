"""Deals: the published vectors of vdeal-1, and that no secret is ever printed."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.rules.deals import DealKey, Stream, canonical_json, commitment, deal_key, transcript
from games.rules.registry import rules_for

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "deals.json").read_text())
KEY = bytes(range(32))


def _numbered(name: str) -> list[Any]:
    rows = VECTORS[name]
    return [pytest.param(row, id=f"{name}{index}") for index, row in enumerate(rows)]


def _stream(row: dict[str, Any]) -> Stream:
    return DealKey(bytes.fromhex(row["key"])).stream(row["label"])


@pytest.mark.parametrize("row", _numbered("commit"))
def test_the_published_commitments_come_out(row):
    assert commitment(bytes.fromhex(row["server_seed"])) == row["commit"]


@pytest.mark.parametrize("row", _numbered("stream"))
def test_the_published_streams_come_out(row):
    stream = _stream(row)
    assert [stream.word() for _ in row["words"]] == row["words"]


@pytest.mark.parametrize("row", _numbered("below"))
def test_the_published_numbers_below_come_out(row):
    stream = _stream(row)
    assert [stream.below(row["n"]) for _ in row["values"]] == row["values"]


@pytest.mark.parametrize("row", _numbered("below"))
def test_as_many_words_are_rejected_as_published(row):
    stream, words = _stream(row), _stream(row)
    for _ in row["values"]:
        stream.below(row["n"])
    following = stream.word()
    taken = next(count for count in range(1000) if words.word() == following)
    assert taken - len(row["values"]) == row["rejected"]


@pytest.mark.parametrize("row", _numbered("draw"))
def test_the_published_draws_come_out(row):
    assert list(_stream(row).draw(row["m"], row["k"])) == row["out"]


def _key_parts(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "game": row["game"],
        "deal_id": row["deal_id"],
        "options": json.loads(row["options"]),
        "nonces": [bytes.fromhex(nonce) for nonce in row["nonces"]],
    }


@pytest.mark.parametrize("row", _numbered("games"))
def test_the_published_transcripts_and_keys_come_out(row):
    parts = _key_parts(row)
    assert hashlib.sha256(transcript(**parts)).hexdigest() == row["transcript_sha256"]
    assert deal_key(bytes.fromhex(row["server_seed"]), **parts).raw.hex() == row["deal_key"]


@pytest.mark.parametrize(
    "row", [one for one in _numbered("games") if one.values[0]["game"] == "big-two"]
)
def test_the_published_big_two_deals_come_out(row):
    rules = rules_for("big-two", {}, row["seats"])
    key = deal_key(bytes.fromhex(row["server_seed"]), **_key_parts(row))
    deal = rules.deal(key, row["seats"])
    state = rules.start(row["seats"], deal)
    assert rules.dump_deal(deal) == {"hands": row["result"]["hands"], "left_over": None}
    assert state.sheet.leader == row["result"]["leader"]
    assert rules.dump(state)["must"] == row["result"]["lowest_dealt"]


def test_the_first_numbers_below_52_are_as_the_design_says():
    stream = DealKey(KEY).stream("below")
    assert [stream.below(52) for _ in range(5)] == [13, 15, 6, 26, 47]


def test_streams_of_different_labels_differ():
    key = DealKey(KEY)
    assert key.stream("deck:1").word() != key.stream("deck:2").word()


def test_a_stream_begins_anew_each_time_it_is_asked_for():
    key = DealKey(KEY)
    assert key.stream("start").word() == key.stream("start").word()


def test_a_part_of_a_draw_is_the_beginning_of_the_whole_draw():
    key = DealKey(KEY)
    assert key.stream("x").draw(52, 34) == key.stream("x").draw(52, 52)[:34]


def test_every_card_comes_to_every_place_about_equally_often():
    stream = DealKey(KEY).stream("fair")
    seen = Counter(
        place * 6 + card for _ in range(3600) for place, card in enumerate(stream.draw(6, 6))
    )
    chi_square = sum((seen[cell] - 600) ** 2 / 600 for cell in range(36))
    # 25 degrees of freedom: above 52.6 once in a thousand fair tries; the stream is fixed.
    assert chi_square < 52.6


def test_another_nonce_another_order_of_nonces_another_deal_id_give_another_key():
    parts = {"game": "big-two", "deal_id": "a", "options": {}, "nonces": [b"1", b"2"]}
    others = [{"nonces": [b"2", b"1"]}, {"nonces": [b"12", b""]}, {"deal_id": "b"}, {"game": "x"}]
    keys = {deal_key(KEY, **{**parts, **other}).raw for other in [{}, *others]}
    assert len(keys) == 5


def test_canonical_json_sorts_keys_and_keeps_no_space():
    assert canonical_json({"target": 15, "decks": 1}) == '{"decks":1,"target":15}'


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_below_refuses_what_a_word_cannot_give(n):
    with pytest.raises(ValueError, match=rf"{n} came"):
        DealKey(KEY).stream("x").below(n)


@pytest.mark.parametrize("k", [-1, 53])
def test_draw_refuses_more_cards_than_there_are(k):
    with pytest.raises(ValueError, match=rf"0 to 52 of 52; {k} came"):
        DealKey(KEY).stream("x").draw(52, k)


def test_a_short_secret_and_a_long_nonce_are_refused():
    with pytest.raises(ValueError, match="32 bytes; 31 came"):
        commitment(bytes(31))
    with pytest.raises(ValueError, match="at most 64 bytes; 65 came"):
        transcript(game="big-two", deal_id="a", options={}, nonces=[bytes(65)])


def test_neither_a_key_nor_a_stream_prints_what_it_holds():
    key = DealKey(KEY)
    stream = key.stream("deck:1")
    stream.word()
    assert repr(key) == str(key) == f"{key}" == "<DealKey sealed>"
    assert repr(stream) == "<Stream 'deck:1' sealed>"


def test_a_word_that_would_favour_small_numbers_is_not_drawn_with():
    # 2**32 - 1 is the one word above the largest multiple of three.
    stream = Stream(KEY, "draw")
    stream._words = [5, 2**32 - 1]
    assert stream.draw(3, 1) == (2,)


def test_unfair_words_in_the_middle_of_a_draw_are_passed_over_and_none_is_lost():
    stream, fair = Stream(KEY, "draw"), Stream(KEY, "draw")
    stream._words = [2**32 - 1] * 8
    assert stream.draw(3, 3) == fair.draw(3, 3)
    assert stream.word() == fair.word()


def test_a_draw_takes_one_word_a_card_and_leaves_the_next_one():
    drawn, counted = DealKey(KEY).stream("x"), DealKey(KEY).stream("x")
    drawn.draw(52, 13)
    assert drawn.word() == [counted.word() for _ in range(14)][-1]


@pytest.mark.parametrize("length", [0, 32, 64, 65])
def test_a_block_is_an_hmac_whatever_the_length_of_the_key(length):
    stream = Stream(bytes(range(length)), "x")
    blocks = [
        hmac.digest(bytes(range(length)), f"vdeal-1|x|{number}".encode(), "sha256")
        for number in range(12)
    ]
    words = b"".join(stream.word().to_bytes(4, "big") for _ in range(96))
    assert words == b"".join(blocks)
