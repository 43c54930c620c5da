"""The import contracts of pyproject.toml hold, and would notice if they did not."""

from __future__ import annotations

import subprocess
import sys

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


@pytest.mark.parametrize("rules", registry.games(), ids=lambda rules: rules.code)
def test_a_game_imports_no_other_game(rules):
    own = rules.__module__.rpartition(".")[2]
    others = {game.__module__.rpartition(".")[2] for game in registry.games() if game is not rules}
    text = (ROOT / "games/rules" / f"{own}.py").read_text()
    imported = {
        line.split()[1].lstrip(".") for line in text.splitlines() if line.startswith("from ")
    }
    assert imported & others == set()


@pytest.mark.parametrize("rules", registry.games(), ids=lambda rules: rules.code)
def test_every_game_has_a_page_of_its_rules(rules):
    assert (ROOT / "docs/rules" / f"{rules.code}.md").is_file()
