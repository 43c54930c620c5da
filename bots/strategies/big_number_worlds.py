"""Hands of Big Number that explain what was played: who could have beaten well, but passed, cannot.

The unseen cards are not laid by chance alone. Of two ways to lie, the one is likelier in which
`house`, in every other seat, would have made the moves that were seen. From one way to the next two
hidden cards change places, and ten times less likely ways are gone to once in ten times
(Metropolis and others, 1953).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.big_number_cards import DECK, NO_CARDS, ONE_OF, Cards, CardSet, cards_of, multiset
from games.rules.big_number_flow import legal
from games.rules.big_number_state import Act, Hands, Move, Play, View
from games.rules.deals import Stream
from games.rules.protocol import Seat

from .big_number_house import BigNumberHouse

SETTLING_STEPS, STEPS = 50, 4
UNLIKELY = 10


class Seen(NamedTuple):
    """A move that was made in this deal, and what lay in the middle before it."""

    seat: Seat
    move: Move
    middle: CardSet | None


def seen_in(acts: Sequence[Act]) -> tuple[Seen, ...]:
    """The moves of a round with the middle before each."""
    seen, middle = [], None
    for seat, move in acts:
        seen.append(Seen(seat, move, middle))
        middle = move.cards if isinstance(move, Play) else middle
    return tuple(seen)


class _Clue(NamedTuple):
    """What a seat did with a hand that held so much more than it does now."""

    more: Cards
    move: Move
    middle: CardSet | None


class Worlds:
    """Ways in which the hidden cards of a view may lie, one after the other."""

    def __init__(self, view: View, dealt: Hands, seen: Sequence[Seen], decks: int) -> None:
        """`dealt` is any way that fits the view."""
        self._open = [*view.taken, NO_CARDS]
        if view.seat is not None:
            self._open[view.seat] = view.hand
        middle = view.middle.cards if view.middle else NO_CARDS
        aside = multiset(DECK) * decks - sum(dealt) - view.out - middle
        places = zip((*dealt, aside), self._open, strict=True)
        self._hidden = [list(cards_of(cards - shown)) for cards, shown in places]
        self._clues = _clues(seen, view)
        self._strange: dict[tuple[int, Cards], int] = {}
        self._house = BigNumberHouse()
        self._is_settled = False

    def next(self, stream: Stream) -> Hands:
        """Hands that fit the view, and mostly what was played too."""
        movable = [place for place, hidden in enumerate(self._hidden) if hidden]
        if len(movable) > 1 and any(self._clues):
            for _ in range(STEPS if self._is_settled else SETTLING_STEPS):
                self._exchange(movable, stream)
            self._is_settled = True
        else:
            self._mix(stream)
        return tuple(self._cards(place) for place in range(len(self._hidden) - 1))

    def _mix(self, stream: Stream) -> None:
        """Nothing speaks for one way more than for another."""
        pool = [card for hidden in self._hidden for card in hidden]
        drawn = iter([pool[index] for index in stream.draw(len(pool), len(pool))])
        self._hidden = [[next(drawn) for _ in hidden] for hidden in self._hidden]

    def _exchange(self, movable: Sequence[int], stream: Stream) -> None:
        """Two hidden cards change places, unless what was seen becomes too strange by it."""
        one, other = (movable[index] for index in stream.draw(len(movable), 2))
        before = self._strangeness(one) + self._strangeness(other)
        at = stream.below(len(self._hidden[one])), stream.below(len(self._hidden[other]))
        self._swap(one, other, at)
        after = self._strangeness(one) + self._strangeness(other)
        while before < after:
            if stream.below(UNLIKELY):
                self._swap(one, other, at)
                return
            before += 1

    def _swap(self, one: int, other: int, at: tuple[int, int]) -> None:
        mine, its = self._hidden[one], self._hidden[other]
        mine[at[0]], its[at[1]] = its[at[1]], mine[at[0]]

    def _cards(self, place: int) -> Cards:
        return self._open[place] + multiset(self._hidden[place])

    def _strangeness(self, place: int) -> int:
        """How many of the moves `house` would not have made with these cards."""
        key = place, self._cards(place)
        if key not in self._strange:
            self._strange[key] = sum(self._is_strange(key[1], clue) for clue in self._clues[place])
        return self._strange[key]

    def _is_strange(self, cards: Cards, clue: _Clue) -> bool:
        hand = cards + clue.more
        return self._house.best(hand, legal(hand, clue.middle)) != clue.move


def _clues(seen: Sequence[Seen], view: View) -> list[list[_Clue]]:
    """clues[seat], and none for the cards set aside: the latest move first."""
    clues: list[list[_Clue]] = [[] for _ in range(len(view.counts) + 1)]
    more = [NO_CARDS] * len(view.counts)
    for seat, move, middle in reversed(seen):
        if isinstance(move, Play):
            more[seat] += move.cards.cards - (NO_CARDS if move.take is None else ONE_OF[move.take])
        if seat != view.seat:
            clues[seat].append(_Clue(more[seat], move, middle))
    return clues
