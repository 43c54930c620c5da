"""`strong`: plays the likeliest candidates out on deals that fit the view, and takes the best.

What the view does not show is dealt again at random; each candidate is tried on the same deals,
played out by the game's own guide, and after each round the worse half is dropped. The budget
counts playouts, not seconds, so that the same chance gives the same move on any machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from games.rules.deals import Stream
from games.rules.protocol import Seat
from games.rules.registry import AnyRules


class Line(NamedTuple):
    """Moves that a seat makes one after the other, while it stays to act.

    `prior` is what speaks for the line beforehand, in the guide's units of worth: playouts are
    few and differ much, and this much they must show before they are believed.
    """

    moves: tuple[Any, ...]
    prior: float = 0.0


class Guide(Protocol):
    """What the search must know of a game."""

    def lines(self, rules: AnyRules, view: Any) -> Sequence[Line]:  # noqa: ANN401
        """Candidates of the view's own seat, the likeliest first; at least one."""
        ...

    def deal(self, rules: AnyRules, view: Any, stream: Stream) -> Any:  # noqa: ANN401
        """A state that fits the view and whatever else is known."""
        ...

    def play_out(self, rules: AnyRules, dealt: Any, state: Any, seat: Seat) -> float:  # noqa: ANN401
        """What the seat reaches if all go on from `state` as good players would.

        `dealt` is the state before the line was played.
        """
        ...


@dataclass(frozen=True, slots=True)
class Search:
    """Chooses by about `playouts` playouts over the first `breadth` candidates of its guide."""

    guide: Guide
    playouts: int
    breadth: int

    def choose(self, rules: AnyRules, view: Any, stream: Stream) -> Any:  # noqa: ANN401
        """The first move of the line that ended best."""
        lines = list(self.guide.lines(rules, view)[: self.breadth])
        if len({line.moves[0] for line in lines}) == 1:
            return lines[0].moves[0]
        return self._best(rules, view, lines, stream).moves[0]

    def _best(self, rules: AnyRules, view: Any, lines: list[Line], stream: Stream) -> Line:  # noqa: ANN401
        """Successive halving: what is left of the field shares an equal part of the budget."""
        sums = dict.fromkeys(range(len(lines)), 0.0)
        a_round = self.playouts // (len(lines) - 1).bit_length()
        while len(sums) > 1:
            for _ in range(max(1, a_round // len(sums))):
                dealt = self.guide.deal(rules, view, stream)
                for number in sums:
                    line = lines[number]
                    state = _after(rules, dealt, view.seat, line)
                    worth = self.guide.play_out(rules, dealt, state, view.seat)
                    sums[number] += worth + line.prior
            # Equal sums: the guide's order decides.
            ranking = sorted(sums, key=lambda number: (-sums[number], number))
            sums = {number: sums[number] for number in ranking[: (len(ranking) + 1) // 2]}
        return lines[next(iter(sums))]


def _after(rules: AnyRules, dealt: Any, seat: Seat, line: Line) -> Any:  # noqa: ANN401
    state = dealt
    for move in line.moves:
        state = rules.apply(state, seat, move)
    return state
