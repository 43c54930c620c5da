"""How often something comes, as readers are told and as a rule is made of plain choices."""

from __future__ import annotations

import datetime as dt

import pytest

from web.words.recurring import monthly_by_date, monthly_by_weekday, rule_in_words, weekly
from web.words.starts import starts_in_words, told_start

FRIDAY = dt.datetime(2031, 10, 3, 19, tzinfo=dt.UTC)


def utc(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("FREQ=DAILY", "every day"),
        ("FREQ=HOURLY;INTERVAL=6", "every 6th hour"),
        ("FREQ=WEEKLY", "every week"),
        ("RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR", "every week on Monday, Wednesday and Friday"),
        ("freq=weekly;interval=2;byday=fr", "every second week on Friday"),
        ("FREQ=MONTHLY;BYMONTHDAY=5", "every month on the 5th"),
        ("FREQ=MONTHLY;BYMONTHDAY=1,22", "every month on the 1st and the 22nd"),
        ("FREQ=MONTHLY;BYMONTHDAY=13", "every month on the 13th"),
        ("FREQ=MONTHLY;BYDAY=1FR", "every month on the 1st Friday"),
        ("FREQ=MONTHLY;BYDAY=-1SU", "every month on the last Sunday"),
        ("FREQ=DAILY;COUNT=10", "every day, 10 times"),
        ("FREQ=DAILY;UNTIL=20311231T220000Z", "every day, until 31 Dec 2031"),
        ("FREQ=DAILY;BYHOUR=9,21", "by the rule FREQ=DAILY;BYHOUR=9,21"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "by the rule FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("FREQ=MONTHLY;BYDAY=-2FR", "by the rule FREQ=MONTHLY;BYDAY=-2FR"),
    ],
)
def test_a_rule_is_told_in_words_as_far_as_it_has_some(rule, words):
    assert rule_in_words(rule) == words


def test_without_a_day_a_week_has_that_of_the_first_start():
    assert weekly([], FRIDAY) == "FREQ=WEEKLY;BYDAY=FR"
    assert weekly(["MO", "TH"], FRIDAY, 2) == "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"


@pytest.mark.parametrize(
    ("day", "by_date", "by_weekday"),
    [
        (3, "FREQ=MONTHLY;BYMONTHDAY=3", "FREQ=MONTHLY;BYDAY=1FR"),
        (7, "FREQ=MONTHLY;BYMONTHDAY=7", "FREQ=MONTHLY;BYDAY=1TU"),
        (8, "FREQ=MONTHLY;BYMONTHDAY=8", "FREQ=MONTHLY;BYDAY=2WE"),
        (28, "FREQ=MONTHLY;BYMONTHDAY=28", "FREQ=MONTHLY;BYDAY=4TU"),
        (31, "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY;BYDAY=-1FR"),
    ],
)
def test_a_month_counts_dates_or_weekdays_as_the_first_start_has_them(day, by_date, by_weekday):
    first = FRIDAY.replace(day=day)
    assert (monthly_by_date(first), monthly_by_weekday(first)) == (by_date, by_weekday)


@pytest.mark.parametrize(
    ("at", "zone", "words"),
    [
        ("2031-07-04T17:00", "Europe/Berlin", "Friday 4 Jul 2031, 19:00 (UTC+2)."),
        ("2031-07-04T17:00", "UTC", "Friday 4 Jul 2031, 17:00 (UTC)."),
        ("2031-07-05T01:00", "America/St_Johns", "Friday 4 Jul 2031, 22:30 (UTC–2:30)."),
        ("2031-07-04T17:00", "Asia/Kathmandu", "Friday 4 Jul 2031, 22:45 (UTC+5:45)."),
    ],
)
def test_a_start_is_told_by_the_clocks_of_its_zone(at, zone, words):
    assert told_start(utc(at), zone) == words


def test_the_change_of_the_clocks_is_seen_by_the_offset():
    first, second = starts_in_words(
        [utc("2031-10-24T17:00"), utc("2031-10-31T18:00")], "Europe/Berlin"
    )
    assert (first.words, first.offset) == ("Friday 24 Oct 2031, 19:00", "UTC+2")
    assert (second.words, second.offset) == ("Friday 31 Oct 2031, 19:00", "UTC+1")
