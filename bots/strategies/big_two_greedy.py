"""`greedy` for Big Two: get rid of many cheap cards, and beat with the cheapest that will do."""

from __future__ import annotations

from games.rules.big_two_hands import Play
from games.rules.big_two_state import PASS, Move, View
from games.rules.deals import Stream
from games.rules.registry import AnyRules


class BigTwoGreedy:
    """Leads as many cards as it can, the lowest of them; never passes if it can beat."""

    def choose(self, rules: AnyRules, view: View, stream: Stream) -> Move:
        """The first of the legal plays by the order above; a pass if there is none."""
        plays = [move for move in rules.moves_of(view) if isinstance(move, Play)]
        if not plays:
            return PASS
        if view.table is None:
            return min(plays, key=lambda play: (-play.size, play.key))
        return plays[0]
