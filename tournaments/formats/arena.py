"""Arena: no rounds; whoever is free is paired again with somebody near."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from tournaments.formats.arena_pairing import Idler, pair_idlers, table_idlers
from tournaments.formats.contract import Config, RoundKey
from tournaments.formats.idle import MINUTES, Floor, endless, told_minutes
from tournaments.formats.pods_facts import Past
from tournaments.formats.pods_pairing import Sitter
from tournaments.formats.pods_seats import seat_table
from tournaments.formats.points import Record, records_of
from tournaments.formats.ranking import ranked, ranked_order
from tournaments.formats.scoring import POINTS, scoring_of
from tournaments.formats.settings import Problem, Setting, problems_of
from tournaments.formats.slots import EntrantSlot, PlannedMatch, StageState, Stream
from tournaments.formats.standings import StandingRow, ordinal
from tournaments.formats.tables import RoundOutline, table_sizes
from tournaments.formats.tie_breaks import tie_breaks_setting

MATCHES_EACH = 10
MOST_MATCHES = 200
TIE_BREAKS = ("wins", "opponents_average", "direct")


class Arena:
    """Entrants who are free are paired as soon as enough of them are: near in rank and strength,
    not twice running with the same. It ends when all have had their matches, or with its time.
    """

    code: ClassVar[str] = "arena"
    name: ClassVar[str] = "Arena"
    settings: ClassVar[tuple[Setting, ...]] = (
        Setting("seats", "whole", 2, "How many sit at a match.", 2, 6),
        Setting(
            "matches_each",
            "whole",
            MATCHES_EACH,
            "How many matches an entrant plays at most; 0 lets only its minutes end it.",
            0,
            MOST_MATCHES,
        ),
        MINUTES,
        POINTS,
        tie_breaks_setting(*TIE_BREAKS),
    )

    def validate(self, config: Config, n: int) -> tuple[Problem, ...]:
        problems = problems_of(self.settings, config, self.name)
        if not problems:
            problems = tuple(endless(config, _matches_each(config)))
        if n < 2:
            return (*problems, Problem("entrants", f"At least two entrants are needed, not {n}."))
        return problems

    def seats(self, config: Config) -> int:
        return int(config.get("seats", 2))

    def outline(self, config: Config, n: int) -> tuple[RoundOutline, ...]:
        """As if all were always free at the same time."""
        seats = self.seats(config)
        sizes = (2,) * (n // 2) if seats == 2 else table_sizes(n, seats)
        return (RoundOutline(n, n - sum(sizes), sizes, 0),) * max(_matches_each(config), 1)

    def plan(self, config: Config, n: int, stream: Stream) -> tuple[PlannedMatch, ...]:
        return ()

    def next_round(
        self, config: Config, state: StageState, stream: Stream
    ) -> tuple[PlannedMatch, ...]:
        floor = Floor(state, _matches_each(config))
        if state.is_closing or not is_enough(floor, self.seats(config)):
            return ()
        wave = _Wave(state, floor, _records(config, state))
        return wave.matches(wave.tables(self.seats(config), stream))

    def standings(self, config: Config, state: StageState) -> tuple[StandingRow, ...]:
        return ranked(state, _records(config, state), _tie_breaks(config))

    def going_on(self, config: Config, state: StageState) -> tuple[int, ...]:
        return ranked_order(state, _records(config, state), _tie_breaks(config))

    def is_done(self, config: Config, state: StageState) -> bool:
        floor = Floor(state, _matches_each(config))
        return not floor.open and (state.is_closing or len(floor.willing) < 2)

    def round_names(self, config: Config, rounds: Mapping[RoundKey, int]) -> Mapping[RoundKey, str]:
        return {key: f"Wave {key[1]}" for key in rounds}

    def describe(self, config: Config) -> str:
        seats, each = self.seats(config), _matches_each(config)
        said = ["arena" if seats == 2 else f"arena at tables of {seats}"]
        if each:
            said.append(f"at most {each} match{'es' if each > 1 else ''} each")
        return ", ".join([*said, *told_minutes(config)])


def is_enough(floor: Floor, seats: int) -> bool:
    """Enough are free to choose from: not the first two again and again.

    Two matches' worth, or a quarter of all where that is more; everybody once nobody plays.
    """
    if not floor.open:
        return len(floor.free) > 1
    wanted = max(2 * seats, len(floor.active) // 4)
    return len(floor.free) >= min(wanted, len(floor.willing))


class _Wave:
    """Matches that are made at one instant."""

    def __init__(self, state: StageState, floor: Floor, records: Mapping[int, Record]) -> None:
        self.floor = floor
        past = Past(state, records)
        sitters = {each.number: each for each in past.sitters(floor.active)}
        order = sorted(sitters.values(), key=lambda each: (-each.score, each.number))
        self.rank = {each.number: rank for rank, each in enumerate(order)}
        self.unit = past.unit
        self.sitters = sitters
        self.entrant_of = {each.seed: each.id for each in floor.active}
        self.seed_of = {each.id: each.seed for each in state.entrants}

    def tables(self, seats: int, stream: Stream) -> list[tuple[int, ...]]:
        """Seeds that are put together."""
        idlers = self._idlers()
        plays_on = bool(self.floor.open)
        if seats == 2:
            return list(pair_idlers(idlers, may_repeat=not plays_on))
        # While others play, only full tables: the rest of those who are free wait for them.
        sizes = (seats,) * (len(idlers) // seats) if plays_on else table_sizes(len(idlers), seats)
        return list(table_idlers(idlers, sizes, stream)) if sizes else []

    def _idlers(self) -> list[Idler]:
        return [
            Idler(
                each.seed,
                self.rank[each.seed],
                len(self.rank),
                self.floor.played[each.id],
                frozenset(self.seed_of[other] for other in self.floor.latest.get(each.id, ())),
                dict(self.sitters[each.seed].met),
                each.mu,
                each.sigma,
            )
            for each in self.floor.free
        ]

    def matches(self, tables: list[tuple[int, ...]]) -> tuple[PlannedMatch, ...]:
        best_first = sorted(tables, key=lambda table: min(self.rank[each] for each in table))
        return tuple(self._match(number, table) for number, table in enumerate(best_first, start=1))

    def _match(self, number: int, table: tuple[int, ...]) -> PlannedMatch:
        key = f"A{self.floor.wave}.{number}"
        seated = seat_table(
            [self.sitters[each] for each in sorted(table, key=self.rank.__getitem__)]
        )
        slots = tuple(EntrantSlot(self.entrant_of[each]) for each in seated)
        why = self._why(sorted(table))
        return PlannedMatch(key, self.floor.wave, number, "", key, slots, 0, seated=True, why=why)

    def _why(self, table: list[int]) -> str:
        best, last = min(map(self._place, table)), max(map(self._place, table))
        again = _just_met([self.sitters[each] for each in table])
        seeds = f"{', '.join(map(str, table[:-1]))} and {table[-1]}"
        return (
            f"Seeds {seeds} were free: {ordinal(best)} to {ordinal(last)} of {len(self.rank)}, "
            f"{again}."
        )

    def _place(self, number: int) -> int:
        return self.rank[number] + 1


def _just_met(table: list[Sitter]) -> str:
    numbers = {each.number for each in table}
    before = max(each.met.get(other, 0) for each in table for other in numbers - {each.number})
    if not before:
        return "no two have met"
    return f"having met {'once' if before == 1 else f'{before} times at most'} before"


def _matches_each(config: Config) -> int:
    return int(config.get("matches_each", MATCHES_EACH))


def _tie_breaks(config: Config) -> list[str]:
    return list(config.get("tie_breaks", TIE_BREAKS))


def _records(config: Config, state: StageState) -> dict[int, Record]:
    """Waiting for a partner is no bye."""
    return records_of(state, scoring_of(config, int(config.get("seats", 2)), everybody_meets=True))
