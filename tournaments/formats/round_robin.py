"""Round robin: everybody meets everybody, all at once or group by group."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from tournaments.formats import all_play_all
from tournaments.formats.circle import schedule
from tournaments.formats.contract import Config, RoundKey
from tournaments.formats.groups import across_groups, compared, group_letters, group_sizes
from tournaments.formats.seeding import snake
from tournaments.formats.settings import Problem, Setting, problems_of
from tournaments.formats.slots import PlannedMatch, StageState, Stream
from tournaments.formats.standings import StandingRow
from tournaments.formats.tables import RoundOutline

MOST_GROUPS = 512
GROUPS = Setting(
    "groups",
    "whole",
    1,
    "Into how many groups the entrants are dealt, by seed, there and back again.",
    1,
    MOST_GROUPS,
)


class RoundRobin:
    """Everybody meets everybody of the group, once or twice, with the seats kept level.

    An odd number has one rest in each round; that is no bye and counts nothing.
    """

    code: ClassVar[str] = "round-robin"
    name: ClassVar[str] = "Round robin"
    settings: ClassVar[tuple[Setting, ...]] = (GROUPS, *all_play_all.SETTINGS)

    def validate(self, config: Config, n: int) -> tuple[Problem, ...]:
        seats = tuple(all_play_all.seats_problems(config, self.name))
        wanted = {field: value for field, value in config.items() if field != "seats"}
        problems = (*seats, *problems_of(self.settings, wanted, self.name))
        if problems:
            return problems
        return tuple(all_play_all.size_problems(_sizes(config, n), _legs(config), "group"))

    def seats(self, config: Config) -> int:
        return 2

    def outline(self, config: Config, n: int) -> tuple[RoundOutline, ...]:
        return all_play_all.outline_of(_sizes(config, n), _legs(config))

    def plan(self, config: Config, n: int, stream: Stream) -> tuple[PlannedMatch, ...]:
        groups = snake(range(1, n + 1), _sizes(config, n))
        if len(groups) == 1:
            return schedule({"": groups[0]}, _legs(config))
        lettered = {group_letters(index): group for index, group in enumerate(groups)}
        return schedule(lettered, _legs(config))

    def next_round(
        self, config: Config, state: StageState, stream: Stream
    ) -> tuple[PlannedMatch, ...]:
        return ()

    def standings(self, config: Config, state: StageState) -> tuple[StandingRow, ...]:
        table = all_play_all.cross_table(config, state)
        return compared(table.rows, table.counted, state.entrants)

    def going_on(self, config: Config, state: StageState) -> tuple[int, ...]:
        return across_groups(self.standings(config, state), state.entrants)

    def is_done(self, config: Config, state: StageState) -> bool:
        return all_play_all.is_played_out(state)

    def round_names(self, config: Config, rounds: Mapping[RoundKey, int]) -> Mapping[RoundKey, str]:
        return {key: f"Round {key[1]}" for key in rounds}

    def describe(self, config: Config) -> str:
        told = "round robin" if _legs(config) == 1 else "double round robin"
        groups = _groups(config)
        return told if groups == 1 else f"{told} in {groups} groups"


def _legs(config: Config) -> int:
    return int(config.get("legs", 1))


def _groups(config: Config) -> int:
    return int(config.get("groups", 1))


def _sizes(config: Config, n: int) -> tuple[int, ...]:
    return group_sizes(n, _groups(config))
