"""Starts in words, by the clocks of a zone, so that a change of those clocks can be seen."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from tournaments.recurrence import comes_twice


@dataclass(frozen=True, slots=True)
class Start:
    """`words` are day and time on the wall, `offset` how far those clocks are from UTC."""

    at: dt.datetime
    words: str
    offset: str


def starts_in_words(instants: Iterable[dt.datetime], time_zone: str) -> list[Start]:
    return [_start(at, time_zone) for at in instants]


def told_start(at: dt.datetime, time_zone: str) -> str:
    """Friday 16 Oct 2026, 19:00 (UTC+2)."""
    start = _start(at, time_zone)
    twice = " The clocks show it twice that night; the first of both is meant."
    return f"{start.words} ({start.offset}).{twice if comes_twice(at, time_zone) else ''}"


def _start(at: dt.datetime, time_zone: str) -> Start:
    local = at.astimezone(ZoneInfo(time_zone))
    words = f"{local:%A} {local.day} {local:%b} {local.year}, {local:%H:%M}"
    return Start(at, words, _offset(local.utcoffset() or dt.timedelta()))


def _offset(offset: dt.timedelta) -> str:
    """UTC, UTC+2, UTC–3:30."""
    minutes = round(offset.total_seconds() / 60)
    hours, rest = divmod(abs(minutes), 60)
    sign = "+" if minutes > 0 else "–"
    return f"UTC{sign}{hours}{f':{rest:02}' if rest else ''}" if minutes else "UTC"
