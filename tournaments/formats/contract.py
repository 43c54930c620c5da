"""What every format answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol

from tournaments.formats.settings import Problem, Setting
from tournaments.formats.slots import PlannedMatch, StageState, Stream
from tournaments.formats.standings import StandingRow
from tournaments.formats.tables import RoundOutline

# A config is JSON: its shape is each format's own business.
Config = Mapping[str, Any]
# A round of one section of the drawing: what has a name of its own.
RoundKey = tuple[str, int]


class Format(Protocol):
    """A rule that turns results into the next pairings. Pure, and stateless itself."""

    code: ClassVar[str]
    name: ClassVar[str]
    settings: ClassVar[tuple[Setting, ...]]
    # What a config may hold, for forms, the catalogue and the first part of `validate`.

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
        """The matches to add now; empty once the stage is done.

        Formats of rounds add nothing while one is open; a continuous one pairs who is idle.
        """
        ...

    def standings(self, config: Config, state: StageState) -> tuple[StandingRow, ...]:
        """A row for every entrant: group by group, best first."""
        ...

    def going_on(self, config: Config, state: StageState) -> tuple[int, ...]:
        """All entrants in the order in which they are seeded into a stage that follows.

        Where the stage has groups: all firsts, then all seconds, and so on.
        """
        ...

    def is_done(self, config: Config, state: StageState) -> bool:
        """No match is left to play and none will be added."""
        ...

    def round_names(self, config: Config, rounds: Mapping[RoundKey, int]) -> Mapping[RoundKey, str]:
        """What rounds are called; `rounds` holds how many go on from a match of each."""
        ...

    def describe(self, config: Config) -> str:
        """The config in a few words, as the line of settings of an event says it."""
        ...
