"""Cards as people and programs write them."""

from __future__ import annotations

import pytest

from games.rules.big_two_hands import CARD_NAMES, card_named
from games.rules.cards import shown
from games.rules.protocol import MoveNotUnderstood


def _refusal(json: object) -> str:
    with pytest.raises(MoveNotUnderstood) as refused:
        card_named(json)
    assert refused.value.reason == "bad_card"
    return str(refused.value)


def test_the_pack_ascends_from_the_three_of_diamonds_to_the_two_of_spades():
    assert CARD_NAMES[:5] == ("3D", "3C", "3H", "3S", "4D")
    assert CARD_NAMES[-5:] == ("AS", "2D", "2C", "2H", "2S")
    assert len(set(CARD_NAMES)) == 52


@pytest.mark.parametrize("spelling", ["TS", "10S", "10s", "ts", "Ts", "tS", "T♠", "10♠", "t♠"])
def test_the_ten_of_spades_may_be_written_in_many_ways(spelling):
    assert CARD_NAMES[card_named(spelling)] == "TS"


def test_suit_signs_are_read():
    assert [CARD_NAMES[card_named(text)] for text in ("3♦", "a♣", "K♥", "2♠")] == [
        "3D", "AC", "KH", "2S",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "better"), [("D3", "3D"), ("S10", "10S"), ("♦3", "3♦"), ("ht", "th")]
)
def test_suit_first_is_refused_with_the_right_way_round(text, better):
    assert _refusal(text) == f'Write the rank first and the suit last: "{better}", not "{text}".'


@pytest.mark.parametrize(
    "text",
    ["", "3", "D", "1D", "11D", "3X", "3DD", " 3D", "3D ", "3D\n", "33", "DD", "010S", "JOKER"],
)
def test_what_is_no_card_is_refused(text):
    assert _refusal(text).startswith('A card of this game is a rank and a suit, such as "3D"; ')


def test_letters_that_only_look_like_a_suit_are_refused():
    # Upper-casing would turn the long s and the Kelvin sign into S and K.
    assert "came" in _refusal("3ſ")
    assert "came" in _refusal("\N{KELVIN SIGN}D")
    assert "came" in _refusal("３D")


@pytest.mark.parametrize("json", [3, 3.5, None, True, ["3D"], {"card": "3D"}])
def test_a_card_that_is_no_text_is_refused(json):
    assert _refusal(json).startswith('A card is a text such as "3D"; ')


def test_a_refusal_shows_only_the_beginning_of_a_long_text():
    assert _refusal("D" * 2_000_000).endswith('"DDDDDDDDDDDD…" came.')


def test_control_characters_do_not_come_back_raw():
    assert shown("3\x1b[31m") == r'"3\u001b[31m"'
    assert shown("\ud800") == r'"\ud800"'


@pytest.mark.parametrize(
    ("value", "written"),
    [(None, "null"), (True, "true"), (False, "false"), (3, "3"), (2.5, "2.5"), ('a"b', r'"a\"b"')],
)
def test_a_value_is_shown_as_json_writes_it(value, written):
    assert shown(value) == written
