"""What an event would be with so many entrants: rounds, tables, byes, and how long; pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.formats.chain import StagePlan, reaching
from tournaments.formats.tables import RoundOutline
from tournaments.match_plans import VERSUS, plan_of, tables_at_most
from tournaments.schedules import round_opens_at

# Where no table of the game has been finished yet: so many moves a seat, and so much of the
# patience, but at most so many seconds, for each of them.
GUESSED_MOVES = 15
GUESSED_SHARE = 0.25
GUESSED_MOST = 5.0
MOST_IMAGINED = 40
# Matches of an entrant in a stage that ends with its time.


@dataclass(frozen=True, slots=True)
class StageForecast:
    """A stage; `problem` says why so many cannot play it, and then nothing else is known of it."""

    number: int
    name: str
    words: str
    entrants: int
    rounds: tuple[RoundOutline, ...] = ()
    tables: int = 0
    byes: int = 0
    seconds: float = 0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Forecast:
    """`tables` at most, where a match may need several; `seconds` if every round begins in time.

    `is_measured`: a table was taken to last as long as those of the game did lately.
    """

    entrants: int
    stages: tuple[StageForecast, ...]
    table_seconds: float
    is_measured: bool
    seconds: float

    @property
    def rounds(self) -> int:
        return sum(len(stage.rounds) for stage in self.stages)

    @property
    def tables(self) -> int:
        return sum(stage.tables for stage in self.stages)

    @property
    def byes(self) -> int:
        return sum(stage.byes for stage in self.stages)

    @property
    def problems(self) -> tuple[str, ...]:
        return tuple(stage.problem for stage in self.stages if stage.problem)


def guessed_seconds(seats: int, patience_seconds: int) -> float:
    """How long a table may last of which nothing is known."""
    return seats * GUESSED_MOVES * min(patience_seconds * GUESSED_SHARE, GUESSED_MOST)


def imagined(
    plan: StagePlan, *, played: float = 0, elapsed: float = 0, table_seconds: float
) -> StagePlan:
    """A stage that ends with its time as one that ends once all have had so many matches.

    `played`: how many an entrant has had on average, in so many seconds.
    """
    minutes = _minutes(plan)
    if not minutes:
        return plan
    pace = elapsed / played if played >= 1 else table_seconds
    each = round(played + max(0.0, minutes * 60 - elapsed) / max(pace, 1.0))
    most = _usual(plan, "matches_each") or MOST_IMAGINED
    config = {**plan.config, "minutes": 0, "matches_each": max(1, min(each, most))}
    return replace(plan, config=config)


def forecast(
    plans: Sequence[StagePlan],
    entrants: int,
    table_seconds: float,
    *,
    is_measured: bool = False,
    max_tables_each: int | None = None,
) -> Forecast:
    """The stages of an event that all of `entrants` play, if nobody leaves."""
    stages = tuple(
        _stage(plan, number, table_seconds, max_tables_each)
        for plan, number in zip(plans, reaching(plans, entrants), strict=True)
    )
    seconds = sum(stage.seconds for stage in stages)
    return Forecast(entrants, stages, table_seconds, is_measured, seconds)


def scheduled_seconds(
    made: Forecast, schedule: Mapping[str, Any], starts_at: dt.datetime, time_zone: str
) -> float:
    """The same with the windows of a schedule: a round begins when it opens and it is ready."""
    round_seconds = [
        stage.seconds / _in_time(stage.rounds)
        for stage in made.stages
        for _ in range(_in_time(stage.rounds))
    ]
    ends_at = starts_at
    for number, seconds in enumerate(round_seconds, start=1):
        opens_at = round_opens_at(schedule, number, starts_at, time_zone) or ends_at
        ends_at = max(ends_at, opens_at) + dt.timedelta(seconds=seconds)
    return (ends_at - starts_at).total_seconds()


def _stage(
    plan: StagePlan, entrants: int, table_seconds: float, max_tables_each: int | None
) -> StageForecast:
    style, words = plan.style, plan.style.describe(plan.config)
    problems = style.validate(plan.config, entrants)
    if problems:
        text = problems[0].message
        return StageForecast(plan.number, style.name, words, entrants, problem=text)
    rounds = style.outline(plan.config, entrants)
    minutes = _minutes(plan)
    each = table_seconds * _in_a_row(plan, max_tables_each)
    return StageForecast(
        number=plan.number,
        name=style.name,
        words=words,
        entrants=entrants,
        rounds=rounds,
        tables=sum(_tables(plan, size) for outline in rounds for size in outline.sizes),
        byes=sum(outline.byes for outline in rounds),
        seconds=minutes * 60 if minutes else _in_time(rounds) * each,
    )


def _in_time(rounds: Sequence[RoundOutline]) -> int:
    """How many rounds follow one another; those beside another take no time of their own."""
    return sum(not each.is_beside for each in rounds)


def _minutes(plan: StagePlan) -> int:
    """How long it runs, where its time ends it; else 0."""
    return _usual(plan, "minutes")


def _usual(plan: StagePlan, name: str) -> int:
    """What a stage says of it, or what its format does; 0 where there is no such setting."""
    usual = next((each.default for each in plan.style.settings if each.name == name), 0)
    return int(plan.config.get(name, usual) or 0)


def _tables(plan: StagePlan, entrants: int) -> int:
    return tables_at_most(plan_of(plan.match_plan), entrants)


def _in_a_row(plan: StagePlan, max_tables_each: int | None) -> int:
    """How many tables of a match follow each other: those of equal deals are played at once."""
    tables = _tables(plan, plan.style.seats(plan.config))
    if plan_of(plan.match_plan).kind == VERSUS:
        return tables
    return 1 if max_tables_each is None else -(-tables // max_tables_each)
