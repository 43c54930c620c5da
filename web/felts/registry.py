"""How each registered game is shown and played on a page, found by the game's code.

`web/felts/<code>.py` has `felt_of`, `lead_of` and `HAS_SUITS`, `web/felts/<code>_play.py` has
`move_of`, `panel_of` and `told`, `web/tables/games/<code>.html` draws both: no list names the
games a second time.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from games.rules.registry import games


@cache
def felt_module(code: str) -> Any:  # noqa: ANN401 -- a module
    """The module that tells a table of the game; None where there is none."""
    return _module(code, "")


@cache
def play_module(code: str) -> Any:  # noqa: ANN401 -- a module
    """The module that shows a seat its own turn; None where there is none."""
    return _module(code, "_play")


def _module(code: str, part: str) -> Any:  # noqa: ANN401 -- a module
    name = f"web.felts.{code.replace('-', '_')}{part}"
    is_known = any(one.code == code for one in games())
    return import_module(name) if is_known and find_spec(name) else None
