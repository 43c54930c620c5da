"""Big Two in few words: what a play is, as short as a cell of the trick grid."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.big_two_hands import CARD_NAMES, RUNS, Shape, bits_of, classify
from web.drawings.cards import RANK_WORDS, SUIT_WORDS

SIZE_WORDS = {1: "single", 2: "pair", 3: "triple", 5: "five cards"}
KIND_WORDS = {1: "singles", 2: "pairs", 3: "triples", 5: "five cards"}
HIGHER_WORDS = {
    1: "a higher card or pass",
    2: "a higher pair or pass",
    3: "a higher triple or pass",
    5: "five that rank higher, or pass",
}


def play_words(names: Sequence[str]) -> str:
    """ "ace of clubs", "nines", "three tens", "straight to 8"."""
    cards = sorted(CARD_NAMES.index(name) for name in names)
    found = classify(bits_of(cards))
    shape = found[0] if found else None
    top = CARD_NAMES[cards[-1]]
    words = {
        Shape.SINGLE: f"{RANK_WORDS[top[0]]} of {SUIT_WORDS[top[1]]}",
        Shape.PAIR: _plural(top[0]),
        Shape.TRIPLE: f"three {_plural(top[0])}",
        Shape.FLUSH: f"flush in {SUIT_WORDS[top[1]]}",
    }
    return words.get(shape) or _five_words(shape, cards)  # type: ignore[arg-type]


def _five_words(shape: Shape | None, cards: Sequence[int]) -> str:
    # In rank order the middle card belongs to the three or the four.
    many = _plural(CARD_NAMES[cards[2]][0]) if len(cards) == 5 else ""
    if shape in {Shape.STRAIGHT, Shape.STRAIGHT_FLUSH}:
        return f"{shape} to {_top_of_run(cards)}"
    return f"full house, {many}" if shape == Shape.FULL_HOUSE else f"four {many}"


def _top_of_run(cards: Sequence[int]) -> str:
    ranks = {card >> 2 for card in cards}
    top = next(run[-1] for run in RUNS if set(run) == ranks)
    rank = CARD_NAMES[top * 4][0]
    return "10" if rank == "T" else rank if rank.isdigit() else f"the {RANK_WORDS[rank]}"


def _plural(rank: str) -> str:
    word = RANK_WORDS[rank]
    return word + ("es" if word == "six" else "s")
