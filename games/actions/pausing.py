"""A running table stands still for a while: every clock keeps what it showed."""

from __future__ import annotations

import datetime as dt

from games import hub
from games.models import Seat, Table
from games.rows import SeatRows, lock_table, read_seats
from players.transactions import in_one_transaction

MILLISECOND = dt.timedelta(milliseconds=1)


def pause_table(*, table_id: int) -> bool:
    """Stop the clocks of a running table; False where it does not run or stands still already."""
    return _told(table_id, _pause(table_id))


def resume_table(*, table_id: int) -> bool:
    """Every clock goes on with what was left of it; False where the table was not paused."""
    return _told(table_id, _resume(table_id))


def give_time(*, table_id: int, seat: int, seconds: int) -> bool:
    """More time for a seat whose clock runs, or stands still; False where it has none."""
    return _told(table_id, _give(table_id, seat, seconds))


@in_one_transaction
def _give(table_id: int, number: int, seconds: int) -> bool:
    lock_table(id=table_id)
    seat = Seat.objects.filter(table_id=table_id, number=number).first()
    if seat is None or (seat.deadline_at is None and seat.rest_ms is None):
        return False
    more = dt.timedelta(seconds=seconds)
    if seat.deadline_at is not None:
        # Time that was over has not been used up: what is given is there from now on.
        seat.deadline_at = max(seat.deadline_at, read_seats(table_id).now) + more
    else:
        seat.rest_ms = (seat.rest_ms or 0) + seconds * 1000
    seat.save(update_fields=["deadline_at", "rest_ms"])
    return True


@in_one_transaction
def _pause(table_id: int) -> bool:
    table = lock_table(id=table_id)
    if table.status != Table.Status.RUNNING or table.paused_at is not None:
        return False
    rows = read_seats(table_id)
    Table.objects.filter(pk=table_id).update(paused_at=rows.now)
    stop_clocks(table_id, rows)
    return True


@in_one_transaction
def _resume(table_id: int) -> bool:
    table = lock_table(id=table_id)
    if table.paused_at is None:
        return False
    Table.objects.filter(pk=table_id).update(paused_at=None)
    if table.status == Table.Status.RUNNING:
        start_clocks(table_id, read_seats(table_id))
    return True


def stop_clocks(table_id: int, rows: SeatRows) -> None:
    """The table is locked. Time that is over counts as none left, not as less than none."""
    for seat in rows.seats:
        if seat.deadline_at is not None:
            rest = max(0, (seat.deadline_at - rows.now) // MILLISECOND)
            own = Seat.objects.filter(table_id=table_id, number=seat.number)
            own.update(deadline_at=None, rest_ms=rest)


def start_clocks(table_id: int, rows: SeatRows) -> None:
    """The table is locked; the clocks that had stopped run again from the same instant on."""
    stopped = Seat.objects.filter(table_id=table_id, rest_ms__isnull=False)
    for number, rest in stopped.values_list("number", "rest_ms"):
        deadline_at = rows.now + (rest or 0) * MILLISECOND
        own = Seat.objects.filter(table_id=table_id, number=number)
        own.update(deadline_at=deadline_at, rest_ms=None)


def _told(table_id: int, changed: bool) -> bool:
    if changed:
        players = Seat.objects.filter(table_id=table_id, player__isnull=False)
        topics = [f"player:{key}" for key in players.values_list("player_id", flat=True)]
        hub.announce(f"table:{table_id}", *topics)
    return changed
