"""Who leaves is last: by will, by a missed deadline, by a director; and when nobody is flagged."""

from __future__ import annotations

import datetime as dt
from collections import OrderedDict

import pytest
from django.db import transaction

from games import actions, states
from games.errors import NotSeated, TableOver
from games.models import Heartbeat, Move, Seat, Table
from games.rules.protocol import NotInPlay
from players.transactions import database_now
from tests.builders import a_bot, some_bots
from tests.games.helpers import (
    a_live_ticker,
    a_table,
    let_time_pass,
    play_one,
    play_to_the_end,
    player_to_act,
    seen,
)

pytestmark = pytest.mark.django_db


def leave(table, player):
    actions.leave_table(public_id=table.public_id, player_id=player.pk)


def expire(table: Table) -> list[bool]:
    return [
        actions.expire_seat(table_id=key, seat=seat)
        for key, seat in actions.due_seats(limit=10)
        if key == table.pk
    ]


def place_of(table, player):
    return Seat.objects.get(table=table, player=player).place


def test_whoever_resigns_is_last_and_the_others_play_on():
    ada, ben, cyd = some_bots("ada", "ben", "cyd")
    table = a_table(ada, ben, cyd)
    leave(table, ben)
    assert seen(table).status == "running"
    play_to_the_end(table)
    assert place_of(table, ben) == 3


def test_at_a_table_of_two_the_other_wins_at_once():
    ada, ben = some_bots("ada", "ben")
    table = a_table(ada, ben)
    leave(table, ada)
    table.refresh_from_db()
    assert (table.status, place_of(table, ben), place_of(table, ada)) == ("over", 1, 2)


def test_leaving_again_is_the_same_even_after_the_end():
    ada, ben = some_bots("ada", "ben")
    table = a_table(ada, ben)
    leave(table, ada)
    leave(table, ada)
    assert Move.objects.count() == 1


def test_after_the_end_nobody_else_can_leave():
    ada, ben = some_bots("ada", "ben")
    table = a_table(ada, ben)
    leave(table, ada)
    with pytest.raises(TableOver):
        leave(table, ben)


def test_whoever_has_gone_out_cannot_leave():
    ada, ben, cyd = some_bots("ada", "ben", "cyd")
    table = a_table(ada, ben, cyd)
    while not any(seat.cards_left == 0 for seat in seen(table).seats):
        play_one(table)
    out = next(seat.handle for seat in seen(table).seats if seat.cards_left == 0)
    with pytest.raises(NotInPlay):
        leave(table, {"ada": ada, "ben": ben, "cyd": cyd}[out])


def test_an_outsider_cannot_leave():
    with pytest.raises(NotSeated):
        leave(a_table(*some_bots("ada", "ben")), a_bot("eve"))


def test_a_director_takes_a_player_from_a_table_once():
    ada, ben, cyd = some_bots("ada", "ben", "cyd")
    table = a_table(ada, ben, cyd)
    for _ in range(2):
        actions.remove_player(table_id=table.pk, player_id=ada.pk)
    assert [ply.cause for ply in Move.objects.all()] == ["removed"]


def test_a_silent_seat_is_timed_out_and_the_next_one_gets_its_time():
    table = a_table(*some_bots("ada", "ben", "cyd", "dot"), patience=60)
    silent = player_to_act(table)
    let_time_pass(table, 61.5)
    assert expire(table) == [True]
    assert player_to_act(table) != silent
    play_to_the_end(table)
    assert place_of(table, silent) == 4


def test_nobody_is_timed_out_within_the_grace():
    table = a_table(*some_bots("ada", "ben"), patience=60)
    let_time_pass(table, 60.5)
    assert expire(table) == []


def test_expiring_twice_is_nothing():
    table = a_table(*some_bots("ada", "ben", "cyd"), patience=60)
    seat = seen(table).to_act[0]
    let_time_pass(table, 62)
    assert actions.expire_seat(table_id=table.pk, seat=seat)
    assert not actions.expire_seat(table_id=table.pk, seat=seat)


def test_nobody_is_flagged_while_the_ticker_is_silent():
    table = a_table(*some_bots("ada", "ben"), patience=60)
    let_time_pass(table, 90)
    Heartbeat.objects.update(beat_at=database_now() - dt.timedelta(seconds=11))
    assert expire(table) == [False]


def test_after_an_outage_everybody_gets_the_gap_back_up_to_a_minute():
    a_live_ticker()
    Heartbeat.objects.update(beat_at=database_now() - dt.timedelta(seconds=40))
    actions.beat_heart()
    beat = Heartbeat.objects.get()
    extra = (beat.no_timeouts_before - beat.beat_at).total_seconds()
    assert extra == pytest.approx(40, abs=1)

    Heartbeat.objects.update(beat_at=database_now() - dt.timedelta(hours=3))
    actions.beat_heart()
    beat = Heartbeat.objects.get()
    assert (beat.no_timeouts_before - beat.beat_at).total_seconds() == pytest.approx(60, abs=1)


def test_the_time_after_an_outage_protects_hasty_tables_but_not_slow_ones():
    hasty = a_table(*some_bots("ada", "ben"), patience=60)
    slow = a_table(*some_bots("cyd", "dot"), patience=86_400)
    let_time_pass(hasty, 70)
    let_time_pass(slow, 86_410)
    Heartbeat.objects.update(no_timeouts_before=database_now() + dt.timedelta(seconds=30))
    assert expire(hasty) == []
    assert not actions.expire_seat(table_id=hasty.pk, seat=seen(hasty).to_act[0])
    assert expire(slow) == [True]


def test_a_reader_need_not_wait_for_the_tick():
    table = a_table(*some_bots("ada", "ben"), patience=60)
    let_time_pass(table, 62)
    assert seen(table).is_overdue
    actions.expire_overdue(public_id=table.public_id)
    assert seen(table).status == "over"


def test_a_seat_that_could_not_be_timed_out_lets_the_others_go_first():
    table = a_table(*some_bots("ada", "ben"), patience=60)
    let_time_pass(table, 62)
    ((key, seat),) = actions.due_seats(limit=10)
    actions.push_back_seat(table_id=key, seat=seat)
    assert actions.due_seats(limit=10) == []
    assert Seat.objects.get(table=table, number=seat).expire_failures == 1


def test_a_void_table_has_no_clock_and_no_places():
    table = a_table(*some_bots("ada", "ben"))
    assert actions.void_table(table_id=table.pk, why="event_cancelled")
    assert not actions.void_table(table_id=table.pk, why="event_cancelled")
    table.refresh_from_db()
    assert (table.status, table.why) == ("void", "event_cancelled")
    assert set(Seat.objects.values_list("deadline_at", "place")) == {(None, None)}
    assert table.deal.revealed_at is not None


def test_many_tables_are_voided_at_once_and_those_that_had_ended_stay():
    ada, ben, cyd = some_bots("ada", "ben", "cyd")
    ended, *running = (a_table(*pair) for pair in [(ada, ben), (ben, cyd), (cyd, ada)])
    actions.remove_player(table_id=ended.pk, player_id=ada.pk)
    keys = [ended.pk, *(table.pk for table in running)]
    assert actions.void_tables(keys, why="event_cancelled") == 2
    assert actions.void_tables(keys, why="event_cancelled") == 0
    assert list(Table.objects.order_by("pk").values_list("status", "why")) == [
        ("over", "all_left"), ("void", "event_cancelled"), ("void", "event_cancelled"),
    ]  # fmt: skip
    assert not Table.objects.filter(deal__revealed_at=None).exists()


def test_a_removal_that_is_undone_is_remembered_by_no_process(monkeypatch):
    ada, ben, cyd = some_bots("ada", "ben", "cyd")
    table = a_table(ada, ben, cyd)
    with transaction.atomic():
        actions.remove_player(table_id=table.pk, player_id=ben.pk)
        transaction.set_rollback(True)
    with monkeypatch.context() as another_process:
        another_process.setattr(states, "_positions", OrderedDict())
        play_one(table)
    assert (seen(table).ply, seen(table).view["leavers"]) == (1, [])
