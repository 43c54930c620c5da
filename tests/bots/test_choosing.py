"""A strategy is one of the house's, or a class out of the author's file."""

from __future__ import annotations

from pathlib import Path

import pytest

from bots.choosing import BadStrategy, chooser, legal_moves
from bots.strategies import UnknownStrategy
from tests.bots.waiting import a_waiting_table

LAST_LEGAL = """
class Last:
    def choose(self, view):
        return view["legal_moves"][-1]
"""
FIRST_TYPED = """
class First:
    def choose(self, rules, view, stream):
        return rules.moves_of(view)[stream.below(1)]
"""


def a_file(folder: Path, text: str) -> Path:
    path = folder / "mine.py"
    path.write_text(text)
    return path


@pytest.mark.parametrize("name", ["greedy", "random"])
def test_a_house_strategy_by_its_name_gives_a_legal_move(name: str) -> None:
    table = a_waiting_table()
    assert chooser(name)(table) in legal_moves(table)


def test_a_class_that_takes_the_view_alone_gets_json_with_every_legal_move(tmp_path: Path) -> None:
    table = a_waiting_table()
    choose = chooser(f"{a_file(tmp_path, LAST_LEGAL)}:Last")
    assert choose(table) == legal_moves(table)[-1]


def test_a_class_with_our_own_signature_gets_rules_view_and_chance(tmp_path: Path) -> None:
    table = a_waiting_table()
    choose = chooser(f"{a_file(tmp_path, FIRST_TYPED)}:First")
    assert choose(table) == legal_moves(table)[0]


def test_an_unknown_name_is_refused_before_the_first_turn() -> None:
    with pytest.raises(UnknownStrategy, match="random"):
        chooser("clever")


@pytest.mark.parametrize(
    ("text", "name", "sentence"),
    [
        (LAST_LEGAL, "Missing", "has no class Missing"),
        ("class Empty: ...", "Empty", r"Empty needs a method choose"),
    ],
)
def test_a_file_without_a_strategy_says_what_is_missing(
    tmp_path: Path, text: str, name: str, sentence: str
) -> None:
    with pytest.raises(BadStrategy, match=sentence):
        chooser(f"{a_file(tmp_path, text)}:{name}")


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(BadStrategy, match=r"there is no file nowhere\.py"):
        chooser("nowhere.py:Mine")
