"""Proves the invariants of stored tables by replaying every log from its deal."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator

from django.db.models import Count, Q

from games import secrets
from games.models import Deal, Move, Seat, Table
from games.rows import SeatRows, TableRow, read_seats, read_table
from games.states import Position, first_position, played_on
from players.findings import Finding
from players.transactions import snapshot_began

ENDED = (Table.Status.OVER, Table.Status.VOID)
# A tick may be late, and a sweep takes its time, before something overdue is an error.
PATIENCE_OF_AUDIT = dt.timedelta(seconds=15)
# Shared deals whose last tables ended at one instant are opened once a minute.
REVEAL_SWEEP = dt.timedelta(minutes=2)


def audit_findings() -> list[Finding]:
    """Every invariant of tables that does not hold, in words."""
    checks: tuple[Callable[[], Iterator[Finding]], ...] = (
        _logs,
        _clocks,
        _overdue,
        _unsettled,
        _secrets,
    )
    return [finding for check in checks for finding in check()]


def _logs() -> Iterator[Finding]:
    started = Table.objects.filter(started_at__isnull=False).order_by("pk")
    for public_id in started.values_list("public_id", flat=True).iterator(chunk_size=500):
        table = read_table(public_id=public_id)
        yield from _log(table, read_seats(table.id))


def _log(table: TableRow, rows: SeatRows) -> Iterator[Finding]:
    plies = Move.objects.filter(table_id=table.id).order_by("ply").values_list("ply", flat=True)
    if list(plies) != list(range(table.ply)):
        yield _finding("log_has_a_gap", table, f"{table.ply} plies expected, {list(plies)} there")
        return
    try:
        position = played_on(table, first_position(table), table.ply)
    except Exception as error:
        yield _finding("log_does_not_replay", table, f"{type(error).__name__}: {error}")
        return
    yield from _ends(table, rows, position)


def _ends(table: TableRow, rows: SeatRows, position: Position) -> Iterator[Finding]:
    outcome = position.rules.outcome(position.state)
    is_over = table.status == Table.Status.OVER
    if is_over != (outcome is not None) and table.status != Table.Status.VOID:
        yield _finding("over_without_outcome", table, f"status {table.status}, outcome {outcome}")
    places = tuple(seat.place for seat in rows.seats)
    expected = outcome.places if outcome and is_over else (None,) * table.seat_count
    if places != expected:
        yield _finding("places_differ_from_the_log", table, f"{expected} expected, {places} there")
    runs = table.status == Table.Status.RUNNING and table.paused_at is None
    to_act = position.rules.to_act(position.state) if runs else ()
    clocks = tuple(seat.number for seat in rows.seats if seat.deadline_at)
    if clocks != tuple(to_act):
        yield _finding("clock_without_turn", table, f"{to_act} to act, clocks of {clocks}")


def _clocks() -> Iterator[Finding]:
    stray = Seat.objects.filter(deadline_at__isnull=False).exclude(table__status="running")
    for seat in stray.select_related("table"):
        yield Finding("clock_at_rest", f"table {seat.table.public_id}", f"seat {seat.number}")


def _overdue() -> Iterator[Finding]:
    late = snapshot_began() - PATIENCE_OF_AUDIT
    for seat in Seat.objects.filter(deadline_at__lt=late).select_related("table"):
        subject = f"table {seat.table.public_id}"
        yield Finding("overdue", subject, f"seat {seat.number} since {seat.deadline_at:%H:%M:%S}")


def _unsettled() -> Iterator[Finding]:
    late = snapshot_began() - PATIENCE_OF_AUDIT
    waiting = Table.objects.filter(status__in=ENDED, settled_at=None, over_at__lt=late)
    for table in waiting:
        yield Finding("unsettled", f"table {table.public_id}", f"over since {table.over_at}")


def _secrets() -> Iterator[Finding]:
    for public_id in secrets.missing_secrets():
        yield Finding("secret_missing", f"deal {public_id}", "its secret is gone")
    deals = Deal.objects.annotate(
        all=Count("tables"), unended=Count("tables", filter=~Q(tables__status__in=ENDED))
    )
    for deal in deals.filter(revealed_at__isnull=False, unended__gt=0):
        yield Finding("revealed_early", f"deal {deal.public_id}", "a table of it goes on")
    late = snapshot_began() - REVEAL_SWEEP
    ended = deals.filter(revealed_at=None, unended=0, all__gt=0)
    for deal in ended.exclude(tables__over_at__gte=late):
        yield Finding("not_revealed", f"deal {deal.public_id}", "every table of it has ended")


def _finding(code: str, table: TableRow, text: str) -> Finding:
    return Finding(code, f"table {table.public_id}", text)
