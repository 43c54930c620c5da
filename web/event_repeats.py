"""The fields that make a series of a new event: how often it comes, and how it is announced."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from zoneinfo import ZoneInfo

from web.form_fields import YES, EventForm, Field
from web.words.recurring import DAYS, monthly_by_date, monthly_by_weekday, weekly

OWN = "own"
ON_DAYS = {"weekly": 1, "fortnightly": 2}
REPEATS = {
    "": "once",
    "daily": "every day",
    "weekly": "every week",
    "fortnightly": "every second week",
    "by_date": "every month, on the same date",
    "by_weekday": "every month, on the same weekday",
    OWN: "by a rule of my own (RFC 5545)",
}
HELP = {
    "": "Again and again makes a series of it.",
    "by_date": "That of the first start; months without it are left out.",
    "by_weekday": "As the first start: the second Friday, say; from the 29th on the last one.",
}


def repeat_fields(form: EventForm) -> Iterator[Field]:
    """Nothing but the choice where it comes once."""
    how = form.text("repeats") if form.text("repeats") in REPEATS else ""
    choices = tuple(REPEATS.items())
    told = HELP.get(how, "")
    yield Field("repeats", "It takes place", "select", how, told, choices, reloads=True)
    if not how:
        return
    first_at = form.values["starts_at"]
    if first_at is None:
        form.ask("starts_at", "A series needs its first start.")
    if how in ON_DAYS:
        yield _days_field(form)
    if how == OWN:
        yield Field("rule", "Rule", "text", form.text("rule"), "Such as FREQ=WEEKLY;BYDAY=FR.")
    else:
        last = form.text("ends_on")
        yield Field("ends_on", "Last day", "date", last, "Empty: until you stop it.")
    hours = form.whole("announced_hours", 24)
    yield Field(
        "announced_hours", "Entry opens, hours before", "number", str(hours),
        "So long before each start its event appears.",
    )  # fmt: skip
    form.series = {
        "rule": _rule(form, how, first_at),
        "first_at": first_at,
        "time_zone": form.values["time_zone"],
        "announced_hours": hours,
    }


def _days_field(form: EventForm) -> Field:
    return Field(
        "days", "On", "days", ",".join(_days(form)),
        "None: on the weekday of the first start.", tuple(DAYS.items()),
    )  # fmt: skip


def _days(form: EventForm) -> list[str]:
    return [day for day in DAYS if form.text(f"days.{day}") == YES]


def _rule(form: EventForm, how: str, first_at: dt.datetime | None) -> str:
    """Empty as long as it cannot be told."""
    if how == OWN:
        if not form.text("rule"):
            form.ask("rule", "Write a rule such as FREQ=WEEKLY;BYDAY=FR.")
        return form.text("rule")
    ends = _end(form)
    if first_at is None:
        return ""
    first = first_at.astimezone(ZoneInfo(form.values["time_zone"]))
    if how in ON_DAYS:
        return weekly(_days(form), first, ON_DAYS[how]) + ends
    plain = {"by_date": monthly_by_date, "by_weekday": monthly_by_weekday}
    return (plain[how](first) if how in plain else "FREQ=DAILY") + ends


def _end(form: EventForm) -> str:
    text = form.text("ends_on")
    if not text:
        return ""
    try:
        return f";UNTIL={dt.date.fromisoformat(text):%Y%m%d}"
    except ValueError:
        form.blame("ends_on", f"Expected a day such as 2031-12-31, not {text[:20]!r}.")
        return ""
