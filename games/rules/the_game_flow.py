"""The Game: how one state follows another, and whose go it is.

Source: docs/rules/the-game.md, "A go", "Twists" and "Leaving".
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, TypeVar

from .protocol import Leaver, Seat
from .the_game_moves import Open, Play, Reserve, Reveal, Signal, Start
from .the_game_options import BRIEFING, OPEN_CARD, RESERVED_PILE, Settings
from .the_game_piles import Hand, Tops, can_place, closed, covered, without
from .the_game_state import (
    BRIEF,
    FORFEIT,
    OPEN,
    PLAY,
    RESERVE,
    START,
    STUCK,
    VOID_START,
    WON,
    Board,
    Deal,
    Mark,
    Placed,
    State,
)

# A third of the time of Board(...) and the others, which every ply of a playout would spend.
_board, _state = partial(tuple.__new__, Board), partial(tuple.__new__, State)
_placed = partial(tuple.__new__, Placed)

T = TypeVar("T")


def first_state(settings: Settings, deal: Deal) -> State:
    """The seats vote (G1), or the drawn seat begins."""
    hands = tuple(tuple(sorted(hand)) for hand in deal.hands)
    board = Board(
        go=Seat(0),
        actor=Seat(0),
        phase=START,
        need=settings.min_play,
        signals=(None,) * settings.seats,
        face_up=(None,) * settings.seats,
        token=settings.twist in (RESERVED_PILE, BRIEFING),
    )
    state = State(hands=hands, deck=deal.deck, placed=0, told_from=0, board=board)
    return state if deal.start is None else _begin_go(settings, state, deal.start, 0)


def after_vote(settings: Settings, state: State, vote: Start) -> State:
    """The next seat votes, or the one agreed on begins."""
    hands, deck, placed, told_from, board = state
    (_, voter, phase, need, signals, face_up, token, played, tops, newest, _,
     mark, votes, leavers, ply, why) = board  # fmt: skip
    votes = (*votes, vote.seat)
    voter = _next(voter, settings.seats)
    board = _board(
        (voter, voter, phase, need, signals, face_up, token, played, tops, newest, False,
         mark, votes, leavers, ply + 1, why)
    )  # fmt: skip
    state = _state((hands, deck, placed, told_from, board))
    return state if voter else _begin_go(settings, state, agreed(votes), ply + 1)


def agreed(votes: Sequence[Seat]) -> Seat:
    """The seat with most votes; of several, the one that was named first (G1)."""
    return max(votes, key=votes.count)


def after_play(settings: Settings, state: State, play: Play) -> State:
    """A legal card lies on its pile; the go may end with it, and the table too (G5 to G11)."""
    hands, deck, placed, told_from, board = state
    (seat, actor, phase, need, signals, face_up, token, played, tops, newest, said,
     mark, votes, leavers, ply, _) = board  # fmt: skip
    card, pile = play.card, play.pile
    put_down = _placed((seat, card, pile, tops[pile]))
    told_from, newest = (told_from, (*newest, put_down)) if played else (ply, (put_down,))
    hand, tops = without(hands[seat], card), covered(tops, pile, card)
    hands = _put(hands, seat, hand)
    if face_up[seat] == card:
        face_up = _put(face_up, seat, None)
    played, ply, why = played + 1, ply + 1, None
    if played < need and not can_place(hand, usable(tops, mark, seat), need - played):
        why = STUCK
    elif not hand and not deck and not any(hands):
        why = WON
    board = _board(
        (seat, actor, phase, need, signals, face_up, token, played, tops, newest, said,
         mark, votes, leavers, ply, why)
    )  # fmt: skip
    state = _state((hands, deck, placed | 1 << card, told_from, board))
    return state if hand or why else after_go(settings, state, ply)


def usable(tops: Tops, mark: Mark | None, seat: Seat) -> Tops:
    """The tops as the seat may use them: a pile that another has marked takes nothing (V4)."""
    return tops if mark is None or mark.seat == seat else closed(tops, mark.pile)


def after_end(settings: Settings, state: State) -> State:
    """The seat has played enough and says so (G4)."""
    return after_go(settings, state, state.board.ply + 1)


def after_go(settings: Settings, state: State, ply: int) -> State:
    """Refill, then what a twist asks for, then the next go."""
    hands, deck, placed, told_from, board = state
    seat, hand = board.go, hands[board.go]
    drawn = deck[: settings.hand_size - len(hand)]
    if drawn:
        full: Hand = tuple(sorted(hand + drawn))
        state = _state((_put(hands, seat, full), deck[len(drawn) :], placed, told_from, board))
    if settings.twist == OPEN_CARD and drawn:
        return _ask_for_open_card(settings, _with(state, ply=ply))
    if settings.twist == RESERVED_PILE and board.token:
        return _with(state, phase=RESERVE, ply=ply)
    return _begin_go(settings, state, _next(seat, settings.seats), ply)


def after_open(settings: Settings, state: State, opened: Open) -> State:
    """The card lies face up in front of its seat (V3)."""
    return _ask_for_open_card(settings, _with_face_up(state, opened.card))


def _ask_for_open_card(settings: Settings, state: State) -> State:
    """Whoever has no open card chooses one, in turn order from the seat that refilled."""
    actor = _next_to_show(state)
    board = state.board
    if actor is None:
        return _begin_go(settings, state, _next(board.go, settings.seats), board.ply)
    return _with(state, phase=OPEN, actor=actor)


def after_reserve(settings: Settings, state: State, reserve: Reserve) -> State:
    """The token is by a pile, or was kept (V4)."""
    board = state.board
    seat = board.go
    mark = None if reserve.pile is None else Mark(reserve.pile, seat)
    decided = _with(state, mark=mark, token=mark is None)
    return _begin_go(settings, decided, _next(seat, settings.seats), board.ply + 1)


def after_briefing(state: State) -> State:
    """The caller reveals first (V5)."""
    return _with(state, phase=BRIEF, token=False, ply=state.board.ply + 1)


def after_reveal(state: State, reveal: Reveal) -> State:
    """The next seat with cards reveals, or the caller's go goes on."""
    revealed = _with_face_up(state, reveal.card)
    actor = _next_to_show(revealed)
    if actor is None:
        return _with(revealed, phase=PLAY, actor=state.board.go)
    return _with(revealed, actor=actor)


def after_signal(state: State, signal: Signal) -> State:
    """What is said stands until the seat says something else (G14)."""
    hands, deck, placed, told_from, board = state
    (go, actor, phase, need, signals, face_up, token, played, tops, newest, _,
     mark, votes, leavers, ply, why) = board  # fmt: skip
    board = _board(
        (go, actor, phase, need, _put(signals, actor, signal), face_up, token, played, tops,
         newest, True, mark, votes, leavers, ply + 1, why)
    )  # fmt: skip
    return _state((hands, deck, placed, told_from, board))


def after_leave(settings: Settings, state: State, seat: Seat, reason: str) -> State:
    """G15: before the first go the table is void, later it ends; an empty hand misses nobody."""
    board = state.board
    left = _with(state, leavers=(*board.leavers, Leaver(seat, reason)), ply=board.ply + 1)
    if board.phase == START:
        return _with(left, why=VOID_START)
    if state.hands[seat]:
        return _with(left, why=FORFEIT)
    if board.actor == seat:
        # It placed its last card and was asked about the token.
        return _begin_go(settings, left, _next(board.go, settings.seats), board.ply + 1)
    return left


def _begin_go(settings: Settings, state: State, seat: Seat, ply: int) -> State:
    """The first seat with cards from `seat` on; the marks of those that are passed over go (V4)."""
    hands, deck, placed, told_from, board = state
    _, _, _, _, signals, face_up, token, _, tops, newest, _, mark, votes, leavers, _, _ = board
    while not hands[seat]:
        mark = _unless_of(mark, seat)
        seat = _next(seat, settings.seats)
    if mark is not None:
        mark = _unless_of(mark, seat)
    need = settings.min_play if deck else 1
    why = None if can_place(hands[seat], usable(tops, mark, seat), need) else STUCK
    board = _board(
        (seat, seat, PLAY, need, signals, face_up, token, 0, tops, newest, False,
         mark, votes, leavers, ply, why)
    )  # fmt: skip
    return _state((hands, deck, placed, told_from, board))


def _unless_of(mark: Mark | None, seat: Seat) -> Mark | None:
    return None if mark is None or mark.seat == seat else mark


def _next_to_show(state: State) -> Seat | None:
    """The next seat in turn order, from the one whose go it is, with cards but none face up."""
    seats, board = len(state.hands), state.board
    for step in range(seats):
        seat = (board.go + step) % seats
        if state.hands[seat] and board.face_up[seat] is None:
            return Seat(seat)
    return None


def _with_face_up(state: State, card: int) -> State:
    board = state.board
    return _with(state, face_up=_put(board.face_up, board.actor, card), ply=board.ply + 1)


def _with(state: State, **changes: Any) -> State:  # noqa: ANN401 -- each field has its own type
    """The state with changes on its board."""
    return state._replace(board=state.board._replace(**changes))


def _put(row: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*row[:seat], value, *row[seat + 1 :])


def _next(seat: Seat, seats: int) -> Seat:
    return Seat((seat + 1) % seats)
