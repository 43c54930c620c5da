"""Double elimination: out with the second loss, at two-seat matches or at tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from tournaments.formats.bracket import double_round_names, plan_double
from tournaments.formats.contract import Config, RoundKey
from tournaments.formats.double_standings import table_standings
from tournaments.formats.double_steps import (
    DoubleTables,
    outline_double_tables,
    table_round_names,
)
from tournaments.formats.double_tables import next_double_round, plan_double_tables
from tournaments.formats.double_tree import outline_double, tree_standings
from tournaments.formats.elimination_settings import (
    ADVANCE,
    SEATS,
    TIE_POLICY,
    advance_problems,
)
from tournaments.formats.resolver import resolve
from tournaments.formats.settings import Problem, Setting, problems_of
from tournaments.formats.slots import PlannedMatch, StageState, Stream
from tournaments.formats.standings import StandingRow
from tournaments.formats.tables import RoundOutline

FINALS = ("reset", "single", "none")


class DoubleElimination:
    """Who loses among the unbeaten plays on among the losers; both parts meet in a final.

    Config: `seats`, `advance` and `tie_policy` as in single elimination, and `final`: one match
    (`single`), a second one if the unbeaten entrant loses it (`reset`), or `none`.
    """

    code: ClassVar[str] = "double-elimination"
    name: ClassVar[str] = "Double elimination"
    settings: ClassVar[tuple[Setting, ...]] = (
        SEATS,
        ADVANCE,
        Setting(
            "final",
            "choice",
            "reset",
            "Whether the unbeaten entrant may lose the grand final once (reset), may not (single),"
            " or there is none and the winner of the winners' part is the champion.",
            choices=FINALS,
        ),
        TIE_POLICY,
    )

    def validate(self, config: Config, n: int) -> tuple[Problem, ...]:
        problems = list(problems_of(self.settings, config, self.name))
        seats = config.get("seats", 2)
        if not problems:
            problems += advance_problems(config)
        if not problems and seats > 2 and _final(config) == "none":
            problems.append(
                Problem(
                    "final",
                    f"At {seats} seats both parts end with several entrants, so that a final has"
                    " to part them: expected reset or single, not 'none'.",
                )
            )
        if n < 2:
            problems.append(Problem("entrants", f"At least two entrants are needed, not {n}."))
        return tuple(problems)

    def seats(self, config: Config) -> int:
        return int(config.get("seats", 2))

    def outline(self, config: Config, n: int) -> tuple[RoundOutline, ...]:
        tables = _tables(config)
        return outline_double_tables(n, tables) if tables else outline_double(n, _final(config))

    def plan(self, config: Config, n: int, stream: Stream) -> tuple[PlannedMatch, ...]:
        tables = _tables(config)
        return plan_double_tables(n, tables) if tables else plan_double(n, _final(config))

    def next_round(
        self, config: Config, state: StageState, stream: Stream
    ) -> tuple[PlannedMatch, ...]:
        tables = _tables(config)
        return next_double_round(state, tables) if tables else ()

    def standings(self, config: Config, state: StageState) -> tuple[StandingRow, ...]:
        tables = _tables(config)
        if tables is None:
            return tree_standings(state)
        return table_standings(state, lambda now: self.is_done(config, now))

    def going_on(self, config: Config, state: StageState) -> tuple[int, ...]:
        return tuple(row.entrant for row in self.standings(config, state))

    def is_done(self, config: Config, state: StageState) -> bool:
        if not all(match.is_decided for match in resolve(state).values()):
            return False
        tables = _tables(config)
        return not tables or not next_double_round(state, tables)

    def round_names(self, config: Config, rounds: Mapping[RoundKey, int]) -> Mapping[RoundKey, str]:
        return table_round_names(rounds) if _tables(config) else double_round_names(rounds)

    def describe(self, config: Config) -> str:
        final = {"reset": "final with reset", "single": "single final", "none": "no final"}
        told = f"double elimination, {final[_final(config)]}"
        tables = _tables(config)
        if not tables:
            return told
        go_on = "the first goes on" if tables.advance == 1 else f"the first {tables.advance} go on"
        return f"{told}, tables of {tables.seats}, {go_on}"


def _final(config: Config) -> str:
    return str(config.get("final", "reset"))


def _tables(config: Config) -> DoubleTables | None:
    """What a drawing of tables needs to know; None at two seats."""
    seats = int(config.get("seats", 2))
    if seats == 2:
        return None
    return DoubleTables(seats, int(config.get("advance", 1)), _final(config) == "reset")
