"""Big Number: the sentences that say why a move is refused."""

from __future__ import annotations

from .big_number_cards import CARD_NAMES, Cards, CardSet, cards_of, names_of, without

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

LEADER_PASSED = "You lead, so you cannot pass."
LEAD_IS_ONE_CARD = "A lead is one card, or your whole hand if it is of one suit or of one rank."
NOTHING_TO_TAKE = "You lead, so there is no card to take."
GOES_OUT = "This play empties your hand, so you take no card."


def not_held(hand: Cards, cards: Cards) -> str:
    """Names only cards that the mover has named itself."""
    missing = without(cards, cards_of(hand))
    held_once = [
        CARD_NAMES[card] for card in dict.fromkeys(cards_of(missing)) if hand >> 3 * card & 7
    ]
    if held_once:
        return f"You hold {' and '.join(held_once)} only once."
    return f"You do not hold {' '.join(names_of(missing))}."


def not_a_combination(chosen: CardSet) -> str:
    """What the chosen cards would have had to be."""
    return f"These {_number_word(chosen.size)} are of neither one suit nor one rank."


def wrong_count(middle: CardSet, chosen: CardSet) -> str:
    """How many cards are asked for."""
    asked = f"{_number_word(middle.size)} or {_number_word(middle.size + 1)} cards".capitalize()
    return f"{asked} are asked for; you chose {_number_word(chosen.size)}."


def too_low(middle: CardSet, chosen: CardSet) -> str:
    """What lies in the middle and how far the mover's own cards reach."""
    return f"Too low. In the middle lies {middle.value}; yours is {chosen.value}."


def take_missing(middle: CardSet) -> str:
    """Among which cards the mover has to choose."""
    return f"Say which card of the beaten set you take: {_choices(middle)}."


def take_not_in_set(middle: CardSet, take: int) -> str:
    """What could have been taken."""
    return f"You can take {_choices(middle)}; {CARD_NAMES[take]} is not in the beaten set."


def _choices(middle: CardSet) -> str:
    return " or ".join(CARD_NAMES[card] for card in middle.choices)


def _number_word(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)
