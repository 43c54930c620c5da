"""Positions of The Game in one line: hands and decks as texts, what is not named is ordinary."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.protocol import IllegalMove, Seat
from games.rules.the_game import TheGame
from games.rules.the_game_moves import (
    BRIEFING_CALL,
    END,
    Move,
    Open,
    Play,
    Reserve,
    Reveal,
    Signal,
    Start,
    describe_move,
)
from games.rules.the_game_piles import PACK, bits_of
from games.rules.the_game_state import START, Board, State

PILES = {"u1": 0, "u2": 1, "d1": 2, "d2": 3}
FRESH = (1, 1, 100, 100)


def rules(seats: int = 2, **options: Any) -> TheGame:
    return TheGame.with_options(options, seats)


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def a_table(
    *hands: str,
    tops: tuple[int, int, int, int] = FRESH,
    deck: str = "",
    go: int = 0,
    need: int | None = None,
    **board: Any,
) -> State:
    """In the middle of a go; all cards that are not named lie on the piles."""
    held = tuple(tuple(sorted(numbers(hand))) for hand in hands)
    left = {*numbers(deck), *(card for hand in held for card in hand)}
    defaults = {"signals": (None,) * len(hands), "face_up": (None,) * len(hands), "token": False}
    return State(
        hands=held,
        deck=numbers(deck),
        placed=bits_of(card for card in PACK if card not in left),
        told_from=0,
        board=Board(
            go=Seat(go),
            actor=Seat(board.pop("actor", go)),
            phase=board.pop("phase", "play"),
            need=need or (2 if deck else 1),
            tops=tops,
            **{**defaults, **board},
        ),
    )


def at_the_start(game: TheGame, *hands: str, go: int = 0, **other: Any) -> State:
    """A go begins: the last seat has just voted for it."""
    voter = len(hands) - 1
    state = a_table(*hands, go=voter, phase=START, votes=(Seat(go),) * voter, **other)
    return game.apply(state, Seat(voter), Start(Seat(go)))


def move(text: str) -> Move:
    """The log form: `43u1`, `.`, `start:2`, `open:56`, `reserve:-`, `need:u1` and so on."""
    word, _, about = text.partition(":")
    if word in ("start", "open", "reveal"):
        return {"start": Start, "open": Open, "reveal": Reveal}[word](int(about))
    if word == "reserve":
        return Reserve(PILES.get(about))
    if word in ("need", "protect", "no_big_jump"):
        return Signal(word, PILES[about])
    if word in ("pain", "rich"):
        return Signal(word, range=about or None)
    if text in (".", "briefing"):
        return END if text == "." else BRIEFING_CALL
    return Play(int(text[:-2]), PILES[text[-2:]])


def after(game: TheGame, state: State, line: str) -> State:
    """Each word is a move of the seat to act, or a leave as `2-resigned`."""
    for word in line.split():
        if word[1:2] == "-":
            state = game.leave(state, Seat(int(word[0])), word[2:])
        else:
            state = game.apply(state, state.board.actor, move(word))
    return state


def refusal(game: TheGame, state: State, word: str) -> IllegalMove:
    """How the move of the seat to act is refused."""
    with pytest.raises(IllegalMove) as refused:
        after(game, state, word)
    return refused.value


def legal(game: TheGame, state: State) -> list[str]:
    """The legal moves of the seat to act, but for signals."""
    moves = game.legal_moves(state, state.board.actor)
    return [describe_move(one) for one in moves if not isinstance(one, Signal)]


def is_legal(game: TheGame, state: State, word: str) -> bool:
    """`apply` takes it; the list of legal moves says the same."""
    listed = move(word) in game.legal_moves(state, state.board.actor)
    try:
        after(game, state, word)
    except IllegalMove:
        assert not listed
        return False
    assert listed
    return True


def is_over(state: State) -> bool:
    return state.board.why is not None


def left(state: State) -> int:
    """Cards that are not placed."""
    return sum(map(len, state.hands)) + len(state.deck)
