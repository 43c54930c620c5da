"""Leaks planted into honest rules of The Game: the leak test must find each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules.protocol import Events, IllegalMove
from games.rules.the_game import TheGame
from games.rules.the_game_moves import Signal
from tests.rules.leaks import leaks_of_a_table


class ShowsASpectatorTheHandOfSeat0(TheGame):
    def view(self, state, seat):
        seen = super().view(state, seat)
        return seen._replace(hand=state.hands[0], seat=0) if seat is None else seen


class CountsWhatLiesUnderTheTops(TheGame):
    """A card that lies on the piles is no longer in a hand: G13 keeps that to who listened."""

    def view(self, state, seat):
        low_cards = (state.placed & (1 << 50) - 1).bit_count()
        return super().view(state, seat)._replace(deck=len(state.deck) + low_cards)


class TellsTheNextCardOfTheDeck(TheGame):
    def events(self, before, seat, move, after):
        told = super().events(before, seat, move, after)
        return replace(told, public=(*told.public, {"type": "next", "card": after.deck[-1:]}))


class TellsTheDrawnCardsToAll(TheGame):
    def events(self, before, seat, move, after):
        told = super().events(before, seat, move, after)
        drawn = [one for row in told.private.values() for one in row]
        return Events((*told.public, *drawn), told.private)


class TellsTheNextSeatWhatIsInTheHandBeforeIt(TheGame):
    def events(self, before, seat, move, after):
        told = super().events(before, seat, move, after)
        other = (seat + 1) % len(after.hands)
        lowest = min(after.hands[seat], default=0)
        return replace(told, private={**told.private, other: ({"lowest": lowest},)})


class ShowsTheHandOfALeaver(TheGame):
    def events(self, before, seat, move, after):
        told = super().events(before, seat, move, after)
        hand = () if move is not None else ({"type": "hand", "cards": after.hands[seat]},)
        return replace(told, public=(*told.public, *hand))


class NamesTheHolderInAnError(TheGame):
    def apply(self, state, seat, move):
        try:
            return super().apply(state, seat, move)
        except IllegalMove as refused:
            if refused.reason != "not_in_hand":
                raise
            holders = [one for one, hand in enumerate(state.hands) if move.card in hand]
            raise IllegalMove("not_in_hand", f"Held by {holders}.", refused.standing) from None


class SaysForASeatThatItHoldsHighCards(TheGame):
    def apply(self, state, seat, move):
        after = super().apply(state, seat, move)
        board = after.board
        other = (seat + 1) % len(after.hands)
        says = Signal("rich", range="high") if sum(after.hands[other]) > 300 else None
        signals = tuple(says if one == other else old for one, old in enumerate(board.signals))
        return after._replace(board=board._replace(signals=signals))


class OffersNoSignalWhereTheNextHandIsBad(TheGame):
    def legal_moves(self, state, seat):
        moves = super().legal_moves(state, seat)
        is_bad = sum(state.hands[(seat + 1) % len(state.hands)]) > 300
        return tuple(one for one in moves if not (is_bad and isinstance(one, Signal)))


ZOO = [
    (ShowsASpectatorTheHandOfSeat0, 3, "seen"),
    (CountsWhatLiesUnderTheTops, 2, "seen"),
    (TellsTheNextCardOfTheDeck, 3, "moved"),
    (TellsTheDrawnCardsToAll, 2, "others"),
    (TellsTheNextSeatWhatIsInTheHandBeforeIt, 3, "others"),
    (ShowsTheHandOfALeaver, 4, "left"),
    (NamesTheHolderInAnError, 4, "moved"),
    (SaysForASeatThatItHoldsHighCards, 3, "moved"),
    (OffersNoSignalWhereTheNextHandIsBad, 2, "seen"),
]


@pytest.mark.parametrize(
    ("planted", "seats", "where"), [pytest.param(*one, id=one[0].__name__) for one in ZOO]
)
def test_the_leak_test_finds_a_game_that(planted, seats, where):
    rules = planted.with_options({}, seats)
    found = (leak for number in range(12) for leak in leaks_of_a_table(rules, seats, number, 3))
    assert any(leak.endswith(f"by what is {where}") for leak in found)
