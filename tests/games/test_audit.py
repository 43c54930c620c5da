"""The audit finds what was done to the data behind the service's back."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db import InternalError, connection

from games.audit import audit_findings
from games.models import Deal, Move, Seat, Table
from games.secrets import DealSecret
from players.transactions import database_now, one_snapshot
from tests.builders import some_bots
from tests.games.helpers import a_table, play_one, play_to_the_end

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(db) -> Table:
    table = a_table(*some_bots("ada", "ben", "cyd"))
    for _ in range(4):
        play_one(table)
    return table


def codes() -> set[str]:
    return {finding.code for finding in audit_findings()}


def test_a_running_and_a_finished_table_are_clean(table):
    assert codes() == set()
    play_to_the_end(table)
    assert codes() == set()


def test_a_missing_ply_is_found(table):
    Move.objects.filter(ply=2).delete()
    assert codes() == {"log_has_a_gap"}


def test_an_altered_move_is_found(table):
    Move.objects.filter(ply=0).update(move={"type": "pass"})
    assert codes() == {"log_does_not_replay"}


def test_an_altered_place_is_found(table):
    play_to_the_end(table)
    Seat.objects.filter(place=1).update(place=3)
    assert codes() == {"places_differ_from_the_log"}


def test_a_clock_of_the_wrong_seat_is_found(table):
    Seat.objects.filter(deadline_at=None).update(deadline_at=database_now() + dt.timedelta(hours=1))
    assert codes() == {"clock_without_turn"}


def test_an_overdue_seat_is_found(table):
    long_ago = database_now() - dt.timedelta(minutes=1)
    Seat.objects.filter(deadline_at__isnull=False).update(deadline_at=long_ago)
    assert codes() == {"overdue"}


def test_a_table_that_nobody_settled_is_found(table):
    play_to_the_end(table)
    Table.objects.update(over_at=database_now() - dt.timedelta(minutes=1))
    assert codes() == {"unsettled"}


def test_a_secret_shown_early_or_lost_is_found(table):
    Deal.objects.update(revealed_at=database_now())
    assert codes() == {"revealed_early"}
    DealSecret.objects.all().delete()
    assert codes() == {"revealed_early", "secret_missing", "log_does_not_replay"}


def test_a_deal_left_closed_is_found(table):
    play_to_the_end(table)
    long_ago = database_now() - dt.timedelta(minutes=5)
    Table.objects.update(over_at=long_ago, settled_at=long_ago)
    Deal.objects.update(revealed_at=None)
    assert codes() == {"not_revealed"}


@pytest.mark.django_db(transaction=True)
def test_an_audit_of_a_live_service_sees_one_state_and_holds_nobody_up():
    table = a_table(*some_bots("ada", "ben"))
    with one_snapshot():
        assert codes() == set()
        if connection.vendor == "postgresql":
            with pytest.raises(InternalError, match="read-only"):
                Table.objects.update(ply=7)
            return
    play_one(table)
    assert codes() == set()
