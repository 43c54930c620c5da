"""Courses of stages whose matches follow from results: late entries, withdrawals, no-shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from random import Random

from tests.formats.playing import Lot, entrants, keep_walkovers, ready, withdrawn
from tournaments.formats.contract import Config, Format
from tournaments.formats.resolver import resolve
from tournaments.formats.slots import EntrantSlot, MatchOutcome, PlannedMatch, StageState


@dataclass(frozen=True)
class Chances:
    """How likely an entrant leaves before a match, a result is a tie, and how many come late.

    `one_by_one`: something further may be paired after every single match.
    """

    leaving: float = 0.0
    ties: float = 0.1
    late: int = 0
    one_by_one: bool = False


CALM = Chances()
STORMY = Chances(leaving=0.15, late=3)


def course(
    format_: Format, config: Config, n: int, chance: Random, chances: Chances = CALM
) -> StageState:
    """From the start to the end; fails where a stage is stuck.

    Where entrants leave, a match at a time; else all open ones, so that many are played quickly.
    """
    late = min(chances.late, n - 4) if n > 4 else 0
    field = tuple(
        replace(each, from_round=1 if each.seed <= n - late else chance.randint(2, 4))
        for each in entrants(n)
    )
    state = with_next(format_, config, StageState(field, (), {}))
    one_by_one = chances.leaving > 0 or chances.one_by_one
    while not format_.is_done(config, state):
        if chance.random() < chances.leaving:
            state = keep_walkovers(withdrawn(state, chance.choice(state.entrants).id))
        matches = ready(state)
        for made in chance.sample(matches, min(1, len(matches)) if one_by_one else len(matches)):
            state = decided(state, made.key, made.present, chance, chances.ties)
        known = len(state.matches)
        state = with_next(format_, config, state)
        going_on = matches or len(state.matches) > known or format_.is_done(config, state)
        assert going_on, f"The stage is stuck: {config} with {n} entrants."
    return state


def with_next(format_: Format, config: Config, state: StageState) -> StageState:
    """The stage with all that is to be paired now."""
    state = keep_walkovers(state)
    while added := format_.next_round(config, state, Lot(len(state.matches))):
        state = keep_walkovers(replace(state, matches=(*state.matches, *added)))
    return state


def decided(
    state: StageState, key: str, present: tuple[int, ...], chance: Random, ties: float = 0.0
) -> StageState:
    """The match has ended, in any order of those present."""
    order = tuple(chance.sample(present, len(present)))
    places = list(range(1, len(order) + 1))
    if chance.random() < ties:
        places[1] = 1
    outcome = MatchOutcome(key, order, tuple(places), "played")
    return replace(state, results={**state.results, key: outcome})


def ids_of(match: PlannedMatch) -> tuple[int, ...]:
    return tuple(slot.entrant for slot in match.slots if isinstance(slot, EntrantSlot))


def rounds_of(state: StageState) -> dict[int, list[PlannedMatch]]:
    rounds: dict[int, list[PlannedMatch]] = {}
    for match in state.matches:
        rounds.setdefault(match.round, []).append(match)
    return rounds


def meetings(state: StageState) -> Counter[frozenset[int]]:
    """How often two were put together."""
    return Counter(
        frozenset((one, other))
        for match in state.matches
        for one in ids_of(match)
        for other in ids_of(match)
        if one < other
    )


def assert_one_match_a_round(state: StageState) -> None:
    for matches in rounds_of(state).values():
        seated = [entrant for match in matches for entrant in ids_of(match)]
        assert len(seated) == len(set(seated))


def assert_keys_are_sound(state: StageState) -> None:
    keys = [match.key for match in state.matches]
    assert len(set(keys)) == len(keys)
    assert all(len(key) <= 16 for key in keys)
    assert all(0 < len(match.why) <= 200 for match in state.matches)


def assert_all_are_placed(format_: Format, config: Config, state: StageState) -> None:
    rows = format_.standings(config, state)
    everybody = sorted(each.id for each in state.entrants)
    assert sorted(row.entrant for row in rows) == everybody
    assert sorted(format_.going_on(config, state)) == everybody
    places = [row.place for row in rows]
    for index, place in enumerate(places):
        assert place in (index + 1, places[index - 1])


def assert_all_are_decided(state: StageState) -> None:
    assert all(match.is_decided for match in resolve(state).values())


def byes_of(state: StageState, among: Collection[int]) -> Counter[int]:
    """Rounds in which these were in no match."""
    byes: Counter[int] = Counter(dict.fromkeys(among, 0))
    for matches in rounds_of(state).values():
        seated = {entrant for match in matches for entrant in ids_of(match)}
        byes.update(entrant for entrant in among if entrant not in seated)
    return byes
