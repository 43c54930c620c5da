"""Big Number: which moves are legal, and what a move or a leave does to a table.

Source: docs/rules/big-number.md, "A round", "The end of a deal" and "Leaving".
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product, repeat

from . import big_number_words as words
from .big_number_cards import (
    NO_CARDS,
    ONE_OF,
    Cards,
    CardSet,
    count,
    holds,
    multiset,
    sets_above,
    sets_in,
    whole_set,
    without,
)
from .big_number_state import (
    PASS,
    SEATS_MOST,
    DrawnHands,
    Move,
    Play,
    Sheet,
    State,
    dump_middle,
)
from .protocol import GameOver, IllegalMove, Leaver, NotInPlay, Seat

ONLY_PASS: tuple[Move, ...] = (PASS,)

# What Play(...) and State(...) come down to, in half the time: playouts make little else.
_new = tuple.__new__
_PASSED = tuple(((Seat(seat), PASS),) for seat in range(SEATS_MOST))


def legal(hand: Cards, middle: CardSet | None) -> tuple[Move, ...]:
    """The pass first, then by size, value and cards, then by the card taken."""
    if middle is None:
        return _leads(hand)
    sets = sets_above(hand, middle)
    if not sets:
        return ONLY_PASS
    # Of as many cards as the hand holds there is one set at most: it stands last.
    goes_out = [Play(sets.pop())] if sets[-1].cards == hand else []
    return (PASS, *map(_new, repeat(Play), product(sets, middle.choices)), *goes_out)


def _leads(hand: Cards) -> tuple[Move, ...]:
    singles = map(_new, repeat(Play), product(sets_in(hand, 1), (None,)))
    whole = whole_set(hand)
    if whole is None or whole.size == 1:
        return tuple(singles)
    return (*singles, Play(whole))


def completed(state: State, seat: Seat, play: Play) -> Play:
    """Whoever beats a single takes it, said or not (N2)."""
    middle = state.middle
    if play.take is not None or middle is None or middle.size > 1:
        return play
    goes_out = play.cards.cards == state.hands[seat]
    return play if goes_out else Play(play.cards, middle.row[0])


def require_in_play(state: State, seat: Seat) -> None:
    """Raises GameOver, NotInPlay."""
    if state.why is not None:
        raise GameOver("The table is over; its outcome stands.")
    if seat not in state.sheet.playing:
        raise NotInPlay(f"Seat {seat} has left.")


def require_legal(state: State, seat: Seat, play: Play) -> None:
    """Raises IllegalMove; `play` is completed."""
    hand, middle = state.hands[seat], state.middle
    refusal = _refusal(hand, middle, play)
    if refusal is not None:
        raise IllegalMove(*refusal, dump_middle(middle, state.owner))


def _refusal(hand: Cards, middle: CardSet | None, play: Play) -> tuple[str, str] | None:
    """The reason and the sentence; it reads nothing but what the mover sees."""
    chosen = play.cards
    if not holds(hand, chosen.cards):
        return "not_in_hand", words.not_held(hand, chosen.cards)
    if not chosen.value:
        return "not_a_combination", words.not_a_combination(chosen)
    if middle is None:
        return _lead_refusal(hand, play)
    if not 0 <= chosen.size - middle.size <= 1:
        return "wrong_count", words.wrong_count(middle, chosen)
    # One card more is always the higher number: no digit is 0.
    if chosen.value <= middle.value:
        return "too_low", words.too_low(middle, chosen)
    if chosen.cards == hand:
        return None if play.take is None else ("take_forbidden", words.GOES_OUT)
    if play.take in middle.choices:
        return None
    return _take_refusal(middle, play.take)


def _lead_refusal(hand: Cards, play: Play) -> tuple[str, str] | None:
    if play.cards.size > 1 and play.cards.cards != hand:
        return "wrong_count", words.LEAD_IS_ONE_CARD
    return None if play.take is None else ("take_forbidden", words.NOTHING_TO_TAKE)


def _take_refusal(middle: CardSet, take: int | None) -> tuple[str, str]:
    if take is None:
        return "take_missing", words.take_missing(middle)
    return "take_not_in_set", words.take_not_in_set(middle, take)


def begun(sheet: Sheet, hands: DrawnHands, ply: int) -> State:
    """The beginning of the deal that the sheet is at; who has left gets no cards (N18)."""
    return State(
        sheet=sheet,
        hands=tuple(
            multiset(hand) if seat in sheet.playing else NO_CARDS for seat, hand in enumerate(hands)
        ),
        taken=(NO_CARDS,) * len(hands),
        to_act=(sheet.start,),
        ply=ply,
    )


def after_play(state: State, seat: Seat, play: Play, last_points: int) -> State:
    """`play` is legal and completed; a deal that brings a seat to `last_points` is the last."""
    sheet, hands, taken, _, middle, _, out, acts, ply = state
    chosen, known = play.cards, taken[seat]
    hand = hands[seat] - chosen.cards
    if not hand:
        return _after_deal(state, seat, play, last_points)
    if known:
        known = without(known, chosen.row)
    if play.take is not None and middle is not None:
        one = ONE_OF[play.take]
        hand, known, out = hand + one, known + one, out + middle.cards - one
    # Written out, and not by `_put`, as every play comes here.
    held = list(hands)
    held[seat] = hand
    if known != taken[seat]:
        taken = _put(taken, seat, known)
    to_act, act = sheet.order.after[seat], ((seat, play),)
    return _new(State, (sheet, tuple(held), taken, to_act, chosen, seat, out, acts + act, ply + 1))


def _after_deal(state: State, seat: Seat, play: Play, last_points: int) -> State:
    """`seat` has put down its last cards; everybody else pays for each card (N8)."""
    sheet = state.sheet
    hands = _put(state.hands, seat, NO_CARDS)
    points = list(sheet.points)
    for other in sheet.playing:
        points[other] += count(hands[other])
    if max(points[other] for other in sheet.playing) < last_points:
        return _next_deal(sheet, tuple(points), state.ply + 1)
    return state._replace(
        sheet=replace(sheet, points=tuple(points), why="played_out"),
        hands=hands,
        taken=_put(state.taken, seat, NO_CARDS),
        to_act=(),
        middle=play.cards,
        owner=seat,
        out=state.out + (state.middle.cards if state.middle else NO_CARDS),
        acts=(*state.acts, (seat, play)),
        ply=state.ply + 1,
    )


def _next_deal(sheet: Sheet, points: tuple[int, ...], ply: int) -> State:
    """The lead moves on from the last start seat, whoever won (N14, N20)."""
    playing, later = sheet.playing, sheet.later
    following = Sheet(
        number=sheet.number + 1,
        start=sheet.order.after[sheet.start][0],
        points=points,
        playing=playing,
        dealt=playing,
        later=later[1:],
        leavers=sheet.leavers,
        kept=sheet.kept,
    )
    return begun(following, later[0], ply)


def after_pass(state: State, seat: Seat) -> State:
    """Raises IllegalMove for a leader (N12)."""
    sheet, hands, taken, _, middle, owner, out, acts, ply = state
    if middle is None or owner is None:
        raise IllegalMove("pass_on_lead", words.LEADER_PASSED)
    order = sheet.order
    if order.before[owner] == seat:
        out += middle.cards
        middle, owner, acts = None, None, ()
    else:
        acts += _PASSED[seat]
    return _new(State, (sheet, hands, taken, order.after[seat], middle, owner, out, acts, ply + 1))


def after_leave(state: State, seat: Seat, reason: str) -> State:
    """Cards and points of the leaver stay as they are (N18)."""
    sheet = state.sheet
    playing = tuple(other for other in sheet.playing if other != seat)
    awaits_first_lead = state.middle is None and not state.out and state.turn == seat
    left = replace(
        sheet,
        playing=playing,
        # N20: who leads in its stead is the start seat.
        start=sheet.order.after[seat][0] if awaits_first_lead else sheet.start,
        leavers=(*sheet.leavers, Leaver(seat, reason)),
        kept=(*sheet.kept, count(state.hands[seat])),
        why="all_left" if len(playing) == 1 else None,
    )
    if left.why is not None:
        return state._replace(sheet=left, to_act=(), ply=state.ply + 1)
    if seat == state.turn:
        return _without_its_go(state, seat, left)
    return state._replace(sheet=left, ply=state.ply + 1)


def _without_its_go(state: State, seat: Seat, sheet: Sheet) -> State:
    """The seat to act has left, and the go moves on.

    Play goes round in order, so the seats between the owner and the go are those that passed:
    the round is over when the go comes back to the owner, or past it if it has left (N19).
    """
    to_act, owner, seats = sheet.order.after[seat], state.owner, len(state.hands)
    moved = state._replace(sheet=sheet, to_act=to_act, ply=state.ply + 1)
    if owner is None or state.middle is None:
        return moved
    if (owner - seat - 1) % seats > (to_act[0] - seat - 1) % seats:
        return moved
    return moved._replace(middle=None, owner=None, acts=(), out=state.out + state.middle.cards)


def passed(state: State) -> tuple[Seat, ...]:
    """Seats in play that have passed since the last play."""
    if state.owner is None or state.why is not None:
        return ()
    seats, owner = len(state.hands), state.owner
    gone = (state.turn - owner) % seats
    return tuple(seat for seat in state.sheet.playing if 0 < (seat - owner) % seats < gone)


def standing(sheet: Sheet) -> tuple[int, ...]:
    """Places as they would be now: equal points share one (N15), leavers are below (N18)."""
    points = [sheet.points[seat] for seat in sheet.playing]
    places = [0] * len(sheet.points)
    for seat in sheet.playing:
        places[seat] = 1 + sum(other < sheet.points[seat] for other in points)
    for place, leaver in enumerate(reversed(sheet.leavers), start=len(points) + 1):
        places[leaver.seat] = place
    return tuple(places)


def _put(row: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    values = list(row)
    values[seat] = value
    return tuple(values)
