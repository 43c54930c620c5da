"""`random`: every legal move is as likely as every other; plays any game."""

from __future__ import annotations

from typing import Any

from games.rules.deals import Stream
from games.rules.registry import AnyRules


class RandomMoves:
    """The weakest honest opponent."""

    def choose(self, rules: AnyRules, view: Any, stream: Stream) -> Any:  # noqa: ANN401
        """Any legal move."""
        moves = rules.moves_of(view)
        return moves[stream.below(len(moves))]
