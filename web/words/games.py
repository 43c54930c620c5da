"""Names of games and pools, as the pages say them."""

from __future__ import annotations

from games.rules.protocol import UnknownGame
from games.rules.registry import game

DIVISIONS = {"bot": "bots", "human": "people", "team": "teams"}


def name_of(code: str) -> str:
    try:
        return game(code).name
    except UnknownGame:
        return code


def pool_name(code: str, division: str) -> str:
    """ "Big Two, bots"."""
    return f"{name_of(code)}, {DIVISIONS.get(division, division)}"
