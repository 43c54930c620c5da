"""Big Two: which moves are legal, and why others are not; from the table and one's own cards.

Source: docs/rules/big-two.md, "The trick".
"""

from __future__ import annotations

from . import big_two_words as words
from .big_two_hands import CARD_NAMES, PACK, Play
from .big_two_plays import listed, singles_in
from .big_two_state import PASS, Move

ONLY_PASS: tuple[Move, ...] = (PASS,)
HIGHER_CARDS = tuple(PACK & -2 << card for card in range(len(CARD_NAMES)))
"""HIGHER_CARDS[card]: every card that beats it."""


def legal(hand: int, dealt: int, table: Play | None, must: int | None) -> tuple[Move, ...]:
    """The pass first, then by size, key and cards.

    What is left of the combinations in the cards that were `dealt`: those are listed but once.
    """
    if table is None:
        leads = listed(dealt).without(dealt ^ hand)
        return leads if must is None else tuple([one for one in leads if one.cards >> must & 1])
    key = table.key
    if table.size == 1:
        higher = hand & HIGHER_CARDS[key]
        return (PASS, *singles_in(higher)) if higher else ONLY_PASS
    plays = listed(dealt).of_size[table.size]
    if not plays or plays[-1].key <= key:
        return ONLY_PASS
    gone = dealt ^ hand
    return (PASS, *[one for one in plays if one.key > key and not one.cards & gone])


def refusal(hand: int, table: Play | None, must: int | None, play: Play) -> tuple[str, str] | None:
    """The reason and the sentence; it reads nothing but what the mover sees."""
    if play.cards & ~hand:
        return "not_in_hand", words.not_held(play.cards & ~hand)
    if play.shape is None:
        return "not_a_combination", words.not_a_combination(play)
    if must is not None and not play.cards >> must & 1:
        return "must_include", words.must_include(must)
    if table is None or (play.size == table.size and play.key > table.key):
        return None
    if play.size != table.size:
        return "wrong_count", words.wrong_count(table, play)
    return "too_low", words.too_low(table, play)
