"""The Game: a team places the numbers 2 to 99 on four piles, or counts what it could not place.

Source: docs/rules/the-game.md; G1 to G18 and V1 to V6 name its rulings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from .deals import DealKey, Stream
from .protocol import (
    LEAVE_REASONS,
    Events,
    GameOver,
    IllegalMove,
    Json,
    NotInPlay,
    NotToAct,
    Option,
    Outcome,
    Seat,
)
from .the_game_events import told
from .the_game_flow import (
    after_briefing,
    after_end,
    after_leave,
    after_open,
    after_play,
    after_reserve,
    after_reveal,
    after_signal,
    after_vote,
    first_state,
)
from .the_game_legal import is_to_act, legal, refusal
from .the_game_moves import (
    Briefing,
    End,
    Move,
    Open,
    Play,
    Reserve,
    Reveal,
    Signal,
    describe_move,
    dump_move,
    parse,
)
from .the_game_options import DECLARED, Settings, checked, settings_of
from .the_game_piles import PACK
from .the_game_redeal import redeal
from .the_game_state import (
    FORFEIT,
    VOID_START,
    Board,
    Deal,
    State,
    View,
    dump_deal,
    dump_state,
    dump_tops,
    dump_view,
    load_state,
    load_view,
)


@dataclass(frozen=True, slots=True)
class TheGame:
    """The rules of The Game for two to five seats, under chosen options."""

    options: Mapping[str, Json]
    settings: Settings
    code: ClassVar[str] = "the-game"
    name: ClassVar[str] = "The Game"
    version: ClassVar[int] = 1
    min_seats: ClassVar[int] = 2
    max_seats: ClassVar[int] = 5
    cooperative: ClassVar[bool] = True
    ties_possible: ClassVar[bool] = True
    declared_options: ClassVar[tuple[Option, ...]] = DECLARED

    @classmethod
    def with_options(cls, options: Mapping[str, Json], seats: int) -> TheGame:
        """Raises BadOptions."""
        whole = checked(options, seats)
        return cls(whole, settings_of(whole, seats))

    def deal_options(self) -> Mapping[str, Json]:
        """The size of a hand; the same deal serves any twist."""
        return {"hand": self.settings.hand_size}

    def deal(self, key: DealKey, seats: int) -> Deal:
        """All 98 cards are drawn; what is not in a hand is the draw deck, in that order."""
        size = self.settings.hand_size
        drawn = tuple(map(PACK.__getitem__, key.stream("deck:1").draw(len(PACK), len(PACK))))
        hands = tuple(drawn[seat * size : (seat + 1) * size] for seat in range(seats))
        start = None if self.settings.is_voted else Seat(key.stream("start").below(seats))
        return Deal(hands, drawn[seats * size :], start)

    def dump_deal(self, deal: Deal) -> Json:
        """Every card, in the order of the draw."""
        return dump_deal(deal)

    def start(self, seats: int, deal: Deal) -> State:
        """The seats vote, unless the deal says who starts."""
        return first_state(self.settings, deal)

    def ply(self, state: State) -> int:
        """How many moves and leaves have been applied."""
        return state.board.ply

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """One seat, or none when the table is over."""
        board = state.board
        return () if board.why else (board.actor,)

    def in_play(self, state: State) -> tuple[Seat, ...]:
        """Every seat that has not left: one without cards may leave too (G15)."""
        board = state.board
        if board.why is not None:
            return ()
        gone = [one.seat for one in board.leavers]
        return tuple(Seat(seat) for seat in range(len(state.hands)) if seat not in gone)

    def told_from(self, state: State) -> int:
        """The first ply of a running table's log that may be told: older goes may not (G13)."""
        return state.told_from

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Plays by card and pile, then the end, then signals; elsewhere by card, pile or seat."""
        if not is_to_act(state.board, seat):
            return ()
        return legal(self.settings, state.board, state.hands[seat])

    def moves_of(self, view: View) -> tuple[Move, ...]:
        """The legal moves of the view's own seat."""
        if not is_to_act(view.board, view.seat):
            return ()
        return legal(self.settings, view.board, view.hand)

    def parse(self, json: Json) -> Move:
        """`{"type":"play","card":43,"pile":"up1"}` and others. Raises MoveNotUnderstood."""
        return parse(json)

    def dump_move(self, move: Move) -> Json:
        """The JSON that `parse` reads."""
        return dump_move(move)

    def canonical(self, state: State, seat: Seat, move: Move) -> Move:
        """Nothing may be left out of a move of this game."""
        return move

    def cards_left(self, state: State) -> tuple[int, ...]:
        """The sizes of the hands."""
        return tuple(map(len, state.hands))

    def describe_move(self, move: Move) -> str:
        """`43u1`, or `.` for the end of a go."""
        return describe_move(move)

    def apply(self, state: State, seat: Seat, move: Move) -> State:
        """Raises IllegalMove, NotToAct, NotInPlay, GameOver."""
        board = state.board
        if board.why is not None or board.actor != seat:
            _require_in_play(state, seat)
            raise NotToAct(f"Seat {board.actor} is to act, not seat {seat}.")
        refused = refusal(self.settings, board, state.hands[seat], move)
        if refused is not None:
            raise IllegalMove(*refused, _standing(board))
        return self._applied(state, move)

    def _applied(self, state: State, move: Move) -> State:
        match move:
            case Play():
                return after_play(self.settings, state, move)
            case End():
                return after_end(self.settings, state)
            case Signal():
                return after_signal(state, move)
            case Open():
                return after_open(self.settings, state, move)
            case Reserve():
                return after_reserve(self.settings, state, move)
            case Briefing():
                return after_briefing(state)
            case Reveal():
                return after_reveal(state, move)
        return after_vote(self.settings, state, move)

    def leave(self, state: State, seat: Seat, reason: str) -> State:
        """Ends the table, unless the seat has no cards left (G15). Raises NotInPlay, GameOver."""
        if reason not in LEAVE_REASONS:
            raise ValueError(f"A seat leaves for one of {LEAVE_REASONS}; {reason!r} came.")
        _require_in_play(state, seat)
        return after_leave(self.settings, state, seat, reason)

    def outcome(self, state: State) -> Outcome | None:
        """All seats tie (G16); a seat whose leave ended the table is last, the others above it.

        The score of every seat is how many cards were not placed. `why` is `won`, `stuck`,
        `forfeit`, or `void_start` where the table counts as not played (G15).
        """
        why, leavers = state.board.why, state.board.leavers
        if why is None:
            return None
        seats = len(state.hands)
        places = [1] * seats
        if why == FORFEIT:
            places[leavers[-1].seat] = seats
        left = sum(map(len, state.hands)) + len(state.deck)
        return Outcome(tuple(places), (left,) * seats, leavers, why, is_void=why == VOID_START)

    def view(self, state: State, seat: Seat | None) -> View:
        """One's own hand, the counts, and the board, which is public."""
        return View(
            seat=seat,
            hand=() if seat is None else state.hands[seat],
            counts=self.cards_left(state),
            deck=len(state.deck),
            board=state.board,
        )

    def dump_view(self, view: View) -> Json:
        """What the viewer sees, as it travels over HTTP."""
        return dump_view(view)

    def load_view(self, json: Json) -> View:
        """The view back from `dump_view`."""
        return load_view(json)

    def events(self, before: State, seat: Seat, move: Move | None, after: State) -> Events:
        """A play is told when it happens (G13); drawn cards only to their seat."""
        return told(before, seat, move, after, self.outcome(after))

    def redeal(self, view: View, stream: Stream) -> State:
        """A state chosen at random among those that the view leaves open."""
        return redeal(view, stream)

    def dump(self, state: State) -> Json:
        """All of the state, hidden cards too."""
        return dump_state(state)

    def load(self, json: Json) -> State:
        """The state back from `dump`."""
        return load_state(json)


def _require_in_play(state: State, seat: Seat) -> None:
    if state.board.why is not None:
        raise GameOver("The table is over; its outcome stands.")
    if any(one.seat == seat for one in state.board.leavers):
        raise NotInPlay(f"Seat {seat} has left.")


def _standing(board: Board) -> Json:
    return {"tops": dump_tops(board.tops), "need": board.need, "played": board.played}
