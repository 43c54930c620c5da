"""What every act on an event begins and ends with: the lock, the right, the record, the word."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db.models import F

from games import hub
from players.models import User
from tournaments.errors import NotYourTournament, TournamentNotFound
from tournaments.models import Act, Tournament

PUSH_BACK_SECONDS = 5
ENDED = (Tournament.State.CLOSED, Tournament.State.CANCELLED)


def lock_tournament(tournament_id: int) -> Tournament:
    """The first lock of everything that happens to an event. Raises TournamentNotFound."""
    locked = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id).first()
    if locked is None:
        raise TournamentNotFound("No such event.")
    return locked


def may_direct(tournament: Tournament, by: User | None) -> bool:
    """The service itself (None), staff, and the organiser."""
    return by is None or by.is_staff or tournament.organiser_id == by.pk


def refuse_strangers(tournament: Tournament, by: User | None) -> None:
    """Raises NotYourTournament."""
    if not may_direct(tournament, by):
        raise NotYourTournament(f"Only the organiser of {tournament.name}, or staff, may do that.")


def record(
    tournament: Tournament,
    kind: str,
    *,
    at: dt.datetime,
    by: User | None = None,
    reason: str = "",
    **payload: Any,  # noqa: ANN401 - JSON is an edge
) -> None:
    """Add an act to the event's trail."""
    Act.objects.create(
        tournament=tournament, kind=kind, payload=payload, actor=by, reason=reason, happened_at=at
    )


def announce(tournament_id: int) -> None:
    """Once the transaction stands, wake whoever watches the event."""
    hub.announce(f"tournament:{tournament_id}", "home")


def push_back_locked(tournament: Tournament, now: dt.datetime) -> None:
    """Something failed: count that, and let the others go first."""
    Tournament.objects.filter(pk=tournament.pk).update(
        advance_failures=F("advance_failures") + 1,
        advance_after=now + dt.timedelta(seconds=PUSH_BACK_SECONDS),
    )
