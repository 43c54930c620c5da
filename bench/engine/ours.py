"""Our engine at the tasks of the peers: stages created, played and paired in memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from random import Random

from tournaments.formats.circle import schedule
from tournaments.formats.contract import Config
from tournaments.formats.playing import FirstDrawn, Run
from tournaments.formats.registry import format_for
from tournaments.formats.sampling import played_out
from tournaments.formats.slots import (
    EntrantFact,
    EntrantSlot,
    MatchOutcome,
    PlannedMatch,
    StageState,
)

DOUBLE, SINGLE = format_for("double-elimination"), format_for("single-elimination")
TABLES = {"seats": 4, "advance": 2}


@cache
def entrants(n: int) -> tuple[EntrantFact, ...]:
    """What every task begins with, as peers do with names."""
    return tuple(EntrantFact(100 + seed, seed, active=True) for seed in range(1, n + 1))


def double_step_by_step(n: int) -> None:
    """Created, and every result recorded by itself: the whole stage stands after each."""
    run = Run(DOUBLE, {}, entrants(n))
    while ready := run.ready():
        for key in ready:
            run.record(key, run.present(key))


def double_played_out(n: int) -> None:
    """Created and played match after match, looked at only in the end."""
    state = StageState(entrants(n), DOUBLE.plan({}, n, FirstDrawn()), {})
    played_out(DOUBLE, {}, state, _as_listed)


def tables_played_out(n: int) -> None:
    """The same at tables of four from which two go on."""
    state = StageState(entrants(n), SINGLE.plan(TABLES, n, FirstDrawn()), {})
    played_out(SINGLE, TABLES, state, _as_listed)


def _as_listed(match: PlannedMatch, present: list[int]) -> Sequence[int]:
    return present


def round_robin(n: int) -> None:
    """All matches of everybody with everybody; for many more than events are allowed."""
    schedule({"": range(1, n + 1)}, 1)


def losers_rematches(n: int) -> float:
    """Matches among the losers of two who had met before, on average; every match by lot."""
    chance = Random(n)
    state = StageState(entrants(n), DOUBLE.plan({"final": "single"}, n, FirstDrawn()), {})
    times = max(60, 6_000 // n)
    found = 0
    for _ in range(times):
        met: set[frozenset[int]] = set()

        def by_lot(
            match: PlannedMatch, present: list[int], met: set[frozenset[int]] = met
        ) -> Sequence[int]:
            nonlocal found
            pair = frozenset(present)
            found += match.section == "losers" and pair in met
            met.add(pair)
            return chance.sample(present, len(present))

        played_out(DOUBLE, {"final": "single"}, state, by_lot)
    return found / times


@dataclass(frozen=True, slots=True)
class PairedRounds:
    """What pairing an event took: `seconds[i]` of processor time for round i + 1.

    `met_again[i]` counts those put together in that round who had been before.
    """

    seconds: tuple[float, ...]
    met_again: tuple[int, ...]

    @property
    def mean_seconds(self) -> float:
        return sum(self.seconds) / len(self.seconds)

    @property
    def rematches(self) -> int:
        return sum(self.met_again)

    def in_best_times(self, others: Sequence[PairedRounds]) -> PairedRounds:
        """Every round in the best time that it took in any of the events."""
        by_round = zip(*(each.seconds for each in others), strict=True)
        return replace(self, seconds=tuple(map(min, by_round)))


Before = Callable[[StageState, int], None]


def paired_rounds(code: str, config: Config, n: int, before: Before | None = None) -> PairedRounds:
    """Pair and play an event to its end, by lot; `before` sees the facts before each round."""
    format_, chance = format_for(code), Random(n)
    state = StageState(entrants(n), (), {})
    seconds: list[float] = []
    met_again: list[int] = []
    met: set[frozenset[int]] = set()
    while True:
        if before:
            before(state, len(seconds) + 1)
        began = time.process_time()
        made = format_.next_round(config, state, FirstDrawn())
        spent = time.process_time() - began
        if not made:
            return PairedRounds(tuple(seconds), tuple(met_again))
        seconds.append(spent)
        pairs = {pair for match in made for pair in _pairs(match)}
        met_again.append(len(pairs & met))
        met |= pairs
        state = _by_lot(state, made, chance)


def _named(match: PlannedMatch) -> list[int]:
    return [slot.entrant for slot in match.slots if isinstance(slot, EntrantSlot)]


def _pairs(match: PlannedMatch) -> Iterator[frozenset[int]]:
    return map(frozenset, combinations(_named(match), 2))


def _by_lot(state: StageState, made: Sequence[PlannedMatch], chance: Random) -> StageState:
    """The stage with these matches added and played."""
    results = dict(state.results)
    for match in made:
        named = _named(match)
        order = tuple(chance.sample(named, len(named)))
        places = tuple(range(1, len(order) + 1))
        results[match.key] = MatchOutcome(match.key, order, places, "played")
    return replace(state, matches=(*state.matches, *made), results=results)
