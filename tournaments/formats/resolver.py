"""Fill the slots of a stage from its facts and tell what each match now is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tournaments.formats.slots import (
    ByeSlot,
    Condition,
    EntrantFact,
    EntrantSlot,
    MatchOutcome,
    PlaceSlot,
    PlannedMatch,
    RankSlot,
    SeedSlot,
    Slot,
    StageState,
)

MatchState = Literal["blocked", "ready", "live", "done", "walkover", "skipped"]
DECIDED: frozenset[str] = frozenset({"done", "walkover", "skipped"})


@dataclass(frozen=True, slots=True)
class ResolvedMatch:
    """A match as the facts make it.

    `entrants[slot]` is None while its source is undecided, and for good where nobody comes. Nobody
    is there twice.
    `present` are the entrants who play, or took part; `places[slot]` stands once it is decided,
    withdrawn entrants last. `order` is the finishing order that later slots read.
    """

    key: str
    state: MatchState
    entrants: tuple[int | None, ...]
    present: tuple[int, ...]
    waits_for: tuple[str, ...]
    places: tuple[int | None, ...]
    order: tuple[int, ...]

    @property
    def is_decided(self) -> bool:
        """Nothing that happens at a table can change it any more."""
        return self.state in DECIDED


# An entrant, or a source still awaited, or (neither) nobody.
_Filled = tuple[int | None, str | None]
_NOBODY: _Filled = (None, None)
_IN_ORDER = tuple(range(1, 129))


def resolve(state: StageState) -> dict[str, ResolvedMatch]:
    """Every match by its key, in the order of planning; O(matches)."""
    by_id = {entrant.id: entrant for entrant in state.entrants}
    by_seed = {entrant.seed: entrant.id for entrant in state.entrants}
    resolved: dict[str, ResolvedMatch] = {}
    for match in state.matches:
        filled = [_fill(slot, by_seed, resolved, state.ranks) for slot in match.slots]
        entrants = each_once([entrant for entrant, _ in filled])
        waits_for = [source for _, source in filled if source is not None]
        if match.condition is not None and match.key not in state.results:
            asked = resolved[match.condition.match]
            if not asked.is_decided:
                waits_for.append(asked.key)
            elif not is_called_for(match.condition, asked.entrants, asked.order):
                resolved[match.key] = _skipped(match, entrants)
                continue
        awaited = tuple(dict.fromkeys(waits_for)) if waits_for else ()
        resolved[match.key] = _resolve_match(match, entrants, awaited, by_id, state)
    return resolved


def each_once(entrants: Sequence[int | None]) -> tuple[int | None, ...]:
    """The same without those who come to a match twice: nobody comes in their second place.

    A result that a director kept for others than those who come there now can lead an entrant
    along two ways that meet again.
    """
    if len(set(entrants)) == len(entrants):
        return tuple(entrants)
    seen: set[int | None] = set()
    once: list[int | None] = []
    for entrant in entrants:
        once.append(None if entrant in seen else entrant)
        seen.add(entrant)
    return tuple(once)


def is_called_for(
    condition: Condition, entrants: Sequence[int | None], order: Sequence[int]
) -> bool:
    """Whether a decided match ended the way that makes the conditional one happen.

    A winner without anybody to beat has proved nothing: no second match follows from it.
    """
    asked = entrants[condition.slot]
    if asked is None or tuple(order[:1]) != (asked,):
        return False
    return any(each is not None and each != asked for each in entrants)


def _skipped(match: PlannedMatch, entrants: tuple[int | None, ...]) -> ResolvedMatch:
    """Nobody has to play it; nobody comes out of it."""
    nobody_placed: tuple[int | None, ...] = (None,) * len(entrants)
    return ResolvedMatch(match.key, "skipped", entrants, (), (), nobody_placed, ())


def _fill(
    slot: Slot,
    by_seed: Mapping[int, int],
    resolved: Mapping[str, ResolvedMatch],
    ranks: Mapping[RankSlot, int],
) -> _Filled:
    match slot:
        case PlaceSlot(key, place):
            return _taker(resolved[key], place)
        case EntrantSlot(entrant):
            return entrant, None
        case SeedSlot(seed):
            return by_seed.get(seed), None
        case RankSlot(stage, group):
            return (ranks[slot], None) if slot in ranks else (None, f"S{stage}.{group}")
        case ByeSlot():
            return _NOBODY


def _taker(source: ResolvedMatch, place: int) -> _Filled:
    """Whoever took the place; nobody where fewer took part."""
    if not source.is_decided:
        return None, source.key
    return (source.order[place - 1], None) if place <= len(source.order) else _NOBODY


def _resolve_match(
    match: PlannedMatch,
    entrants: tuple[int | None, ...],
    waits_for: tuple[str, ...],
    by_id: Mapping[int, EntrantFact],
    state: StageState,
) -> ResolvedMatch:
    outcome = state.results.get(match.key)
    if outcome is not None:
        made: MatchState = "walkover" if outcome.cause == "walkover" else "done"
        return _decided(match, made, entrants, outcome, by_id)
    present = tuple(each for each in entrants if each is not None and by_id[each].active)
    nobody_placed: tuple[int | None, ...] = (None,) * len(entrants)
    if match.key in state.live:
        return ResolvedMatch(match.key, "live", entrants, present, (), nobody_placed, ())
    if waits_for:
        return ResolvedMatch(match.key, "blocked", entrants, present, waits_for, nobody_placed, ())
    if len(present) > max(match.advance, 1):
        return ResolvedMatch(match.key, "ready", entrants, present, (), nobody_placed, ())
    return _decided(
        match,
        "walkover" if present else "skipped",
        entrants,
        walkover_outcome(match.key, sorted(present, key=lambda each: by_id[each].seed)),
        by_id,
    )


def walkover_outcome(key: str, by_seed: Sequence[int]) -> MatchOutcome:
    """Those who are left all go on, the higher seed first; nobody had to play for it."""
    return MatchOutcome(key, tuple(by_seed), tuple(range(1, len(by_seed) + 1)), "walkover")


def _decided(
    match: PlannedMatch,
    state: MatchState,
    entrants: tuple[int | None, ...],
    outcome: MatchOutcome,
    by_id: Mapping[int, EntrantFact],
) -> ResolvedMatch:
    place_of = dict(zip(outcome.entrants, outcome.places, strict=True))
    last = len(place_of) + 1
    places = tuple([place_of.get(each, last) if each is not None else None for each in entrants])
    if outcome.places == _IN_ORDER[: len(outcome.places)]:
        order = outcome.entrants
    else:
        # Ties above the cut are parted by seed: it only decides which slot of the next round.
        order = tuple(sorted(place_of, key=lambda each: (place_of[each], by_id[each].seed)))
    return ResolvedMatch(match.key, state, entrants, outcome.entrants, (), places, order)
