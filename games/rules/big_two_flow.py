"""Big Two: how one state follows another, and whose go it is.

Source: docs/rules/big-two.md, "The trick".
"""

from __future__ import annotations

from . import big_two_words as words
from .big_two_hands import Play, lowest_card
from .big_two_state import PASS, Act, State
from .protocol import IllegalMove, Leaver, Seat


def after_play(state: State, seat: Seat, play: Play) -> State:
    """A legal play is on the table; its owner may have gone out, and the table may be over."""
    hands, played, playing, _, leader, must, _, bound, trick, _, _, out, leavers, ply, why = state
    hand = hands[seat] & ~play.cards
    if not hand:
        playing, out = _without(playing, seat), (*out, seat)
        if len(playing) == 1:
            why = "played_out"
    return State(
        _put(hands, seat, hand),
        _put(played, seat, played[seat] | play.cards),
        playing,
        _next_seat(playing, seat),
        leader,
        None,
        None,
        bound if must is None else lowest_card(play.cards),
        (*trick, Act(seat, play)),
        play,
        seat,
        out,
        leavers,
        ply + 1,
        why,
    )


def after_pass(state: State, seat: Seat) -> State:
    """The seat lets its go by (R13). Raises IllegalMove on a lead."""
    if state.table is None:
        raise IllegalMove("pass_on_lead", words.LEADER_PASSED)
    return _go_on(state, seat, state.ply + 1, (*state.trick, Act(seat, PASS)))


def after_leave(state: State, seat: Seat, reason: str) -> State:
    """The seat is out of play; its cards stay unseen (R16 to R22)."""
    playing = _without(state.playing, seat)
    # R6: the leader takes its duty, and what is known of it, away.
    stays_bound = seat != state.leader
    left = state._replace(
        playing=playing,
        must=state.must if stays_bound else None,
        left_over=state.left_over if stays_bound else None,
        leavers=(*state.leavers, Leaver(seat, reason)),
        ply=state.ply + 1,
    )
    if len(playing) == 1:
        return left._replace(turn=playing[0], why="all_left")
    return _go_on(left, seat, left.ply, left.trick) if seat == state.turn else left


def _go_on(state: State, seat: Seat, ply: int, trick: tuple[Act, ...]) -> State:
    """The go moves on from `seat`, which did not play.

    Play goes round in order, so the seats between the owner and the go are those that passed:
    the trick is over when the go comes back to the owner, or past it if it has gone (R14, R20).
    """
    hands, played, playing, _, leader, must, extra, bound, _, table, owner, out, left, _, why = (
        state
    )
    turn = _next_seat(playing, seat)
    if owner is not None:
        seats = len(hands)
        if (owner - seat - 1) % seats <= (turn - seat - 1) % seats:
            table, owner, trick = None, None, ()
    return State(
        hands, played, playing, turn, leader, must, extra, bound,
        trick, table, owner, out, left, ply, why,
    )  # fmt: skip


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
    values = list(row)
    values[seat] = value
    return tuple(values)


def _without(playing: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in playing if other != seat)
