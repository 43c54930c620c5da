"""Sentences that events say of themselves."""

from __future__ import annotations

import datetime as dt

SMALL = (
    "no", "one", "two", "three", "four", "five", "six",
    "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def counted(number: int) -> str:
    """Small numbers in words."""
    return SMALL[number] if number < len(SMALL) else str(number)


def too_few(there: int, needed: int, *, check_in: bool) -> str:
    """Why an event did not begin."""
    who = "entrant" if there == 1 else "entrants"
    came = "checked in" if check_in else "had entered"
    return f"{counted(there)} {who} {came}, {counted(needed)} are needed. Nothing was rated."


def cannot_play(there: int, why: str) -> str:
    """Why an event did not begin though enough had come."""
    return f"{counted(there)} take part: {why} Nothing was rated."[:200]


def cannot_follow(stage: int, there: int, why: str = "") -> str:
    """Why an event ended before a later stage."""
    who = "entrant was" if there == 1 else "entrants were"
    left = f"{counted(there)} {who} left for stage {stage}"
    return f"{left}: {why}" if why else f"{left}, two are needed."


def span(seconds: float) -> str:
    """A time that is left, as clocks show it: 0:18, 2 h 10, 3 d 4 h."""
    left = max(0, int(seconds))
    if left < 3600:
        return f"{left // 60}:{left % 60:02}"
    if left < 86_400:
        return f"{left // 3600} h {left % 3600 // 60:02}"
    return f"{left // 86_400} d {left % 86_400 // 3600} h"


def clock_time(at: dt.datetime, now: dt.datetime) -> str:
    """19:00 today, with the day if it is another one, and the year if that is; UTC."""
    if at.date() == now.date():
        return f"{at:%H:%M}"
    return f"{at:%d %b %H:%M}" if at.year == now.year else f"{at:%d %b %Y %H:%M}"
