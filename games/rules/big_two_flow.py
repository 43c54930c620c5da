"""Big Two: how one state follows another, and whose go it is.

Source: docs/rules/big-two.md, "The trick".
"""

from __future__ import annotations

from typing import Any

from . import big_two_words as words
from .big_two_hands import Play, lowest_card
from .big_two_state import PASS, Act, State, changed
from .protocol import IllegalMove, Leaver, Seat


def after_play(state: State, seat: Seat, play: Play) -> State:
    """A legal play is on the table; its owner may have gone out, and the table may be over."""
    hand = state.hands[seat] & ~play.cards
    goes_out = not hand
    playing = _without(state.playing, seat) if goes_out else state.playing
    is_over = len(playing) == 1
    return changed(
        state,
        hands=_put(state.hands, seat, hand),
        played=_put(state.played, seat, state.played[seat] | play.cards),
        playing=playing,
        turn=playing[0] if is_over else _next_seat(playing, seat),
        must=None,
        left_over=None,
        bound=state.bound if state.must is None else lowest_card(play.cards),
        trick=(*state.trick, Act(seat, play)),
        table=play,
        owner=seat,
        out=(*state.out, seat) if goes_out else state.out,
        ply=state.ply + 1,
        why="played_out" if is_over else None,
    )


def after_pass(state: State, seat: Seat) -> State:
    """The seat lets its go by (R13). Raises IllegalMove on a lead."""
    if state.table is None:
        raise IllegalMove("pass_on_lead", words.LEADER_PASSED)
    trick = (*state.trick, Act(seat, PASS))
    return _go_on(state, seat, ply=state.ply + 1, trick=trick)


def after_leave(state: State, seat: Seat, reason: str) -> State:
    """The seat is out of play; its cards stay unseen (R16 to R22)."""
    playing = _without(state.playing, seat)
    # R6: the leader takes its duty, and what is known of it, away.
    stays_bound = seat != state.leader
    left = changed(
        state,
        playing=playing,
        must=state.must if stays_bound else None,
        left_over=state.left_over if stays_bound else None,
        leavers=(*state.leavers, Leaver(seat, reason)),
        ply=state.ply + 1,
    )
    if len(playing) == 1:
        return changed(left, turn=playing[0], why="all_left")
    return _go_on(left, seat) if seat == state.turn else left


def _go_on(state: State, seat: Seat, **changes: Any) -> State:  # noqa: ANN401 -- as `changed`
    """The go moves on from `seat`, which did not play; `changes` come with it.

    Play goes round in order, so the seats between the owner and the go are those that passed:
    the trick is over when the go comes back to the owner, or past it if it has gone (R14, R20).
    """
    turn = _next_seat(state.playing, seat)
    seats, owner = len(state.hands), state.owner
    if owner is not None and (owner - seat - 1) % seats <= (turn - seat - 1) % seats:
        changes |= {"table": None, "owner": None, "trick": ()}
    return changed(state, turn=turn, **changes)


def _next_seat(playing: tuple[Seat, ...], seat: Seat) -> Seat:
    """R1: ascending numbers, then round."""
    for other in playing:
        if other > seat:
            return other
    return playing[0]


def passed_since(state: State) -> tuple[Seat, ...]:
    """Seats in play that have passed since the last play, ascending."""
    if state.owner is None or state.why is not None:
        return ()
    seats, owner = len(state.hands), state.owner
    gone = (state.turn - owner) % seats
    return tuple(seat for seat in state.playing if 0 < (seat - owner) % seats < gone)


def _put(row: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    return (*row[:seat], value, *row[seat + 1 :])


def _without(playing: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in playing if other != seat)
