"""Who stands where: in a stage, group by group, and in the whole event."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.amounts import amount
from tournaments.formats.chain import overall_places
from tournaments.formats.standings import StandingRow
from tournaments.models import Entrant, Tournament
from tournaments.queries.seen import StageStandings, StandingSeen, TieBreakSeen
from tournaments.queries.staged import (
    StageRead,
    entrants_by_key,
    event_of,
    read_begun,
    read_stage,
    stages_of,
)

MOST_ON_PODIUM = 12
# Beyond so many that share its steps a podium cannot be read.


def standings_of(tournament_id: int) -> list[StandingSeen]:
    """Everybody who started, best first, by how far they came and then by their last stage.

    Empty before the start. Raises TournamentNotFound.
    """
    event = event_of(tournament_id)
    entrants = entrants_by_key(event)
    stages = [read_begun(event, row, entrants) for row in stages_of(event)]
    rows = [stage.format.standings(stage.config, stage.counted) for stage in stages]
    if len(stages) == 1:
        return rows_seen(stages[0], rows[0])
    gone = {key for key, each in entrants.items() if each.status == Entrant.Status.DISQUALIFIED}
    places = overall_places(rows, gone)
    latest = {
        row.entrant: (stage, row) for stage, own in zip(stages, rows, strict=True) for row in own
    }
    return [
        row_seen(*latest[key], place=places[key])
        for key in sorted(places, key=lambda each: (places[each], entrants[each].seed or 0))
    ]


def stage_standings(tournament_id: int, number: int | None = None) -> StageStandings:
    """One stage, its groups one after another. Raises TournamentNotFound, StageNotFound."""
    stage = read_stage(event_of(tournament_id), number)
    if not stage.number:
        return StageStandings(0, (), None, False)
    return standings_of_stage(stage)


def standings_of_stage(stage: StageRead) -> StageStandings:
    """The same of a stage that has been read."""
    rows = stage.format.standings(stage.config, stage.counted)
    plan = stage.next_plan
    cut = plan.cut if plan else None
    return StageStandings(
        number=stage.number,
        rows=tuple(rows_seen(stage, rows)),
        cut=(cut.take or cut.per_group) if cut else None,
        is_cut_per_group=cut is not None and cut.per_group is not None,
    )


def podium_of(tournament_id: int) -> list[StandingSeen]:
    """Places 1 to 3 of an event that was played to its end; empty for every other.

    Groups that nothing follows have a first, a second and a third each.
    """
    event = event_of(tournament_id)
    if event.state != Tournament.State.CLOSED or event.started_at is None:
        return []
    best = [row for row in standings_of(tournament_id) if row.place <= 3]
    return sorted(best, key=lambda row: row.place)[:MOST_ON_PODIUM]


def rows_seen(stage: StageRead, rows: Sequence[StandingRow]) -> list[StandingSeen]:
    return [row_seen(stage, row, place=row.place) for row in rows]


def row_seen(stage: StageRead, row: StandingRow, *, place: int) -> StandingSeen:
    entrant = stage.entrants[row.entrant]
    return StandingSeen(
        place=place,
        entrant_id=row.entrant,
        player_id=entrant.player_id,
        player_public_id=entrant.player.public_id,
        name=entrant.name or entrant.player.handle,
        seed=entrant.seed or 0,
        points=amount(row.points),
        explanation=row.explanation,
        is_out=row.is_out,
        status=entrant.status,
        group=row.group,
        played=row.played,
        points_told=row.points_told,
        tie_breaks=tuple(
            TieBreakSeen(each.code, each.name, amount(each.value), each.told)
            for each in row.tie_breaks
        ),
    )
