"""An event starts, goes on by the clock, and may be cancelled."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence

from games.actions import reveal_draw, void_tables
from games.models import Table
from players.models import User
from players.names import one_line
from players.transactions import database_now, in_one_transaction
from tournaments.actions.advancing import advance_locked
from tournaments.actions.checking import cannot_start_with
from tournaments.actions.common import (
    ENDED,
    announce,
    lock_tournament,
    push_back_locked,
    record,
    refuse_strangers,
)
from tournaments.actions.entrants import LONGEST_REASON
from tournaments.actions.publishing import begin_stage
from tournaments.actions.staging import close
from tournaments.check_in import check_in_opens_at
from tournaments.errors import CheckInNotOpen, NotOpenYet, ReasonNeeded, TournamentOver
from tournaments.formats.resolver import DECIDED
from tournaments.models import Entrant, Match, MatchTable, Tournament
from tournaments.seeds import seeded
from tournaments.stage_plans import plans_of
from tournaments.words import cannot_play, too_few

VOID_WHY = "event_cancelled"
MOST_TOLD = 5
# More pairs than that are only counted.
Bring = Callable[[Tournament, dt.datetime], None]


@in_one_transaction
def start_tournament(*, tournament_id: int, by: User | None, bring: Bring | None = None) -> None:
    """Draw and begin with those who are there; with too few the event closes and says so.

    `bring` puts in, before anything is dealt, what was decided elsewhere. Again is no error.
    Raises NotYourTournament, NotOpenYet, CheckInNotOpen, TournamentOver.
    """
    tournament = lock_tournament(tournament_id)
    refuse_strangers(tournament, by)
    if tournament.state == Tournament.State.RUNNING:
        return
    if tournament.state in ENDED:
        raise TournamentOver(f"{tournament.name} is {tournament.state}; it cannot start again.")
    if tournament.state == Tournament.State.DRAFT:
        raise NotOpenYet(f"{tournament.name} is a draft; open its entry first.")
    now = database_now()
    opens_at = check_in_opens_at(tournament)
    if opens_at is not None and now < opens_at:
        raise CheckInNotOpen(
            f"Check-in opens at {opens_at:%H:%M} UTC; before that nobody could be there."
        )
    _start(tournament, now, by, bring)


@in_one_transaction
def advance(tournament_id: int) -> bool:
    """Whatever is due for the event now: its start, walkovers, tables, its end.

    Whether tables were dealt, so that there may be more to deal at once.
    """
    tournament = lock_tournament(tournament_id)
    now = database_now()
    if tournament.state == Tournament.State.OPEN and _is_due(tournament, now):
        return _start(tournament, now, None)
    if tournament.state == Tournament.State.RUNNING:
        return advance_locked(tournament, now)
    return False


@in_one_transaction
def push_back(tournament_id: int) -> None:
    """Advancing it failed: count that, and let the others go first."""
    push_back_locked(lock_tournament(tournament_id), database_now())


@in_one_transaction
def cancel_tournament(*, tournament_id: int, by: User | None, reason: str = "") -> None:
    """It ends here: running tables are void, finished ones stand. Again is no error.

    Everybody who could see it reads the reason. Raises NotYourTournament, TournamentOver,
    ReasonNeeded.
    """
    tournament = lock_tournament(tournament_id)
    refuse_strangers(tournament, by)
    if tournament.state == Tournament.State.CANCELLED:
        return
    if tournament.state == Tournament.State.CLOSED:
        raise TournamentOver(f"{tournament.name} is closed; what happened stands.")
    now, why = database_now(), one_line(reason, most=LONGEST_REASON)
    if not why and tournament.state != Tournament.State.DRAFT:
        raise ReasonNeeded(f"Say why {tournament.name} is cancelled; everybody can read it.")
    tournament.state = Tournament.State.CANCELLED
    tournament.closed_at = now
    tournament.closed_reason = why
    tournament.save(update_fields=["state", "closed_at", "closed_reason"])
    undecided = Match.objects.filter(stage__tournament=tournament).exclude(state__in=DECIDED)
    undecided.update(state=Match.State.VOID)
    _void_tables(tournament)
    reveal_draw(deal_id=tournament.draw_id)
    record(tournament, "cancelled", at=now, by=by, reason=tournament.closed_reason)
    announce(tournament.pk)


def _void_tables(tournament: Tournament) -> None:
    going_on = MatchTable.objects.filter(
        match__stage__tournament=tournament,
        table__status__in=[Table.Status.OPEN, Table.Status.RUNNING],
    )
    void_tables(list(going_on.values_list("table_id", flat=True)), why=VOID_WHY)


def _is_due(tournament: Tournament, now: dt.datetime) -> bool:
    return tournament.starts_at is not None and tournament.starts_at <= now


def _start(
    tournament: Tournament, now: dt.datetime, by: User | None, bring: Bring | None = None
) -> bool:
    absent = _drop_absent(tournament, now) if tournament.check_in else 0
    entrants = list(
        Entrant.objects.filter(tournament=tournament, status=Entrant.Status.ACTIVE)
        .select_related("player")
        .order_by("pk")
    )
    if len(entrants) < tournament.min_entrants:
        reason = too_few(len(entrants), tournament.min_entrants, check_in=tournament.check_in)
        close(tournament, now, reason=reason)
        return False
    refused = cannot_start_with(tournament, len(entrants))
    if refused:
        close(tournament, now, reason=cannot_play(len(entrants), refused))
        return False
    drawn = seeded(tournament, entrants)
    _store_seeds(drawn.entrants)
    tournament.state = Tournament.State.RUNNING
    tournament.started_at = now
    tournament.save(update_fields=["state", "started_at"])
    record(tournament, "started", at=now, by=by, entrants=len(entrants), absent=absent)
    if drawn.clashes:
        number, told = len(drawn.clashes), drawn.clashes[:MOST_TOLD]
        record(tournament, "met_early", at=now, pairs=told, number=number)
    begin_stage(tournament, plans_of(tournament)[0], entrants=len(entrants), field=(), now=now)
    if bring is not None:
        bring(tournament, now)
    dealt = advance_locked(tournament, now)
    announce(tournament.pk)
    return dealt


def _store_seeds(entrants: Sequence[Entrant]) -> None:
    """All in a statement that says each row once; `bulk_update` is ten times slower for thousands.

    Every row is there, so that each insertion turns into the update.
    """
    Entrant.objects.bulk_create(
        entrants,
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=["seed", "mu", "sigma"],
    )


def _drop_absent(tournament: Tournament, now: dt.datetime) -> int:
    missing = Entrant.objects.filter(
        tournament=tournament, status=Entrant.Status.ACTIVE, checked_in_at=None
    )
    return missing.update(status=Entrant.Status.ABSENT, withdrawn_at=now)
