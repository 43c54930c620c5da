"""Bodies that are no JSON of ours: each is a problem, none is an error of the server."""

from __future__ import annotations

import pytest

from api.problems import BadJson
from api.strict import parsed
from tests.api.calling import Api, as_player, table_path
from tests.builders import a_bot, some_bots
from tests.games.helpers import a_table

pytestmark = pytest.mark.django_db

WRONG = {
    "no JSON": b"{turn: 0}",
    "half of it": b'{"turn": 0',
    "two of them": b"{}{}",
    "not UTF-8": b'{"turn": "\xff"}',
    "a byte-order mark": b"\xef\xbb\xbf{}",
    "a key twice": b'{"turn": 0, "turn": 1, "move": {}}',
    "a key twice within": b'{"turn": 0, "move": {"type": "pass", "type": "play"}}',
    "NUL": b'{"turn": 0, "move": "\\u0000"}',
    "NUL in a key": b'{"turn": 0, "move": {"\\u0000": 1}}',
    "half a character": b'{"turn": 0, "move": ["\\ud800"]}',
    "not a number": b'{"turn": NaN, "move": {}}',
    "infinity": b'{"turn": -Infinity, "move": {}}',
    "too large a number": b'{"turn": 1e999, "move": {}}',
    "too long a number": b'{"turn": ' + b"9" * 5000 + b', "move": {}}',
    "deep lists": b"[" * 5000 + b"]" * 5000,
    "deep objects": b'{"a":' * 2500 + b"1" + b"}" * 2500,
    "open lists": b"[" * 10_000,
    "a control character": b'{"turn": 0, "move": "\n"}',
}


@pytest.mark.parametrize("raw", WRONG.values(), ids=WRONG.keys())
def test_what_is_no_json_is_refused(raw):
    api = as_player(a_bot())
    answer = api.send(table_path(a_table(*some_bots("ant", "bee")), "moves"), raw)
    assert (answer.status, answer.code) == (400, "bad_json")
    assert len(answer.json["detail"]) < 200


@pytest.mark.parametrize("raw", [b"[]", b"7", b'"text"', b"null", b"true"])
def test_a_body_is_an_object(raw):
    answer = as_player(a_bot()).send("/tables", raw)
    assert (answer.status, answer.code) == (400, "bad_input")


def test_twenty_levels_are_read_and_twenty_one_are_not():
    assert parsed(b"[" * 20 + b"]" * 20)
    with pytest.raises(BadJson, match="20 deep"):
        parsed(b"[" * 21 + b"]" * 21)


def test_brackets_in_a_text_are_not_depth():
    assert parsed(b'["' + b"[{" * 50 + b'\\"[[[["]') == ["[{" * 50 + '"[[[[']


def test_a_body_of_two_megabytes_is_too_large():
    answer = as_player(a_bot()).send("/tables", b'{"game": "' + b"x" * 2_000_000 + b'"}')
    assert (answer.status, answer.code) == (413, "body_too_large")


def test_a_body_of_sixteen_kilobytes_is_read_and_one_byte_more_is_not():
    api, frame = as_player(a_bot()), len(b'{"game": ""}')
    fits = b'{"game": "' + b"x" * (16_384 - frame) + b'"}'
    assert api.send("/tables", fits).code == "bad_input"
    assert api.send("/tables", fits + b" ").code == "body_too_large"


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_a_body_of_another_kind_is_refused(content_type):
    answer = as_player(a_bot()).send("/tables", b'{"game": "big-two"}', content_type)
    assert (answer.status, answer.code) == (415, "wrong_content_type")


def test_a_charset_may_stand_beside_the_kind():
    answer = as_player(a_bot()).send("/tables", b"{}", "application/json; charset=utf-8")
    assert answer.code == "bad_input"


def test_a_stranger_is_told_so_before_the_body_is_read():
    answer = Api().send("/tables", b"{nonsense")
    assert (answer.status, answer.code) == (401, "token_needed")
