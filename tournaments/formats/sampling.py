"""Play a stage from its facts to the end in one pass: for odds, and wherever thousands are played.

`playing.Run` answers after every result; here only the end counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tournaments.formats.contract import Config, Format
from tournaments.formats.playing import FirstDrawn
from tournaments.formats.quick import quick_outcome
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
_IN_ORDER = tuple(range(1, 129))


def played_out(
    format_: Format,
    config: Config,
    state: StageState,
    decide: Decide,
    stream: Stream | None = None,
) -> StageState:
    """The facts at the end, with every round that follows; results that stand are kept.

    Nobody withdraws on the way. A stage that never ends by itself must be closing.
    """
    orders: Orders = {}
    while True:
        add_orders(state, decide, orders)
        state = replace(state, results=_results(state, orders), live=frozenset())
        added = format_.next_round(config, state, stream or FirstDrawn())
        if not added:
            return state
        state = replace(state, matches=(*state.matches, *added))


def add_orders(state: StageState, decide: Decide, orders: Orders) -> None:
    """Add the finishing order of every match that has none yet, walkovers too.

    Nobody finishes in a match that is skipped. Places of earlier stages that are not known are
    nobody's.
    """
    by_seed = {entrant.seed: entrant.id for entrant in state.entrants}
    seed_of = {entrant.id: entrant.seed for entrant in state.entrants}
    gone = {entrant.id for entrant in state.entrants if not entrant.active}
    results = state.results
    for match in state.matches:
        key = match.key
        if key in orders:
            continue
        if key in results:
            orders[key] = _parted(results[key], seed_of)
            continue
        seated = _seated(match, by_seed, orders, state)
        condition = match.condition
        if condition is not None and not _is_called_for(condition, state, by_seed, orders):
            orders[key] = ()
            continue
        if gone or None in seated:
            seated = [each for each in seated if each is not None and each not in gone]
        if len(seated) > (match.advance or 1):
            orders[key] = decide(match, seated)
        else:
            orders[key] = sorted(seated, key=seed_of.__getitem__)


def _seated(
    match: PlannedMatch, by_seed: dict[int, int], orders: Orders, state: StageState
) -> list[int]:
    """Who comes to the match, by slot; None where nobody does."""
    seated: list[int | None] = []
    for slot in match.slots:
        # By far most slots are places, and asking for the class itself is the quickest way.
        if type(slot) is PlaceSlot:
            order = orders[slot.match]
            seated.append(order[slot.place - 1] if slot.place <= len(order) else None)
        elif type(slot) is SeedSlot:
            seated.append(by_seed.get(slot.seed))
        else:
            seated.append(_other(slot, state))
    return seated  # type: ignore[return-value]  # the caller takes out who is not there


def _other(slot: Slot, state: StageState) -> int | None:
    if isinstance(slot, EntrantSlot):
        return slot.entrant
    return state.ranks.get(slot) if isinstance(slot, RankSlot) else None


def _is_called_for(
    condition: Condition, state: StageState, by_seed: dict[int, int], orders: Orders
) -> bool:
    asked = next(each for each in state.matches if each.key == condition.match)
    seated = _seated(asked, by_seed, orders, state)
    return is_called_for(condition, seated, orders[asked.key])


def _parted(outcome: MatchOutcome, seed_of: dict[int, int]) -> Sequence[int]:
    """By place; ties by seed, which only decides which slot of the next round."""
    if outcome.places == _IN_ORDER[: len(outcome.places)]:
        return outcome.entrants
    place_of = dict(zip(outcome.entrants, outcome.places, strict=True))
    return sorted(place_of, key=lambda each: (place_of[each], seed_of[each]))


def _results(state: StageState, orders: Orders) -> dict[str, MatchOutcome]:
    """The results that stand and those that were played now; none of a skipped match."""
    results = dict(state.results)
    for match in state.matches:
        order = orders[match.key]
        if match.key not in results and order:
            cause = "played" if len(order) > (match.advance or 1) else "walkover"
            places = _IN_ORDER[: len(order)]
            results[match.key] = quick_outcome(match.key, tuple(order), places, cause)
    return results
