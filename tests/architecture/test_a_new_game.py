"""What a new game costs, held over the registry: these files, these lines, and no other place."""

from __future__ import annotations

import re

import pytest

from bots.strategies import strategy_names
from games.rules.registry import games
from tests.architecture.tree import PACKAGES, ROOT, text_of, tracked

CODES = [rules.code for rules in games()]
# Where games are named on purpose: registries, and the demo's choice of what to show first.
LISTS = {
    "games/rules/registry.py",
    "bots/strategies/registry.py",
    "bots/demo.py",
    "web/static/web/verifier/verify.js",
}


def stem(code: str) -> str:
    return code.replace("-", "_")


def files_of(code: str) -> list[str]:
    """What a game brings along."""
    return [
        f"games/rules/{stem(code)}.py",
        f"docs/rules/{code}.md",
        f"web/felts/{stem(code)}.py",
        f"web/felts/{stem(code)}_play.py",
        f"web/templates/web/tables/games/{code}.html",
        f"web/static/web/verifier/{code}.js",
        f"tests/vectors/{stem(code)}_positions.jsonl",
    ]


@pytest.mark.parametrize("code", CODES)
def test_a_game_brings_its_rules_page_felt_template_pack_and_positions(code):
    assert [name for name in files_of(code) if not (ROOT / name).is_file()] == []
    assert list((ROOT / "tests/rules").glob(f"test_{stem(code)}*.py"))


@pytest.mark.parametrize("code", CODES)
def test_a_game_is_played_by_house_bots(code):
    assert {"random", "greedy", "house"} <= set(strategy_names(code))


@pytest.mark.parametrize("code", CODES)
def test_nothing_else_of_the_service_knows_a_game_by_name(code):
    name = re.compile(rf"\b{stem(code)}\b|\b{stem(code)}_\w+|[\"'/]{code}[\"'.]")
    own = re.compile(rf"(^|/)({stem(code)}|{code})[^/]*$")
    knowing = [
        path
        for path in (str(file.relative_to(ROOT)) for file in tracked())
        if path.startswith(tuple(f"{package}/" for package in PACKAGES))
        and path not in LISTS
        and not own.search(path)
        and name.search(text_of(ROOT / path))
    ]
    assert knowing == []
