"""Entrants withdraw, or are disqualified, at any moment."""

from __future__ import annotations

import datetime as dt

from players.models import User
from players.names import one_line
from players.transactions import database_now, in_one_transaction
from tournaments.actions.advancing import advance_locked
from tournaments.actions.common import ENDED, announce, record, refuse_strangers
from tournaments.actions.entrants import (
    LONGEST_REASON,
    last_round_of,
    leave_tables,
    locked_entrant,
    refuse_others,
)
from tournaments.errors import ReasonNeeded, TournamentOver
from tournaments.models import Entrant, Tournament
from tournaments.seeds import named

OUT = (Entrant.Status.DISQUALIFIED, Entrant.Status.REPLACED)


@in_one_transaction
def withdraw(*, entrant_id: int, by: User | None, reason: str = "") -> None:
    """The entrant plays no further match: it leaves its table, later ones become walkovers.

    Again is no error. Raises EntrantNotFound, NotYourEntrant, TournamentOver.
    """
    tournament, entrant = locked_entrant(entrant_id)
    refuse_others(tournament, entrant, by)
    if entrant.status != Entrant.Status.ACTIVE:
        return
    _refuse_ended(tournament)
    now = database_now()
    _go(tournament, entrant, Entrant.Status.WITHDRAWN, now, by, reason)


@in_one_transaction
def disqualify(*, entrant_id: int, by: User | None, reason: str) -> None:
    """The same by a director's word, and the entrant comes last in the standings.

    Also after the end, when all else stands: who is found out then has won nothing. Again is no
    error. Raises EntrantNotFound, NotYourTournament, TournamentOver, ReasonNeeded.
    """
    tournament, entrant = locked_entrant(entrant_id)
    refuse_strangers(tournament, by)
    if entrant.status in OUT:
        return
    if tournament.state != Tournament.State.CLOSED or tournament.started_at is None:
        _refuse_ended(tournament)
    if not one_line(reason, most=LONGEST_REASON):
        raise ReasonNeeded(f"Say why {named(entrant)} is disqualified; it is kept with the act.")
    now = database_now()
    _go(tournament, entrant, Entrant.Status.DISQUALIFIED, now, by, reason)


def _go(
    tournament: Tournament,
    entrant: Entrant,
    status: Entrant.Status,
    now: dt.datetime,
    by: User | None,
    reason: str,
) -> None:
    reason = one_line(reason, most=LONGEST_REASON)
    was = {"was": entrant.status}
    left = {}
    if entrant.status == Entrant.Status.ACTIVE:
        was = {}
        left = {"withdrawn_at": now, "until_round": last_round_of(entrant)}
    Entrant.objects.filter(pk=entrant.pk).update(status=status, reason=reason, **left)
    record(
        tournament,
        status.value,
        at=now,
        by=by,
        reason=reason,
        entrant=named(entrant),
        entrant_id=entrant.pk,
        **was,
    )
    if tournament.state == Tournament.State.RUNNING:
        leave_tables(entrant)
        advance_locked(tournament, now)
    announce(tournament.pk)


def _refuse_ended(tournament: Tournament) -> None:
    if tournament.state in ENDED:
        raise TournamentOver(f"{tournament.name} is {tournament.state}; what happened stands.")
