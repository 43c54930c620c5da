"""Many at once at one table, on real row locks: the log tells one story."""

from __future__ import annotations

import datetime as dt
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connections

from games.actions import beat_heart, expire_seat, play_move
from games.errors import DeadlinePassed
from games.models import Move, Seat, Table
from games.queries import table_seen
from players.transactions import database_now
from tests.builders import some_bots
from tests.journeys.tables import a_running_table

pytestmark = [
    pytest.mark.requires_postgresql,
    pytest.mark.django_db(transaction=True),
    pytest.mark.journey,
]


def all_at_once(calls: list[Callable[[], Any]], at: float | None = None) -> list[Any]:
    """What each call returned or raised; all wait for one another, or for an instant, first."""
    ready = threading.Barrier(len(calls), timeout=20)

    def run(call: Callable[[], Any]) -> Any:
        ready.wait()
        if at is not None:
            time.sleep(max(0.0, at - time.monotonic()))
        try:
            return call()
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def first_move(table: Table) -> dict[str, Any]:
    """The arguments with which the seat that is to act leads its lowest card."""
    number = table_seen(public_id=table.public_id, viewer=None).to_act[0]
    player_id = Seat.objects.get(table=table, number=number).player_id
    seen = table_seen(public_id=table.public_id, viewer=player_id)
    assert seen.view is not None
    # Not `seen.legal`: a good hand has more moves than are listed.
    lowest = {"type": "play", "cards": seen.view["hand"][:1]}
    return {
        "public_id": table.public_id,
        "player_id": player_id,
        "turn": seen.turn,
        "move": lowest,
    }


def test_fifty_parallel_identical_moves_make_one_log_entry() -> None:
    table = a_running_table(*some_bots("one", "two", "three", "four"))
    move = first_move(table)
    arrived = time.monotonic()
    answers = all_at_once([lambda: play_move(**move, arrived=arrived)] * 50)
    assert sorted(answer.replayed for answer in answers) == [False] + [True] * 49
    assert Move.objects.filter(table=table).count() == 1
    call_command("audit")


def test_a_move_racing_its_deadline_twenty_times_is_made_or_missed_never_both() -> None:
    pair = some_bots("one", "two")
    stories = [race_once(pair) for _ in range(20)]
    assert len(stories) == 20
    call_command("audit")


def race_once(pair: list[Any]) -> str:
    """A move and the clock meet at deadline + grace; returns who won, after checking the log."""
    beat_heart()
    table = a_running_table(*pair)
    move = first_move(table)
    seat = Seat.objects.get(table=table, deadline_at__isnull=False)
    meeting = dt.timedelta(seconds=0.15)
    seat.deadline_at = database_now() + meeting - dt.timedelta(seconds=settings.GRACE_SECONDS)
    seat.save()
    at = time.monotonic() + meeting.total_seconds()
    moved, _ = all_at_once(
        [
            lambda: play_move(**move, arrived=time.monotonic()),
            lambda: expire_until_over(table, seat.number),
        ],
        at=at - 0.01,
    )
    causes = list(
        Move.objects.filter(table=table, seat=seat.number).values_list("cause", flat=True)
    )
    if isinstance(moved, Exception):
        assert not isinstance(moved, AssertionError), moved
        assert getattr(moved, "code", "") in {"deadline_passed", "table_over"}, moved
        assert causes == ["deadline"]
        return "missed"
    assert causes[0] == "move"
    return "made"


def expire_until_over(table: Table, seat: int) -> None:
    """The clock asks again and again, as its worker does, for a tenth of a second."""
    until = time.monotonic() + 0.1
    while time.monotonic() < until:
        expire_seat(table_id=table.pk, seat=seat)


def test_a_late_move_is_told_by_how_much() -> None:
    beat_heart()
    table = a_running_table(*some_bots("one", "two"))
    move = first_move(table)
    long_ago = database_now() - dt.timedelta(seconds=5)
    Seat.objects.filter(table=table, deadline_at__isnull=False).update(deadline_at=long_ago)
    with pytest.raises(DeadlinePassed) as late:
        play_move(**move, arrived=time.monotonic())
    assert late.value.deadline_at == long_ago
    table.refresh_from_db()
    assert (table.status, table.ply) == ("over", 1)
