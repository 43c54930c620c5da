"""Events that come again and again, set up, looked at and stopped in the browser."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from players.models import User
from tests.builders import a_user
from tests.web.test_event_new import PATH, USUAL, page_of, refusal_beside, shown, staff
from tests.web.worlds import a_series, send, visit
from tournaments import actions, tasks
from tournaments.models import Series, Tournament

pytestmark = pytest.mark.django_db

FRIDAYS = {
    **USUAL,
    "name": "Friday Cup",
    "repeats": "weekly",
    "starts_at": "2031-10-17T19:00",
    "time_zone": "Europe/Berlin",
}


def set_up(user: User, **fields: str) -> Series:
    response = send(PATH, user, create="1", **{**FRIDAYS, **fields})
    assert response.status_code == 302, page_of(response)
    series = Series.objects.get()
    assert response["Location"] == f"/series/{series.public_id}"
    return series


def refused(label: str, **fields: str) -> str:
    """The sentence beside the field; nothing is set up."""
    response = send(PATH, staff(), create="1", **{**FRIDAYS, **fields})
    assert response.status_code == 422
    assert not Series.objects.exists()
    return refusal_beside(page_of(response), label)


def starts_in(page: str) -> list[str]:
    """The starts that a page lists, each with its offset."""
    items = re.findall(r"<li[^>]*><time[^>]*>([^<]+)</time> <span>([^<]+)</span></li>", page)
    return [f"{words} {offset}" for words, offset in items]


def test_an_event_takes_place_once_unless_it_is_asked_to_come_again():
    page = shown(staff())
    assert "Again and again" in page
    assert 'name="announced_hours"' not in page
    assert 'name="days.FR"' in shown(User.objects.get(), repeats="weekly")
    assert 'name="rule"' in shown(User.objects.get(), repeats="own")


def test_the_next_starts_stay_at_their_time_when_summer_ends():
    assert starts_in(shown(staff(), **FRIDAYS)) == [
        "Friday 17 Oct 2031, 19:00 UTC+2",
        "Friday 24 Oct 2031, 19:00 UTC+2",
        "Friday 31 Oct 2031, 19:00 UTC+1",
        "Friday 7 Nov 2031, 19:00 UTC+1",
        "Friday 14 Nov 2031, 19:00 UTC+1",
    ]


def test_and_when_it_begins():
    days = {"repeats": "daily", "starts_at": "2031-03-28T19:00"}
    assert starts_in(shown(staff(), **{**FRIDAYS, **days})) == [
        "Friday 28 Mar 2031, 19:00 UTC+1",
        "Saturday 29 Mar 2031, 19:00 UTC+1",
        "Sunday 30 Mar 2031, 19:00 UTC+2",
        "Monday 31 Mar 2031, 19:00 UTC+2",
        "Tuesday 1 Apr 2031, 19:00 UTC+2",
    ]


def test_a_time_that_one_night_leaves_out_is_shown_an_hour_later_on_that_night():
    nights = {"repeats": "daily", "starts_at": "2031-03-29T02:30", "ends_on": "2031-03-31"}
    assert starts_in(shown(staff(), **{**FRIDAYS, **nights})) == [
        "Saturday 29 Mar 2031, 02:30 UTC+1",
        "Sunday 30 Mar 2031, 03:30 UTC+2",
        "Monday 31 Mar 2031, 02:30 UTC+2",
    ]


def test_a_look_makes_nothing():
    assert "Plan for 8 entrants" in shown(staff(), **FRIDAYS)
    assert not Series.objects.exists()
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({}, "FREQ=WEEKLY;BYDAY=FR"),
        ({"days.FR": "on", "days.SU": "on"}, "FREQ=WEEKLY;BYDAY=FR,SU"),
        ({"repeats": "fortnightly"}, "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"),
        ({"repeats": "daily", "ends_on": "2031-12-31"}, "FREQ=DAILY;UNTIL=20311231"),
        ({"repeats": "by_date"}, "FREQ=MONTHLY;BYMONTHDAY=17"),
        ({"repeats": "by_weekday"}, "FREQ=MONTHLY;BYDAY=3FR"),
        ({"repeats": "own", "rule": "FREQ=MONTHLY;BYDAY=-1SU"}, "FREQ=MONTHLY;BYDAY=-1SU"),
    ],
)
def test_a_plain_choice_is_kept_as_a_rule(fields, rule):
    assert set_up(staff(), **fields).rule == rule


def test_a_series_is_set_up_with_all_that_the_form_says_of_its_events():
    dora = staff()
    series = set_up(
        dora,
        format="swiss",
        announced_hours="48",
        schedule="every_minutes",
        every="45",
        check_in="on",
        **{"config.rounds": "3"},
    )
    assert (series.name, series.organiser, series.announced_hours) == ("Friday Cup", dora, 48)
    assert series.first_at.isoformat() == "2031-10-17T17:00:00+00:00"
    assert series.time_zone == "Europe/Berlin"
    template = series.template
    assert (template["format"], template["config"]) == ("swiss", {"rounds": 3})
    assert (template["schedule"], template["check_in"]) == ({"every_minutes": 45}, True)
    assert not Tournament.objects.exists()


def test_a_series_may_have_begun_before_today():
    assert set_up(staff(), starts_at="2020-10-16T19:00").next_at


@pytest.mark.parametrize(
    ("fields", "label", "sentence"),
    [
        ({"starts_at": ""}, "Starts at", "A series needs its first start."),
        ({"repeats": "own"}, "Rule", "Write a rule such as FREQ=WEEKLY;BYDAY=FR."),
        ({"repeats": "own", "rule": "fridays"}, "Rule", "is no recurrence rule we can keep"),
        ({"ends_on": "2031-10-01"}, "It takes place", "has no occurrence"),
        ({"ends_on": "never"}, "Last day", "Expected a day such as 2031-12-31"),
        ({"announced_hours": "1000"}, "Entry opens, hours before", "0 to 744 hours before"),
        ({"name": "A name of far more than forty-six characters, really"}, "Name", "46"),
        ({"config.seats": "9"}, "Seats", "from 2 to 6"),
        (
            {"schedule": "rounds", "schedule.rounds": "2031-10-17 19:00"},
            "Rounds begin",
            "Rounds at times of their own fit one event; those of a series come by a rule.",
        ),
    ],
)
def test_a_series_that_cannot_be_is_refused_beside_its_field(fields, label, sentence):
    assert sentence in refused(label, **fields)


def test_choosing_a_series_before_its_start_is_no_error_yet():
    page = shown(staff(), repeats="weekly")
    assert 'class="wrong"' not in page
    assert starts_in(page) == []


def test_everybody_finds_the_series_from_the_list_of_events():
    series = set_up(staff())
    assert 'href="/series"' in page_of(visit("/events"))
    page = page_of(visit("/series"))
    assert f'href="/series/{series.public_id}"' in page
    assert "Big Two, every week on Friday" in page
    assert "Friday 17 Oct 2031, 19:00" in page
    assert "Europe/Berlin" in page


def test_a_list_without_series_says_so():
    assert "No series yet." in page_of(visit("/series"))


def test_a_long_list_of_series_goes_on():
    for number in range(31):
        a_series(name=f"Cup {number}")
    page = page_of(visit("/series"))
    assert "Cup 30" in page
    assert ">Cup 0<" not in page
    (after,) = re.findall(r'href="\?after=(\d+)"', page)
    assert ">Cup 0<" in page_of(visit(f"/series?after={after}"))


def test_the_page_of_a_series_tells_what_it_is_and_when_it_comes():
    page = page_of(visit(f"/series/{set_up(staff()).public_id}"))
    assert "<h1>Friday Cup</h1>" in page
    assert "every week on Friday, by the clocks of Europe/Berlin" in page
    assert starts_in(page)[1:3] == [
        "Friday 24 Oct 2031, 19:00 UTC+2",
        "Friday 31 Oct 2031, 19:00 UTC+1",
    ]
    assert "<dt>Organiser</dt><dd>dora</dd>" in page
    assert "<dt>Entry opens</dt><dd>1 d before a start</dd>" in page
    assert "<code>FREQ=WEEKLY;BYDAY=FR</code>" in page
    assert "No event has come of it yet." in page


def test_the_events_that_came_of_a_series_are_on_its_page_and_lead_back_to_it():
    series = a_series()
    tasks.series_due()
    event = Tournament.objects.get()
    address = f"/series/{series.public_id}"
    page = page_of(visit(address))
    assert f'href="/events/{event.public_id}"' in page
    assert len(starts_in(page)) == 5
    assert f'href="{address}"' in page_of(visit(f"/events/{event.public_id}"))


def test_only_its_organiser_and_staff_are_told_why_an_event_could_not_be_set_up():
    olga = a_user("olga")
    series = a_series(olga)
    actions.series_failed(series.pk, "The game is gone.")
    address = f"/series/{series.public_id}"
    told = "The next event could not be set up, 1 time so far; it is tried again until its start."
    for user in (olga, staff()):
        assert told in page_of(visit(address, user))
        assert "The game is gone." in page_of(visit(address, user))
    for user in (None, a_user("eve")):
        assert "The game is gone." not in page_of(visit(address, user))


def test_a_series_that_nobody_knows_is_a_page_that_says_so():
    assert visit("/series/nosuchseries").status_code == 404
    assert send("/series/nosuchseries/stop", staff()).status_code == 404


def test_a_stop_is_asked_for_twice_and_only_of_those_who_may():
    olga = a_user("olga")
    address = f"/series/{a_series(olga).public_id}"
    page = page_of(visit(address, olga))
    assert "<summary" in page[: page.index("Stop the series")]
    assert "Events that are set up stay" in page
    assert "Stop the series" in page_of(visit(address, staff()))
    for user in (None, a_user("eve")):
        assert "Stop the series" not in page_of(visit(address, user))


def after_stopping(series: Series, user: User) -> str:
    """The page that the stop leads to."""
    browser, address = Client(), f"/series/{series.public_id}"
    browser.force_login(user)
    response = browser.post(f"{address}/stop", follow=True)
    assert response.redirect_chain == [(address, 302)]
    return page_of(response)


def test_its_organiser_stops_a_series_and_what_was_set_up_stays():
    olga = a_user("olga")
    series = a_series(olga)
    tasks.series_due()
    page = after_stopping(series, olga)
    series.refresh_from_db()
    assert series.next_at is None
    assert Tournament.objects.get().state == "open"
    assert "Daily Cup has stopped. What was set up before stays." in page
    assert "None. It has ended, or was stopped." in page
    assert "Stop the series" not in page
    assert '<span class="chip">ended</span>' in page_of(visit("/series"))


def test_a_stranger_stops_nothing():
    series = a_series(a_user("olga"))
    eve, address = a_user("eve"), f"/series/{series.public_id}"
    assert "Only the organiser of Daily Cup, or staff, may do that." in after_stopping(series, eve)
    assert visit(f"{address}/stop", eve).status_code == 405
    assert send(f"{address}/stop").url.startswith("/sign-in")
    series.refresh_from_db()
    assert series.next_at is not None
