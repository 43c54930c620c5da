"""Events that come again and again: once each, in time, whatever fails beside them."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from tests.builders import a_user
from tournaments import actions, tasks
from tournaments.errors import BadTournament, NotYourTournament, SeriesNotFound
from tournaments.models import Series, Tournament

pytestmark = pytest.mark.django_db

TEMPLATE = {
    "game": "big-two",
    "format": "single-elimination",
    "config": {"seats": 2},
    "patience_seconds": 60,
}


def hours(number: float) -> dt.datetime:
    """So many hours from now, on a full minute."""
    at = timezone.now() + dt.timedelta(hours=number)
    return at.replace(second=0, microsecond=0)


def a_series(first_at: dt.datetime | None = None, **more) -> Series:
    usual = {
        "name": "Daily Cup",
        "template": TEMPLATE,
        "rule": "FREQ=DAILY",
        "first_at": first_at or hours(2),
        "organiser": None,
        "announced_hours": 24,
    }
    return actions.create_series(**{**usual, **more})


def test_the_next_event_is_open_for_entry_as_long_before_as_it_is_announced():
    series = a_series(hours(2), time_zone="Europe/Zurich")
    tasks.series_due()
    tasks.series_due()
    event = Tournament.objects.get()
    assert (event.state, event.starts_at, event.series) == ("open", series.first_at, series)
    assert event.name.startswith("Daily Cup ")
    assert event.config == {"seats": 2}
    series.refresh_from_db()
    assert series.next_at - series.first_at <= dt.timedelta(hours=25)
    assert Series.objects.filter(next_at__gt=series.first_at).count() == 1


def test_nothing_is_set_up_before():
    a_series(hours(30))
    tasks.series_due()
    assert not Tournament.objects.exists()


def test_a_stopped_series_sets_up_nothing_more():
    organiser = a_user("olga")
    series = a_series(organiser=organiser)
    with pytest.raises(NotYourTournament, match="Only the organiser of Daily Cup, or staff"):
        actions.stop_series(series_id=series.pk, by=a_user("eve"))
    for _ in range(2):
        actions.stop_series(series_id=series.pk, by=organiser)
    tasks.series_due()
    assert not Tournament.objects.exists()
    with pytest.raises(SeriesNotFound):
        actions.stop_series(series_id=999, by=None)


def test_a_series_ends_when_its_rule_does():
    series = a_series(rule="FREQ=DAILY;COUNT=1")
    tasks.series_due()
    series.refresh_from_db()
    assert series.next_at is None
    assert Tournament.objects.count() == 1


def test_a_series_that_fails_is_counted_and_stops_no_other():
    broken = a_series(name="Broken Cup", first_at=hours(1))
    Series.objects.filter(pk=broken.pk).update(template={**TEMPLATE, "game": "chess"})
    a_series()
    tasks.series_due()
    tasks.series_due()
    broken.refresh_from_db()
    assert broken.failures == 2
    assert "chess" in broken.last_error
    assert Tournament.objects.get().name.startswith("Daily Cup ")


def test_what_was_missed_is_left_out():
    series = a_series()
    Series.objects.filter(pk=series.pk).update(
        first_at=series.first_at - dt.timedelta(days=3), next_at=hours(-70), failures=9
    )
    assert actions.announce_occurrence(series.pk) is None
    series.refresh_from_db()
    assert series.last_error.startswith("The event of ")
    assert (series.failures, series.next_at > timezone.now()) == (0, True)
    assert actions.announce_occurrence(series.pk) is not None


def test_the_first_start_may_lie_behind():
    series = a_series(hours(-30))
    assert timezone.now() < series.next_at <= hours(19)


@pytest.mark.parametrize(
    ("settings", "field", "text"),
    [
        ({"rule": "FREQ=MINUTELY"}, "rule", "more often than every five minutes"),
        ({"rule": "FREQ=DAILY;UNTIL=20200101"}, "rule", "has no occurrence"),
        ({"first_at": dt.datetime(2020, 1, 1, tzinfo=dt.UTC), "rule": "FREQ=DAILY;COUNT=1"},
         "rule", "has no occurrence that lies ahead"),
        ({"first_at": dt.datetime(2099, 1, 1)}, "first_at", "A start needs its time zone"),
        ({"time_zone": "Middle/Earth"}, "time_zone", "Expected a time zone"),
        (
            {
                "template": {
                    **TEMPLATE,
                    "schedule": {"rounds": [{"opens_at": "2099-01-01T19:00Z"}]},
                }
            },
            "template.schedule",
            "those of a series come by a rule",
        ),
        ({"announced_hours": 1000}, "announced_hours", "0 to 744 hours before, not 1000"),
        ({"template": {**TEMPLATE, "starts_at": "now"}}, "template.starts_at", "no such field"),
        ({"template": {"game": "big-two"}}, "template.format", "A template names the format"),
        ({"template": {**TEMPLATE, "config": []}}, "config", "Expected an object, not []"),
        ({"template": {**TEMPLATE, "casual": 1}}, "casual", "Expected true or false, not 1"),
        ({"template": {**TEMPLATE, "description": None}}, "description", "Expected a text"),
        ({"template": {**TEMPLATE, "max_entrants": 1}}, "max_entrants", "2 to 4096 entrants"),
    ],
)  # fmt: skip
def test_a_series_that_cannot_be_kept_is_refused_with_its_reason(settings, field, text):
    with pytest.raises(BadTournament) as refused:
        a_series(**settings)
    assert (refused.value.field, text in str(refused.value)) == (field, True)
    assert not Series.objects.exists()
