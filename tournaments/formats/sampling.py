"""Play a stage from its facts to the end in one pass: for odds, and wherever thousands are played.

`playing.Run` answers after every result; here only the end counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property

from tournaments.formats.contract import Config, Format
from tournaments.formats.hasty import hasty_round
from tournaments.formats.playing import FirstDrawn
from tournaments.formats.quick import quick
from tournaments.formats.resolver import is_called_for
from tournaments.formats.slots import (
    Condition,
    EntrantSlot,
    MatchOutcome,
    PlaceSlot,
    PlannedMatch,
    RankSlot,
    SeedSlot,
    Slot,
    StageState,
    Stream,
)

# The finishing order, best first, of those who are present at a match that is to be played.
Decide = Callable[[PlannedMatch, list[int]], Sequence[int]]
Orders = dict[str, Sequence[int]]
# By the number of those who finished: their places if no two share one.
_PLACES = [tuple(range(1, number + 1)) for number in range(129)]


def played_out(
    format_: Format,
    config: Config,
    state: StageState,
    decide: Decide,
    stream: Stream | None = None,
    *,
    in_haste: bool = False,
) -> StageState:
    """The facts at the end, with every round that follows; results that stand are kept.

    Nobody withdraws on the way. A stage that never ends by itself must be closing. `in_haste` pairs
    further rounds as in `hasty_round`.
    """
    orders: Orders = {}
    while True:
        state = replace(state, results=play_planned(state, decide, orders), live=frozenset())
        if in_haste:
            added = hasty_round(format_, config, state)
        else:
            added = format_.next_round(config, state, stream or FirstDrawn())
        if not added:
            return state
        state = replace(state, matches=(*state.matches, *added))


def play_planned(state: StageState, decide: Decide, orders: Orders) -> dict[str, MatchOutcome]:
    """The results that stand, and one for every other match that has somebody to play it.

    `orders` get the finishing order of every match that has none there, walkovers too. Nobody
    finishes in a match that is skipped. Places of earlier stages that are not known are nobody's.
    """
    field = _Field(state, orders)
    is_tangled, results = field.is_tangled, dict(state.results)
    for match in state.matches:
        key = match.key
        if key in orders:
            continue
        condition = match.condition
        if condition is not None and not field.is_called_for(condition):
            orders[key] = ()
            continue
        seated: list[int] = []
        for slot in match.slots:
            # By far most slots are places, and asking for the class itself is the quickest way.
            if type(slot) is PlaceSlot:
                order, place = orders[slot.match], slot.place
                if place <= len(order):
                    seated.append(order[place - 1])
            else:
                seated += field.takers(slot)
        present = field.once(seated) if is_tangled else seated
        if len(present) > (match.advance or 1):
            order, cause = tuple(decide(match, present)), "played"
        else:
            order, cause = field.by_seed(present), "walkover"
        orders[key] = order
        if order:
            results[key] = quick(MatchOutcome, (key, order, _PLACES[len(order)], cause, ()))
    return results


class _Field:
    """Who takes the seats of a stage; gives `orders` to the results that stand."""

    def __init__(self, state: StageState, orders: Orders) -> None:
        self._gone = {entrant.id for entrant in state.entrants if not entrant.active}
        # Somebody may have gone, or come to a match along two ways: see `each_once`.
        kept = any(outcome.cause == "override" for outcome in state.results.values())
        self.is_tangled = bool(self._gone) or kept
        self._holders = {entrant.seed: entrant.id for entrant in state.entrants}
        self._state = state
        self._orders = orders
        for key, outcome in state.results.items():
            if key not in orders:
                orders[key] = self._order(outcome)

    def takers(self, slot: Slot) -> tuple[int, ...]:
        """Who takes a seat: nobody where no such seed, place or entrant is known."""
        match slot:
            case SeedSlot():
                taker = self._holders.get(slot.seed)
            case PlaceSlot(source, place):
                return tuple(self._orders[source][place - 1 : place])
            case EntrantSlot():
                taker = slot.entrant
            case RankSlot():
                taker = self._state.ranks.get(slot)
            case _:
                taker = None
        return () if taker is None else (taker,)

    def once(self, seated: Sequence[int]) -> list[int]:
        """Each of them once, and nobody who has gone."""
        return [each for each in dict.fromkeys(seated) if each not in self._gone]

    def is_called_for(self, condition: Condition) -> bool:
        asked = next(each for each in self._state.matches if each.key == condition.match)
        seated = [next(iter(self.takers(slot)), None) for slot in asked.slots]
        return is_called_for(condition, seated, self._orders[asked.key])

    def by_seed(self, entrants: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted(entrants, key=self._seeds.__getitem__))

    def _order(self, outcome: MatchOutcome) -> Sequence[int]:
        """By place; ties by seed, which only decides which slot of the next round."""
        if outcome.places == _PLACES[len(outcome.places)]:
            return outcome.entrants
        place_of = dict(zip(outcome.entrants, outcome.places, strict=True))
        return sorted(place_of, key=lambda each: (place_of[each], self._seeds[each]))

    @cached_property
    def _seeds(self) -> dict[int, int]:
        return {entrant: seed for seed, entrant in self._holders.items()}
