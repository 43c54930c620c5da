"""The rules of a game, read from its page in docs/rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.conf import settings

from games.rules.registry import games
from web.words.markdown import Block, blocks_of


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A game's name and the blocks of its page, without the title."""

    code: str
    name: str
    blocks: tuple[Block, ...]


@cache
def rules_of(code: str) -> RulesPage | None:
    """None for a game that is not played here."""
    name = next((game.name for game in games() if game.code == code), None)
    if name is None:
        return None
    path = settings.BASE_DIR / "docs" / "rules" / f"{code}.md"
    blocks = blocks_of(path.read_text(encoding="utf-8")) if path.exists() else ()
    return RulesPage(code, name, tuple(block for block in blocks if block.kind != "h1"))
