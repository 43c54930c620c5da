"""`greedy` for Big Number: beat whenever one can, with many low cards, and take the highest."""

from __future__ import annotations

from games.rules.big_number_state import PASS, Move, Play, View
from games.rules.deals import Stream
from games.rules.registry import AnyRules


class BigNumberGreedy:
    """Never passes if it can beat, and gives no thought to what stays in its hand."""

    def choose(self, rules: AnyRules, view: View, stream: Stream) -> Move:
        """The most cards, of these the lowest number; a pass if there is no play."""
        plays = [move for move in rules.moves_of(view) if isinstance(move, Play)]
        return min(plays, key=_by_greed) if plays else PASS


def _by_greed(play: Play) -> tuple[int, int, int]:
    # Cards are numbered from the nines down.
    return -play.cards.size, play.cards.value, -1 if play.take is None else play.take
