"""How often something comes, in words and as a rule (RFC 5545); pure."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence

DAYS = {
    "MO": "Monday",
    "TU": "Tuesday",
    "WE": "Wednesday",
    "TH": "Thursday",
    "FR": "Friday",
    "SA": "Saturday",
    "SU": "Sunday",
}
UNITS = {
    "MINUTELY": "minute",
    "HOURLY": "hour",
    "DAILY": "day",
    "WEEKLY": "week",
    "MONTHLY": "month",
    "YEARLY": "year",
}
TOLD = {"FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "UNTIL", "COUNT", "WKST"}
DAY = re.compile(r"(-1|[1-5])?([A-Z]{2})")
LAST_DATE_OF_EVERY_MONTH = 28


def weekly(days: Sequence[str], first: dt.datetime, every: int = 1) -> str:
    """On those days, else on the one of the first start."""
    step = f";INTERVAL={every}" if every > 1 else ""
    return f"FREQ=WEEKLY{step};BYDAY={','.join(days or [_day(first)])}"


def monthly_by_date(first: dt.datetime) -> str:
    """A date that not every month has is left out where it is missing."""
    return f"FREQ=MONTHLY;BYMONTHDAY={first.day}"


def monthly_by_weekday(first: dt.datetime) -> str:
    """The first to fourth of its weekday; from the 29th on the last, which every month has."""
    number = -1 if first.day > LAST_DATE_OF_EVERY_MONTH else (first.day + 6) // 7
    return f"FREQ=MONTHLY;BYDAY={number}{_day(first)}"


def rule_in_words(rule: str) -> str:
    """ "every second week on Friday, until 31 Dec 2031"; the rule where it says more than that."""
    parts = _parts(rule)
    days = _days(parts.get("BYDAY", ""))
    unit = UNITS.get(parts.get("FREQ", ""))
    if not unit or days is None or set(parts) - TOLD:
        return f"by the rule {rule}"
    dates = [part for part in parts.get("BYMONTHDAY", "").split(",") if part]
    if not all(part.isdecimal() for part in dates):
        return f"by the rule {rule}"
    on = [*days, *(f"the {_nth(int(part))}" for part in dates)]
    return f"every {_step(parts)}{unit}" + (f" on {_listed(on)}" if on else "") + _end(parts)


def _parts(rule: str) -> dict[str, str]:
    text = rule.strip().upper().removeprefix("RRULE:").rstrip(";")
    return dict(part.partition("=")[::2] for part in text.split(";"))


def _days(text: str) -> list[str] | None:
    """Their names; None for one that has no plain name."""
    found = [DAY.fullmatch(part) for part in text.split(",") if part]
    if not all(one and one[2] in DAYS for one in found):
        return None
    return [_named(one[1], DAYS[one[2]]) for one in found if one]


def _named(number: str | None, day: str) -> str:
    if number is None:
        return day
    return f"the last {day}" if number == "-1" else f"the {_nth(int(number))} {day}"


def _step(parts: Mapping[str, str]) -> str:
    step = parts.get("INTERVAL", "1")
    if step == "1":
        return ""
    return "second " if step == "2" else f"{_nth(int(step))} "


def _nth(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number // 10 % 10 == 1 else ending}"


def _end(parts: Mapping[str, str]) -> str:
    if "COUNT" in parts:
        return f", {parts['COUNT']} times"
    if "UNTIL" in parts:
        return f", until {dt.date.fromisoformat(parts['UNTIL'][:8]):%d %b %Y}"
    return ""


def _listed(words: Sequence[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _day(at: dt.datetime) -> str:
    return list(DAYS)[at.weekday()]
