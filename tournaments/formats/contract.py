"""What every format answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from tournaments.formats.slots import PlannedMatch, StageState, Stream
from tournaments.formats.standings import StandingRow
from tournaments.formats.tables import RoundOutline

# A config is JSON: its shape is each format's own business.
Config = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a config is refused: the field, and a sentence of what was expected and what came."""

    field: str
    message: str


class Format(Protocol):
    """A rule that turns results into the next pairings. Pure, and stateless itself."""

    code: ClassVar[str]
    name: ClassVar[str]

    def validate(self, config: Config, n: int) -> tuple[Problem, ...]:
        """Empty exactly when `plan` can be called with this config and n entrants."""
        ...

    def seats(self, config: Config) -> int:
        """The most seats that a match of this stage can have."""
        ...

    def outline(self, config: Config, n: int) -> tuple[RoundOutline, ...]:
        """The rounds n entrants would play if nobody withdrew, before anything is drawn."""
        ...

    def plan(self, config: Config, n: int, stream: Stream) -> tuple[PlannedMatch, ...]:
        """The matches that are known from the start, sources before what they feed."""
        ...

    def next_round(
        self, config: Config, state: StageState, stream: Stream
    ) -> tuple[PlannedMatch, ...]:
        """The matches to add now; empty while a round is open and once the stage is done."""
        ...

    def standings(self, config: Config, state: StageState) -> tuple[StandingRow, ...]:
        """A row for every entrant, best first."""
        ...

    def is_done(self, config: Config, state: StageState) -> bool:
        """No match is left to play and none will be added."""
        ...

    def round_names(self, config: Config, rounds: Mapping[int, int]) -> Mapping[int, str]:
        """What rounds are called; `rounds` holds how many go on from a match of each."""
        ...

    def describe(self, config: Config) -> str:
        """The config in a few words, as the line of settings of an event says it."""
        ...
