"""A bot author's file: greedy, after a moment's thought, so that an event has a middle."""

from __future__ import annotations

import time
from typing import Any

from bots.strategies import strategy

THOUGHT_SECONDS = 0.12


class Thoughtful:
    """Plays as `greedy` does, a little later."""

    def choose(self, rules: Any, view: Any, stream: Any) -> Any:
        time.sleep(THOUGHT_SECONDS)
        return strategy("greedy", "big-two").choose(rules, view, stream)
