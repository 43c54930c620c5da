"""The Game for the contract tests (hooks.py): its cards, and a second deal of what is unseen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from games.rules.deals import Stream
from games.rules.protocol import Json, Seat
from games.rules.the_game import TheGame

PACK = range(2, 100)
EMPTY = (1, 100)
ATTEMPTS = 12


class TheGameHook:
    """Lays out hands, draw deck and all that lies under the tops; `options` are the table's.

    A ply may lay hidden cards open by the rules themselves: who draws sees the cards, and a seat
    that cannot meet the minimum ends the table. Two deals that differ in this may be told apart,
    so the viewer keeps the cards it may draw, and another deal must end the table by the same
    moves.
    """

    def __init__(self, options: Mapping[str, Json] = MappingProxyType({})) -> None:
        self.options = options

    def pack(self, seats: int) -> Counter[str]:
        return Counter(map(str, PACK))

    def deal_number(self, dumped: Json) -> int:
        return 1

    def cards(self, dumped: Json) -> Counter[str]:
        rows = (*dumped["hands"], dumped["deck"], dumped["placed"])
        return Counter(str(card) for row in rows for card in row)

    def deal_again(self, dumped: Json, viewer: int | None, chance: Stream) -> Json:
        rules = TheGame.with_options(self.options, len(dumped["hands"]))
        seen = {viewer} - {None}
        for _ in range(ATTEMPTS):
            again = _laid_out(dumped, viewer, seen, chance)
            if _ends_alike(rules, dumped, again):
                return again
        return _laid_out(dumped, viewer, set(range(len(dumped["hands"]))), chance)


def _laid_out(dumped: Json, viewer: int | None, kept: set[int], chance: Stream) -> Json:
    """The seats in `kept` keep their hands; the others keep a card that lies face up."""
    hands = [
        hand if seat in kept else [card for card in hand if card == face_up]
        for seat, (hand, face_up) in enumerate(zip(dumped["hands"], dumped["face_up"], strict=True))
    ]
    next_draw = dumped["deck"][:7] if dumped["go"] == viewer else []
    lying = {*dumped["tops"].values()} - {*EMPTY}
    lying |= {one[part] for one in dumped["newest"] for part in ("card", "over")} - {*EMPTY}
    known = {*next_draw, *lying, *(card for hand in hands for card in hand)}
    unseen = [card for card in PACK if card not in known]
    pool = iter([unseen[place] for place in chance.draw(len(unseen), len(unseen))])
    full = [
        sorted([*hand, *(next(pool) for _ in range(len(before) - len(hand)))])
        for hand, before in zip(hands, dumped["hands"], strict=True)
    ]
    deck = [*next_draw, *(next(pool) for _ in range(len(dumped["deck"]) - len(next_draw)))]
    return {**dumped, "hands": full, "deck": deck, "placed": sorted({*lying, *pool})}


def _ends_alike(rules: TheGame, one: Json, two: Json) -> bool:
    """Whatever both deals allow next ends the table in both or in neither."""
    states = [rules.load(one), rules.load(two)]
    for seat in rules.to_act(states[0]):
        moves = [rules.legal_moves(state, seat) for state in states]
        for move in set(moves[0]) & set(moves[1]):
            if not _equal(rules.apply(state, seat, move).board.why for state in states):
                return False
    return all(
        _equal(rules.leave(state, Seat(seat), "resigned").board.why for state in states)
        for seat in rules.in_play(states[0])
    )


def _equal(values: Any) -> bool:
    return len(set(values)) == 1
