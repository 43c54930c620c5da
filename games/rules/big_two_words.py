"""Big Two: the sentences that say why a move is refused."""

from __future__ import annotations

from .big_two_hands import (
    CARD_NAMES,
    RUNS,
    STRAIGHT_BASE,
    STRAIGHT_FLUSH_BASE,
    Play,
    Shape,
    cards_of,
    names_of,
)
from .cards import SUIT_WORDS

NUMBERS = ("no", "one", "two", "three", "four", "five")
RANK_WORDS = {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace", "2": "two"} | {
    "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
}  # fmt: skip

# "three nines lie", but "a pair of nines lies".
_SEVERAL = (Shape.TRIPLE, Shape.FOUR)

LEADER_PASSED = "You lead, so you cannot pass."


def not_held(cards: int) -> str:
    """Names only cards that the mover has named itself."""
    return f"You do not hold {' '.join(names_of(cards))}."


def not_a_combination(play: Play) -> str:
    """What the chosen cards would have had to be."""
    chosen = f"These {number_word(play.size)} are no "
    if play.size == 2:
        return chosen + "pair: their ranks differ."
    if play.size == 3:
        return chosen + "three of a kind: their ranks differ."
    if play.size == 5:
        return chosen + "straight, flush, full house or four of a kind."
    return f"One, two, three or five cards make a play; you chose {number_word(play.size)}."


def wrong_count(table: Play, play: Play) -> str:
    """How many cards are asked for."""
    asked = (
        "One card is" if table.size == 1 else f"{number_word(table.size).capitalize()} cards are"
    )
    return f"{asked} asked for; you chose {number_word(play.size)}."


def must_include(card: int) -> str:
    """Which card the first play has to hold."""
    return f"The first play must hold {card_words(card)}."


def too_low(table: Play, play: Play) -> str:
    """What lies on the table and where the mover's own cards end."""
    verb = "lie" if table.shape in _SEVERAL else "lies"
    return f"Too low. On the table {verb} {play_words(table)}; {_own_words(table, play)}."


def play_words(play: Play) -> str:
    """A combination as one says it at the table: "a pair of nines up to hearts"."""
    cards = cards_of(play.cards)
    rank, suit = _rank_word(cards[-1]), _suit_word(cards[-1])
    words = {
        Shape.SINGLE: card_words(cards[-1]),
        Shape.PAIR: f"a pair of {_plural(rank)} up to {suit}",
        Shape.TRIPLE: f"three {_plural(rank)}",
        Shape.FLUSH: f"a flush in {suit} up to the {rank}",
    }
    return words.get(play.shape) or _five_words(play)  # type: ignore[arg-type]


def card_words(card: int) -> str:
    """A card as one says it: "the 3 of diamonds", "the queen of spades"."""
    name = CARD_NAMES[card]
    rank = {"T": "10", "2": "2"}.get(name[0], RANK_WORDS[name[0]] if name[0] in "JQKA" else name[0])
    return f"the {rank} of {SUIT_WORDS[name[1]]}"


def number_word(number: int) -> str:
    """Small numbers as words, others in digits."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def _own_words(table: Play, play: Play) -> str:
    if play.shape == Shape.PAIR and play.key >> 2 == table.key >> 2:
        return f"yours end in {_suit_word(play.key)}"
    return f"yours {'are' if play.shape in _SEVERAL else 'is'} {play_words(play)}"


def _five_words(play: Play) -> str:
    if play.shape == Shape.STRAIGHT:
        return f"a straight up to {card_words(_top_of_run(play, STRAIGHT_BASE))}"
    if play.shape == Shape.STRAIGHT_FLUSH:
        return f"a straight flush up to {card_words(_top_of_run(play, STRAIGHT_FLUSH_BASE))}"
    # In rank order the middle card belongs to the three or the four.
    many = _plural(_rank_word(cards_of(play.cards)[2]))
    return f"a full house of {many}" if play.shape == Shape.FULL_HOUSE else f"four {many}"


def _top_of_run(play: Play, base: int) -> int:
    run, suit = divmod(play.key - base, 4)
    return RUNS[run][-1] * 4 + suit


def _rank_word(card: int) -> str:
    return RANK_WORDS[CARD_NAMES[card][0]]


def _suit_word(card: int) -> str:
    return SUIT_WORDS[CARD_NAMES[card][1]]


def _plural(rank: str) -> str:
    return rank + ("es" if rank == "six" else "s")
