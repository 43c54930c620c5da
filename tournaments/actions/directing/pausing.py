"""The whole event stands still for a while, and goes on with every clock as it stood."""

from __future__ import annotations

from games.actions import pause_tables, resume_tables
from games.models import Table
from players.models import User
from players.transactions import in_one_transaction
from tournaments.actions.advancing import advance_locked
from tournaments.actions.common import announce, record
from tournaments.actions.directing.beginning import begin, told
from tournaments.actions.directing.changes import Changes
from tournaments.actions.staging import lengthen_stage
from tournaments.errors import TournamentOver
from tournaments.models import MatchTable, Tournament


@in_one_transaction
def pause_tournament(*, tournament_id: int, by: User | None, reason: str) -> None:
    """No clock runs, no move is taken, nothing is dealt. Again is no error.

    Raises what `begin` raises.
    """
    changes = begin(tournament_id, by, reason)
    tournament = changes.tournament
    _refuse_ended(tournament)
    if tournament.paused_at is not None:
        return
    tournament.paused_at = changes.now
    tournament.save(update_fields=["paused_at"])
    stopped = pause_tables(_running(tournament))
    record(tournament, "paused", at=changes.now, by=by, reason=told(reason), tables=stopped)
    announce(tournament.pk)


@in_one_transaction
def resume_tournament(*, tournament_id: int, by: User | None, reason: str) -> None:
    """Every clock goes on with what was left of it. Again is no error.

    Raises what `begin` raises.
    """
    changes = begin(tournament_id, by, reason)
    resume_locked(changes, by, reason)


def resume_locked(changes: Changes, by: User | None, reason: str) -> None:
    """The event is locked; nothing happens where it is not paused."""
    tournament = changes.tournament
    _refuse_ended(tournament)
    if tournament.paused_at is None:
        return
    stood_still = changes.now - tournament.paused_at
    minutes = int(stood_still.total_seconds() // 60)
    lengthen_stage(tournament, stood_still)
    tournament.paused_at = None
    tournament.save(update_fields=["paused_at"])
    started = resume_tables(_running(tournament))
    record(
        tournament,
        "resumed",
        at=changes.now,
        by=by,
        reason=told(reason),
        tables=started,
        minutes=minutes,
    )
    advance_locked(tournament, changes.now)
    announce(tournament.pk)


def _refuse_ended(tournament: Tournament) -> None:
    if tournament.state == Tournament.State.CLOSED:
        raise TournamentOver(f"{tournament.name} is over; no clock of it runs.")


def _running(tournament: Tournament) -> list[int]:
    links = MatchTable.objects.filter(
        match__stage__tournament=tournament, table__status=Table.Status.RUNNING
    )
    return list(links.order_by("table_id").values_list("table_id", flat=True))
