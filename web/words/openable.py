"""Which games can be played on pages."""

from __future__ import annotations

from games.rules.registry import games
from web.felts.registry import play_module


def openable() -> tuple[tuple[str, str], ...]:
    """Code and name of the games whose tables have a page to play on."""
    return tuple((one.code, one.name) for one in games() if play_module(one.code))
