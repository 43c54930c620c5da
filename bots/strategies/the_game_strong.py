"""`strong` for The Game: a search over whole goes by a seat that listens.

Who listens knows which cards lie on the piles (each was told when it was played), and so which
may still come. A seat that has heard nothing guesses what lies under the tops.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.rules.deals import Stream
from games.rules.protocol import Seat
from games.rules.registry import AnyRules
from games.rules.the_game_moves import END, Move
from games.rules.the_game_piles import EMPTY_TOPS, PACK, bits_of, cards_of
from games.rules.the_game_state import PLAY, State, View

from .search import Line, Search
from .the_game_house import (
    EXTRA,
    EXTRA_AT_THE_END,
    TheGameHouse,
    ranked_plans,
    standing_cost,
    word_at_the_end,
)
from .the_game_playout import prospects

PLAYOUTS = 200
BREADTH = 6
# How many rounds a playout looks ahead: after one, a pile that is spoilt does not yet show.
ROUNDS = 2
# How much of what `house` thinks of a candidate is believed beside the playouts.
BELIEF = 0.4
# Of the plans beyond the minimum, those that cost at most this much more than to stop.
WORTH_A_LOOK = 6.0


class TheGameStrong:
    """At a table of its own it remembers what it hears; the shared one remembers nothing."""

    def __init__(self, playouts: int = PLAYOUTS) -> None:
        self._playouts = playouts
        self._heard = 0

    def at_table(self) -> TheGameStrong:
        """A fresh one, for one seat of one table."""
        return TheGameStrong(self._playouts)

    def hear(self, view: View) -> None:
        """To be told after every ply what the seat then sees."""
        self._heard |= _on_piles(view)

    def choose(self, rules: AnyRules, view: View, stream: Stream) -> Move:
        """Leaves to `house` what is no play."""
        if view.board.phase != PLAY:
            return TheGameHouse().choose(rules, view, stream)
        guide = TheGameGuide(self._heard | _on_piles(view))
        move: Move = Search(guide, self._playouts, BREADTH).choose(rules, view, stream)
        return move


@dataclass(frozen=True, slots=True)
class TheGameGuide:
    """Candidates as `house` ranks them; looks two rounds ahead by rule of thumb."""

    known: int
    """Cards that certainly lie on the piles, as bits."""

    def lines(self, rules: AnyRules, view: View) -> Sequence[Line]:
        """Sequences of the minimum; after that the end of the go beside more plays."""
        missing = view.board.need - view.board.played
        if missing > 0:
            ranked = ranked_plans(view, missing)
            return [Line(plays, BELIEF * (ranked[0][0] - cost)) for cost, plays in ranked]
        lines = sorted(_more(rules, view), key=lambda line: -line.prior)
        best = lines[0].prior
        return [Line(line.moves, BELIEF * (line.prior - best)) for line in lines]

    def deal(self, rules: AnyRules, view: View, stream: Stream) -> State:
        """What is not on the piles is shuffled; of unknown cards there, likely ones are guessed."""
        known = self.known
        waiting = _shuffled(bits_of(PACK) & ~known & ~bits_of(view.hand) & ~_face_up(view), stream)
        under = len(PACK) - view.left - known.bit_count()
        if under:
            waiting.sort(key=lambda card: _may_be_covered(view, card))
            known |= bits_of(waiting[len(waiting) - under :])
            waiting = _shuffled(bits_of(waiting[: len(waiting) - under]), stream)
        hands = tuple(_hand(view, Seat(seat), waiting) for seat in range(len(view.counts)))
        return State(hands, tuple(waiting), known, view.board.ply, view.board)

    def play_out(self, rules: AnyRules, dealt: State, state: State, seat: Seat) -> float:
        """Some rounds of goes, and the rest of this one."""
        is_in_a_go = state.board.go == seat and state.board.phase == PLAY
        goes = ROUNDS * len(state.hands) + is_in_a_go
        return prospects(rules.settings, state, goes)  # type: ignore[attr-defined]


def _more(rules: AnyRules, view: View) -> Iterator[Line]:
    """The end of the go, after a word if there is one, and one or two plays more."""
    word = word_at_the_end(view, rules.moves_of(view))
    standing = standing_cost(view)
    yield Line((END,) if word is None else (word, END), -standing)
    allowed = EXTRA if view.deck else EXTRA_AT_THE_END
    for count in (1, 2):
        for cost, plays in ranked_plans(view, count):
            if cost - allowed * count - standing < WORTH_A_LOOK:
                yield Line(plays, allowed * count - cost)


def _on_piles(view: View) -> int:
    """The cards on the piles that a view shows: the tops, and those of the newest go."""
    board = view.board
    cards = {*board.tops, *(one.card for one in board.newest), *(one.over for one in board.newest)}
    return bits_of(cards - {*EMPTY_TOPS})


def _face_up(view: View) -> int:
    return bits_of(card for card in view.board.face_up if card is not None)


def _hand(view: View, seat: Seat, waiting: list[int]) -> tuple[int, ...]:
    """Takes from the cards that wait what the seat was not seen to hold."""
    if seat == view.seat:
        return view.hand
    shown = view.board.face_up[seat]
    start = [] if shown is None else [shown]
    drawn = [waiting.pop() for _ in range(view.counts[seat] - len(start))]
    return tuple(sorted(start + drawn))


def _may_be_covered(view: View, card: int) -> bool:
    """Between the piles of both directions lies what can hardly have been placed."""
    up_1, up_2, down_1, down_2 = view.board.tops
    return card < max(up_1, up_2) or card > min(down_1, down_2)


def _shuffled(bits: int, stream: Stream) -> list[int]:
    cards = cards_of(bits)
    return [cards[index] for index in stream.draw(len(cards), len(cards))]
