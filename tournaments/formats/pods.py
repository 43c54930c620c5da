"""Swiss system at tables of three to six: near in points, with others every round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from tournaments.formats import rounds as stage_rounds
from tournaments.formats.contract import Config, RoundKey
from tournaments.formats.pods_facts import Past
from tournaments.formats.pods_pairing import make_tables
from tournaments.formats.pods_seats import seat_table
from tournaments.formats.pods_words import why_together
from tournaments.formats.points import Record, records_of
from tournaments.formats.ranking import ranked, ranked_order
from tournaments.formats.scoring import POINTS, scoring_of
from tournaments.formats.settings import Problem, Setting, problems_of
from tournaments.formats.slots import EntrantSlot, PlannedMatch, StageState, Stream
from tournaments.formats.standings import StandingRow
from tournaments.formats.tables import RoundOutline, table_sizes
from tournaments.formats.tie_breaks import tie_breaks_setting

SEATS = 4
MOST_ROUNDS = 40
TIE_BREAKS = ("opponents_average", "wins", "places", "direct")


class Pods:
    """Everybody sits at a table every round: as few tables as hold all, as equal as can be, so
    that nobody ever rests. Who sits together is near in points and has not met if possible.
    """

    code: ClassVar[str] = "pods"
    name: ClassVar[str] = "Swiss at tables"
    settings: ClassVar[tuple[Setting, ...]] = (
        Setting("seats", "whole", SEATS, "How many sit at a full table.", 3, 6),
        Setting(
            "rounds",
            "whole",
            0,
            "How many rounds; 0 takes one less than a Swiss for two would need, 2 at least.",
            0,
            MOST_ROUNDS,
        ),
        POINTS,
        tie_breaks_setting(*TIE_BREAKS),
    )

    def validate(self, config: Config, n: int) -> tuple[Problem, ...]:
        problems = problems_of(self.settings, config, self.name)
        if n < 2:
            return (*problems, Problem("entrants", f"At least two entrants are needed, not {n}."))
        return problems

    def seats(self, config: Config) -> int:
        return int(config.get("seats", SEATS))

    def outline(self, config: Config, n: int) -> tuple[RoundOutline, ...]:
        sizes = table_sizes(n, self.seats(config))
        return (RoundOutline(n, 0, sizes, 0),) * rounds_for(config, n)

    def plan(self, config: Config, n: int, stream: Stream) -> tuple[PlannedMatch, ...]:
        return ()

    def next_round(
        self, config: Config, state: StageState, stream: Stream
    ) -> tuple[PlannedMatch, ...]:
        number = self._next_number(config, state)
        if number is None or stage_rounds.open_matches(state):
            return ()
        there = stage_rounds.taking_part(state, number)
        sizes = table_sizes(len(there), self.seats(config))
        past = Past(state, _records(config, state))
        known = {each.number: each for each in past.sitters(there)}
        entrant_of = {each.seed: each.id for each in there}
        tables = make_tables(list(known.values()), sizes, stream)
        return tuple(
            _match(
                (number, at),
                tuple(entrant_of[each] for each in seat_table([known[each] for each in table])),
                why_together([known[each] for each in table], sizes[0], past.unit),
            )
            for at, table in enumerate(tables, start=1)
        )

    def standings(self, config: Config, state: StageState) -> tuple[StandingRow, ...]:
        return ranked(state, _records(config, state), _tie_breaks(config))

    def going_on(self, config: Config, state: StageState) -> tuple[int, ...]:
        return ranked_order(state, _records(config, state), _tie_breaks(config))

    def is_done(self, config: Config, state: StageState) -> bool:
        return self._next_number(config, state) is None and not stage_rounds.open_matches(state)

    def round_names(self, config: Config, rounds: Mapping[RoundKey, int]) -> Mapping[RoundKey, str]:
        return stage_rounds.numbered_rounds(rounds)

    def describe(self, config: Config) -> str:
        rounds = config.get("rounds", 0)
        said = f"Swiss at tables of {self.seats(config)}"
        return f"{said}, {rounds} round{'s' if rounds > 1 else ''}" if rounds else said

    def _next_number(self, config: Config, state: StageState) -> int | None:
        began = stage_rounds.from_the_start(state)
        return stage_rounds.next_number(state, rounds_for(config, began))


def rounds_for(config: Config, n: int) -> int:
    """As set, or one less than what leaves one of n unbeaten in matches of two."""
    return int(config.get("rounds", 0)) or max(2, (n - 1).bit_length() - 1)


def _tie_breaks(config: Config) -> list[str]:
    return list(config.get("tie_breaks", TIE_BREAKS))


def _records(config: Config, state: StageState) -> dict[int, Record]:
    return records_of(state, scoring_of(config, int(config.get("seats", SEATS))))


def _match(place: tuple[int, int], seated: tuple[int, ...], why: str) -> PlannedMatch:
    number, at = place
    key = f"P{number}.T{at}"
    slots = tuple(map(EntrantSlot, seated))
    return PlannedMatch(key, number, at, "", key, slots, 0, seated=True, why=why)
