"""Big Number for the contract tests (hooks.py): its cards, and a second deal of what is unseen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from games.rules.big_number_cards import CARD_NAMES
from games.rules.deals import Stream
from games.rules.protocol import Json

HAND = 9


class BigNumberHook:
    """Every deal of a table has its own cards; those of leavers stay aside in later ones."""

    # The shortest tables of several deals.
    options: Mapping[str, Json] = {"target": 10}

    def pack(self, seats: int) -> Counter[str]:
        return _pack(seats)

    def deal_number(self, dumped: Json) -> int:
        return dumped["deal"]

    def cards(self, dumped: Json) -> Counter[str]:
        middle = dumped["middle"]["cards"] if dumped["middle"] else []
        return Counter([*_all(dumped["hands"]), *middle, *dumped["out_of_play"]])

    def deal_again(self, dumped: Json, viewer: int | None, chance: Stream) -> Json:
        hands = dumped["hands"]
        known = [
            hand if seat == viewer else taken
            for seat, (hand, taken) in enumerate(zip(hands, dumped["taken"], strict=True))
        ]
        middle = dumped["middle"]["cards"] if dumped["middle"] else []
        unseen = _shuffled(
            _pack(len(hands)) - Counter([*_all(known), *middle, *dumped["out_of_play"]]), chance
        )
        again = [
            _sorted([*seen, *(next(unseen) for _ in range(len(hand) - len(seen)))])
            for hand, seen in zip(hands, known, strict=True)
        ]
        return {**dumped, "hands": again, "later": _later_again(dumped["later"], viewer, chance)}


def _later_again(later: Json, viewer: int | None, chance: Stream) -> Json:
    """The viewer keeps its own next hand, which it sees if this ply ends the deal."""
    if not later:
        return later
    own = [] if viewer is None else later[0][viewer]
    others = _shuffled(_pack(len(later[0])) - Counter(own), chance)
    following = [
        own if seat == viewer else _sorted([next(others) for _ in range(HAND)])
        for seat in range(len(later[0]))
    ]
    return [following, *([*hands[1:], hands[0]] for hands in later[1:])]


def _pack(seats: int) -> Counter[str]:
    """Two decks at five and six seats."""
    return Counter(CARD_NAMES * (2 if seats > 4 else 1))


def _shuffled(cards: Counter[str], chance: Stream) -> Iterator[str]:
    row = list(cards.elements())
    return (row[place] for place in chance.draw(len(row), len(row)))


def _sorted(cards: list[str]) -> list[str]:
    return sorted(cards, key=CARD_NAMES.index)


def _all(rows: Iterable[list[str]]) -> list[str]:
    return [card for row in rows for card in row]
