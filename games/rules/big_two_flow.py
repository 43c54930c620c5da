"""Big Two: how one state follows another, and whose go it is.

Source: docs/rules/big-two.md, "The trick".
"""

from __future__ import annotations

from functools import partial

from . import big_two_words as words
from .big_two_hands import Play, lowest_card
from .big_two_state import PASS, SEATS_MOST, Act, State
from .protocol import IllegalMove, Leaver, Seat

# A third of the time of State(...) and Act(...), which every ply of a playout would spend.
_state, _act = partial(tuple.__new__, State), partial(tuple.__new__, Act)
_PASSES = tuple(Act(Seat(seat), PASS) for seat in range(SEATS_MOST))


def after_play(state: State, seat: Seat, play: Play) -> State:
    """A legal play is on the table; its owner may have gone out, and the table may be over."""
    hands, played, playing, _, leader, must, _, bound, trick, _, _, out, leavers, ply, why = state
    cards = play.cards
    held, shown = list(hands), list(played)
    held[seat] ^= cards
    shown[seat] |= cards
    if not held[seat]:
        playing, out = _without(playing, seat), (*out, seat)
        if len(playing) == 1:
            why = "played_out"
    if must is not None:
        bound = lowest_card(cards)
    turn, trick = _next_seat(playing, seat), (*trick, _act((seat, play)))
    return _state(
        (tuple(held), tuple(shown), playing, turn, leader, None, None, bound,
         trick, play, seat, out, leavers, ply + 1, why)
    )  # fmt: skip


def after_pass(state: State, seat: Seat) -> State:
    """The seat lets its go by (R13). Raises IllegalMove on a lead."""
    (
        hands,
        played,
        playing,
        _,
        leader,
        must,
        extra,
        bound,
        trick,
        table,
        owner,
        out,
        left,
        ply,
        _,
    ) = state
    if owner is None:
        raise IllegalMove("pass_on_lead", words.LEADER_PASSED)
    turn = _next_seat(playing, seat)
    if _is_trick_over(len(hands), owner, seat, turn):
        table, owner, trick = None, None, ()
    else:
        trick = (*trick, _PASSES[seat])
    return _state(
        (hands, played, playing, turn, leader, must, extra, bound,
         trick, table, owner, out, left, ply + 1, None)
    )  # fmt: skip


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
    return _without_its_go(left, seat) if seat == state.turn else left


def _without_its_go(state: State, seat: Seat) -> State:
    """The seat to act has left, and the go moves on."""
    turn, owner = _next_seat(state.playing, seat), state.owner
    if owner is not None and _is_trick_over(len(state.hands), owner, seat, turn):
        return state._replace(turn=turn, table=None, owner=None, trick=())
    return state._replace(turn=turn)


def _is_trick_over(seats: int, owner: Seat, seat: Seat, turn: Seat) -> bool:
    """Play goes round in order, so the seats between the owner and the go are those that passed:
    the trick is over when the go comes back to the owner, or past it if it has gone (R14, R20).
    """
    return (owner - seat - 1) % seats <= (turn - seat - 1) % seats


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
    return tuple([seat for seat in state.playing if 0 < (seat - owner) % seats < gone])


def _without(playing: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in playing if other != seat)
