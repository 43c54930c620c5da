"""The registry: which games there are, and under which versions."""

from __future__ import annotations

import pytest

from games.rules.big_two import BigTwo
from games.rules.protocol import BadOptions, UnknownGame
from games.rules.registry import find, game, games, rules_for


class _OldBigTwo(BigTwo):
    version = 0


class _NextBigTwo(BigTwo):
    version = 2


def test_a_table_gets_the_newest_version_unless_it_names_its_own():
    registered = (_OldBigTwo, _NextBigTwo, BigTwo)
    assert find(registered, "big-two") is _NextBigTwo
    assert find(registered, "big-two", 0) is _OldBigTwo
    assert find(registered, "big-two", 1) is BigTwo


def test_big_two_is_registered():
    assert BigTwo in games()
    assert game("big-two") is BigTwo
    assert rules_for("big-two", {}, 4).code == "big-two"


def test_each_game_is_listed_once():
    codes = [rules.code for rules in games()]
    assert len(codes) == len(set(codes))


def test_an_unknown_game_is_refused_with_the_games_there_are():
    with pytest.raises(UnknownGame, match=r'^The games are big-two.*; "chess" came\.$'):
        rules_for("chess", {}, 2)


def test_an_unknown_version_is_refused_with_the_versions_there_are():
    with pytest.raises(UnknownGame, match=r"^big-two has the rules versions 1; 7 came\.$"):
        rules_for("big-two", {}, 2, version=7)


@pytest.mark.parametrize(("seats", "came"), [(5, "5"), (1, "1"), (0, "0"), (-1, "-1")])
def test_big_two_is_refused_with_other_seats_than_2_to_4(seats, came):
    with pytest.raises(BadOptions, match=rf"^Big Two has 2, 3 or 4 seats; {came} came\.$"):
        rules_for("big-two", {}, seats)


def test_big_two_is_refused_with_options():
    with pytest.raises(BadOptions, match=r'^Big Two has no options; "target" came\.$'):
        rules_for("big-two", {"target": 15}, 4)
