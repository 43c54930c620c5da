"""A stage's rows as the values that formats understand."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from django.db.models import Q

from games.models import Table
from tournaments.formats.playoffs import DECISION, PLAYOFF
from tournaments.formats.registry import Format, format_for
from tournaments.formats.slots import (
    Condition,
    EntrantFact,
    MatchOutcome,
    PlannedMatch,
    StageState,
    load_slot,
)
from tournaments.models import Entrant, Match, MatchResult, MatchTable, Stage

AT_A_TABLE = Q(table__status__in=[Table.Status.OPEN, Table.Status.RUNNING]) | Q(
    table__status=Table.Status.OVER, table__settled_at=None
)
# Over but not settled still counts as live: the result is about to come from there.
APART = (PLAYOFF, DECISION)
TO_THE_END = 1_000_000
# Later than every round: who left only in a later stage has not missed one of this.
MATCH_COLUMNS = (
    "pk",
    "state",
    "opens_at",
    "key",
    "round",
    "number",
    "group",
    "label",
    "slots",
    "advance",
    "section",
    "condition",
    "seated",
    "why",
)
# What `entrant_fact` reads: an event is read anew with every result, and may have thousands.
# What a fact is made of, in the order in which `_fact` takes it.
ENTRANT_COLUMNS = (
    "pk",
    "seed",
    "status",
    "from_round",
    "until_round",
    "player__owner_id",
    "club",
    "mu",
    "sigma",
    "missed",
)


def is_live_table(status: str, settled_at: dt.datetime | None) -> bool:
    """The same for a table that has been read."""
    if status == Table.Status.OVER:
        return settled_at is None
    return status != Table.Status.VOID


@dataclass(frozen=True, slots=True)
class StageFacts:
    """A stage, its format, what it is worked out from, and where its matches are stored."""

    stage: Stage
    format: Format
    state: StageState
    match_ids: Mapping[str, int]
    stored_states: Mapping[str, str]
    opens_at: Mapping[str, dt.datetime] = field(default_factory=dict)
    # Of the matches that wait for a time as well.

    @property
    def counted(self) -> StageState:
        """What the format sees: matches that only decide a tie at the cut earn nobody points."""
        return without_playoffs(self.state)

    def with_outcomes(self, outcomes: Mapping[str, MatchOutcome]) -> StageFacts:
        """The same facts and a few results more."""
        results = {**self.state.results, **outcomes}
        return replace(self, state=replace(self.state, results=results))


def stage_facts(
    stage: Stage,
    *,
    entrants: tuple[EntrantFact, ...] | None = None,
    live: frozenset[str] | None = None,
    now: dt.datetime | None = None,
) -> StageFacts:
    """Read a stage: four statements, however large it is; fewer where entrants and live matches
    have been read before. `now` tells whether the time of a stage that has one is over.
    """
    rows = Match.objects.filter(stage=stage, voided_at=None).order_by("pk")
    matches: list[PlannedMatch] = []
    match_ids: dict[str, int] = {}
    stored_states: dict[str, str] = {}
    opens_at: dict[str, dt.datetime] = {}
    for pk, state, opens, *row in rows.values_list(*MATCH_COLUMNS):
        match = _planned(*row)
        matches.append(match)
        match_ids[match.key] = pk
        stored_states[match.key] = state
        if opens is not None:
            opens_at[match.key] = opens
    state_of_stage = StageState(
        entrants=entrant_facts(stage) if entrants is None else entrants,
        matches=tuple(matches),
        results=_results(stage),
        live=_live_keys(stage) if live is None else live,
        is_closing=_is_closing(stage, now),
    )
    style = format_for(stage.format)
    return StageFacts(stage, style, state_of_stage, match_ids, stored_states, opens_at)


def without_playoffs(state: StageState) -> StageState:
    """The state without the matches that only decide a tie at the cut."""
    matches = tuple(match for match in state.matches if match.section not in APART)
    return state if len(matches) == len(state.matches) else replace(state, matches=matches)


def stage_ends_at(stage: Stage) -> dt.datetime | None:
    """When a stage that runs for a time pairs nobody any more; None for every other."""
    minutes = stage.config.get("minutes")
    if not minutes or stage.started_at is None:
        return None
    return stage.started_at + dt.timedelta(minutes=minutes)


def _is_closing(stage: Stage, now: dt.datetime | None) -> bool:
    if stage.closed_at is not None:
        return True
    ends_at = stage_ends_at(stage)
    return now is not None and ends_at is not None and ends_at <= now


def _planned(
    key: str,
    round_number: int,
    number: int,
    group: str,
    label: str,
    slots: Sequence[Sequence[object]],
    advance: int,
    section: str,
    condition: tuple[str, int] | None,
    seated: bool,
    why: str,
) -> PlannedMatch:
    return PlannedMatch(
        key=key,
        round=round_number,
        number=number,
        group=group,
        label=label,
        slots=tuple(load_slot(slot) for slot in slots),
        advance=advance,
        section=section,
        condition=None if condition is None else Condition(*condition),
        seated=seated,
        why=why,
    )


def entrant_facts(stage: Stage) -> tuple[EntrantFact, ...]:
    """Everybody who plays the stage, by the seed held in it."""
    started = Entrant.objects.filter(tournament_id=stage.tournament_id, seed__isnull=False)
    # Values and not rows: thousands are read for every step of a large event.
    rows = started.order_by("seed").values_list(*ENTRANT_COLUMNS)
    return _of_stage(stage, [_fact(*row, stage=stage.number) for row in rows])


def facts_of_entrants(stage: Stage, started: Sequence[Entrant]) -> tuple[EntrantFact, ...]:
    """The same from rows that have been read, with their players, by seed."""
    return _of_stage(stage, [entrant_fact(each, each.seed or 0, stage.number) for each in started])


def _of_stage(stage: Stage, started: Sequence[EntrantFact]) -> tuple[EntrantFact, ...]:
    went_on = _went_on(stage, started)
    if not stage.field:
        return tuple(_in_stage(each, went_on) for each in started)
    by_key = {each.id: each for each in started}
    return tuple(
        replace(_in_stage(by_key[key], went_on), seed=seed, from_round=1)
        for seed, key in enumerate(stage.field, start=1)
    )


def _in_stage(fact: EntrantFact, went_on: frozenset[int]) -> EntrantFact:
    """Its last round is one of the last stage it played; it saw the end of those before."""
    return replace(fact, until_round=TO_THE_END) if fact.id in went_on else fact


def _went_on(stage: Stage, started: Sequence[EntrantFact]) -> frozenset[int]:
    """Who played a later stage as well; not asked for while nobody has left."""
    if all(each.until_round is None for each in started):
        return frozenset()
    later = Stage.objects.filter(tournament_id=stage.tournament_id, number__gt=stage.number)
    return frozenset(key for field_ in later.values_list("field", flat=True) for key in field_)


def entrant_fact(entrant: Entrant, seed: int, stage: int = 1) -> EntrantFact:
    """An entrant as the formats of the stage see it; its player has been read."""
    return _fact(
        entrant.pk,
        seed,
        entrant.status,
        entrant.from_round,
        entrant.until_round,
        entrant.player.owner_id,
        entrant.club,
        entrant.mu,
        entrant.sigma,
        entrant.missed,
        stage=stage,
    )


def _fact(
    key: int,
    seed: int,
    status: str,
    from_round: int,
    until_round: int | None,
    owner: int | None,
    club: str,
    mu: float | None,
    sigma: float | None,
    missed: Sequence[Sequence[int]],
    *,
    stage: int,
) -> EntrantFact:
    apart = {f"owner:{owner}"} if owner else set()
    return EntrantFact(
        id=key,
        seed=seed,
        active=status == Entrant.Status.ACTIVE,
        from_round=from_round,
        until_round=until_round,
        apart=frozenset(apart | ({f"club:{club}"} if club else set())),
        mu=mu,
        sigma=sigma,
        disqualified=status == Entrant.Status.DISQUALIFIED,
        missed=frozenset(round_ for number, round_ in missed if number == stage),
    )


def _results(stage: Stage) -> dict[str, MatchOutcome]:
    live = MatchResult.objects.filter(
        match__stage=stage, match__voided_at=None, voided_at=None
    ).order_by("pk")
    return {
        key: MatchOutcome(key, tuple(entrants), tuple(places), cause, tuple(map(Fraction, scores)))
        for key, entrants, places, cause, scores in live.values_list(
            "match__key", "entrants", "places", "cause", "scores"
        )
    }


def _live_keys(stage: Stage) -> frozenset[str]:
    tables = MatchTable.objects.filter(AT_A_TABLE, match__stage=stage, match__voided_at=None)
    return frozenset(tables.values_list("match__key", flat=True))
