"""What the search behind `strong` must know of Big Two: `house` guesses for everybody."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.big_two_state import State, View
from games.rules.deals import Stream
from games.rules.protocol import Seat
from games.rules.registry import AnyRules

from .big_two_house import BigTwoHouse
from .search import Line, Search

# A first place is what is played for; the places after it part what would be equal otherwise.
WORTH_OF_PLACE = (1.0, 0.35, 0.15, 0.0)
WORTH_AT_TWO_SEATS = (1.0, 0.0)

PLAYOUTS = 160
BREADTH = 6


class BigTwoGuide:
    """Candidates as `house` ranks them, playouts as `house` plays."""

    def __init__(self) -> None:
        self._house = BigTwoHouse()

    def lines(self, rules: AnyRules, view: View) -> Sequence[Line]:
        """Every legal move, the best first."""
        return [Line((move,)) for move in self._house.ranked(view)]

    def deal(self, rules: AnyRules, view: View, stream: Stream) -> State:
        """Nothing more is known than the view shows."""
        dealt: State = rules.redeal(view, stream)
        return dealt

    def play_out(self, rules: AnyRules, dealt: State, state: State, seat: Seat) -> float:
        """What the place is worth; it is known as soon as the seat has gone out."""
        while state.why is None and seat in state.playing:
            move = self._house.best(rules.view(state, state.turn))
            state = rules.apply(state, state.turn, move)
        worth = WORTH_AT_TWO_SEATS if len(state.hands) == 2 else WORTH_OF_PLACE
        return worth[state.out.index(seat) if seat in state.out else len(state.out)]


def big_two_strong() -> Search:
    """About 100 ms for the first go of a table, less as hands get shorter."""
    return Search(BigTwoGuide(), PLAYOUTS, BREADTH)
