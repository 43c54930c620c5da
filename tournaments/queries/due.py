"""Which events have something due."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db.models import Q, QuerySet

from players.transactions import database_now
from tournaments.facts import stage_ends_at
from tournaments.formats.playoffs import DECISION
from tournaments.models import Match, MatchTable, Series, Stage, Tournament

MOST_ANNOUNCED = 31 * 24
# No series announces its events earlier than so many hours before.
SETTLED_AT_ONCE = 32
# More tables of an event than that are settled by the next call, so that no transaction is long.
UNDECIDED = (Match.State.BLOCKED, Match.State.READY, Match.State.LIVE)


def tournaments_to_advance(limit: int) -> list[int]:
    """Keys of events whose start has come, that have matches to deal, or a stage to close."""
    now = database_now()
    patient = Q(advance_after=None) | Q(advance_after__lte=now)
    to_start = Tournament.objects.filter(
        patient, state=Tournament.State.OPEN, starts_at__lte=now
    ).order_by("starts_at")
    running = Tournament.objects.filter(
        patient, state=Tournament.State.RUNNING, paused_at=None
    ).order_by("pk")
    to_deal = running.filter(pk__in=_to_deal(now).values("stage__tournament_id"))
    to_close = running.filter(pk__in=_to_close(now))
    queries = (to_start, to_deal, to_close)
    keys = [key for query in queries for key in query.values_list("pk", flat=True)[:limit]]
    return list(dict.fromkeys(keys))


def _to_deal(now: dt.datetime) -> QuerySet[Match]:
    """Ready matches whose time has come; the clock has no part in those a director decides."""
    opened = Q(opens_at=None) | Q(opens_at__lte=now)
    return Match.objects.filter(opened, state=Match.State.READY).exclude(section=DECISION)


def _to_close(now: dt.datetime) -> list[int]:
    """Events whose stage ran for a time that is over, and where nobody plays any more.

    As long as somebody plays, the result moves the event on.
    """
    timed = Stage.objects.filter(
        closed_at=None, config__minutes__gt=0, tournament__state=Tournament.State.RUNNING
    ).exclude(matches__state__in=UNDECIDED)
    ended = {stage: stage_ends_at(stage) for stage in timed}
    return [stage.tournament_id for stage, at in ended.items() if at is not None and at <= now]


def series_to_announce() -> list[int]:
    """Keys of series whose next event should be open for entry by now, the earliest first."""
    now = database_now()
    ahead = now + dt.timedelta(hours=MOST_ANNOUNCED)
    coming = Series.objects.filter(next_at__lte=ahead).order_by("next_at", "pk")
    return [
        key
        for key, next_at, hours in coming.values_list("pk", "next_at", "announced_hours")
        if next_at is not None and next_at - dt.timedelta(hours=hours) <= now
    ]


def stuck_tournaments(late: dt.datetime) -> int:
    """Events that should have started before `late`, or whose last step failed."""
    to_start = Q(state=Tournament.State.OPEN, starts_at__lt=late)
    failing = Q(state=Tournament.State.RUNNING, advance_after__gt=database_now())
    return Tournament.objects.filter(to_start | failing).count()


def settled_together(table_ids: Sequence[int]) -> list[list[int]]:
    """The tables (keys) in groups of one event each, in their order; each other one by itself."""
    links = MatchTable.objects.filter(table_id__in=table_ids)
    events = dict(links.values_list("table_id", "match__stage__tournament_id"))
    groups: dict[object, list[int]] = {}
    for table_id in table_ids:
        event = events.get(table_id)
        groups.setdefault((table_id,) if event is None else event, []).append(table_id)
    return [
        group[start : start + SETTLED_AT_ONCE]
        for group in groups.values()
        for start in range(0, len(group), SETTLED_AT_ONCE)
    ]
