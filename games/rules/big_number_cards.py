"""Big Number: cards as multisets, the sets one may play and their values.

A multiset of cards is a number whose octal digit `card` says how many of that card it holds, so
that equal cards of two decks are the same card (N4), and adding and taking away are `+` and `-`.

Source: docs/rules/big-number.md, "The cards" and "Sets and their values".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from operator import attrgetter
from typing import TypeAlias

from .cards import read_card, spellings_of
from .protocol import Json

Cards: TypeAlias = int
"""A multiset of cards."""

RANKS = "987654321"
SUITS = "SHDC"
CARD_NAMES = tuple(rank.replace("1", "A") + suit for rank in RANKS for suit in SUITS)
"""CARD_NAMES[card]: digits falling, suits S H D C; the order in which cards are listed."""
DECK = tuple(CARD_NAMES.index(rank + suit) for suit in SUITS for rank in "A23456789")
"""The cards of one deck in the order in which a deal counts them."""

NO_CARDS: Cards = 0
ONE_OF = tuple(1 << 3 * card for card in range(len(CARD_NAMES)))
"""ONE_OF[card]: the multiset of that one card."""
_ONES, _TWOS, _GUARDS = (sum(ONE_OF) << shift for shift in range(3))
SUIT_PARTS = tuple(sum(ONE_OF[suit::4]) * 7 for suit in range(4))
RANK_PARTS = tuple(sum(ONE_OF[card : card + 4]) * 7 for card in range(0, len(CARD_NAMES), 4))
"""`hand & part`: the cards of a hand that are of one suit, or of one rank."""
# The first and the third suit of every rank, and a count of two, and of four, at every rank.
_TWO_SUITS = sum(ONE_OF[::2])
_TWO_A_RANK, _FOUR_A_RANK = (often * sum(ONE_OF[::4]) for often in (2, 4))

_SPELLINGS = spellings_of(CARD_NAMES)
_SPELLINGS |= {f"1{text[1:]}": card for text, card in _SPELLINGS.items() if text[0] in "Aa"}


@dataclass(frozen=True, slots=True, repr=False)
class CardSet:
    """Cards put down together; whether they may be follows from them."""

    cards: Cards
    row: tuple[int, ...] = field(init=False, compare=False)
    """The cards one by one, digits falling."""
    size: int = field(init=False, compare=False)
    value: int = field(init=False, compare=False)
    """The digits read as one number; 0 for cards of neither one suit nor one rank."""
    order: int = field(init=False, compare=False)
    """By value, and then by the suits S H D C from the highest digit on."""
    choices: tuple[int, ...] = field(init=False, compare=False)
    """What may be taken of it: each card once, though two decks may have put it in twice."""

    def __post_init__(self) -> None:
        row = cards_of(self.cards)
        object.__setattr__(self, "row", row)
        object.__setattr__(self, "size", len(row))
        object.__setattr__(self, "value", number_of(row) if _is_one_kind(row) else 0)
        object.__setattr__(self, "order", _order(self.value, row))
        object.__setattr__(self, "choices", tuple(dict.fromkeys(row)))

    def __repr__(self) -> str:
        return f"<CardSet {' '.join(names_of(self.cards))}>"

    @property
    def is_playable(self) -> bool:
        """All of one suit or all of one rank."""
        return self.value > 0


def multiset(cards: Iterable[int]) -> Cards:
    """The cards together."""
    return sum(map(ONE_OF.__getitem__, cards))


def count(cards: Cards) -> int:
    """How many cards, equal ones counted apart."""
    return (cards & _ONES).bit_count() + 2 * (cards & _TWOS).bit_count()


def holds(hand: Cards, cards: Cards) -> bool:
    """Every one of `cards` is in the hand, as often as it is named."""
    return (hand | _GUARDS) - cards & _GUARDS == _GUARDS


def without(cards: Cards, gone: Iterable[int]) -> Cards:
    """`cards` less those of the cards `gone` that are among them."""
    for card in gone:
        if cards >> 3 * card & 7:
            cards -= ONE_OF[card]
    return cards


def cards_of(cards: Cards) -> tuple[int, ...]:
    """The cards one by one, digits falling and suits S H D C."""
    return tuple(_each(cards))


def names_of(cards: Cards) -> list[str]:
    """The names of the cards, digits falling and suits S H D C."""
    return list(_names(cards))


# A state names the hands of dozens of deals to come again and again.
@lru_cache(maxsize=1 << 10)
def _names(cards: Cards) -> tuple[str, ...]:
    return tuple(CARD_NAMES[card] for card in _each(cards))


def card_named(json: Json) -> int:
    """The card that a text such as `5H` names. Raises MoveNotUnderstood (`bad_card`)."""
    return read_card(json, _SPELLINGS)


def digit_of(card: int) -> int:
    """1 for an ace up to 9."""
    return 9 - (card >> 2)


def number_of(row: Iterable[int]) -> int:
    """The number that cards with falling digits make."""
    number = 0
    for card in row:
        number = number * 10 + digit_of(card)
    return number


def sets_in(hand: Cards, size: int) -> list[CardSet]:
    """Every set of `size` cards in a hand, by value and then by cards."""
    found = [one for sets in _kinds_in(hand) if size < len(sets) for one in sets[size]]
    found.sort(key=_order_of)
    return found


def sets_above(hand: Cards, beaten: CardSet) -> list[CardSet]:
    """Every set in a hand that beats another: by size, value and cards."""
    size, value = beaten.size, beaten.value
    higher: list[CardSet] = []
    longer: list[CardSet] = []
    for sets in _kinds_in(hand):
        if size >= len(sets):
            continue
        for one in sets[size]:
            if one.value <= value:
                break
            higher.append(one)
        if size + 1 < len(sets):
            longer += sets[size + 1]
    if len(higher) > 1:
        higher.sort(key=_order_of)
    if len(longer) > 1:
        longer.sort(key=_order_of)
    return higher + longer


def whole_set(hand: Cards) -> CardSet | None:
    """All cards of a hand as one set, if they are one."""
    for sets in _kinds_in(hand):
        if sets[-1][0].cards == hand:
            return sets[-1][0]
    return None


_SetsBySize: TypeAlias = list[list[CardSet]]


# Few, for more would only crowd the processor's own cache: a hand comes back soon or never.
@lru_cache(maxsize=128)
def _kinds_in(hand: Cards) -> list[_SetsBySize]:
    """The sets of each suit, and of each rank of which the hand has more than one suit."""
    kinds = [_sets_of_one_suit(held) for part in SUIT_PARTS if (held := hand & part)]
    several = _ranks_of_several_suits(hand)
    while several:
        part = RANK_PARTS[several.bit_length() // 12]
        kinds.append(_sets_of_one_rank(hand & part))
        several &= ~part
    return kinds


def _ranks_of_several_suits(hand: Cards) -> int:
    """The third bit of every such rank: all ranks are counted at once, side by side."""
    suits = (hand | hand >> 1) & _ONES
    halves = (suits & _TWO_SUITS) + (suits >> 3 & _TWO_SUITS)
    return halves + (halves >> 6) + _TWO_A_RANK & _FOUR_A_RANK


@cache
def _sets_of_one_suit(cards: Cards) -> _SetsBySize:
    """[size], the highest first."""
    return _by_size(map(_card_set, _parts(cards)), count(cards))


@cache
def _sets_of_one_rank(cards: Cards) -> _SetsBySize:
    """[size], the highest first; equal cards alone are of one suit too and are listed there."""
    sets = map(_card_set, _parts(cards))
    return _by_size((one for one in sets if one.size and one.row[0] != one.row[-1]), count(cards))


def _by_size(sets: Iterable[CardSet], most: int) -> _SetsBySize:
    rows: _SetsBySize = [[] for _ in range(most + 1)]
    for one in sorted(sets, key=_order_of, reverse=True):
        rows[one.size].append(one)
    return rows


# Two decks have 46,288 sets of up to nine cards, so this needs no bound.
_card_set = cache(CardSet)


def _parts(cards: Cards) -> list[Cards]:
    """Every multiset that is held, the empty one too."""
    parts = [NO_CARDS]
    for card in dict.fromkeys(cards_of(cards)):
        copies = cards >> 3 * card & 7
        parts = [part + ONE_OF[card] * often for part in parts for often in range(copies + 1)]
    return parts


_order_of = attrgetter("order")


def _order(value: int, row: tuple[int, ...]) -> int:
    suits = 0
    for card in row:
        suits = suits << 2 | card & 3
    return value << 2 * len(row) | suits


def _is_one_kind(row: tuple[int, ...]) -> bool:
    return len({card & 3 for card in row}) == 1 or len({card >> 2 for card in row}) == 1


def _each(cards: Cards) -> Iterator[int]:
    while cards:
        lowest = cards & -cards
        card = (lowest.bit_length() - 1) // 3
        yield card
        # Either one or the first of two equal cards.
        cards -= ONE_OF[card]
