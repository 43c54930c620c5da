"""The Game: how one state follows another, and whose go it is.

Source: docs/rules/the-game.md, "A go", "Twists" and "Leaving".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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
    changed,
)


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
    return state if deal.start is None else _begin_go(settings, state, deal.start)


def after_vote(settings: Settings, state: State, vote: Start) -> State:
    """The next seat votes, or the one agreed on begins."""
    board = state.board
    votes = (*board.votes, vote.seat)
    if len(votes) == settings.seats:
        voted = _with(state, votes=votes, ply=board.ply + 1)
        return _begin_go(settings, voted, agreed(votes))
    voter = Seat(len(votes))
    return _with(state, votes=votes, go=voter, actor=voter, said=False, ply=board.ply + 1)


def agreed(votes: Sequence[Seat]) -> Seat:
    """The seat with most votes; of several, the one that was named first (G1)."""
    return max(votes, key=votes.count)


def after_play(settings: Settings, state: State, play: Play) -> State:
    """A legal card lies on its pile; the go may end with it, and the table too (G5 to G11)."""
    board, seat, card = state.board, state.board.go, play.card
    hand = without(state.hands[seat], card)
    tops = covered(board.tops, play.pile, card)
    placed = Placed(seat, card, play.pile, board.tops[play.pile])
    is_first = not board.played
    is_stuck = not can_place(hand, usable(tops, board.mark, seat), board.need - board.played - 1)
    face_up = board.face_up
    after = State(
        _put(state.hands, seat, hand),
        state.deck,
        state.placed | 1 << card,
        board.ply if is_first else state.told_from,
        changed(
            board,
            tops=tops,
            played=board.played + 1,
            newest=(placed,) if is_first else (*board.newest, placed),
            face_up=_put(face_up, seat, None) if face_up[seat] == card else face_up,
            ply=board.ply + 1,
            why=STUCK if is_stuck else None,
        ),
    )
    if hand or is_stuck:
        return after
    return after_go(settings, after) if state.deck or any(after.hands) else _with(after, why=WON)


def usable(tops: Tops, mark: Mark | None, seat: Seat) -> Tops:
    """The tops as the seat may use them: a pile that another has marked takes nothing (V4)."""
    return tops if mark is None or mark.seat == seat else closed(tops, mark.pile)


def after_end(settings: Settings, state: State) -> State:
    """The seat has played enough and says so (G4)."""
    return after_go(settings, _with(state, ply=state.board.ply + 1))


def after_go(settings: Settings, state: State) -> State:
    """Refill, then what a twist asks for, then the next go."""
    refilled = _refilled(settings, state)
    if settings.twist == OPEN_CARD and len(refilled.deck) < len(state.deck):
        return _ask_for_open_card(settings, refilled)
    if settings.twist == RESERVED_PILE and state.board.token:
        return _with(refilled, phase=RESERVE)
    return _begin_go(settings, refilled, _next(state.board.go, settings.seats))


def after_open(settings: Settings, state: State, opened: Open) -> State:
    """The card lies face up in front of its seat (V3)."""
    return _ask_for_open_card(settings, _with_face_up(state, opened.card))


def _ask_for_open_card(settings: Settings, state: State) -> State:
    """Whoever has no open card chooses one, in turn order from the seat that refilled."""
    actor = _next_to_show(state)
    if actor is None:
        return _begin_go(settings, state, _next(state.board.go, settings.seats))
    return _with(state, phase=OPEN, actor=actor)


def after_reserve(settings: Settings, state: State, reserve: Reserve) -> State:
    """The token is by a pile, or was kept (V4)."""
    board = state.board
    seat = board.go
    mark = None if reserve.pile is None else Mark(reserve.pile, seat)
    decided = _with(state, mark=mark, token=mark is None, ply=board.ply + 1)
    return _begin_go(settings, decided, _next(seat, settings.seats))


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
    board = state.board
    signals = _put(board.signals, board.actor, signal)
    return _with(state, signals=signals, said=True, ply=board.ply + 1)


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
        return _begin_go(settings, left, _next(board.go, settings.seats))
    return left


def _begin_go(settings: Settings, state: State, seat: Seat) -> State:
    """The first seat with cards from `seat` on; the marks of those that are passed over go (V4)."""
    board, hands = state.board, state.hands
    mark = board.mark
    while not hands[seat]:
        mark = _unless_of(mark, seat)
        seat = _next(seat, settings.seats)
    mark = _unless_of(mark, seat)
    need = settings.min_play if state.deck else 1
    is_stuck = not can_place(hands[seat], usable(board.tops, mark, seat), need)
    return _with(
        state,
        go=seat,
        actor=seat,
        phase=PLAY,
        need=need,
        played=0,
        said=False,
        mark=mark,
        why=STUCK if is_stuck else None,
    )


def _unless_of(mark: Mark | None, seat: Seat) -> Mark | None:
    return None if mark is None or mark.seat == seat else mark


def _refilled(settings: Settings, state: State) -> State:
    board, deck = state.board, state.deck
    seat = board.go
    hand = state.hands[seat]
    wanted = settings.hand_size - len(hand)
    full: Hand = tuple(sorted(hand + deck[:wanted]))
    hands = _put(state.hands, seat, full)
    return State(hands, deck[wanted:], state.placed, state.told_from, board)


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


def _with(state: State, **changes: Any) -> State:  # noqa: ANN401 -- as `changed`
    """The state with changes on its board."""
    board = changed(state.board, **changes)
    return State(state.hands, state.deck, state.placed, state.told_from, board)


def _put(row: tuple[Any, ...], seat: Seat, value: Any) -> tuple[Any, ...]:  # noqa: ANN401
    return (*row[:seat], value, *row[seat + 1 :])


def _next(seat: Seat, seats: int) -> Seat:
    return Seat((seat + 1) % seats)
