"""Single elimination: two-seat matches in a tree, or tables of which the first few go on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from tournaments.formats.contract import Config, RoundKey
from tournaments.formats.elimination_settings import (
    ADVANCE,
    SEATS,
    TIE_POLICY,
    advance_problems,
)
from tournaments.formats.elimination_tables import Tables, has_final, next_tables, table_standings
from tournaments.formats.elimination_tree import (
    Tree,
    due_consolation,
    outline_single,
    plan_single,
    single_round_names,
    single_standings,
)
from tournaments.formats.resolver import resolve
from tournaments.formats.seeding import SEED_ORDERS
from tournaments.formats.settings import Problem, Setting, problems_of
from tournaments.formats.slots import PlannedMatch, StageState, Stream
from tournaments.formats.standings import StandingRow
from tournaments.formats.table_tree import plan_tables
from tournaments.formats.tables import RoundOutline, outline_tables

MAX_WILDCARDS = 6
# What only a tree of two-seat matches has, with the value that tables need instead, and why.
TWO_SEATS_ONLY = (
    ("order", "standard", "a snake deals the first round"),
    ("third_place", False, "the final parts everybody who reaches it"),
    ("consolation", False, "who goes home has no single opponent to follow"),
)


class SingleElimination:
    """Whoever does not go on from a match is out; byes go to the top seeds.

    Config: `seats` a match (2 to 6), how many `advance` (1 at two seats), and `tie_policy`,
    which says who goes on when places tie at the cut: the `higher_seed`, or by `lot`. At two
    seats also the `order` of the seeds, a match for `third_place` and a `consolation` of those
    who lost their first match; at more, how many of a round's best losers go on as `wildcards`.
    """

    code: ClassVar[str] = "single-elimination"
    name: ClassVar[str] = "Single elimination"
    settings: ClassVar[tuple[Setting, ...]] = (
        SEATS,
        ADVANCE,
        TIE_POLICY,
        Setting("third_place", "flag", False, "Whether the losing semi-finalists play for third."),
        Setting(
            "consolation",
            "flag",
            False,
            "Whether those who lose their first match play a bracket of their own.",
        ),
        Setting(
            "order",
            "choice",
            "standard",
            "How seeds stand in the tree: apart as long as can be (standard), neighbours first"
            " (natural and its turned forms), or by lot (random).",
            choices=SEED_ORDERS,
        ),
        Setting(
            "wildcards",
            "whole",
            0,
            "How many of a round's losers go on with the best place and score; at most half.",
            0,
            MAX_WILDCARDS,
        ),
    )

    def validate(self, config: Config, n: int) -> tuple[Problem, ...]:
        problems = list(problems_of(self.settings, config, self.name))
        if not problems:
            problems += _cross_problems(config)
        if n < 2:
            problems.append(Problem("entrants", f"At least two entrants are needed, not {n}."))
        return tuple(problems)

    def seats(self, config: Config) -> int:
        return int(config.get("seats", 2))

    def outline(self, config: Config, n: int) -> tuple[RoundOutline, ...]:
        tables = _tables(config)
        if tables:
            return outline_tables(n, tables.seats, tables.advance, tables.wildcards)
        return outline_single(n, _tree(config))

    def plan(self, config: Config, n: int, stream: Stream) -> tuple[PlannedMatch, ...]:
        tables = _tables(config)
        if tables:
            return plan_tables(n, tables.seats, tables.advance, tables.wildcards)
        return plan_single(n, _tree(config), stream)

    def next_round(
        self, config: Config, state: StageState, stream: Stream
    ) -> tuple[PlannedMatch, ...]:
        tables = _tables(config)
        return next_tables(state, tables) if tables else due_consolation(state, _tree(config))

    def standings(self, config: Config, state: StageState) -> tuple[StandingRow, ...]:
        tables = _tables(config)
        return table_standings(state, tables) if tables else single_standings(state, _tree(config))

    def going_on(self, config: Config, state: StageState) -> tuple[int, ...]:
        return tuple(row.entrant for row in self.standings(config, state))

    def is_done(self, config: Config, state: StageState) -> bool:
        if not all(match.is_decided for match in resolve(state).values()):
            return False
        tables = _tables(config)
        if tables:
            return has_final(state) or not next_tables(state, tables)
        return not due_consolation(state, _tree(config))

    def round_names(self, config: Config, rounds: Mapping[RoundKey, int]) -> Mapping[RoundKey, str]:
        if self.seats(config) == 2:
            return single_round_names(rounds)
        return {
            key: f"Round {key[1]}" if advance else "Final table" for key, advance in rounds.items()
        }

    def describe(self, config: Config) -> str:
        tables = _tables(config)
        if tables is None:
            tree = _tree(config)
            beside = [" with a match for third place"] if tree.third_place else []
            beside += [" with a consolation"] if tree.consolation else []
            order = "" if tree.order == "standard" else f", seeds in {tree.order} order"
            return f"single elimination{' and'.join(beside)}{order}".replace("_", " ")
        go_on = "the first goes on" if tables.advance == 1 else f"the first {tables.advance} go on"
        losers = f", with {tables.wildcards} of the best losers" if tables.wildcards else ""
        return f"tables of {tables.seats}, {go_on}{losers}"


def _cross_problems(config: Config) -> list[Problem]:
    """What is wrong between settings that are each right by themselves."""
    seats = config.get("seats", 2)
    problems = [*advance_problems(config)]
    if seats == 2 and config.get("wildcards", 0):
        problems.append(
            Problem("wildcards", "At 2 seats losers are not compared: expected 0 wildcards.")
        )
    if seats > 2:
        problems += [
            Problem(name, f"At {seats} seats {why}: expected {needed!r}, not {config[name]!r}.")
            for name, needed, why in TWO_SEATS_ONLY
            if config.get(name, needed) != needed
        ]
    return problems


def _tree(config: Config) -> Tree:
    return Tree(
        str(config.get("order", "standard")),
        bool(config.get("third_place", False)),
        bool(config.get("consolation", False)),
    )


def _tables(config: Config) -> Tables | None:
    """What a drawing of tables needs to know; None at two seats."""
    seats = int(config.get("seats", 2))
    if seats == 2:
        return None
    return Tables(seats, int(config.get("advance", 1)), int(config.get("wildcards", 0)))
