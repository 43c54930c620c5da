"""Leaving a table: by one's own will, by a missed deadline, or by a director's hand."""

from __future__ import annotations

import datetime as dt

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q

from games import hub
from games.actions.advancing import Step, give_up
from games.actions.moving import A_DAY, announce_ply, is_in_time
from games.actions.pausing import start_clocks, stop_clocks
from games.errors import NotSeated, TableNotFound, TableOver
from games.models import Heartbeat, Seat, Table
from games.queries import refuse_outsiders
from games.rows import SeatRow, SeatRows, TableRow, lock_table, read_seats, read_table
from games.states import position_of, remember
from players.transactions import database_now, in_one_transaction

PUSH_BACK_SECONDS = 5


def leave_table(*, public_id: str, player_id: int) -> None:
    """Give up the seat: before the start it is free again, afterwards it takes the last place.

    Again by a seat that has left: nothing happens. Raises TableNotFound, NotSeated, NotInPlay,
    TableOver.
    """
    _told(_leave_by_will(public_id, player_id))


def remove_player(*, table_id: int, player_id: int) -> None:
    """A director takes the player from the table; nothing happens where it is out or gone."""
    _told(_remove(table_id, player_id))


@in_one_transaction
def _leave_by_will(public_id: str, player_id: int) -> Step | None:
    table = lock_table(public_id=public_id)
    rows = read_seats(table.id)
    seat = rows.of_player(player_id)
    if seat is None:
        refuse_outsiders(rows, player_id)
        raise NotSeated("You have no seat at this table.")
    if seat.left_reason:
        return None
    if table.status == Table.Status.OPEN:
        _free_seat(table, rows, seat)
        hub.announce(f"table:{table.id}", "home")
        return None
    if table.status != Table.Status.RUNNING:
        raise TableOver(f"This table is over: {table.why}.")
    return _leave(table, rows, seat, "resigned")


@in_one_transaction
def _remove(table_id: int, player_id: int) -> Step | None:
    table = lock_table(id=table_id)
    rows = read_seats(table.id)
    seat = rows.of_player(player_id)
    if seat is None or table.status != Table.Status.RUNNING:
        return None
    position = position_of(table)
    if seat.number not in position.rules.in_play(position.state):
        return None
    if table.paused_at is None:
        return _leave(table, rows, seat, "removed")
    return _leave_standing_still(table, rows, seat)


def _leave_standing_still(table: TableRow, rows: SeatRows, seat: SeatRow) -> Step:
    """A leave draws consequences for the clocks, so they run for the moment that takes."""
    start_clocks([table.id], rows.now)
    step = _leave(table, read_seats(table.id), seat, "removed")
    if step.table.status == Table.Status.RUNNING:
        stop_clocks([table.id], read_seats(table.id).now)
    return Step(step.table, read_seats(table.id), step.position)


def _free_seat(table: TableRow, rows: SeatRows, seat: SeatRow) -> None:
    """An open table whose last player goes is void: nobody could start it."""
    Seat.objects.filter(table_id=table.id, number=seat.number).update(player=None, nonce=b"")
    if sum(1 for other in rows.seats if other.player_id) == 1:
        Table.objects.filter(pk=table.id).update(
            status=Table.Status.VOID, why="nobody_left", over_at=rows.now, expires_at=None
        )


def _leave(table: TableRow, rows: SeatRows, seat: SeatRow, reason: str) -> Step:
    return give_up(table, rows, position_of(table), seat, reason, rows.now)


def _told(step: Step | None) -> None:
    if step is None:
        return
    # A withdrawal calls inside its own transaction: what may still be undone is no position.
    transaction.on_commit(lambda: remember(step.table.public_id, step.position))
    announce_ply(step.table, step.rows)


def beat_heart() -> None:
    """The ticker is alive. After a silence nobody is timed out until everybody could catch up."""
    _beat()


@in_one_transaction
def _beat() -> None:
    now = database_now()
    beat = Heartbeat.objects.select_for_update(no_key=True).first()
    if beat is None:
        Heartbeat.objects.create(pk=1, beat_at=now, no_timeouts_before=now)
        return
    gap = now - beat.beat_at
    if gap > dt.timedelta(seconds=settings.HEARTBEAT_LATE_SECONDS):
        most = dt.timedelta(seconds=settings.NO_TIMEOUTS_MOST_SECONDS)
        beat.no_timeouts_before = now + min(gap, most)
    beat.beat_at = max(now, beat.beat_at)
    beat.save()


def due_seats(limit: int) -> list[tuple[int, int]]:
    """(table key, seat number) of seats whose deadline and grace are over, the latest due last.

    Those that the time after an outage protects are left out until it is over.
    """
    now = database_now()
    due = Seat.objects.filter(deadline_at__lte=now - dt.timedelta(seconds=settings.GRACE_SECONDS))
    if Heartbeat.objects.filter(no_timeouts_before__gt=now).exists():
        due = due.filter(table__patience_seconds__gte=A_DAY.total_seconds())
    ready = due.filter(Q(expire_after=None) | Q(expire_after__lte=now))
    return list(ready.order_by("deadline_at").values_list("table_id", "number")[:limit])


def expire_seat(*, table_id: int, seat: int) -> bool:
    """The seat leaves if its time is over; whether it did. Does nothing while a move holds it."""
    step = _expire(table_id, seat)
    _told(step)
    return step is not None


@in_one_transaction
def _expire(table_id: int, number: int) -> Step | None:
    try:
        table = lock_table(id=table_id, skip_locked=True)
    except TableNotFound:
        return None  # Somebody is acting at it just now; the next tick looks again.
    rows = read_seats(table.id)
    seat = rows.seats[number]
    if seat.deadline_at is None or is_in_time(seat.deadline_at, table, rows.now):
        return None
    return _leave(table, rows, seat, "deadline")


def expire_overdue(*, public_id: str) -> None:
    """Whoever reads a table need not wait for the tick: its overdue seats leave now."""
    table = read_table(public_id=public_id)
    for seat in read_seats(table.id).seats:
        if seat.deadline_at:
            expire_seat(table_id=table.id, seat=seat.number)


def push_back_seat(*, table_id: int, seat: int) -> None:
    """Expiring it failed: count that, and let the others go first."""
    later = database_now() + dt.timedelta(seconds=PUSH_BACK_SECONDS)
    Seat.objects.filter(table_id=table_id, number=seat).update(
        expire_failures=F("expire_failures") + 1, expire_after=later
    )
    hub.announce(f"table:{table_id}")
