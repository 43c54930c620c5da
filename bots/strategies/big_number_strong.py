"""What the search behind `strong` must know of Big Number: `house` guesses for everybody."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.big_number_state import State, View
from games.rules.deals import Stream
from games.rules.protocol import Seat
from games.rules.registry import AnyRules

from .big_number_house import BigNumberHouse
from .search import Line, Search

PLAYOUTS = 450
BREADTH = 6


class BigNumberGuide:
    """Candidates as `house` ranks them; playouts end with the deal."""

    def __init__(self) -> None:
        self._house = BigNumberHouse()

    def lines(self, rules: AnyRules, view: View) -> Sequence[Line]:
        """Every legal move, the best first."""
        return [Line((move,)) for move in self._house.ranked(rules, view)]

    def deal(self, rules: AnyRules, view: View, stream: Stream) -> State:
        """Nothing more is known than the view shows."""
        dealt: State = rules.redeal(view, stream)
        return dealt

    def play_out(self, rules: AnyRules, dealt: State, state: State, seat: Seat) -> float:
        """The points that the others gain in this deal on average, less one's own."""
        while state.why is None and state.sheet.number == dealt.sheet.number:
            turn = state.turn
            move = self._house.best(state.hands[turn], rules.legal_moves(state, turn))
            state = rules.apply(state, turn, move)
        before, after = dealt.sheet.points, state.sheet.points
        gained = {one: after[one] - before[one] for one in dealt.sheet.playing}
        own = gained.pop(seat)
        return sum(gained.values()) / max(1, len(gained)) - own


def big_number_strong() -> Search:
    """About 100 ms for the first go of a deal, less as hands get shorter."""
    return Search(BigNumberGuide(), PLAYOUTS, BREADTH)
