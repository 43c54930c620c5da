"""The fields of a new event that say when it begins, and when its rounds do."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from tournaments.recurrence import asked_instant, occurrences, rule_problem, zone_problem
from tournaments.schedules import schedule_problems
from web.form_fields import YES, EventForm, Field, checked
from web.words.starts import starts_in_words, told_start

ROUNDS = {
    "": "as soon as they are ready",
    "every_minutes": "every so many minutes",
    "every_days": "every so many days",
    "rounds": "at times of their own",
    "rule": "by a rule (RFC 5545)",
}
GAPS = {
    "every_minutes": ("Minutes from round to round", 30),
    "every_days": ("Days from round to round", 1),
}
ROUNDS_SHOWN = 3
MOST_WRITTEN = 10_000
# Characters: two hundred lines as long as they can be.
DAY, TIME = r"(\d{4}-\d\d-\d\d)", r"(\d\d?:\d\d)"
LINE = re.compile(rf"{DAY}[ T]+{TIME}(?:\s*(?:–|-|to)\s*(?:{DAY}[ T]+)?{TIME})?")
WHICH = re.compile(r"\[(\d+)\]")
LINES_HELP = (
    "A line a round: 2031-05-04 19:00, or with an end: 2031-05-04 19:00 – 21:00, which takes its "
    "own day where that is a later one. Rounds after these begin as soon as they are ready."
)


def time_fields(form: EventForm) -> Iterator[Field]:
    """Start, zone and check-in, and what rounds wait for."""
    text, values = form.text, form.values
    zone = values["time_zone"] = text("time_zone") or "UTC"
    starts_at = values["starts_at"] = _moment(form, text("starts_at"), zone)
    told = told_start(starts_at, zone) if starts_at else "Empty: when you start it."
    yield Field("starts_at", "Starts at", "time", text("starts_at"), told)
    yield Field("time_zone", "By the clocks of", "text", zone, "Such as Europe/Zurich.")
    values["check_in"] = text("check_in") == YES
    yield Field("check_in", "Check-in before the start", "check", checked(values["check_in"]))
    minutes = form.whole("check_in_seconds", 30)
    values["check_in_seconds"] = minutes * 60
    help_text = "How long before the start it opens."
    yield Field("check_in_seconds", "Check-in, minutes", "number", str(minutes), help_text)
    yield from _round_fields(form, zone, starts_at)


def _moment(form: EventForm, text: str, zone: str) -> dt.datetime | None:
    """A time as the browser's field writes it, by the clocks of the zone."""
    wrong_zone = zone_problem(zone)
    if wrong_zone:
        form.blame("time_zone", wrong_zone)
    if not text or wrong_zone:
        return None
    try:
        local = dt.datetime.fromisoformat(text)
    except ValueError:
        says = f"Expected a day and a time such as 2030-05-01T19:00, not {text[:20]!r}."
        form.blame("starts_at", says)
        return None
    try:
        return asked_instant(local, zone)
    except ValueError as error:
        form.blame("starts_at", str(error))
        return None


def _round_fields(form: EventForm, zone: str, starts_at: dt.datetime | None) -> Iterator[Field]:
    pace = form.text("schedule") if form.text("schedule") in ROUNDS else ""
    yield Field(
        "schedule", "Rounds begin", "select", pace, choices=tuple(ROUNDS.items()), reloads=True
    )
    form.values["schedule"] = {}
    match pace:
        case "every_minutes" | "every_days":
            yield _gap_field(form, pace)
        case "rounds":
            written = str(form.sent.get("schedule.rounds", ""))
            _read_rounds(form, written, zone)
            label = "Times of the rounds"
            yield Field("schedule.rounds", label, "area", written, LINES_HELP, most=MOST_WRITTEN)
        case "rule":
            yield _rule_field(form, zone, starts_at)


def _gap_field(form: EventForm, pace: str) -> Field:
    label, usual = GAPS[pace]
    number = form.whole("every", usual)
    if "every" not in form.sent:
        form.ask("every", "Say how many lie between two rounds.")
    form.values["schedule"] = {pace: number}
    return Field("every", label, "number", str(number))


def _read_rounds(form: EventForm, written: str, zone: str) -> None:
    lines = [(n, line.strip()) for n, line in enumerate(written.splitlines(), 1) if line.strip()]
    if not lines:
        form.ask("schedule.rounds", "Write a line for each round that has a time of its own.")
        return
    windows = []
    for number, line in lines:
        found = LINE.fullmatch(line)
        if found is None:
            says = f"Line {number}: expected 2031-05-04 19:00, or 2031-05-04 19:00 – 21:00"
            form.blame("schedule.rounds", f"{says}, not {line[:40]!r}.")
            return
        windows.append(_window(*found.groups()))
    form.values["schedule"] = {"rounds": windows}
    if not zone_problem(zone):
        _blame_lines(form, windows, [number for number, _ in lines], zone)


def _window(day: str, opens: str, last_day: str | None, closes: str | None) -> dict[str, str]:
    window = {"opens_at": f"{day}T{opens:0>5}"}
    return window | ({"closes_at": f"{last_day or day}T{closes:0>5}"} if closes else {})


def _blame_lines(form: EventForm, windows: Any, numbers: Sequence[int], zone: str) -> None:  # noqa: ANN401 - JSON
    """The first problem, told with the line that it stands in."""
    for problem in schedule_problems({"rounds": windows}, zone):
        which, message = WHICH.search(problem.field), problem.message
        if which:
            message = f"Line {numbers[int(which[1])]}: {message[0].lower()}{message[1:]}"
        form.blame("schedule.rounds", message)


def _rule_field(form: EventForm, zone: str, starts_at: dt.datetime | None) -> Field:
    rule = form.text("schedule.rule")
    told = "Such as FREQ=WEEKLY;BYDAY=FR, counted from the start."
    if not rule:
        form.ask("schedule.rule", "Write a rule such as FREQ=WEEKLY;BYDAY=FR.")
    else:
        form.values["schedule"] = {"rule": rule}
        if starts_at and not zone_problem(zone) and not rule_problem(rule, starts_at, zone):
            first = islice(occurrences(rule, starts_at, zone), ROUNDS_SHOWN)
            told = f"Rounds begin {'; '.join(one.words for one in starts_in_words(first, zone))}."
    return Field("schedule.rule", "Rule of the rounds", "text", rule, told)
