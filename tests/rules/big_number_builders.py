"""Big Number positions in one line: hands as texts, what is not named is ordinary."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.big_number import BigNumber
from games.rules.big_number_cards import Cards, CardSet, card_named, count, multiset, names_of
from games.rules.big_number_state import PASS, Deal, Move, Pass, Play, Sheet, State
from games.rules.protocol import IllegalMove, Seat

RULES = BigNumber()
TWO_DECKS = BigNumber(decks=2)
SINGLE = BigNumber(single_deal=True)


def cards(text: str) -> Cards:
    return multiset(map(card_named, text.split()))


def card_set(text: str) -> CardSet:
    return CardSet(cards(text))


def move(text: str) -> Move:
    """`pass`, `6S 6C`, or `6S 6C > 5H`."""
    if text == "pass":
        return PASS
    chosen, _, take = text.partition(" > ")
    return Play(card_set(chosen), card_named(take) if take else None)


def texts(moves: tuple[Move, ...]) -> list[str]:
    """The other way round."""
    return ["pass" if isinstance(one, Pass) else _text(one) for one in moves]


def _text(play: Play) -> str:
    taken = "" if play.take is None else f" > {RULES.dump_move(play)['take']}"
    return " ".join(names_of(play.cards.cards)) + taken


def a_table(
    *hands: str,
    turn: int = 0,
    points: tuple[int, ...] = (),
    start: int | None = None,
    number: int = 1,
    later: tuple[tuple[str, ...], ...] = (),
    middle: str | None = None,
    owner: int | None = None,
    out: str = "",
) -> State:
    """A lead at a table where the seat on turn began this deal; `later` are hands of deals to come.

    With `middle` the set lies there to be beaten; its owner is the seat before the one on turn.
    """
    seats = tuple(map(Seat, range(len(hands))))
    assert middle is None or card_set(middle).is_playable
    before = (turn - 1) % len(hands) if owner is None else owner
    sheet = Sheet(
        number=number,
        start=Seat(turn if start is None else start),
        points=points or (0,) * len(hands),
        playing=seats,
        dealt=seats,
        later=tuple(map(drawn, later)),
    )
    return State(
        sheet=sheet,
        hands=tuple(map(cards, hands)),
        taken=(0,) * len(hands),
        to_act=(Seat(turn),),
        middle=None if middle is None else card_set(middle),
        owner=None if middle is None else Seat(before),
        out=cards(out),
    )


def a_deal(*deals: tuple[str, ...], start: int = 0) -> Deal:
    """Each deal is one text a seat."""
    return Deal(Seat(start), tuple(map(drawn, deals)))


def drawn(hands: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(map(card_named, hand.split())) for hand in hands)


NEXT = (("2S 3S 4S", "2H 3H 4H", "2D 3D 4D", "2C 3C 4C"),) * 3
"""Hands of deals to come, for tables on which a deal may end before the table does."""


def after(state: State, *moves: str, rules: BigNumber = RULES) -> State:
    """Each text is a move of the seat on turn, or a leave as `2 resigns`."""
    for text in moves:
        if text.endswith("resigns"):
            state = rules.leave(state, Seat(int(text.split()[0])), "resigned")
        else:
            state = rules.apply(state, state.turn, move(text))
    return state


def refusal(state: State, text: str, rules: BigNumber = RULES) -> IllegalMove:
    """How the move of the seat on turn is refused."""
    with pytest.raises(IllegalMove) as refused:
        after(state, text, rules=rules)
    return refused.value


def legal(state: State, rules: BigNumber = RULES) -> list[str]:
    return texts(rules.legal_moves(state, state.turn))


def counts(state: State) -> list[int]:
    return [count(hand) for hand in state.hands]


def places(state: State, rules: BigNumber = RULES) -> list[int] | None:
    outcome = rules.outcome(state)
    return None if outcome is None else list(outcome.places)


def told(before: State, text: str, rules: BigNumber = RULES) -> list[dict[str, Any]]:
    """What the move of the seat on turn told everybody."""
    after_it = after(before, text, rules=rules)
    events = rules.events(before, before.turn, move(text), after_it)
    assert not events.private
    return [dict(one) for one in events.public]
