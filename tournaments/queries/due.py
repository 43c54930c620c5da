"""Which events have something due."""

from __future__ import annotations

import datetime as dt

from django.db.models import Q

from players.transactions import database_now
from tournaments.models import Match, Tournament


def tournaments_to_advance(limit: int) -> list[int]:
    """Keys of events whose start has come, or that have matches without a table."""
    now = database_now()
    patient = Q(advance_after=None) | Q(advance_after__lte=now)
    to_start = Tournament.objects.filter(
        patient, state=Tournament.State.OPEN, starts_at__lte=now
    ).order_by("starts_at")
    ready = Match.objects.filter(state=Match.State.READY).values("stage__tournament_id")
    to_deal = Tournament.objects.filter(
        patient, state=Tournament.State.RUNNING, pk__in=ready
    ).order_by("pk")
    keys = [*to_start.values_list("pk", flat=True)[:limit]]
    return [*keys, *to_deal.values_list("pk", flat=True)[:limit]]


def stuck_tournaments(late: dt.datetime) -> int:
    """Events that should have started before `late`, or whose last step failed."""
    to_start = Q(state=Tournament.State.OPEN, starts_at__lt=late)
    failing = Q(state=Tournament.State.RUNNING, advance_after__gt=database_now())
    return Tournament.objects.filter(to_start | failing).count()
