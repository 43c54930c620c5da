"""What people, bots and events may be called."""

from __future__ import annotations

import pytest

from players.errors import BadHandle, BadName
from players.names import handle_of, outside_handle_of, plain_name


@pytest.mark.parametrize("handle", ["ada", "Ada_Lovelace-1815", "x" * 24, "000"])
def test_a_handle_is_letters_digits_dash_and_underscore(handle):
    assert handle_of(handle) == handle


@pytest.mark.parametrize(
    "handle",
    ["", "ab", "x" * 25, "x" * 300, "ada lovelace", "🂡🂢🂣", "ada\u200b", "аda", "ad\na", "a/d/a"],
)
def test_anything_else_is_no_handle(handle):
    with pytest.raises(BadHandle, match="3 to 24"):
        handle_of(handle)


def test_a_wide_handle_is_kept_in_plain_letters():
    assert handle_of("ａｄａ") == "ada"


def test_a_refusal_quotes_only_the_beginning_of_a_long_handle():
    with pytest.raises(BadHandle) as refusal:
        handle_of("x" * 300)
    assert "300 characters" in str(refusal.value)
    assert len(str(refusal.value)) < 200


def test_handles_of_the_house_are_kept_for_it():
    with pytest.raises(BadHandle, match="house"):
        outside_handle_of("House-Greedy")


def test_a_name_may_have_spaces_and_signs():
    assert plain_name("  Ana's cup, 3rd edition: ♠ only ") == "Ana's cup, 3rd edition: ♠ only"


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("", "1 to 60"),
        ("   ", "1 to 60"),
        ("x" * 61, "1 to 60"),
        ("cup\u202egnp", r"U\+202E"),
        ("cu\u200bp", r"U\+200B"),
        ("cup\nfinal", r"U\+000A"),
        ("cup\x00", r"U\+0000"),
        ("🏆🏆", "letter or a digit"),
    ],
)
def test_a_name_says_what_is_wrong_with_it(name, what):
    with pytest.raises(BadName, match=what):
        plain_name(name)
