"""Events that come again and again: set up, announced one by one, and stopped."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import F

from players.models import User
from players.names import plain_name
from players.transactions import database_now, in_one_transaction
from tournaments.actions.checking import check_settings
from tournaments.actions.creating import create_tournament, open_entry
from tournaments.errors import BadTournament, NotYourTournament, SeriesNotFound
from tournaments.models import Series, Tournament
from tournaments.queries.due import MOST_ANNOUNCED
from tournaments.recurrence import next_occurrence, rule_problem, zone_problem

LONGEST_SERIES_NAME = 46
# The day of each event follows it.
# What a template says: everything of an event but its name, time and organiser.
TEMPLATE = (
    "game", "format", "options", "config", "patience_seconds", "check_in", "check_in_seconds",
    "casual", "min_entrants", "max_entrants", "seeding", "description", "match_plan",
    "later_stages", "team_size", "schedule", "max_tables_each", "late_entry_rounds",
)  # fmt: skip


@in_one_transaction
def create_series(
    *,
    name: str,
    template: Mapping[str, Any],
    rule: str,
    first_at: dt.datetime,
    organiser: User | None,
    time_zone: str = "UTC",
    announced_hours: int = 24,
) -> Series:
    """From `first_at` on an event by the template starts whenever the rule says so.

    `template` holds what `create_tournament` takes but name, time of start, time zone and
    organiser. Raises BadTournament, and what `create_tournament` raises.
    """
    series = drafted_series(
        name=name,
        template=template,
        rule=rule,
        first_at=first_at,
        organiser=organiser,
        time_zone=time_zone,
        announced_hours=announced_hours,
    )
    series.save()
    return series


def drafted_series(
    *,
    name: str,
    template: Mapping[str, Any],
    rule: str,
    first_at: dt.datetime,
    organiser: User | None,
    time_zone: str,
    announced_hours: int,
) -> Series:
    """The series as it would be; nothing is stored. Raises what `create_series` raises."""
    now = database_now()
    _check_template(template)
    _check_times(rule, first_at, time_zone, announced_hours)
    series = Series(
        name=plain_name(name, most=LONGEST_SERIES_NAME),
        template=dict(template),
        rule=rule,
        first_at=first_at,
        time_zone=time_zone,
        announced_hours=announced_hours,
        organiser=organiser,
    )
    series.next_at = next_occurrence(rule, first_at, time_zone, now)
    if series.next_at is None:
        raise BadTournament("rule", f"{rule!r} has no occurrence that lies ahead.")
    check_settings(_event_of(series, series.next_at, now))
    return series


@in_one_transaction
def stop_series(*, series_id: int, by: User | None) -> None:
    """No further event is set up; those that are open stay. Again is no error.

    Raises SeriesNotFound, NotYourTournament.
    """
    series = _locked(series_id)
    if by is not None and not by.is_staff and series.organiser_id != by.pk:
        raise NotYourTournament(f"Only the organiser of {series.name}, or staff, may do that.")
    Series.objects.filter(pk=series.pk).update(next_at=None)


@in_one_transaction
def announce_occurrence(series_id: int) -> Tournament | None:
    """Set up and open the next event of the series, if it is time; None if it is not.

    Any number of calls make one event. What was missed, because nothing ran, is left out.
    """
    series = _locked(series_id)
    now = database_now()
    starts_at = series.next_at
    if starts_at is None or starts_at - dt.timedelta(hours=series.announced_hours) > now:
        return None
    event = None
    if starts_at > now:
        event = _set_up(series, starts_at)
    following = next_occurrence(series.rule, series.first_at, series.time_zone, max(starts_at, now))
    missed = "" if event else f"The event of {_day(series, starts_at)} was missed."
    Series.objects.filter(pk=series.pk).update(next_at=following, last_error=missed, failures=0)
    return event


@in_one_transaction
def series_failed(series_id: int, error: str) -> None:
    """Count it; the event is tried again until its time has come, and then left out."""
    Series.objects.filter(pk=series_id).update(failures=F("failures") + 1, last_error=error[:200])


def _locked(series_id: int) -> Series:
    found = Series.objects.select_for_update(no_key=True).filter(pk=series_id).first()
    if found is None:
        raise SeriesNotFound("No such series.")
    return found


def _set_up(series: Series, starts_at: dt.datetime) -> Tournament:
    event = create_tournament(
        name=f"{series.name} {_day(series, starts_at)}",
        starts_at=starts_at,
        time_zone=series.time_zone,
        organiser=series.organiser,
        **series.template,
    )
    Tournament.objects.filter(pk=event.pk).update(series=series)
    open_entry(tournament_id=event.pk, by=None)
    return event


def _event_of(series: Series, starts_at: dt.datetime, now: dt.datetime) -> Tournament:
    """An event of the series as it would be, to see whether it can be."""
    return Tournament(
        name=f"{series.name} {_day(series, starts_at)}",
        starts_at=starts_at,
        time_zone=series.time_zone,
        created_at=now,
        **{"patience_seconds": 30, **series.template},
    )


def _day(series: Series, at: dt.datetime) -> str:
    """The day as the clocks of the series show it."""
    return f"{at.astimezone(ZoneInfo(series.time_zone)):%d %b %Y}"


def _check_template(template: Mapping[str, Any]) -> None:
    for field in sorted(map(str, set(template) - set(TEMPLATE))):
        text = f"There is no such field; there are {', '.join(TEMPLATE)}."
        raise BadTournament(f"template.{field}", text)
    for field in ("game", "format"):
        if field not in template:
            raise BadTournament(f"template.{field}", f"A template names the {field}.")
    if "rounds" in (template.get("schedule") or ()):
        text = "Rounds at times of their own fit one event; those of a series come by a rule."
        raise BadTournament("template.schedule", text)


def _check_times(rule: str, first_at: dt.datetime, time_zone: str, announced: int) -> None:
    if first_at.tzinfo is None:
        raise BadTournament("first_at", "A start needs its time zone, such as 19:00Z.")
    wrong = zone_problem(time_zone)
    if wrong:
        raise BadTournament("time_zone", wrong)
    problem = rule_problem(rule, first_at, time_zone)
    if problem:
        raise BadTournament("rule", problem)
    if type(announced) is not int or not 0 <= announced <= MOST_ANNOUNCED:
        text = f"An event is announced 0 to {MOST_ANNOUNCED} hours before, not {announced!r}."
        raise BadTournament("announced_hours", text)
