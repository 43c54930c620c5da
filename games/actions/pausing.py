"""Running tables stand still for a while: every clock keeps what it showed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from games import hub
from games.models import Move, Seat, Table
from games.rows import lock_table, lock_tables, read_seats
from players.transactions import database_now, in_one_transaction

MILLISECOND = dt.timedelta(milliseconds=1)
NOTHING = dt.timedelta()
LEAST_LEFT = dt.timedelta(seconds=10)
# Of a clock from which time is taken back, so that nobody is timed out by it at once.


def pause_tables(table_ids: Collection[int]) -> int:
    """Stop the clocks of running tables; how many of them had not stood still already."""
    return _told(_pause(table_ids))


def resume_tables(table_ids: Collection[int]) -> int:
    """Every clock goes on with what was left of it; how many tables had stood still."""
    return _told(_resume(table_ids))


def give_time(*, table_id: int, seat: int, seconds: int, turn: int | None = None) -> int | None:
    """More time for a seat whose clock runs, or stands still: the turn of the seat that got it.

    Fewer than no seconds take time back, of which LEAST_LEFT always stays. None where the seat has
    no clock, or is not at `turn` any more (how many moves it had made before).
    """
    own = _given(table_id, seat, dt.timedelta(seconds=seconds), turn)
    _told([table_id] if own is not None else [])
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
def _pause(table_ids: Collection[int]) -> list[int]:
    running = lock_tables(table_ids, status=Table.Status.RUNNING, paused_at=None)
    now = database_now()
    Table.objects.filter(pk__in=running).update(paused_at=now)
    stop_clocks(running, now)
    return running


@in_one_transaction
def _resume(table_ids: Collection[int]) -> list[int]:
    paused = lock_tables(table_ids, status=Table.Status.RUNNING, paused_at__isnull=False)
    Table.objects.filter(pk__in=paused).update(paused_at=None)
    start_clocks(paused, database_now())
    return paused


def stop_clocks(table_ids: Collection[int], now: dt.datetime) -> None:
    """The tables are locked. Time that is over counts as none left, not as less than none."""
    seats = list(Seat.objects.filter(table_id__in=table_ids, deadline_at__isnull=False))
    for seat in seats:
        seat.rest_ms = max(0, ((seat.deadline_at or now) - now) // MILLISECOND)
        seat.deadline_at = None
    _store_clocks(seats)


def start_clocks(table_ids: Collection[int], now: dt.datetime) -> None:
    """The tables are locked; the clocks that had stopped run again from the same instant on."""
    seats = list(Seat.objects.filter(table_id__in=table_ids, rest_ms__isnull=False))
    for seat in seats:
        seat.deadline_at = now + (seat.rest_ms or 0) * MILLISECOND
        seat.rest_ms = None
    _store_clocks(seats)


def _store_clocks(seats: list[Seat]) -> None:
    """Thousands in a statement: as all rows are there, each insertion turns into the update."""
    Seat.objects.bulk_create(
        seats,
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=["deadline_at", "rest_ms"],
    )


def _told(table_ids: Collection[int]) -> int:
    if table_ids:
        players = Seat.objects.filter(table_id__in=table_ids, player__isnull=False)
        keys = players.order_by().values_list("player_id", flat=True).distinct()
        hub.announce(*(f"table:{key}" for key in table_ids), *(f"player:{key}" for key in keys))
    return len(table_ids)
