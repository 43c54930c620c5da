"""The import contracts of pyproject.toml hold, and would notice if they did not."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from games.rules import registry
from tests.architecture.tree import ROOT


def test_every_import_contract_holds():
    # A process of its own: the linter reads source text and configures logging on its own.
    run = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command as main; main()",
            "--no-cache",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def family(rules) -> str:
    """What the names of a game's modules begin with: `big_two` for big_two_hands.py as well."""
    return rules.__module__.rpartition(".")[2]


def imported_modules(path: Path) -> set[str]:
    """The modules beside it that a file of games/rules imports."""
    tree = ast.parse(path.read_text())
    return {
        (node.module or "").rpartition(".")[2]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
    }


@pytest.mark.parametrize("rules", registry.games(), ids=lambda rules: rules.code)
def test_a_game_imports_no_other_game(rules):
    others = tuple(family(game) for game in registry.games() if game is not rules)
    files = list((ROOT / "games/rules").glob(f"{family(rules)}*.py"))
    assert files
    for path in files:
        assert [name for name in imported_modules(path) if name.startswith(others)] == []


@pytest.mark.parametrize("rules", registry.games(), ids=lambda rules: rules.code)
def test_every_game_has_a_page_of_its_rules(rules):
    assert (ROOT / "docs/rules" / f"{rules.code}.md").is_file()
