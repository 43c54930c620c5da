"""/healthz is green while deadlines are watched and nothing overdue lies about."""

from __future__ import annotations

import datetime as dt

import pytest

from games.models import Heartbeat, Table
from players.transactions import database_now
from ratings.models import Contest
from tests.builders import some_bots
from tests.games.helpers import a_live_ticker, a_table, let_time_pass, play_to_the_end
from tests.tournaments.helpers import an_event, an_open_event, in_the_past
from tests.web.worlds import visit
from tournaments.actions import settle_table
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_it_is_green_while_the_clock_ticks():
    a_live_ticker()
    response = visit("/healthz")
    assert response.status_code == 200
    assert response.json()["status"] == "green"
    assert response.json()["problems"] == []


def test_it_is_red_where_the_clock_never_ticked():
    response = visit("/healthz")
    assert response.status_code == 503
    assert response.json()["problems"] == [
        "Nobody watches the deadlines: the clock has never ticked."
    ]


def test_it_is_red_when_the_last_tick_is_more_than_ten_seconds_old():
    a_live_ticker()
    Heartbeat.objects.update(beat_at=database_now() - dt.timedelta(seconds=12))
    response = visit("/healthz")
    assert response.status_code == 503
    assert response.json()["problems"] == [
        "The clock is late: it ticked 12 s ago, 10 s are allowed."
    ]


def test_it_is_red_when_a_seat_is_overdue():
    let_time_pass(a_table(*some_bots("kestrel", "brine")), 90)
    response = visit("/healthz")
    assert response.status_code == 503
    assert response.json()["overdue_seats"] == 1


def test_it_is_red_when_an_ended_table_is_not_settled():
    a_live_ticker()
    play_to_the_end(a_table(*some_bots("kestrel", "brine")))
    Table.objects.update(over_at=database_now() - dt.timedelta(seconds=60))
    response = visit("/healthz")
    assert response.status_code == 503
    assert response.json()["unsettled_tables"] == 1


def test_it_is_red_when_an_event_has_not_started_at_its_time():
    a_live_ticker()
    in_the_past(an_open_event(), seconds=20)
    response = visit("/healthz")
    assert response.status_code == 503
    assert response.json()["problems"] == ["1 events should have gone on and have not."]


def test_it_is_red_when_the_last_step_of_an_event_failed():
    a_live_ticker()
    in_a_moment = database_now() + dt.timedelta(seconds=5)
    an_event()
    Tournament.objects.update(state="running", advance_after=in_a_moment)
    assert visit("/healthz").json()["stuck_events"] == 1


def test_it_is_red_when_a_result_has_not_reached_the_ratings():
    a_live_ticker()
    settle_table(play_to_the_end(a_table(*some_bots("kestrel", "brine"))).pk)
    assert visit("/healthz").json()["status"] == "green"
    Contest.objects.update(recorded_at=database_now() - dt.timedelta(seconds=20))
    response = visit("/healthz")
    assert response.status_code == 503
    assert response.json()["unfolded_contests"] == 1


def test_it_is_never_kept_by_a_cache():
    a_live_ticker()
    assert visit("/healthz").headers["Cache-Control"] == "no-store"
