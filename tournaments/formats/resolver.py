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

    `entrants[slot]` is None while its source is undecided, and for good where nobody comes.
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


@dataclass(frozen=True, slots=True)
class _Filled:
    """An entrant, or a source still awaited, or (neither) nobody."""

    entrant: int | None = None
    source: str | None = None


def resolve(state: StageState) -> dict[str, ResolvedMatch]:
    """Every match by its key, in the order of planning; O(matches)."""
    by_id = {entrant.id: entrant for entrant in state.entrants}
    by_seed = {entrant.seed: entrant.id for entrant in state.entrants}
    resolved: dict[str, ResolvedMatch] = {}
    for match in state.matches:
        filled = [_fill(slot, by_seed, resolved, state.ranks) for slot in match.slots]
        if match.key not in state.results and _is_needless(match.condition, resolved):
            resolved[match.key] = _skipped(match, filled)
        else:
            resolved[match.key] = _resolve_match(match, filled, by_id, state)
    return resolved


def _is_needless(condition: Condition | None, resolved: Mapping[str, ResolvedMatch]) -> bool:
    """The match it depends on is decided, and not the way that would make it happen."""
    if condition is None:
        return False
    source = resolved[condition.match]
    if not source.is_decided:
        return False
    asked = source.entrants[condition.slot]
    lost = [each for each in source.entrants if each is not None and each != asked]
    return asked is None or not lost or source.order[:1] != (asked,)


def _skipped(match: PlannedMatch, filled: Sequence[_Filled]) -> ResolvedMatch:
    """Nobody has to play it; nobody comes out of it."""
    entrants = tuple(each.entrant for each in filled)
    nobody_placed: tuple[int | None, ...] = (None,) * len(entrants)
    return ResolvedMatch(match.key, "skipped", entrants, (), (), nobody_placed, ())


def _fill(
    slot: Slot,
    by_seed: Mapping[int, int],
    resolved: Mapping[str, ResolvedMatch],
    ranks: Mapping[RankSlot, int],
) -> _Filled:
    match slot:
        case EntrantSlot(entrant):
            return _Filled(entrant)
        case SeedSlot(seed):
            return _Filled(by_seed.get(seed))
        case PlaceSlot(key, place):
            return _taker(resolved[key], place)
        case RankSlot(stage, group):
            return _Filled(ranks[slot]) if slot in ranks else _Filled(source=f"S{stage}.{group}")
        case ByeSlot():
            return _Filled()


def _taker(source: ResolvedMatch, place: int) -> _Filled:
    """Whoever took the place; nobody where fewer took part."""
    if not source.is_decided:
        return _Filled(source=source.key)
    return _Filled(source.order[place - 1] if place <= len(source.order) else None)


def _resolve_match(
    match: PlannedMatch,
    filled: Sequence[_Filled],
    by_id: Mapping[int, EntrantFact],
    state: StageState,
) -> ResolvedMatch:
    entrants = tuple(each.entrant for each in filled)
    waits_for = tuple(dict.fromkeys(each.source for each in filled if each.source is not None))
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
    places = tuple(None if each is None else place_of.get(each, last) for each in entrants)
    # Ties above the cut are parted by seed: it only decides which slot of the next round.
    order = sorted(place_of, key=lambda each: (place_of[each], by_id[each].seed))
    return ResolvedMatch(match.key, state, entrants, outcome.entrants, (), places, tuple(order))
