"""`greedy` and `house` for The Game.

Both weigh a play by how far it moves its pile; a jump back ten weighs -10.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.deals import Stream
from games.rules.registry import AnyRules
from games.rules.the_game_moves import END, Move, Play, Start
from games.rules.the_game_state import View


class TheGameGreedy:
    """Plays what moves a pile least, jumps whenever it can, and ends its go as soon as it may."""

    def choose(self, rules: AnyRules, view: View, stream: Stream) -> Move:
        """Never says anything, never uses a token; votes as the first voter did."""
        moves = rules.moves_of(view)
        plays = [move for move in moves if isinstance(move, Play)]
        if not plays:
            return without_plan(view, moves)
        best = min(plays, key=lambda play: distance(view.board.tops, play))
        return END if END in moves and distance(view.board.tops, best) > 0 else best


def distance(tops: Sequence[int], play: Play) -> int:
    """How far the play moves its pile; -10 for a jump."""
    return play.card - tops[play.pile] if play.pile < 2 else tops[play.pile] - play.card


def without_plan(view: View, moves: Sequence[Move]) -> Move:
    """A vote with the others, else the first move: it keeps the token and shows the lowest card."""
    if isinstance(moves[0], Start):
        return Start(view.board.votes[0]) if view.board.votes else moves[view.board.actor]
    return moves[0]
