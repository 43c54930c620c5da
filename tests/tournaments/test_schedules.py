"""Rounds and series by the clock of a place, right over both changes of that clock."""

from __future__ import annotations

import datetime as dt
import re
from itertools import islice

import pytest

from tournaments.recurrence import (
    asked_instant,
    comes_twice,
    next_occurrence,
    occurrences,
    rule_problem,
    zone_problem,
)
from tournaments.schedules import Window, round_opens_at, round_window, schedule_problems

ZURICH = "Europe/Zurich"
NEW_YORK = "America/New_York"


def utc(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC)


def coming(rule: str, first: str, number: int, zone: str = ZURICH) -> list[str]:
    return [f"{at:%d %b %H:%M}" for at in islice(occurrences(rule, utc(first), zone), number)]


def test_a_friday_evening_stays_an_evening_when_summer_ends():
    # 19:00 in Zurich is 17:00 UTC in summer and 18:00 UTC from 25 October 2026 on.
    rule = "FREQ=WEEKLY;BYDAY=FR"
    assert coming(rule, "2026-10-16T17:00", 3) == ["16 Oct 17:00", "23 Oct 17:00", "30 Oct 18:00"]


def test_and_when_summer_begins():
    assert coming("FREQ=DAILY", "2027-03-27T18:00", 3) == [
        "27 Mar 18:00", "28 Mar 17:00", "29 Mar 17:00",
    ]  # fmt: skip


def test_a_time_that_the_change_leaves_out_comes_an_hour_later_and_only_that_day():
    # 02:30 does not exist in Zurich on 28 March 2027: it is 03:30 summer time, 01:30 UTC.
    assert coming("FREQ=DAILY", "2027-03-27T01:30", 3) == [
        "27 Mar 01:30", "28 Mar 01:30", "29 Mar 00:30",
    ]  # fmt: skip


def test_of_a_time_that_comes_twice_the_first_counts():
    # 02:30 comes twice on 25 October 2026, at 00:30 and at 01:30 UTC.
    assert coming("FREQ=DAILY", "2026-10-24T00:30", 3) == [
        "24 Oct 00:30", "25 Oct 00:30", "26 Oct 01:30",
    ]  # fmt: skip


def asked(text: str, zone: str = ZURICH) -> dt.datetime:
    return asked_instant(dt.datetime.fromisoformat(text), zone)


@pytest.mark.parametrize(
    ("text", "zone", "expected"),
    [
        ("2027-03-28T01:59", ZURICH, "2027-03-28T00:59"),
        ("2027-03-28T03:00", ZURICH, "2027-03-28T01:00"),
        ("2026-10-25T02:30", ZURICH, "2026-10-25T00:30"),
        ("2027-03-28T02:30+02:00", ZURICH, "2027-03-28T00:30"),
        ("2027-03-28T02:30", NEW_YORK, "2027-03-28T06:30"),
    ],
)
def test_a_time_that_was_asked_for_is_read_by_the_clocks_of_the_zone(text, zone, expected):
    assert asked(text, zone) == utc(expected)


@pytest.mark.parametrize(
    ("text", "zone", "sentence"),
    [
        (
            "2027-03-28T02:30",
            ZURICH,
            "There is no 02:30 on 28 Mar 2027 by the clocks of Europe/Zurich: from 02:00 they go "
            "straight to 03:00. Take a time before 02:00, or 03:00 or later.",
        ),
        ("2027-03-28T02:00", ZURICH, "There is no 02:00 on 28 Mar 2027"),
        ("2027-03-28T02:59:59", ZURICH, "from 02:00 they go straight to 03:00"),
        ("2026-10-04T02:15", "Australia/Lord_Howe", "from 02:00 they go straight to 02:30"),
        ("9999-12-31T23:59", NEW_YORK, "Expected a year from 1970 to 9000, not 9999"),
        ("0001-01-01T00:00", ZURICH, "not 1"),
    ],
)
def test_a_time_that_no_clock_shows_is_refused_with_those_around_it(text, zone, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        asked(text, zone)


def test_only_the_hour_before_winter_time_comes_twice():
    assert comes_twice(utc("2026-10-25T00:30"), ZURICH)
    assert comes_twice(utc("2026-10-25T01:30"), ZURICH)
    assert not comes_twice(utc("2026-10-25T02:30"), ZURICH)
    assert not comes_twice(utc("2027-03-28T01:30"), ZURICH)


def test_hours_pass_as_they_pass():
    assert coming("FREQ=HOURLY;INTERVAL=12", "2026-10-24T22:00", 3) == [
        "24 Oct 22:00", "25 Oct 10:00", "25 Oct 22:00",
    ]  # fmt: skip


def test_each_zone_has_its_own_days():
    # Sunday evening in New York is Monday by the clock of the machine.
    assert coming("FREQ=WEEKLY;BYDAY=SU", "2026-06-01T00:00", 1, NEW_YORK) == ["01 Jun 00:00"]


@pytest.mark.parametrize(
    ("rule", "after", "expected"),
    [
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "2026-10-16T17:00", "2026-10-30T18:00"),
        ("RRULE:FREQ=MONTHLY;BYDAY=1MO;BYHOUR=20", "2026-10-16T17:00", "2026-11-02T19:00"),
        ("FREQ=MINUTELY;INTERVAL=90", "2026-10-16T17:31", "2026-10-16T18:30"),
        ("FREQ=DAILY;COUNT=2", "2026-10-16T17:00", "2026-10-17T17:00"),
        ("FREQ=DAILY;COUNT=2", "2026-10-17T17:00", None),
        ("FREQ=DAILY;UNTIL=20261017", "2026-10-16T17:00", "2026-10-17T17:00"),
        ("FREQ=DAILY;UNTIL=20261017T165959Z", "2026-10-16T17:00", None),
        ("FREQ=HOURLY;COUNT=3", "2026-10-16T19:00", None),
        ("FREQ=HOURLY;UNTIL=20261016T180000Z", "2026-10-16T17:00", "2026-10-16T18:00"),
    ],
)  # fmt: skip
def test_the_next_occurrence_after_an_instant(rule, after, expected):
    found = next_occurrence(rule, utc("2026-10-16T17:00"), ZURICH, utc(after))
    assert found == (utc(expected) if expected else None)


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        (7, "Expected a recurrence rule such as"),
        ("", "a part is NAME=VALUE"),
        ("every friday", "a part is NAME=VALUE"),
        ("FREQ=SECONDLY", "FREQ is one of YEARLY, MONTHLY"),
        ("FREQ=DAILY;FREQ=DAILY", "each once"),
        ("FREQ=HOURLY;BYDAY=MO", "goes with INTERVAL, COUNT, UNTIL, not with BYDAY"),
        ("FREQ=DAILY;BYEASTER=1", "not with BYEASTER"),
        ("FREQ=DAILY;INTERVAL=0", "INTERVAL is from 1 to 1000, not 0"),
        ("FREQ=DAILY;COUNT=2;UNTIL=20270101", "not both"),
        ("FREQ=DAILY;UNTIL=soon", "UNTIL is a date such as"),
        ("FREQ=WEEKLY;BYDAY=XX", "is no recurrence rule we can keep"),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "has no occurrence"),
        ("FREQ=DAILY;BYMONTH=2", "not with BYMONTH"),
        ("FREQ=MINUTELY;INTERVAL=4", "more often than every five minutes"),
        ("FREQ=DAILY;BYMINUTE=0,4", "more often than every five minutes"),
    ],
)
def test_a_rule_that_cannot_be_kept_is_refused_with_its_reason(rule, reason):
    assert reason in (rule_problem(rule, utc("2026-10-16T17:00"), ZURICH) or "")


def test_a_rule_needs_room_to_count_on():
    first_at = dt.datetime(9999, 12, 31, 23, tzinfo=dt.UTC)
    assert rule_problem("FREQ=DAILY", first_at, ZURICH) == (
        "A rule is counted from a year up to 9000, not from 9999."
    )


def test_every_five_minutes_is_often_enough():
    assert rule_problem("FREQ=MINUTELY;INTERVAL=5", utc("2026-10-16T17:00"), ZURICH) is None


def test_a_time_zone_has_the_name_of_a_place():
    assert zone_problem(ZURICH) is None
    assert zone_problem("UTC") is None
    for name in ("Middle/Earth", "", "../etc/passwd", None):
        assert "Expected a time zone such as Europe/Zurich" in (zone_problem(name) or "")


STARTED = utc("2026-10-24T17:00")


def opens(schedule: dict, number: int) -> dt.datetime | None:
    return round_opens_at(schedule, number, STARTED, ZURICH)


def test_without_a_schedule_rounds_begin_as_soon_as_they_are_ready():
    assert opens({}, 1) is None
    assert opens({}, 9) is None


def test_rounds_every_half_hour_are_counted_from_the_start():
    assert opens({"every_minutes": 30}, 1) is None
    assert opens({"every_minutes": 30}, 3) == utc("2026-10-24T18:00")


def test_a_round_a_day_begins_at_the_same_time_of_the_day():
    assert opens({"every_days": 1}, 2) == utc("2026-10-25T18:00")


def test_rounds_by_a_rule_begin_with_its_first_time_after_the_start():
    rule = {"rule": "FREQ=WEEKLY;BYDAY=SU;BYHOUR=10;BYMINUTE=0"}
    assert opens(rule, 1) == utc("2026-10-25T09:00")
    assert opens(rule, 2) == utc("2026-11-01T09:00")
    assert opens({"rule": "FREQ=DAILY;COUNT=2"}, 3) is None


def test_windows_are_read_by_the_clocks_of_the_event_unless_they_say_otherwise():
    rounds = {
        "rounds": [
            {"opens_at": "2026-10-24T19:00", "closes_at": "2026-10-25T19:00"},
            {"opens_at": "2026-10-31T19:00Z"},
        ]
    }
    assert schedule_problems(rounds, ZURICH) == ()
    assert round_window(rounds, 1, STARTED, ZURICH) == Window(
        utc("2026-10-24T17:00"), utc("2026-10-25T18:00")
    )
    assert opens(rounds, 2) == utc("2026-10-31T19:00")
    assert opens(rounds, 3) is None


@pytest.mark.parametrize(
    ("schedule", "field", "reason"),
    [
        ([], "schedule", "A schedule is empty, or one of rounds, every_minutes"),
        ({"every_minutes": 5, "every_days": 1}, "schedule", "or one of"),
        ({"every_minutes": 0}, "schedule.every_minutes", "from 1 to 10080, not 0"),
        ({"every_days": True}, "schedule.every_days", "not True"),
        ({"rule": "FREQ=SECONDLY"}, "schedule.rule", "FREQ is one of"),
        ({"rounds": []}, "schedule.rounds", "a list of 1 to 200 windows"),
        ({"rounds": ["soon"]}, "schedule.rounds[0]", "A window is an object"),
        ({"rounds": [{"opens_at": "soon"}]}, "schedule.rounds[0]", "Expected a time such as"),
        ({"rounds": [{"opens_at": "2027-03-28T02:30"}]}, "schedule.rounds[0]", "There is no 02:30"),
        (
            {"rounds": [{"opens_at": "2027-03-28T01:00", "closes_at": "2027-03-28T02:30"}]},
            "schedule.rounds[0]",
            "from 02:00 they go straight to 03:00",
        ),
        (
            {"rounds": [{"opens_at": "2026-10-24T19:00", "closes_at": "2026-10-24T18:00"}]},
            "schedule.rounds[0].closes_at",
            "closes after it opens",
        ),
        (
            {"rounds": [{"opens_at": "2026-10-24T19:00"}, {"opens_at": "2026-10-24T19:00"}]},
            "schedule.rounds[1].opens_at",
            "opens after the one before it",
        ),
    ],
)  # fmt: skip
def test_a_schedule_that_cannot_be_kept_is_refused_with_its_reason(schedule, field, reason):
    (problem,) = schedule_problems(schedule, ZURICH)
    assert (problem.field, reason in problem.message) == (field, True)


def test_a_schedule_needs_a_time_zone_that_exists():
    (problem,) = schedule_problems({}, "Middle/Earth")
    assert problem.field == "time_zone"
