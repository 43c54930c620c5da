"""`strong` for Big Number: a search in which `house` guesses for everybody, by a seat that listens.

Who listens knows what everybody has played in this deal, and what on; a seat that has heard
nothing sees the running round alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.rules.big_number_state import PASS, Move, State, View
from games.rules.deals import Stream
from games.rules.protocol import Seat
from games.rules.registry import AnyRules

from .big_number_house import BigNumberHouse
from .big_number_worlds import Seen, Worlds, seen_in
from .search import Line, Search

# About 100 ms for the first go of a deal, less as hands get shorter.
PLAYOUTS = 250
BREADTH = 6


class BigNumberStrong:
    """At a table of its own it remembers what it hears; the shared one remembers nothing."""

    def __init__(self, playouts: int = PLAYOUTS) -> None:
        self._playouts = playouts
        self._last: View | None = None
        self._earlier: tuple[Seen, ...] = ()
        """The moves of this deal before the running round."""

    def at_table(self) -> BigNumberStrong:
        """A fresh one, for one seat of one table."""
        return BigNumberStrong(self._playouts)

    def hear(self, view: View) -> None:
        """To be told after every ply what the seat then sees."""
        last, self._last = self._last, view
        if last is None or view.number != last.number:
            self._earlier = ()
        elif last.acts and not view.acts:
            self._earlier += _whole_round(last, view)

    def choose(self, rules: AnyRules, view: View, stream: Stream) -> Move:
        """Looks no further than the end of the deal."""
        one_deal = replace(rules, single_deal=True)  # type: ignore[type-var]
        is_heard = self._last is not None and self._last.number == view.number
        seen = (*(self._earlier if is_heard else ()), *seen_in(view.acts))
        guide = BigNumberGuide(seen)
        move: Move = Search(guide, self._playouts, BREADTH).choose(one_deal, view, stream)
        return move


def _whole_round(last: View, view: View) -> tuple[Seen, ...]:
    """The pass that ended a round is in no view; a leave may have ended it too."""
    seen = seen_in(last.acts)
    if len(last.leavers) < len(view.leavers):
        return seen
    return (*seen, Seen(last.to_act[0], PASS, last.middle))


class BigNumberGuide:
    """Candidates as `house` ranks them; playouts end with the deal."""

    def __init__(self, seen: Sequence[Seen] = ()) -> None:
        self._house = BigNumberHouse()
        self._seen = seen
        self._first: State | None = None
        self._worlds: Worlds | None = None

    def lines(self, rules: AnyRules, view: View) -> Sequence[Line]:
        """Every legal move, the best first."""
        return [Line((move,)) for move in self._house.ranked(rules, view)]

    def deal(self, rules: AnyRules, view: View, stream: Stream) -> State:
        """The hidden cards lie as what was played makes likely."""
        if self._first is None or self._worlds is None:
            self._first = rules.redeal(view, stream)
            decks = rules.options["decks"]
            self._worlds = Worlds(view, self._first.hands, self._seen, decks)
        return self._first._replace(hands=self._worlds.next(stream))

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
