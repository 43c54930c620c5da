"""A paused table stands still: clocks keep what they showed, and no move is taken or lost."""

from __future__ import annotations

import datetime as dt

import pytest

from games import actions
from games.audit import audit_findings
from games.errors import TablePaused
from games.models import Seat, Table
from players.transactions import database_now
from tests.builders import some_bots
from tests.games.helpers import (
    a_live_ticker,
    a_table,
    first_move,
    let_time_pass,
    move,
    play_to_the_end,
    seen,
)

pytestmark = pytest.mark.django_db


def rest_of(table: Table) -> float:
    """Seconds on the one clock that runs."""
    seat = Seat.objects.get(table=table, deadline_at__isnull=False)
    assert seat.deadline_at is not None
    return (seat.deadline_at - database_now()).total_seconds()


def test_a_clock_goes_on_with_what_it_showed_when_it_stopped():
    table = a_table(*some_bots("ada", "ben"), patience=60)
    let_time_pass(table, 45)
    assert actions.pause_tables([table.pk])
    assert not Seat.objects.filter(table=table, deadline_at__isnull=False).exists()
    Table.objects.filter(pk=table.pk).update(paused_at=database_now() - dt.timedelta(hours=9))
    assert actions.resume_tables([table.pk])
    assert 13 < rest_of(table) <= 15


def test_pausing_twice_or_resuming_what_runs_changes_nothing():
    table = a_table(*some_bots("ada", "ben"), patience=60)
    assert not actions.resume_tables([table.pk])
    assert actions.pause_tables([table.pk])
    assert not actions.pause_tables([table.pk])
    assert actions.resume_tables([table.pk])
    assert 58 < rest_of(table) <= 60


def test_a_move_at_a_paused_table_is_refused_and_good_afterwards():
    table = a_table(*some_bots("ada", "ben"))
    player, lowest = first_move(table)
    actions.pause_tables([table.pk])
    with pytest.raises(TablePaused, match="no clock runs and no move is taken"):
        move(table, player, 0, lowest)
    assert seen(table).paused_at is not None
    assert seen(table).ply == 0
    actions.resume_tables([table.pk])
    assert move(table, player, 0, lowest).seen.ply == 1


def test_nobody_is_timed_out_while_the_table_stands_still():
    table = a_table(*some_bots("ada", "ben"), patience=5)
    a_live_ticker()
    actions.pause_tables([table.pk])
    assert actions.due_seats(limit=10) == []
    assert [finding for finding in audit_findings() if "clock" in finding.code] == []


def test_time_that_was_over_when_the_table_stopped_is_over_when_it_goes_on():
    table = a_table(*some_bots("ada", "ben"), patience=5)
    let_time_pass(table, 30)
    actions.pause_tables([table.pk])
    actions.resume_tables([table.pk])
    assert -1 < rest_of(table) <= 0


def test_a_seat_removed_from_a_paused_table_leaves_the_others_standing_still():
    ada, ben, cyd = some_bots("ada", "ben", "cyd")
    table = a_table(ada, ben, cyd)
    player, _ = first_move(table)
    actions.pause_tables([table.pk])
    actions.remove_player(table_id=table.pk, player_id=player.pk)
    assert not Seat.objects.filter(table=table, deadline_at__isnull=False).exists()
    assert Seat.objects.filter(table=table, rest_ms__isnull=False).count() == 1
    actions.resume_tables([table.pk])
    assert play_to_the_end(table).status == "over"


def test_the_last_two_seats_of_a_paused_table_end_it_when_one_is_removed():
    ada, ben = some_bots("ada", "ben")
    table = a_table(ada, ben)
    actions.pause_tables([table.pk])
    actions.remove_player(table_id=table.pk, player_id=ada.pk)
    table.refresh_from_db()
    assert (table.status, table.paused_at) == ("over", None)
