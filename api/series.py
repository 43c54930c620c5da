"""Tournaments that come again and again: look, set up, stop."""

from __future__ import annotations

import datetime as dt
from typing import Any, TypedDict

from django.http import HttpResponse

from api.answers import json_response
from api.cursors import key_of, page, page_fields
from api.fields import Fields, instant, mapping, text, whole
from api.schema import page_of
from api.views import ApiView, Call, operation
from players import throttle
from players.queries import owner_of
from tournaments import actions
from tournaments.queries.due import MOST_ANNOUNCED
from tournaments.queries.series import SeriesSeen, list_series, series_by_public_id

DIRECT = ("organise",)


class SeriesShape(TypedDict):
    """A series; `next_at` is the next start that has no tournament yet, null once it has ended."""

    id: str
    name: str
    template: dict[str, Any]
    rule: str
    first_at: dt.datetime
    time_zone: str
    announced_hours: int
    next_at: dt.datetime | None
    organiser: str | None
    failures: int


def series_shape(series: SeriesSeen) -> SeriesShape:
    return SeriesShape(
        id=series.public_id,
        name=series.name,
        template=dict(series.template),
        rule=series.rule,
        first_at=series.first_at,
        time_zone=series.time_zone,
        announced_hours=series.announced_hours,
        next_at=series.next_at,
        organiser=series.organiser or None,
        failures=series.failures,
    )


class AllSeries(ApiView):
    """All series, and the way to set one up."""

    @operation(
        "List series",
        answers={200: page_of(SeriesShape)},
        query=Fields(**page_fields()),
        about="The newest first.",
    )
    def get(self, call: Call) -> HttpResponse:
        query = call.query
        found = list_series(after=key_of("series", query["cursor"]), limit=query["limit"] + 1)
        return json_response(
            page("series", found, query["limit"], lambda each: each.id, series_shape)
        )

    @operation(
        "Set up a series",
        answers={201: SeriesShape},
        scopes=DIRECT,
        staff=True,
        body=Fields(
            name=text(46, about="The day of each tournament follows it."),
            template=mapping(
                about="What `POST /tournaments` takes, but name, start and time zone."
            ),
            rule=text(200, about="A recurrence rule (RFC 5545), such as `FREQ=WEEKLY;BYDAY=FR`."),
            first_at=instant(about="From then on the rule counts."),
            time_zone=text(40, default="UTC", about="By whose clocks the rule is read."),
            announced_hours=whole(
                0, MOST_ANNOUNCED, default=24, about="So long before a start entry opens."
            ),
        ),
        about="Before every start a tournament is set up and opened by itself.",
    )
    def post(self, call: Call) -> HttpResponse:
        throttle.count(throttle.NEW_TOURNAMENT, f"user:{call.by.owner_id}")
        made = actions.create_series(organiser=owner_of(call.by), **call.body)
        return json_response(series_shape(series_by_public_id(made.public_id)), status=201)


class OneSeries(ApiView):
    """A series."""

    @operation("A series", answers={200: SeriesShape})
    def get(self, call: Call, series_id: str) -> HttpResponse:
        return json_response(series_shape(series_by_public_id(series_id)))


class StopSeries(ApiView):
    """The end of a series."""

    @operation(
        "Stop a series",
        answers={200: SeriesShape},
        scopes=DIRECT,
        staff=True,
        about="No further tournament is set up; those that are open stay.",
    )
    def post(self, call: Call, series_id: str) -> HttpResponse:
        found = series_by_public_id(series_id)
        actions.stop_series(series_id=found.id, by=owner_of(call.by))
        return json_response(series_shape(series_by_public_id(series_id)))
