"""The Game: the sentences that say why a move is refused."""

from __future__ import annotations

from collections.abc import Sequence

from .the_game_options import BRIEFING, OPEN_CARD, RESERVED_PILE
from .the_game_piles import FIRST, JUMP, LAST, UP_2
from .the_game_state import BRIEF, OPEN, PLAY, RESERVE, START, Mark

PILE_NAMES = ("Up 1", "Up 2", "Down 1", "Down 2")

SAID_BEFORE = "You have said one thing already; the next may come in your next turn."
NO_SIGNALS = "This table is played without signals."
BRIEFED_BEFORE = "The briefing was held already; there is one a game."
BRIEFED_LATE = "A briefing comes before the first card of a turn."

_NUMBERS = ("No", "One", "Two", "Three")
_NOW = {
    START: "The seats are voting: name the seat that is to start.",
    PLAY: "This is a turn: play a card, or end the turn once enough are played.",
    OPEN: "Choose the card of your hand that is to lie open.",
    RESERVE: "Put the token by a pile, or keep it.",
    BRIEF: "Choose the card of your hand that you reveal.",
}
_TWISTS = {
    OPEN_CARD: "This table has open cards; no other twist is played.",
    RESERVED_PILE: "This table has a reserved pile; no other twist is played.",
    BRIEFING: "This table has a briefing; no other twist is played.",
}


def not_held(card: int) -> str:
    """Names only a card that the mover has named itself."""
    return f"You do not hold {card}."


def below_minimum(missing: int, card: int, piles: Sequence[int]) -> str:
    """How many cards are missing, and one that would do."""
    cards = "card" if missing == 1 else "cards"
    names = [PILE_NAMES[pile] for pile in piles]
    listed = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    return f"{_NUMBERS[missing]} more {cards} this turn; {card} fits on {listed}."


def reserved(mark: Mark) -> str:
    """Whose pile it is, and how long."""
    return f"{PILE_NAMES[mark.pile]} is kept for seat {mark.seat} until its next turn."


def does_not_fit(card: int, pile: int, top: int) -> str:
    """Where the card lies to the top, and which one would jump back."""
    is_up = pile <= UP_2
    jump = top - JUMP if is_up else top + JUMP
    rest = f"only {jump} jumps back" if FIRST <= jump <= LAST else "nothing jumps back here"
    side = "below" if is_up else "above"
    return f"{card} does not fit on {PILE_NAMES[pile]}: it is {side} {top}, and {rest}."


def no_such_seat(seats: int, seat: int) -> str:
    """Which seats there are."""
    return f"The seats are 0 to {seats - 1}; {seat} came."


def no_such_twist(twist: str) -> str:
    """What is played here instead."""
    return _TWISTS.get(twist, "This table is played without a twist.")


def now_is(phase: str) -> str:
    """What the table waits for."""
    return _NOW[phase]
