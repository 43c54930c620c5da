"""A running table stands still for a while: every clock keeps what it showed."""

from __future__ import annotations

import datetime as dt

from games import hub
from games.models import Move, Seat, Table
from games.rows import SeatRows, lock_table, read_seats
from players.transactions import in_one_transaction

MILLISECOND = dt.timedelta(milliseconds=1)
NOTHING = dt.timedelta()
LEAST_LEFT = dt.timedelta(seconds=10)
# Of a clock from which time is taken back, so that nobody is timed out by it at once.


def pause_table(*, table_id: int) -> bool:
    """Stop the clocks of a running table; False where it does not run or stands still already."""
    return _told(table_id, _pause(table_id))


def resume_table(*, table_id: int) -> bool:
    """Every clock goes on with what was left of it; False where the table was not paused."""
    return _told(table_id, _resume(table_id))


def give_time(*, table_id: int, seat: int, seconds: int, turn: int | None = None) -> int | None:
    """More time for a seat whose clock runs, or stands still: the turn of the seat that got it.

    Fewer than no seconds take time back, of which LEAST_LEFT always stays. None where the seat has
    no clock, or is not at `turn` any more (how many moves it had made before).
    """
    own = _given(table_id, seat, dt.timedelta(seconds=seconds), turn)
    _told(table_id, own is not None)
    return own


@in_one_transaction
def _given(table_id: int, number: int, more: dt.timedelta, turn: int | None) -> int | None:
    lock_table(id=table_id)
    seat = Seat.objects.filter(table_id=table_id, number=number).first()
    if seat is None or (seat.deadline_at is None and seat.rest_ms is None):
        return None
    own = Move.objects.filter(table_id=table_id, seat=number, turn__isnull=False).count()
    if turn is not None and turn != own:
        return None
    now = read_seats(table_id).now
    if seat.deadline_at is not None:
        seat.deadline_at = now + _changed(seat.deadline_at - now, more)
    else:
        seat.rest_ms = _changed((seat.rest_ms or 0) * MILLISECOND, more) // MILLISECOND
    seat.save(update_fields=["deadline_at", "rest_ms"])
    return own


def _changed(rest: dt.timedelta, more: dt.timedelta) -> dt.timedelta:
    """Time that was over has not been used up: what is given is there from now on."""
    return max(rest, NOTHING) + more if more > NOTHING else max(rest + more, min(rest, LEAST_LEFT))


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
