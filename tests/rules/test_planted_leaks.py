"""A zoo of leaks: each is planted into honest rules, and the leak test must find it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules.big_two import BigTwo
from games.rules.big_two_hands import names_of
from games.rules.big_two_state import PASS
from games.rules.protocol import Events, IllegalMove
from tests.rules.leaks import leaks_of_a_table


class ShowsTheMustCardToAll(BigTwo):
    def view(self, state, seat):
        return super().view(state, seat)._replace(must=state.sheet.must)


class ShowsTheLeftOverCardToAll(BigTwo):
    def view(self, state, seat):
        return super().view(state, seat)._replace(left_over=state.sheet.left_over)


class ShowsTheBoundBeforeTheFirstPlay(BigTwo):
    def view(self, state, seat):
        return super().view(state, seat)._replace(bound=state.sheet.bound or state.sheet.must)


class ShowsTheHandOfALeaver(BigTwo):
    def events(self, before, seat, move, after):
        told = super().events(before, seat, move, after)
        if move is not None:
            return told
        return Events((*told.public, {"type": "hand", "cards": names_of(after.hands[seat])}))


class TellsASeatTheNextHandInPrivate(BigTwo):
    def events(self, before, seat, move, after):
        told = super().events(before, seat, move, after)
        other = (seat + 1) % len(after.hands)
        return replace(told, private={seat: ({"lowest": names_of(after.hands[other])[:1]},)})


class ShowsASpectatorTheHandOfSeat0(BigTwo):
    def view(self, state, seat):
        seen = super().view(state, seat)
        return seen._replace(hand=state.hands[0], seat=0) if seat is None else seen


class NamesTheHolderInAnError(BigTwo):
    def apply(self, state, seat, move):
        try:
            return super().apply(state, seat, move)
        except IllegalMove as refused:
            if refused.reason != "not_in_hand":
                raise
            holders = [one for one, hand in enumerate(state.hands) if hand & move.cards]
            raise IllegalMove("not_in_hand", f"Held by {holders}.", refused.standing) from None


class PassesForSeatsThatCannotBeat(BigTwo):
    def apply(self, state, seat, move):
        after = super().apply(state, seat, move)
        while self.legal_moves(after, after.turn) == (PASS,):
            after = super().apply(after, after.turn, PASS)
        return after


class OffersNoPassWhereTheNextHandIsWeak(BigTwo):
    def legal_moves(self, state, seat):
        moves = super().legal_moves(state, seat)
        is_weak = not state.hands[(seat + 1) % len(state.hands)] >> 44
        return moves[1:] if is_weak and moves[:1] == (PASS,) and moves[1:] else moves


class CountsHighCardsInTheView(BigTwo):
    def cards_left(self, state):
        return tuple(hand.bit_count() + (hand >> 48).bit_count() for hand in state.hands)


ZOO = [
    (ShowsTheMustCardToAll, 2, "seen"),
    (ShowsTheLeftOverCardToAll, 3, "seen"),
    (ShowsTheBoundBeforeTheFirstPlay, 2, "seen"),
    (ShowsTheHandOfALeaver, 4, "left"),
    (TellsASeatTheNextHandInPrivate, 3, "moved"),
    (ShowsASpectatorTheHandOfSeat0, 4, "seen"),
    (NamesTheHolderInAnError, 4, "moved"),
    (PassesForSeatsThatCannotBeat, 4, "moved"),
    (OffersNoPassWhereTheNextHandIsWeak, 3, "seen"),
    (CountsHighCardsInTheView, 4, "seen"),
]


@pytest.mark.parametrize(
    ("rules", "seats", "where"), [pytest.param(*one, id=one[0].__name__) for one in ZOO]
)
def test_the_leak_test_finds_a_game_that(rules, seats, where):
    found = (leak for number in range(12) for leak in leaks_of_a_table(rules(), seats, number, 3))
    assert any(leak.endswith(f"by what is {where}") for leak in found)
