"""When the rounds of an event may begin; pure.

A schedule is JSON: `{}` begins a round as soon as it is ready. `{"rounds": [{"opens_at": ...,
"closes_at": ...}]}` names the window of each round, `{"every_minutes": n}` and `{"every_days": n}`
count from the start, and `{"rule": "FREQ=WEEKLY;BYDAY=FR"}` is a recurrence rule read in the time
zone of the event. Rounds are counted through all stages. The pairings of a round are published
when the round before is decided, its tables are dealt when it opens. A window only says when a
round should be over: nothing is broken off at `closes_at`, as the patience of the tables bounds
every round anyhow, and a table that comes late is dealt all the same. Rounds after the last
window begin as soon as they are ready.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo

from tournaments.formats.settings import Problem
from tournaments.recurrence import asked_instant, instant, occurrences, rule_problem, zone_problem

KINDS = ("rounds", "every_minutes", "every_days", "rule")
MOST_WINDOWS = 200
MOST = {"every_minutes": 7 * 1440, "every_days": 365}


@dataclass(frozen=True, slots=True)
class Window:
    """None: at once, and without an end."""

    opens_at: dt.datetime | None = None
    closes_at: dt.datetime | None = None


def round_opens_at(
    schedule: Mapping[str, Any], number: int, started_at: dt.datetime, time_zone: str
) -> dt.datetime | None:
    """When the round (from 1, through all stages) may begin; None: as soon as it is ready."""
    return round_window(schedule, number, started_at, time_zone).opens_at


def round_window(
    schedule: Mapping[str, Any], number: int, started_at: dt.datetime, time_zone: str
) -> Window:
    """The window of a round, by a schedule that has been checked."""
    match schedule:
        case {"rounds": list(rounds)} if number <= len(rounds):
            asked = rounds[number - 1]
            return Window(
                _moment(asked["opens_at"], time_zone),
                _moment(asked["closes_at"], time_zone) if asked.get("closes_at") else None,
            )
        case {"every_minutes": int(minutes)} if number > 1:
            return Window(started_at + (number - 1) * dt.timedelta(minutes=minutes))
        case {"every_days": int(days)} if number > 1:
            local = started_at.astimezone(ZoneInfo(time_zone)).replace(tzinfo=None)
            return Window(instant(local + (number - 1) * dt.timedelta(days=days), time_zone))
        case {"rule": str(rule)}:
            first = started_at.replace(second=0, microsecond=0)
            coming = occurrences(rule, first, time_zone)
            return Window(next(islice(coming, number - 1, None), None))
    return Window()


def schedule_problems(schedule: object, time_zone: object) -> tuple[Problem, ...]:
    """Why rounds cannot be held like that; fields are named "schedule.rounds[0].opens_at"."""
    wrong_zone = zone_problem(time_zone)
    if wrong_zone:
        return (Problem("time_zone", wrong_zone),)
    if schedule == {}:
        return ()
    if not isinstance(schedule, dict) or len(schedule) != 1 or next(iter(schedule)) not in KINDS:
        text = f"A schedule is empty, or one of {', '.join(KINDS)}; got {schedule!r}."
        return (Problem("schedule", text),)
    kind, value = next(iter(schedule.items()))
    return tuple(_problems(kind, value, str(time_zone)))


def _problems(kind: str, value: Any, time_zone: str) -> Iterator[Problem]:  # noqa: ANN401 - JSON
    field = f"schedule.{kind}"
    if kind == "rounds":
        yield from _window_problems(value, time_zone)
    elif kind == "rule":
        # Which day it starts is not known yet; any day will do to see how often it comes.
        problem = rule_problem(value, dt.datetime(2026, 1, 1, tzinfo=dt.UTC), time_zone)
        if problem:
            yield Problem(field, problem)
    elif type(value) is not int or not 1 <= value <= MOST[kind]:
        yield Problem(field, f"Expected a whole number from 1 to {MOST[kind]}, not {value!r}.")


def _window_problems(rounds: object, time_zone: str) -> Iterator[Problem]:
    if not isinstance(rounds, list) or not 1 <= len(rounds) <= MOST_WINDOWS:
        yield Problem("schedule.rounds", f"Expected a list of 1 to {MOST_WINDOWS} windows.")
        return
    last: dt.datetime | None = None
    for index, asked in enumerate(rounds):
        where = f"schedule.rounds[{index}]"
        try:
            opens_at, closes_at = _asked_window(asked, time_zone)
        except ValueError as error:
            yield Problem(where, str(error))
            return
        if closes_at is not None and closes_at <= opens_at:
            yield Problem(f"{where}.closes_at", "A window closes after it opens.")
        if last is not None and opens_at <= last:
            yield Problem(f"{where}.opens_at", "A round opens after the one before it.")
        last = opens_at


def _asked_window(asked: object, time_zone: str) -> tuple[dt.datetime, dt.datetime | None]:
    """Raises ValueError with the reason."""
    if not isinstance(asked, dict) or not {"opens_at"} <= set(asked) <= {"opens_at", "closes_at"}:
        raise ValueError("A window is an object with opens_at, and closes_at if it has an end.")
    closes_at = asked.get("closes_at")
    opens_at = asked_instant(_read(asked["opens_at"]), time_zone)
    return opens_at, closes_at and asked_instant(_read(closes_at), time_zone)


def _read(text: object) -> dt.datetime:
    """ISO 8601; without an offset the clocks of the event's zone are meant."""
    try:
        return dt.datetime.fromisoformat(str(text))
    except ValueError:
        raise ValueError(f"Expected a time such as 2026-10-25T19:00, not {text!r}.") from None


def _moment(text: object, time_zone: str) -> dt.datetime:
    """Of a schedule that was checked; laws of a zone that have changed since stop no event."""
    at = _read(text)
    return instant(at, time_zone) if at.tzinfo is None else at.astimezone(dt.UTC)
