"""Big Two positions in one line: hands as texts, what is not named is ordinary."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.big_two import BigTwo
from games.rules.big_two_hands import CARD_NAMES, Play, bits_of, card_named, names_of
from games.rules.big_two_state import PASS, Deal, Move, Sheet, State
from games.rules.protocol import IllegalMove, Seat

RULES = BigTwo()


def bits(text: str) -> int:
    return bits_of(map(card_named, text.split()))


def play(text: str) -> Play:
    return Play(bits(text))


def texts(moves: tuple[Move, ...]) -> list[str]:
    """`pass`, or the cards with spaces between."""
    return [" ".join(names_of(move.cards)) if isinstance(move, Play) else "pass" for move in moves]


def a_table(*hands: str, turn: int = 0, must: str | None = None, **other: Any) -> State:
    """A lead in the middle of a table (with `must`: its first lead)."""
    held = tuple(map(bits, hands))
    sheet = Sheet(
        playing=tuple(map(Seat, range(len(hands)))),
        dealt=held,
        leader=Seat(turn),
        must=None if must is None else card_named(must),
        **other,
    )
    return State(hands=held, to_act=(Seat(turn),), sheet=sheet)


def a_deal(*hands: str, left_over: str | None = None) -> Deal:
    """Hands as dealt; at three seats the last card may be named."""
    cards = tuple(tuple(map(card_named, hand.split())) for hand in hands)
    return Deal(cards, None if left_over is None else card_named(left_over))


def rest_of_pack(*taken: str) -> list[str]:
    gone = " ".join(taken).split()
    return [name for name in CARD_NAMES if name not in gone]


def after(state: State, *moves: str) -> State:
    """Each text is a move of the seat on turn: cards, `pass`, or a leave as `2 resigns`."""
    for move in moves:
        if move.endswith("resigns"):
            state = RULES.leave(state, Seat(int(move.split()[0])), "resigned")
        else:
            chosen = PASS if move == "pass" else play(move)
            state = RULES.apply(state, state.turn, chosen)
    return state


def refusal(state: State, move: str) -> IllegalMove:
    """How the move of the seat on turn is refused."""
    with pytest.raises(IllegalMove) as refused:
        after(state, move)
    return refused.value


def is_legal(state: State, move: str) -> bool:
    """`apply` takes it; the list of legal moves says the same."""
    chosen = PASS if move == "pass" else play(move)
    listed = chosen in RULES.legal_moves(state, state.turn)
    try:
        after(state, move)
    except IllegalMove:
        assert not listed
        return False
    assert listed
    return True
