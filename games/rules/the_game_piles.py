"""The Game: its cards, its four piles, and which cards fit on them.

Source: docs/rules/the-game.md, "Piles".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

FIRST, LAST = 2, 99
PACK = tuple(range(FIRST, LAST + 1))
PILES = ("up1", "up2", "down1", "down2")
UP_1, UP_2, DOWN_1, DOWN_2 = range(4)
JUMP = 10

Hand: TypeAlias = tuple[int, ...]
"""Cards in ascending order."""
Tops: TypeAlias = tuple[int, int, int, int]
"""tops[pile], in the order of PILES."""

EMPTY_TOPS: Tops = (1, 1, 100, 100)

# Tops on which no card fits, not even by a jump.
_CLOSED_UP, _CLOSED_DOWN = 200, -100


def fits(card: int, pile: int, top: int) -> bool:
    """Onward, or exactly ten back."""
    if pile <= UP_2:
        return card > top or card == top - JUMP
    return card < top or card == top + JUMP


def piles_for(card: int, tops: Tops) -> tuple[int, ...]:
    """The piles that take the card, in the order of PILES."""
    return tuple(pile for pile in range(4) if fits(card, pile, tops[pile]))


def covered(tops: Tops, pile: int, card: int) -> Tops:
    """The tops once the card lies on that pile."""
    up_1, up_2, down_1, down_2 = tops
    if pile == UP_1:
        return card, up_2, down_1, down_2
    if pile == UP_2:
        return up_1, card, down_1, down_2
    if pile == DOWN_1:
        return up_1, up_2, card, down_2
    return up_1, up_2, down_1, card


def closed(tops: Tops, pile: int) -> Tops:
    """Tops that no card fits on at that pile."""
    return covered(tops, pile, _CLOSED_UP if pile <= UP_2 else _CLOSED_DOWN)


def placings(hand: Hand, tops: Tops) -> Iterator[tuple[int, int]]:
    """(card, pile) of every card that fits somewhere, by card and then by pile."""
    up_1, up_2, down_1, down_2 = tops
    for card in hand:
        if card > up_1 or card == up_1 - JUMP:
            yield card, UP_1
        if card > up_2 or card == up_2 - JUMP:
            yield card, UP_2
        if card < down_1 or card == down_1 + JUMP:
            yield card, DOWN_1
        if card < down_2 or card == down_2 + JUMP:
            yield card, DOWN_2


def can_place(hand: Hand, tops: Tops, count: int) -> bool:
    """Whether some order puts `count` cards down, one after another, jumps included (G5)."""
    if count < 1:
        return True
    if len(hand) < count:
        return False
    up_1, up_2, down_1, down_2 = tops
    high, low = hand[-count], hand[count - 1]
    # So many cards go up on one pile, or down on one: true for nearly every hand.
    if high > up_1 or high > up_2 or low < down_1 or low < down_2:
        return True
    return any(
        can_place(without(hand, card), covered(tops, pile, card), count - 1)
        for card, pile in placings(hand, tops)
    )


def without(hand: Hand, card: int) -> Hand:
    """The hand once the card is played."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def bits_of(cards: Iterable[int]) -> int:
    """A set of cards as bits."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def cards_of(bits: int) -> Hand:
    """The cards of a set of bits, ascending."""
    return tuple(card for card in PACK if bits >> card & 1)
