"""Big Number: which moves are legal, and what a move or a leave does to a table.

Source: docs/rules/big-number.md, "A round", "The end of a deal" and "Leaving".
"""

from __future__ import annotations

from dataclasses import replace

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
    Act,
    DrawnHands,
    Move,
    Play,
    Sheet,
    State,
    dump_middle,
)
from .protocol import GameOver, IllegalMove, Leaver, NotInPlay, Seat

ONLY_PASS: tuple[Move, ...] = (PASS,)

# What Play(one, take) comes down to, in half the time: most of a playout is listing plays.
_play = tuple.__new__


def legal(hand: Cards, middle: CardSet | None) -> tuple[Move, ...]:
    """The pass first, then by size, value and cards, then by the card taken."""
    if middle is None:
        return _leads(hand)
    sets = sets_above(hand, middle)
    if not sets:
        return ONLY_PASS
    # Of as many cards as the hand holds there is one set at most: it stands last.
    goes_out = [Play(sets.pop())] if sets[-1].cards == hand else []
    choices = middle.choices
    if len(choices) == 1:
        take = choices[0]
        return (PASS, *[_play(Play, (one, take)) for one in sets], *goes_out)
    return (PASS, *[_play(Play, (one, take)) for one in sets for take in choices], *goes_out)


def _leads(hand: Cards) -> tuple[Move, ...]:
    singles = [_play(Play, (one, None)) for one in sets_in(hand, 1)]
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
    refusal = _cards_refusal(hand, middle, play.cards) or _take_refusal(hand, middle, play)
    if refusal is not None:
        raise IllegalMove(*refusal, dump_middle(middle, state.owner))


def _cards_refusal(hand: Cards, middle: CardSet | None, chosen: CardSet) -> tuple[str, str] | None:
    """The reason and the sentence; it reads nothing but what the mover sees."""
    if not holds(hand, chosen.cards):
        return "not_in_hand", words.not_held(hand, chosen.cards)
    if not chosen.is_playable:
        return "not_a_combination", words.not_a_combination(chosen)
    if middle is None:
        is_lead = chosen.size == 1 or chosen.cards == hand
        return None if is_lead else ("wrong_count", words.LEAD_IS_ONE_CARD)
    if not 0 <= chosen.size - middle.size <= 1:
        return "wrong_count", words.wrong_count(middle, chosen)
    # One card more is always the higher number: no digit is 0.
    if chosen.value <= middle.value:
        return "too_low", words.too_low(middle, chosen)
    return None


def _take_refusal(hand: Cards, middle: CardSet | None, play: Play) -> tuple[str, str] | None:
    goes_out = play.cards.cards == hand
    if middle is None or goes_out:
        why_not = words.GOES_OUT if middle is not None else words.NOTHING_TO_TAKE
        return None if play.take is None else ("take_forbidden", why_not)
    if play.take is None:
        return "take_missing", words.take_missing(middle)
    if play.take not in middle.row:
        return "take_not_in_set", words.take_not_in_set(middle, play.take)
    return None


def begun(sheet: Sheet, hands: DrawnHands, ply: int) -> State:
    """The beginning of the deal that the sheet is at; who has left gets no cards (N18)."""
    return State(
        sheet=sheet,
        hands=tuple(
            multiset(hand) if seat in sheet.playing else NO_CARDS for seat, hand in enumerate(hands)
        ),
        taken=(NO_CARDS,) * len(hands),
        turn=sheet.start,
        ply=ply,
    )


def after_play(state: State, seat: Seat, play: Play, last_points: int) -> State:
    """`play` is legal and completed; a deal that brings a seat to `last_points` is the last."""
    hand = state.hands[seat] - play.cards.cards
    if not hand:
        return _after_deal(state, seat, play, last_points)
    taken, out = state.taken, state.out
    known = taken[seat]
    if known:
        known = without(known, play.cards.row)
    if play.take is not None and state.middle is not None:
        one = ONE_OF[play.take]
        hand, known, out = hand + one, known + one, out + state.middle.cards - one
    return State(
        state.sheet,
        _put(state.hands, seat, hand),
        _put(taken, seat, known) if known != taken[seat] else taken,
        next_seat(state.sheet.playing, seat),
        play.cards,
        seat,
        out,
        (*state.acts, Act(seat, play)),
        state.ply + 1,
    )


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
        sheet=replace(sheet, points=tuple(points)),
        hands=hands,
        taken=_put(state.taken, seat, NO_CARDS),
        middle=play.cards,
        owner=seat,
        out=state.out + (state.middle.cards if state.middle else NO_CARDS),
        acts=(*state.acts, Act(seat, play)),
        ply=state.ply + 1,
        why="played_out",
    )


def _next_deal(sheet: Sheet, points: tuple[int, ...], ply: int) -> State:
    """The lead moves on from the last start seat, whoever won (N14, N20)."""
    following = replace(
        sheet,
        number=sheet.number + 1,
        start=next_seat(sheet.playing, sheet.start),
        points=points,
        dealt=sheet.playing,
        later=sheet.later[1:],
    )
    return begun(following, sheet.later[0], ply)


def after_pass(state: State, seat: Seat) -> State:
    """Raises IllegalMove for a leader (N12)."""
    if state.middle is None:
        raise IllegalMove("pass_on_lead", words.LEADER_PASSED)
    return _go_on(state, seat, state.sheet, (*state.acts, Act(seat, PASS)))


def after_leave(state: State, seat: Seat, reason: str) -> State:
    """Cards and points of the leaver stay as they are (N18)."""
    sheet = state.sheet
    playing = tuple(other for other in sheet.playing if other != seat)
    awaits_first_lead = state.middle is None and not state.out and state.turn == seat
    left = replace(
        sheet,
        playing=playing,
        # N20: who leads in its stead is the start seat.
        start=next_seat(playing, seat) if awaits_first_lead else sheet.start,
        leavers=(*sheet.leavers, Leaver(seat, reason)),
        kept=(*sheet.kept, count(state.hands[seat])),
    )
    if len(playing) == 1:
        return state._replace(sheet=left, turn=playing[0], ply=state.ply + 1, why="all_left")
    if seat == state.turn:
        return _go_on(state, seat, left, state.acts)
    return state._replace(sheet=left, ply=state.ply + 1)


def _go_on(state: State, seat: Seat, sheet: Sheet, acts: tuple[Act, ...]) -> State:
    """The go moves on from `seat`, which did not play.

    Play goes round in order, so the seats between the owner and the go are those that passed:
    the round is over when the go comes back to the owner, or past it if it has left (N19).
    """
    turn = next_seat(sheet.playing, seat)
    seats, owner = len(state.hands), state.owner
    is_over = owner is not None and (owner - seat - 1) % seats <= (turn - seat - 1) % seats
    if not is_over or state.middle is None:
        middle, out = state.middle, state.out
    else:
        middle, owner, acts, out = None, None, (), state.out + state.middle.cards
    return State(sheet, state.hands, state.taken, turn, middle, owner, out, acts, state.ply + 1)


def next_seat(playing: tuple[Seat, ...], seat: Seat) -> Seat:
    """Clockwise is by ascending numbers, then round."""
    for other in playing:
        if other > seat:
            return other
    return playing[0]


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
    return (*row[:seat], value, *row[seat + 1 :])
