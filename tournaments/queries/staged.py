"""A stage as the pages read it: its facts, its entrants, and the tables of its matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import Case, When

from games.queries import closed
from tournaments.errors import StageNotFound, TournamentNotFound
from tournaments.facts import (
    entrant_fact,
    facts_of_entrants,
    is_live_table,
    stage_facts,
    without_playoffs,
)
from tournaments.formats.chain import StagePlan
from tournaments.formats.registry import Format, format_for
from tournaments.formats.slots import StageState
from tournaments.models import Entrant, MatchTable, Stage, Tournament
from tournaments.queries.sat import Sat
from tournaments.seeds import in_order_of_seeds
from tournaments.stage_plans import plans_of


class NothingDrawn:
    """The chance of a preview: nothing of the sealed draw is shown before the start."""

    def below(self, n: int) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class TablesOfMatch:
    """The newest table of a match, whether any of its tables is live, and all that may be seen.

    Nothing is told of a table whose deal is still played elsewhere: its key is None.
    """

    table_id: int | None
    public_id: str | None
    status: str
    is_live: bool
    public_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StageRead:
    """All that is told of a stage. `number` is 0 before the event began."""

    event: Tournament
    number: int
    format: Format
    config: Mapping[str, object]
    match_plan: Mapping[str, object]
    state: StageState
    entrants: Mapping[int, Entrant]
    tables: Mapping[str, TablesOfMatch]
    stored_states: Mapping[str, str]
    sat: Sat = field(default_factory=dict)

    @property
    def counted(self) -> StageState:
        """What the format sees: matches that only part equals at the cut earn nobody points."""
        return without_playoffs(self.state)

    @property
    def next_plan(self) -> StagePlan | None:
        """What follows the stage, with the cut before it."""
        plans = plans_of(self.event)
        number = max(self.number, 1)
        return plans[number] if number < len(plans) else None


def event_of(tournament_id: int) -> Tournament:
    """Raises TournamentNotFound."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        raise TournamentNotFound("No such event.")
    return event


def stages_of(event: Tournament) -> list[Stage]:
    """Those that have begun, the first one first."""
    return list(Stage.objects.filter(tournament=event).order_by("number"))


def entrants_by_key(event: Tournament) -> dict[int, Entrant]:
    """Everybody who started, by seed."""
    started = Entrant.objects.filter(tournament=event, seed__isnull=False)
    return {each.pk: each for each in started.select_related("player").order_by("seed")}


def read_stage(event: Tournament, number: int | None = None) -> StageRead:
    """The stage of that number, the newest where None, or the draw as it would be now.

    Raises StageNotFound for a stage that has not begun.
    """
    stages = stages_of(event)
    if not stages and number in (None, 1):
        return _preview(event)
    wanted = [stage for stage in stages if number in (None, stage.number)]
    if not wanted:
        raise StageNotFound(f"Stage {number} of {event.name} has not begun.")
    return read_begun(event, wanted[-1], entrants_by_key(event))


def read_begun(event: Tournament, row: Stage, entrants: Mapping[int, Entrant]) -> StageRead:
    """The same from rows that have been read."""
    row.tournament = event
    tables = _tables(row)
    facts = stage_facts(
        row,
        entrants=facts_of_entrants(row, list(entrants.values())),
        live=frozenset(key for key, table in tables.items() if table.is_live),
    )
    return StageRead(
        event=event,
        number=row.number,
        format=facts.format,
        config=row.config,
        match_plan=row.match_plan,
        state=facts.state,
        entrants=entrants,
        tables=tables,
        stored_states=facts.stored_states,
    )


def _preview(event: Tournament) -> StageRead:
    """The draw as it would be now; without matches where a lot decides, or few have come."""
    ranked = in_order_of_seeds(event)
    style = format_for(event.format)
    by_lot = event.seeding == Tournament.Seeding.RANDOM
    can_be_played = len(ranked) > 1 and not style.validate(event.config, len(ranked))
    plan = (
        style.plan(event.config, len(ranked), NothingDrawn())
        if can_be_played and not by_lot
        else ()
    )
    facts = tuple(entrant_fact(each, each.seed or 0) for each in ranked)
    return StageRead(
        event=event,
        number=0,
        format=style,
        config=event.config,
        match_plan=event.match_plan,
        state=StageState(facts, plan, {}),
        entrants={each.pk: each for each in ranked},
        tables={},
        stored_states={},
    )


def _tables(stage: Stage) -> dict[str, TablesOfMatch]:
    rows = MatchTable.objects.filter(match__stage=stage, match__voided_at=None)
    # Those that count come last, so that one of them is the newest wherever there is one.
    rows = rows.order_by(Case(When(voided_at=None, then=1), default=0), "number")
    found: dict[str, TablesOfMatch] = {}
    for key, table_id, public_id, status, settled_at, is_closed in rows.values_list(
        "match__key",
        "table_id",
        "table__public_id",
        "table__status",
        "table__settled_at",
        Case(When(closed("table__"), then=True), default=False),
    ):
        before = found.get(key)
        is_live = (before is not None and before.is_live) or is_live_table(status, settled_at)
        told = before.public_ids if before else ()
        found[key] = (
            TablesOfMatch(None, None, "", is_live, told)
            if is_closed
            else TablesOfMatch(table_id, public_id, status, is_live, (*told, public_id))
        )
    return found
