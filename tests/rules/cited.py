"""Which worked positions and which rulings the tests speak of, read from their own texts."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
RULES_PAGES = TESTS.parent / "docs" / "rules"
# Rulings without content of their own for a rules object: where tests could only repeat the text.
WITHOUT_CONTENT = {
    "R24": "about rating, held by tests/tournaments/test_rated.py",
    "N21": "advice to players",
}


def positions() -> list[str]:
    """The ids of every worked position."""
    rows = [
        line
        for path in sorted((TESTS / "vectors").glob("*_positions.jsonl"))
        for line in path.read_text().splitlines()
        if line.strip()
    ]
    return [json.loads(row)["id"] for row in rows]


def rulings() -> list[str]:
    """The ids of every ruling that has content, from the tables of the rules pages."""
    pages = "\n".join(path.read_text() for path in sorted(RULES_PAGES.glob("*.md")))
    cells = re.findall(r"^\| ([RNGV]\d+(?:, [RNGV]\d+)*) \|", pages, re.MULTILINE)
    ids = [one for cell in cells for one in cell.split(", ")]
    return [one for one in dict.fromkeys(ids) if one not in WITHOUT_CONTENT]


def uncited(ids: list[str]) -> list[str]:
    """Those that no test names, be it R5, r5 or r05."""
    return [one for one in ids if not _pattern(one).search(_texts())]


def summary() -> str:
    parts = []
    for name, ids in (("positions", positions()), ("rulings", rulings())):
        parts.append(f"{len(ids) - len(uncited(ids))} of {len(ids)} {name}")
    return f"Rules held by tests: {', '.join(parts)}."


def _pattern(ruling: str) -> re.Pattern[str]:
    letter, number = ruling[0], ruling[1:].lstrip("0")
    return re.compile(rf"(?<![a-z0-9]){letter}0*{number}(?![a-z0-9])", re.IGNORECASE)


@cache
def _texts() -> str:
    return "\n".join(path.read_text() for path in sorted((TESTS / "rules").glob("test_*.py")))
