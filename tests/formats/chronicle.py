"""Whole stages of any format, with everything that can happen to one: ties, walkovers, leavers.

Formats of rounds are played by `Run`, a result at a time; continuous ones from their facts, so
that they pair after every single result, as in the service.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tests.formats.courses import with_next
from tests.formats.playing import Lot, entrants, keep_walkovers, ready, withdrawn
from tournaments.formats.contract import Config, Format
from tournaments.formats.playing import Run
from tournaments.formats.registry import format_for
from tournaments.formats.resolver import resolve
from tournaments.formats.slots import EntrantFact, MatchOutcome, StageState, Stream

CONTINUOUS = frozenset({"arena", "ladder"})


@dataclass(frozen=True)
class Mood:
    """How likely each thing is before or at a match, and how many come late at most."""

    ties: float = 0.0
    walkovers: float = 0.0
    leaving: float = 0.0
    late: int = 0


CALM = Mood(walkovers=0.1)
LEVEL = Mood(ties=0.2, walkovers=0.1)
STORMY = Mood(ties=0.1, walkovers=0.1, leaving=0.15, late=3)


class DrawnByRound:
    """The format with a lot of its own for each round, as the service draws it."""

    def __init__(self, format_: Format) -> None:
        self._format = format_

    def __getattr__(self, name: str) -> Any:
        return getattr(self._format, name)

    def next_round(self, config: Config, state: StageState, stream: Stream) -> Any:
        return self._format.next_round(config, state, Lot(len(state.matches)))


class ByFacts:
    """What `Run` does, worked out afresh from the facts after every step."""

    def __init__(self, format_: Format, config: Config, state: StageState) -> None:
        self._format, self._config = format_, config
        self._facts = with_next(format_, config, state)

    @property
    def is_over(self) -> bool:
        return not self.ready()

    def ready(self) -> tuple[str, ...]:
        return tuple(match.key for match in ready(self._facts))

    def present(self, key: str) -> tuple[int, ...]:
        return resolve(self._facts)[key].present

    def state(self) -> StageState:
        return self._facts

    def record(
        self, key: str, order: Sequence[int], places: Sequence[int] = (), cause: str = "played"
    ) -> None:
        stands = tuple(places) or tuple(range(1, len(order) + 1))
        outcome = MatchOutcome(key, tuple(order), stands, cause)
        self._go_on(replace(self._facts, results={**self._facts.results, key: outcome}))

    def withdraw(self, entrant: int) -> None:
        self._go_on(keep_walkovers(withdrawn(self._facts, entrant)))

    def _go_on(self, facts: StageState) -> None:
        self._facts = with_next(self._format, self._config, facts)


@dataclass(frozen=True)
class Case:
    """A format and a config of it."""

    code: str
    config: Config

    @property
    def format(self) -> Format:
        return format_for(self.code)

    @property
    def is_continuous(self) -> bool:
        """Something may be paired while matches are open."""
        return self.code in CONTINUOUS or bool(self.config.get("consolation"))

    @property
    def is_dynamic(self) -> bool:
        """Somebody can still come in later."""
        return self.code in CONTINUOUS or self.code in ("swiss", "pods")

    def __str__(self) -> str:
        told = " ".join(f"{name}={value}" for name, value in self.config.items())
        return f"{self.code} {told}".strip()


class Chronicle:
    """A stage of a case with `n` entrants, from its start on."""

    def __init__(self, case: Case, n: int, chance: Random, mood: Mood = CALM) -> None:
        self.case, self.n, self.chance, self.mood = case, n, chance, mood
        planned = case.format.plan(case.config, n, Lot())
        self.run = self._run(StageState(self._field(), planned, {}))

    def resumed(self, state: StageState) -> Chronicle:
        """Another one that goes on from these facts."""
        again = copy(self)
        again.run = self._run(state)
        return again

    def _run(self, state: StageState) -> Run | ByFacts:
        drawn: Any = DrawnByRound(self.case.format)
        if self.case.is_continuous:
            return ByFacts(drawn, self.case.config, state)
        return Run.resumed(drawn, self.case.config, state)

    def _field(self) -> tuple[EntrantFact, ...]:
        late = min(self.mood.late, self.n - 4) if self.case.is_dynamic and self.n > 4 else 0
        return tuple(
            replace(each, from_round=1 if each.seed <= self.n - late else self.chance.randint(2, 4))
            for each in entrants(self.n)
        )

    @property
    def facts(self) -> StageState:
        return self.run.state()

    def steps(self) -> Iterator[StageState]:
        """The facts at the start and after every step, to the end."""
        yield self.facts
        while not self.run.is_over:
            self.step()
            yield self.facts

    def step(self) -> None:
        if self.chance.random() < self.mood.leaving:
            self.run.withdraw(100 + self.chance.randint(1, self.n))
            return
        key = self.chance.choice(self.run.ready())
        present = self.run.present(key)
        order = self.chance.sample(present, len(present))
        if self.chance.random() < self.mood.walkovers:
            self.run.record(key, order, cause="walkover")
        elif self.chance.random() < self.mood.ties:
            tied = self.chance.randrange(1, len(order))
            self.run.record(key, order, _tied(len(order), tied))
        else:
            self.run.record(key, order)

    def to_the_end(self) -> Chronicle:
        while not self.run.is_over:
            self.step()
        return self

    def rows(self) -> Any:
        return self.case.format.standings(self.case.config, self.facts)

    def is_done(self) -> bool:
        return self.case.format.is_done(self.case.config, self.facts)


def _tied(size: int, index: int) -> tuple[int, ...]:
    """1, 2, 3, 3 for a tie at the index 3."""
    return tuple(index if place == index + 1 else place for place in range(1, size + 1))
