"""Big Two: how one state follows another, and whose go it is.

Source: docs/rules/big-two.md, "The trick".
"""

from __future__ import annotations

from dataclasses import replace

from . import big_two_words as words
from .big_two_hands import Play, lowest_card
from .big_two_state import PASS, SEATS_MOST, Sheet, State
from .protocol import IllegalMove, Leaver, Seat

# What State(...) comes down to, in half the time: every ply of a playout makes one.
_new = tuple.__new__
_PASSED = tuple(((Seat(seat), PASS),) for seat in range(SEATS_MOST))


def after_play(state: State, seat: Seat, play: Play) -> State:
    """A legal play is on the table; its owner may have gone out, and the table may be over."""
    hands, _, sheet, _, _, trick, ply = state
    held = list(hands)
    held[seat] = left = held[seat] ^ play.cards
    if sheet.must is not None or not left:
        sheet = _noted(sheet, seat, play, is_out=not left)
    to_act, act = sheet.order.after[seat], ((seat, play),)
    return _new(State, (tuple(held), to_act, sheet, play, seat, trick + act, ply + 1))


def after_pass(state: State, seat: Seat) -> State:
    """The seat lets its go by (R13). Raises IllegalMove on a lead."""
    hands, _, sheet, table, owner, trick, ply = state
    if owner is None:
        raise IllegalMove("pass_on_lead", words.LEADER_PASSED)
    order = sheet.order
    if order.before[owner] == seat:
        table, owner, trick = None, None, ()
    else:
        trick += _PASSED[seat]
    return _new(State, (hands, order.after[seat], sheet, table, owner, trick, ply + 1))


def after_leave(state: State, seat: Seat, reason: str) -> State:
    """The seat is out of play; its cards stay unseen (R16 to R22)."""
    sheet = _left(state.sheet, seat, reason)
    left = state._replace(sheet=sheet, ply=state.ply + 1)
    if sheet.why is not None:
        return left._replace(to_act=())
    return _without_its_go(left, seat) if seat == state.turn else left


def _noted(sheet: Sheet, seat: Seat, play: Play, *, is_out: bool) -> Sheet:
    """The first play of the table, or the last of a seat."""
    playing, out, why = sheet.playing, sheet.out, None
    if is_out:
        playing, out = _without(playing, seat), (*out, seat)
        why = "played_out" if len(playing) == 1 else None
    bound = sheet.bound if sheet.must is None else lowest_card(play.cards)
    # Not by `replace`, which takes twice the time.
    return Sheet(playing, sheet.dealt, sheet.leader, None, None, bound, out, sheet.leavers, why)


def _left(sheet: Sheet, seat: Seat, reason: str) -> Sheet:
    playing = _without(sheet.playing, seat)
    # R6: the leader takes its duty, and what is known of it, away.
    stays_bound = seat != sheet.leader
    return replace(
        sheet,
        playing=playing,
        must=sheet.must if stays_bound else None,
        left_over=sheet.left_over if stays_bound else None,
        leavers=(*sheet.leavers, Leaver(seat, reason)),
        why="all_left" if len(playing) == 1 else None,
    )


def _without_its_go(state: State, seat: Seat) -> State:
    """The seat to act has left, and the go moves on.

    Play goes round in order, so the seats between the owner and the go are those that passed:
    the trick is over when the go comes back to the owner, or past it if it has gone (R14, R20).
    """
    to_act, owner, seats = state.sheet.order.after[seat], state.owner, len(state.hands)
    if owner is not None and (owner - seat - 1) % seats <= (to_act[0] - seat - 1) % seats:
        return state._replace(to_act=to_act, table=None, owner=None, trick=())
    return state._replace(to_act=to_act)


def passed_since(state: State) -> tuple[Seat, ...]:
    """Seats in play that have passed since the last play, ascending."""
    if state.owner is None or state.why is not None:
        return ()
    seats, owner = len(state.hands), state.owner
    gone = (state.turn - owner) % seats
    return tuple([seat for seat in state.playing if 0 < (seat - owner) % seats < gone])


def _without(playing: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in playing if other != seat)
