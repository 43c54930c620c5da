"""The registry: which games there are, and under which versions."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

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


RULES_FOLDER = Path(__file__).parents[2] / "games" / "rules"


def _modules_of(code):
    return sorted(RULES_FOLDER.glob(code.replace("-", "_") + "*.py"))


def _imports(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module or ''}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("code", [rules.code for rules in games()])
def test_a_game_knows_no_other_game_and_not_the_registry(code):
    others = [rules.code.replace("-", "_") for rules in games() if rules.code != code]
    assert _modules_of(code)
    for path in _modules_of(code):
        for imported in _imports(path):
            assert not any(word in imported for word in [*others, "registry"]), path.name


@pytest.mark.parametrize("path", sorted(RULES_FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_the_rules_folder_can_be_shipped_by_itself(path):
    # Imports inside it are relative, and what it takes from outside is the standard library.
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            assert node.module.split(".")[0] in sys.stdlib_module_names
        if isinstance(node, ast.Import):
            assert all(alias.name.split(".")[0] in sys.stdlib_module_names for alias in node.names)
