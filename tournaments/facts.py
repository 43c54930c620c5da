"""A stage's rows as the values that formats understand."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import Q

from games.models import Table
from tournaments.formats.registry import Format, format_for
from tournaments.formats.slots import (
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

    def with_outcomes(self, outcomes: Mapping[str, MatchOutcome]) -> StageFacts:
        """The same facts and a few results more."""
        results = {**self.state.results, **outcomes}
        return replace(self, state=replace(self.state, results=results))


def stage_facts(
    stage: Stage,
    *,
    entrants: tuple[EntrantFact, ...] | None = None,
    live: frozenset[str] | None = None,
) -> StageFacts:
    """Read a stage: four statements, however large it is; fewer where entrants and live matches
    have been read before.
    """
    rows = Match.objects.filter(stage=stage).order_by("pk")
    matches: list[PlannedMatch] = []
    match_ids: dict[str, int] = {}
    stored_states: dict[str, str] = {}
    for row in rows.values_list(
        "pk", "state", "key", "round", "number", "group", "label", "slots", "advance"
    ):
        pk, state, key, round_number, number, group, label, slots, advance = row
        planned = tuple(load_slot(slot) for slot in slots)
        matches.append(PlannedMatch(key, round_number, number, group, label, planned, advance))
        match_ids[key] = pk
        stored_states[key] = state
    state_of_stage = StageState(
        entrants=entrant_facts(stage.tournament_id) if entrants is None else entrants,
        matches=tuple(matches),
        results=_results(stage),
        live=_live_keys(stage) if live is None else live,
    )
    return StageFacts(stage, format_for(stage.format), state_of_stage, match_ids, stored_states)


def entrant_facts(tournament_id: int) -> tuple[EntrantFact, ...]:
    """Everybody who started, by seed."""
    seeded = Entrant.objects.filter(tournament_id=tournament_id, seed__isnull=False)
    return tuple(
        EntrantFact(pk, seed, status == Entrant.Status.ACTIVE)
        for pk, seed, status in seeded.order_by("seed").values_list("pk", "seed", "status")
        if seed is not None
    )


def _results(stage: Stage) -> dict[str, MatchOutcome]:
    live = MatchResult.objects.filter(match__stage=stage, voided_at=None).order_by("pk")
    return {
        key: MatchOutcome(key, tuple(entrants), tuple(places), cause)
        for key, entrants, places, cause in live.values_list(
            "match__key", "entrants", "places", "cause"
        )
    }


def _live_keys(stage: Stage) -> frozenset[str]:
    tables = MatchTable.objects.filter(AT_A_TABLE, match__stage=stage)
    return frozenset(tables.values_list("match__key", flat=True))
