"""`greedy` for The Game: every play moves its pile as little as it can."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.deals import Stream
from games.rules.registry import AnyRules
from games.rules.the_game_moves import END, Move, Play, Start
from games.rules.the_game_piles import UP_2
from games.rules.the_game_state import View


class TheGameGreedy:
    """Jumps back whenever it can, ends its go as soon as it may, says nothing, uses no token."""

    def choose(self, rules: AnyRules, view: View, stream: Stream) -> Move:
        """The play that moves its pile least; needs no chance."""
        moves = rules.moves_of(view)
        plays = [move for move in moves if isinstance(move, Play)]
        if not plays:
            return _without_plays(view, moves)
        best = min(plays, key=lambda play: _distance(view.board.tops, play))
        return END if END in moves and _distance(view.board.tops, best) > 0 else best


def _distance(tops: Sequence[int], play: Play) -> int:
    """How far the play moves its pile; -10 for a jump."""
    top = tops[play.pile]
    return play.card - top if play.pile <= UP_2 else top - play.card


def _without_plays(view: View, moves: Sequence[Move]) -> Move:
    """Votes as the first voter did; else the first move: end, keep the token, show the lowest."""
    if not isinstance(moves[0], Start):
        return moves[0]
    votes = view.board.votes
    return Start(votes[0] if votes else view.board.actor)
