"""Ladder: whoever beats somebody above climbs to that rung."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar

from tournaments.formats.contract import Config, RoundKey
from tournaments.formats.idle import MINUTES, Floor, endless, told_minutes
from tournaments.formats.ladder_rungs import challenges, rungs
from tournaments.formats.pods_facts import Past
from tournaments.formats.pods_seats import seat_table
from tournaments.formats.points import AT_THE_TABLE, Record, records_of
from tournaments.formats.ranking import explained
from tournaments.formats.scoring import Scoring
from tournaments.formats.settings import Problem, Setting, problems_of
from tournaments.formats.slots import EntrantFact, EntrantSlot, PlannedMatch, StageState, Stream
from tournaments.formats.standings import StandingRow
from tournaments.formats.tables import RoundOutline

REACH = 3
MATCHES_EACH = 6
SCORING = Scoring(everybody_meets=True)
# What the words of a standing are made from; a ladder itself counts no points.


class Ladder:
    """All stand on rungs, at first by seed. Whoever is free challenges the nearest above within
    reach whom it has not just played. Ends when all have had their matches, or with its time.
    """

    code: ClassVar[str] = "ladder"
    name: ClassVar[str] = "Ladder"
    settings: ClassVar[tuple[Setting, ...]] = (
        Setting("reach", "whole", REACH, "How many rungs above may be challenged.", 1, 20),
        Setting(
            "climb",
            "choice",
            "insert",
            "What a winner from below does: takes the rung while those between move down (insert), "
            "or changes rungs with the loser (swap).",
            choices=("insert", "swap"),
        ),
        Setting(
            "matches_each",
            "whole",
            MATCHES_EACH,
            "How many matches an entrant plays at most; 0 lets only its minutes end it.",
            0,
            200,
        ),
        MINUTES,
    )

    def validate(self, config: Config, n: int) -> tuple[Problem, ...]:
        problems = problems_of(self.settings, config, self.name)
        if not problems:
            problems = tuple(endless(config, _matches_each(config)))
        if n < 2:
            return (*problems, Problem("entrants", f"At least two entrants are needed, not {n}."))
        return problems

    def seats(self, config: Config) -> int:
        return 2

    def outline(self, config: Config, n: int) -> tuple[RoundOutline, ...]:
        """As if all were free at the same time."""
        wave = RoundOutline(n, n % 2, (2,) * (n // 2), 0)
        return (wave,) * max(_matches_each(config), 1)

    def plan(self, config: Config, n: int, stream: Stream) -> tuple[PlannedMatch, ...]:
        return ()

    def next_round(
        self, config: Config, state: StageState, stream: Stream
    ) -> tuple[PlannedMatch, ...]:
        if state.is_closing:
            return ()
        floor = Floor(state, _matches_each(config))
        order = _order(config, state)
        pairs = challenges(floor, order, _reach(config))
        if not pairs:
            return ()
        past = Past(state, records_of(state, SCORING))
        sitters = {each.number: each for each in past.sitters(floor.active)}
        made = []
        for number, (below, above) in enumerate(pairs, start=1):
            seated = seat_table([sitters[above.seed], sitters[below.seed]])
            first, second = (above, below) if seated[0] == above.seed else (below, above)
            rungs_of = (order.index(below.id) + 1, order.index(above.id) + 1)
            made.append(_match(floor.wave, number, (first, second), _why(below, above, rungs_of)))
        return tuple(made)

    def standings(self, config: Config, state: StageState) -> tuple[StandingRow, ...]:
        records = records_of(state, SCORING)
        facts = {each.id: each for each in state.entrants}
        order = _order(config, state)
        return tuple(
            _row(facts[entrant], rung, len(order), records[entrant])
            for rung, entrant in enumerate(order, start=1)
        )

    def going_on(self, config: Config, state: StageState) -> tuple[int, ...]:
        return tuple(_order(config, state))

    def is_done(self, config: Config, state: StageState) -> bool:
        floor = Floor(state, _matches_each(config))
        if floor.open:
            return False
        return state.is_closing or not challenges(floor, _order(config, state), _reach(config))

    def round_names(self, config: Config, rounds: Mapping[RoundKey, int]) -> Mapping[RoundKey, str]:
        return {key: f"Wave {key[1]}" for key in rounds}

    def describe(self, config: Config) -> str:
        each = _matches_each(config)
        said = [f"ladder, challenges up to {_reach(config)} above"]
        if each:
            said.append(f"at most {each} match{'es' if each > 1 else ''} each")
        return ", ".join([*said, *told_minutes(config)])


def _match(
    wave: int, number: int, seated: tuple[EntrantFact, EntrantFact], why: str
) -> PlannedMatch:
    key = f"C{wave}.{number}"
    slots = tuple(EntrantSlot(each.id) for each in seated)
    return PlannedMatch(key, wave, number, "", key, slots, 0, seated=True, why=why)


def _why(below: EntrantFact, above: EntrantFact, rungs_of: tuple[int, int]) -> str:
    return (
        f"Seed {below.seed} on rung {rungs_of[0]} challenges seed {above.seed} on rung "
        f"{rungs_of[1]}, the nearest above that is free."
    )


def _row(entrant: EntrantFact, rung: int, count: int, record: Record) -> StandingRow:
    """Points are how many stand below."""
    played = sum(each.cause in AT_THE_TABLE for each in record.rounds)
    story = f"Rung {rung}, from {entrant.seed} by seed. {explained(record, entrant)}"
    told = f"{count - rung} below" if count > rung else "nobody below"
    return StandingRow(
        entrant.id,
        rung,
        Fraction(count - rung),
        (),
        story,
        not entrant.active,
        played=played,
        points_told=told,
    )


def _order(config: Config, state: StageState) -> list[int]:
    return rungs(state, inserts=config.get("climb", "insert") == "insert")


def _reach(config: Config) -> int:
    return int(config.get("reach", REACH))


def _matches_each(config: Config) -> int:
    return int(config.get("matches_each", MATCHES_EACH))
