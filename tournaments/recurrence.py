"""Recurrence rules (RFC 5545) read in a time zone; pure.

Days, weeks, months and years are counted on the wall: 19:00 stays 19:00 over both changes of the
clock; a time that the change leaves out comes an hour later, of one that comes twice the first
counts. Hours and minutes are counted as they pass.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from itertools import islice, pairwise
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from dateutil.rrule import rrulestr

SHORTEST = dt.timedelta(minutes=5)
HORIZON = dt.timedelta(days=12 * 366)
# Further ahead nothing is looked for, so that a rule that never comes true is found out.
FIRST_YEAR, LAST_YEAR = 1970, 9000
# Later instants leave no room to count on from them.
MOST_COUNTED = 1000
CHECKED = 200
# So many occurrences are looked at when a rule is checked.
LIMITS = ("INTERVAL", "COUNT", "UNTIL")
IN_A_DAY = (*LIMITS, "BYDAY", "BYHOUR", "BYMINUTE", "WKST")
IN_A_WEEK = (*IN_A_DAY, "BYMONTH", "BYSETPOS")
IN_A_MONTH = (*IN_A_WEEK, "BYMONTHDAY")
IN_A_YEAR = (*IN_A_MONTH, "BYYEARDAY", "BYWEEKNO")
# What goes with what; days that pick months by their days might be looked for in vain for long.
PARTS = {
    "YEARLY": IN_A_YEAR,
    "MONTHLY": IN_A_MONTH,
    "WEEKLY": IN_A_WEEK,
    "DAILY": IN_A_DAY,
    "HOURLY": LIMITS,
    "MINUTELY": LIMITS,
}
PASSING = {"HOURLY": dt.timedelta(hours=1), "MINUTELY": dt.timedelta(minutes=1)}
UNTIL = re.compile(r"(\d{8})(?:T(\d{6})(Z?))?")


def zone_problem(time_zone: object) -> str | None:
    """Why the name is none of a time zone; None if it is."""
    try:
        ZoneInfo(str(time_zone))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return f"Expected a time zone such as Europe/Zurich, not {time_zone!r}."
    return None


def instant(local: dt.datetime, time_zone: str) -> dt.datetime:
    """The instant, in UTC, at which the clocks of the zone show that time."""
    return local.replace(tzinfo=ZoneInfo(time_zone)).astimezone(dt.UTC)


def asked_instant(asked: dt.datetime, time_zone: str) -> dt.datetime:
    """The instant that somebody asked for: without an offset, by the clocks of the zone.

    Raises ValueError for a time that the clocks never show, as the change in spring leaves it out.
    """
    if not FIRST_YEAR <= asked.year <= LAST_YEAR:
        raise ValueError(f"Expected a year from {FIRST_YEAR} to {LAST_YEAR}, not {asked.year}.")
    if asked.tzinfo is not None:
        return asked.astimezone(dt.UTC)
    at = instant(asked.replace(fold=0), time_zone)
    if _shown(at, time_zone) == asked:
        return at
    leaves, lands = _gap(asked, time_zone)
    raise ValueError(
        f"There is no {asked:%H:%M} on {asked:%d %b %Y} by the clocks of {time_zone}: from "
        f"{leaves:%H:%M} they go straight to {lands:%H:%M}. Take a time before {leaves:%H:%M}, or "
        f"{lands:%H:%M} or later."
    )


def comes_twice(at: dt.datetime, time_zone: str) -> bool:
    """Whether the clocks of the zone show the time of that instant twice."""
    local = at.astimezone(ZoneInfo(time_zone))
    return local.utcoffset() != local.replace(fold=1 - local.fold).utcoffset()


def _gap(local: dt.datetime, time_zone: str) -> tuple[dt.datetime, dt.datetime]:
    """What the clocks show as they leap over `local`: the time they leave, and where they land."""
    zone = ZoneInfo(time_zone)
    early, late = (local.replace(tzinfo=zone, fold=fold).astimezone(dt.UTC) for fold in (1, 0))
    before, after = (each.astimezone(zone).utcoffset() or dt.timedelta() for each in (early, late))
    while late - early > dt.timedelta(seconds=1):
        middle = early + (late - early) // 2
        is_before = middle.astimezone(zone).utcoffset() == before
        early, late = (middle, late) if is_before else (early, middle)
    leap = late.replace(microsecond=0, tzinfo=None)
    return leap + before, leap + after


def rule_problem(rule: object, first_at: dt.datetime, time_zone: str) -> str | None:
    """Why the rule cannot be kept from `first_at` on; None if it can."""
    if not isinstance(rule, str) or len(rule) > 200:
        return "Expected a recurrence rule such as FREQ=WEEKLY;BYDAY=FR, at most 200 characters."
    if first_at.year > LAST_YEAR:
        return f"A rule is counted from a year up to {LAST_YEAR}, not from {first_at.year}."
    try:
        parts = _parts(rule)
        coming = list(islice(_occurrences(parts, first_at, time_zone), CHECKED))
    except ValueError as error:
        return f"{rule!r} is no recurrence rule we can keep: {error}"
    if not coming:
        return f"{rule!r} has no occurrence in the twelve years from {first_at:%d %b %Y} on."
    if any(later - earlier < SHORTEST for earlier, later in pairwise(coming)):
        return f"{rule!r} comes more often than every five minutes."
    return None


def occurrences(rule: str, first_at: dt.datetime, time_zone: str) -> Iterator[dt.datetime]:
    """The instants of a rule that has been checked, from `first_at` on, in their order."""
    return _occurrences(_parts(rule), first_at, time_zone)


def next_occurrence(
    rule: str, first_at: dt.datetime, time_zone: str, after: dt.datetime
) -> dt.datetime | None:
    """The first one later than `after`; None where there is none."""
    return next(following(rule, first_at, time_zone, after), None)


def following(
    rule: str, first_at: dt.datetime, time_zone: str, after: dt.datetime
) -> Iterator[dt.datetime]:
    """Those later than `after`, in their order."""
    found = _occurrences(_parts(rule), first_at, time_zone, after)
    return (each for each in found if each > after)


def _occurrences(
    parts: Mapping[str, str],
    first_at: dt.datetime,
    time_zone: str,
    after: dt.datetime | None = None,
) -> Iterator[dt.datetime]:
    if parts["FREQ"] in PASSING:
        return _passing(parts, first_at, time_zone, after)
    return _rising(_on_the_wall(parts, first_at, time_zone, after or first_at), time_zone)


def _passing(
    parts: Mapping[str, str], first_at: dt.datetime, time_zone: str, after: dt.datetime | None
) -> Iterator[dt.datetime]:
    step = PASSING[parts["FREQ"]] * int(parts.get("INTERVAL", 1))
    count = int(parts["COUNT"]) if "COUNT" in parts else None
    until = instant(_until(parts["UNTIL"], time_zone), time_zone) if "UNTIL" in parts else None
    number = max(0, (after - first_at) // step) if after else 0
    while count is None or number < count:
        at = first_at + number * step
        if until is not None and at > until:
            return
        yield at
        number += 1


def _on_the_wall(
    parts: Mapping[str, str], first_at: dt.datetime, time_zone: str, after: dt.datetime
) -> Iterator[dt.datetime]:
    first = _shown(first_at, time_zone)
    last = max(first, _shown(after, time_zone)) + HORIZON
    if "UNTIL" in parts:
        last = min(last, _until(parts["UNTIL"], time_zone))
    kept = {key: value for key, value in parts.items() if key not in ("UNTIL", "COUNT")}
    text = ";".join(f"{key}={value}" for key, value in kept.items())
    found = rrulestr(f"{text};UNTIL={last:%Y%m%dT%H%M%S}", dtstart=first)
    return islice(iter(found), int(parts["COUNT"]) if "COUNT" in parts else None)


def _shown(at: dt.datetime, time_zone: str) -> dt.datetime:
    """What the clocks of the zone show at the instant."""
    return at.astimezone(ZoneInfo(time_zone)).replace(tzinfo=None)


def _rising(times: Iterator[dt.datetime], time_zone: str) -> Iterator[dt.datetime]:
    last: dt.datetime | None = None
    for local in times:
        at = instant(local, time_zone)
        if last is None or at > last:
            yield at
            last = at


def _until(value: str, time_zone: str) -> dt.datetime:
    """The last time on the wall at which it may occur; a day counts to its end."""
    found = UNTIL.fullmatch(value)
    if found is None:
        raise ValueError(f"UNTIL is a date such as 20271231 or 20271231T220000Z, not {value}.")
    day, time, is_utc = found.groups()
    read = dt.datetime.strptime(day + (time or "235959"), "%Y%m%d%H%M%S").replace(tzinfo=dt.UTC)
    return (read.astimezone(ZoneInfo(time_zone)) if is_utc else read).replace(tzinfo=None)


def _parts(rule: str) -> dict[str, str]:
    """The parts of a rule by their names. Raises ValueError with the reason."""
    parts: dict[str, str] = {}
    for part in rule.strip().upper().removeprefix("RRULE:").rstrip(";").split(";"):
        key, sign, value = part.partition("=")
        if not sign or not value or key in parts:
            raise ValueError(f"a part is NAME=VALUE, each once, not {part!r}.")
        parts[key] = value
    known = PARTS.get(parts.get("FREQ", ""))
    if known is None:
        raise ValueError(f"FREQ is one of {', '.join(PARTS)}.")
    for key in parts:
        if key not in ("FREQ", *known):
            raise ValueError(f"FREQ={parts['FREQ']} goes with {', '.join(known)}, not with {key}.")
    for key in ("INTERVAL", "COUNT"):
        if not 1 <= _number(parts.get(key, "1")) <= MOST_COUNTED:
            raise ValueError(f"{key} is from 1 to {MOST_COUNTED}, not {parts[key]}.")
    if "COUNT" in parts and "UNTIL" in parts:
        raise ValueError("either COUNT or UNTIL ends it, not both.")
    if "UNTIL" in parts:
        _until(parts["UNTIL"], "UTC")
    return parts


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 6 else 0
