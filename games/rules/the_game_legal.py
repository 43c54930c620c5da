"""The Game: which moves are legal, and why others are not; from the board and one's own hand.

Source: docs/rules/the-game.md, "A go", "Signals" and "Moves".
"""

from __future__ import annotations

from . import the_game_words as words
from .protocol import Seat
from .the_game_flow import usable
from .the_game_moves import (
    BRIEFING_CALL,
    END,
    OPENS,
    PLAYS,
    RESERVES,
    REVEALS,
    SIGNALS,
    STARTS,
    Briefing,
    End,
    Move,
    Open,
    Play,
    Reserve,
    Reveal,
    Signal,
    Start,
)
from .the_game_options import BRIEFING, OPEN_CARD, RESERVED_PILE, Settings
from .the_game_piles import (
    JUMP,
    Hand,
    Tops,
    can_place,
    covered,
    fits,
    piles_for,
    placings,
    without,
)
from .the_game_state import BRIEF, OPEN, PLAY, RESERVE, START, Board

Refusal = tuple[str, str] | None
"""The reason and the sentence."""

_PHASE_OF: dict[type[Move], str] = {
    Start: START,
    Play: PLAY,
    End: PLAY,
    Briefing: PLAY,
    Open: OPEN,
    Reserve: RESERVE,
    Reveal: BRIEF,
}
_TWIST_OF: dict[type[Move], str] = {
    Open: OPEN_CARD,
    Reserve: RESERVED_PILE,
    Briefing: BRIEFING,
    Reveal: BRIEFING,
}


def legal(settings: Settings, board: Board, hand: Hand) -> tuple[Move, ...]:
    """The moves of the seat to act, in canonical order; never empty while the table runs."""
    phase = board.phase
    if phase == PLAY:
        return _legal_in_play(settings, board, hand)
    if phase == START:
        return (*STARTS[: settings.seats], *_signals(settings, board))
    if phase == RESERVE:
        return RESERVES
    shows = OPENS if phase == OPEN else REVEALS
    return tuple([shows[card] for card in hand])


def _legal_in_play(settings: Settings, board: Board, hand: Hand) -> tuple[Move, ...]:
    tops = board.tops if board.mark is None else usable(board.tops, board.mark, board.go)
    moves: list[Move] = _plays(hand, tops)
    if board.played >= board.need:
        moves.append(END)
    if settings.twist == BRIEFING and board.token and not board.played:
        moves.append(BRIEFING_CALL)
    if settings.has_signals and not board.said:
        moves += SIGNALS
    return tuple(moves)


def _plays(hand: Hand, tops: Tops) -> list[Move]:
    # As `placings` does, written out: playouts spend most of their time here.
    up_1, up_2, down_1, down_2 = tops
    back_up_1, back_up_2 = up_1 - JUMP, up_2 - JUMP
    back_down_1, back_down_2 = down_1 + JUMP, down_2 + JUMP
    plays: list[Move] = []
    add = plays.append
    for card in hand:
        on_up_1, on_up_2, on_down_1, on_down_2 = PLAYS[card]
        if card > up_1 or card == back_up_1:
            add(on_up_1)
        if card > up_2 or card == back_up_2:
            add(on_up_2)
        if card < down_1 or card == back_down_1:
            add(on_down_1)
        if card < down_2 or card == back_down_2:
            add(on_down_2)
    return plays


def _signals(settings: Settings, board: Board) -> tuple[Signal, ...]:
    return () if board.said or not settings.has_signals else SIGNALS


def refusal(settings: Settings, board: Board, hand: Hand, move: Move) -> Refusal:
    """Why the seat to act may not make this move; None if it may."""
    if isinstance(move, Play) and board.phase == PLAY:
        return _play_refusal(board, hand, move)
    if isinstance(move, Signal):
        return _signal_refusal(settings, board)
    kind = type(move)
    if _TWIST_OF.get(kind, settings.twist) != settings.twist:
        return "not_offered", words.no_such_twist(settings.twist)
    if _PHASE_OF[kind] != board.phase:
        return "wrong_phase", words.now_is(board.phase)
    return _other_refusal(settings, board, hand, move)


def _other_refusal(settings: Settings, board: Board, hand: Hand, move: Move) -> Refusal:
    if isinstance(move, End) and board.played < board.need:
        return "below_minimum", _below_minimum(board, hand)
    if isinstance(move, Start) and move.seat >= settings.seats:
        return "bad_seat", words.no_such_seat(settings.seats, move.seat)
    if isinstance(move, Open | Reveal) and move.card not in hand:
        return "not_in_hand", words.not_held(move.card)
    if isinstance(move, Briefing) and not board.token:
        return "too_late", words.BRIEFED_BEFORE
    if isinstance(move, Briefing) and board.played:
        return "too_late", words.BRIEFED_LATE
    return None


def _play_refusal(board: Board, hand: Hand, play: Play) -> Refusal:
    card, pile = play.card, play.pile
    if card not in hand:
        return "not_in_hand", words.not_held(card)
    mark = board.mark
    if mark is not None and mark.pile == pile and mark.seat != board.go:
        return "reserved_pile", words.reserved(mark)
    top = board.tops[pile]
    return None if fits(card, pile, top) else ("does_not_fit", words.does_not_fit(card, pile, top))


def _signal_refusal(settings: Settings, board: Board) -> Refusal:
    if not settings.has_signals:
        return "not_offered", words.NO_SIGNALS
    if board.phase not in (START, PLAY):
        return "wrong_phase", words.now_is(board.phase)
    return ("already_said", words.SAID_BEFORE) if board.said else None


def _below_minimum(board: Board, hand: Hand) -> str:
    """Names the card that moves a pile least without blocking the rest of the minimum."""
    missing = board.need - board.played
    tops = usable(board.tops, board.mark, board.go)
    card, _ = min(
        (
            (card, pile)
            for card, pile in placings(hand, tops)
            if can_place(without(hand, card), covered(tops, pile, card), missing - 1)
        ),
        key=lambda one: abs(one[0] - tops[one[1]]),
    )
    return words.below_minimum(missing, card, piles_for(card, tops))


def is_to_act(board: Board, seat: Seat | None) -> bool:
    """The table runs and waits for this seat."""
    return board.why is None and board.actor == seat
