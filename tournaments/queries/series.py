"""Events that come again and again, as they are shown."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from tournaments.errors import SeriesNotFound
from tournaments.models import Series
from tournaments.recurrence import following


@dataclass(frozen=True, slots=True)
class SeriesSeen:
    """`next_at` is the next start that has no event yet; None once the series has ended."""

    id: int
    public_id: str
    name: str
    template: Mapping[str, Any]
    rule: str
    first_at: dt.datetime
    time_zone: str
    announced_hours: int
    next_at: dt.datetime | None
    organiser_id: int | None
    organiser: str
    failures: int
    # Attempts to set up the next event that failed.
    last_error: str


def list_series(*, after: int | None = None, limit: int = 100) -> list[SeriesSeen]:
    """The newest first; `after` the key of the last line seen."""
    found = Series.objects.select_related("organiser").order_by("-pk")
    if after:
        found = found.filter(pk__lt=after)
    return [_seen(each) for each in found[:limit]]


def series_by_public_id(public_id: str) -> SeriesSeen:
    """Raises SeriesNotFound."""
    found = Series.objects.select_related("organiser").filter(public_id=public_id).first()
    if found is None:
        raise SeriesNotFound("No such series.")
    return _seen(found)


def starts_of(series: SeriesSeen, limit: int) -> list[dt.datetime]:
    """The next starts that have no event yet."""
    if series.next_at is None:
        return []
    before = series.next_at - dt.timedelta.resolution
    found = following(series.rule, series.first_at, series.time_zone, before)
    return list(islice(found, limit))


def _seen(series: Series) -> SeriesSeen:
    return SeriesSeen(
        id=series.pk,
        public_id=series.public_id,
        name=series.name,
        template=series.template,
        rule=series.rule,
        first_at=series.first_at,
        time_zone=series.time_zone,
        announced_hours=series.announced_hours,
        next_at=series.next_at,
        organiser_id=series.organiser_id,
        organiser=series.organiser.username if series.organiser else "",
        failures=series.failures,
        last_error=series.last_error,
    )
