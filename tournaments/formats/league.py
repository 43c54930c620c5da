"""League: tiers of equals who all meet, and who move up and down when a season is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import ClassVar

from tournaments.formats import all_play_all
from tournaments.formats.circle import schedule
from tournaments.formats.contract import Config, RoundKey
from tournaments.formats.groups import group_sizes
from tournaments.formats.settings import Problem, Setting, problems_of
from tournaments.formats.slots import PlannedMatch, StageState, Stream
from tournaments.formats.standings import StandingRow
from tournaments.formats.tables import RoundOutline

MOST_TIERS = 40
TIERS = Setting(
    "tiers",
    "whole",
    2,
    "How many tiers there are; the best seeds play in the first.",
    1,
    MOST_TIERS,
)
PROMOTE = Setting(
    "promote",
    "whole",
    1,
    "How many of each tier go up when the season is over, and as many of the tier above go down.",
    0,
    100,
)


class League:
    """A season of a league. The next one is a stage of the same format after it.

    The best seeds make up tier 1, and so on down; where the number does not divide, lower tiers
    are larger. `going_on` has everybody in the tiers of the next season, those who come down
    first in theirs and those who come up last.
    """

    code: ClassVar[str] = "league"
    name: ClassVar[str] = "League"
    settings: ClassVar[tuple[Setting, ...]] = (TIERS, PROMOTE, *all_play_all.SETTINGS)

    def validate(self, config: Config, n: int) -> tuple[Problem, ...]:
        seats = tuple(all_play_all.seats_problems(config, self.name))
        wanted = {field: value for field, value in config.items() if field != "seats"}
        problems = (*seats, *problems_of(self.settings, wanted, self.name))
        if problems:
            return problems
        sizes = _sizes(config, n)
        too_small = tuple(all_play_all.size_problems(sizes, _legs(config), "tier"))
        return too_small or tuple(_moving_problems(sizes, _promoted(config)))

    def seats(self, config: Config) -> int:
        return 2

    def outline(self, config: Config, n: int) -> tuple[RoundOutline, ...]:
        return all_play_all.outline_of(_sizes(config, n), _legs(config))

    def plan(self, config: Config, n: int, stream: Stream) -> tuple[PlannedMatch, ...]:
        tiers: dict[str, range] = {}
        first = 1
        for number, size in enumerate(_sizes(config, n), start=1):
            tiers[f"T{number}"] = range(first, first + size)
            first += size
        return schedule(tiers, _legs(config))

    def next_round(
        self, config: Config, state: StageState, stream: Stream
    ) -> tuple[PlannedMatch, ...]:
        return ()

    def standings(self, config: Config, state: StageState) -> tuple[StandingRow, ...]:
        rows = all_play_all.cross_table(config, state).rows
        is_over = all_play_all.is_played_out(state)
        tiers = _tiers(rows)
        told: list[StandingRow] = []
        for number, tier in enumerate(tiers, start=1):
            up, down = _movers(config, state, tier, number, len(tiers))
            told += [_told(row, up, down, number, is_over=is_over) for row in tier]
        return tuple(told)

    def going_on(self, config: Config, state: StageState) -> tuple[int, ...]:
        tiers = _tiers(all_play_all.cross_table(config, state).rows)
        active = {each.id for each in state.entrants if each.active}
        coming: list[list[int]] = [[] for _ in range(len(tiers) + 2)]
        for number, tier in enumerate(tiers, start=1):
            up, down = _movers(config, state, tier, number, len(tiers))
            here = [row.entrant for row in tier if row.entrant in active]
            coming[number] += [each for each in here if each not in (*up, *down)]
            coming[number - 1] += up
            coming[number + 1] += down
        gone = [row.entrant for tier in tiers for row in tier if row.entrant not in active]
        return (*(each for tier in coming for each in tier), *gone)

    def is_done(self, config: Config, state: StageState) -> bool:
        return all_play_all.is_played_out(state)

    def round_names(self, config: Config, rounds: Mapping[RoundKey, int]) -> Mapping[RoundKey, str]:
        return {key: f"Round {key[1]}" for key in rounds}

    def describe(self, config: Config) -> str:
        tiers, promoted = int(config.get("tiers", TIERS.default)), _promoted(config)
        if tiers == 1:
            return "league"
        return f"league of {tiers} tiers, {promoted or 'nobody'} up and down"


def _movers(
    config: Config, state: StageState, tier: Sequence[StandingRow], number: int, tiers: int
) -> tuple[list[int], list[int]]:
    """Who goes up and who goes down, best first; none who left."""
    active = {each.id for each in state.entrants if each.active}
    here = [row.entrant for row in tier if row.entrant in active]
    most = len(here) // 2 if 1 < number < tiers else len(here)
    moving = min(_promoted(config), most)
    up = here[:moving] if number > 1 else []
    down = here[len(here) - moving :] if number < tiers else []
    return up, down


def _told(
    row: StandingRow, up: Sequence[int], down: Sequence[int], tier: int, *, is_over: bool
) -> StandingRow:
    """The row, with where its entrant goes at the end of the season."""
    if row.entrant not in (*up, *down):
        return row
    way, to = ("up", tier - 1) if row.entrant in up else ("down", tier + 1)
    told = f"Goes {way} to tier {to}." if is_over else f"Would go {way} to tier {to} now."
    return replace(row, explanation=f"{row.explanation} {told}")


def _tiers(rows: Sequence[StandingRow]) -> list[list[StandingRow]]:
    """The rows tier by tier, the first tier first."""
    return [list(tier) for _, tier in groupby(rows, key=lambda row: row.group)]


def _moving_problems(sizes: Sequence[int], promoted: int) -> Iterator[Problem]:
    """Nobody can go both up and down, and a tier is never exchanged as a whole."""
    for number, size in enumerate(sizes, start=1):
        most = size // 2 if 1 < number < len(sizes) else size - 1
        if len(sizes) > 1 and promoted > most:
            yield Problem(
                "entrants",
                f"Of {size} entrants in tier {number} at most {most} can move, not {promoted}; "
                f"there are {sum(sizes)} entrants in {len(sizes)} tiers.",
            )
            return


def _legs(config: Config) -> int:
    return int(config.get("legs", 1))


def _promoted(config: Config) -> int:
    return int(config.get("promote", PROMOTE.default))


def _sizes(config: Config, n: int) -> tuple[int, ...]:
    """Lower tiers are the larger ones."""
    return group_sizes(n, int(config.get("tiers", TIERS.default)))[::-1]
