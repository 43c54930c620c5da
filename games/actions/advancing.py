"""One ply more: the log, the clocks, and the end, inside the transaction that holds the table."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.conf import settings

from games import writes
from games.models import Deal, Seat, Table
from games.replay import Entry
from games.rows import SeatRow, SeatRows, TableRow
from games.rules.protocol import Outcome
from games.states import Position

ENDED = (Table.Status.OVER, Table.Status.VOID)


@dataclass(frozen=True, slots=True)
class Step:
    """The table, its seats and its position after a ply."""

    table: TableRow
    rows: SeatRows
    position: Position


def give_up(
    table: TableRow,
    rows: SeatRows,
    position: Position,
    seat: SeatRow,
    reason: str,
    received: dt.datetime,
) -> Step:
    """The seat leaves; where the table was made so, a house bot plays on for it, once.

    A seat without cards is missed by nobody and simply leaves (G15). Raises what the rules raise.
    """
    rules, state = position.rules, position.state
    is_missed = seat.number in rules.in_play(state) and rules.cards_left(state)[seat.number] > 0
    if table.options.get("on_leave") == "house_bot" and not seat.driver and is_missed:
        return _hand_over(table, rows, position, seat, reason)
    return append(table, rows, position, Entry(seat.number, None, reason), received)


def _hand_over(
    table: TableRow, rows: SeatRows, position: Position, seat: SeatRow, reason: str
) -> Step:
    """The rules see nothing of it: the same seat plays on, by another hand."""
    deadline = rows.now + table.patience if seat.deadline_at else None
    driven = seat._replace(left_reason=reason, driver=settings.HOUSE_DRIVER, deadline_at=deadline)
    Seat.objects.filter(table_id=table.id, number=seat.number).update(
        left_reason=driven.left_reason, driver=driven.driver, deadline_at=driven.deadline_at
    )
    seats = tuple(driven if other is seat else other for other in rows.seats)
    return Step(table, SeatRows(seats, rows.now), position)


def append(
    table: TableRow, rows: SeatRows, position: Position, entry: Entry, received: dt.datetime
) -> Step:
    """Log a move or leave and draw its consequences. Raises what the rules raise."""
    after = position.after(entry)
    _log(table, position, entry, received)
    outcome = after.rules.outcome(after.state)
    if outcome is not None:
        return _finish(table, rows, after, outcome)
    writes.store_ply(table.id, after.ply)
    seats = _with_clocks(table, rows, after, entry)
    _store_clocks(table, rows, seats)
    return Step(table._replace(ply=after.ply), SeatRows(seats, rows.now), after)


def _log(table: TableRow, position: Position, entry: Entry, received: dt.datetime) -> None:
    writes.log_ply(
        table_id=table.id,
        ply=position.ply,
        seat=entry.seat,
        turn=position.turns[entry.seat] if entry.cause == "move" else None,
        move=entry.move,
        cause=entry.cause,
        received_at=received,
    )


def _with_clocks(
    table: TableRow, rows: SeatRows, after: Position, entry: Entry
) -> tuple[SeatRow, ...]:
    """A clock starts when its seat comes to act, and after each of its moves; no other moves it."""
    to_act = after.rules.to_act(after.state)
    fresh = rows.now + table.patience
    seats = []
    for seat in rows.seats:
        keeps = seat.deadline_at is not None and seat.number != entry.seat
        deadline = (seat.deadline_at if keeps else fresh) if seat.number in to_act else None
        left = entry.cause if _leaves(seat, entry) else seat.left_reason
        seats.append(seat._replace(deadline_at=deadline, left_reason=left))
    return tuple(seats)


def _leaves(seat: SeatRow, entry: Entry) -> bool:
    return entry.cause != "move" and seat.number == entry.seat


def _store_clocks(table: TableRow, rows: SeatRows, seats: tuple[SeatRow, ...]) -> None:
    changed = [new for new, old in zip(seats, rows.seats, strict=True) if new != old]
    writes.store_clocks(
        table.id,
        stopped=[seat.number for seat in changed if seat.deadline_at is None],
        started=[seat.number for seat in changed if seat.deadline_at is not None],
        deadline_at=rows.now + table.patience,
    )
    for seat in changed:
        if seat.left_reason:
            left = Seat.objects.filter(table_id=table.id, number=seat.number)
            left.update(left_reason=seat.left_reason)


def _finish(table: TableRow, rows: SeatRows, after: Position, outcome: Outcome) -> Step:
    reasons = {leaver.seat: leaver.reason for leaver in outcome.leavers}
    seats = tuple(
        seat._replace(
            deadline_at=None,
            place=None if outcome.is_void else outcome.places[seat.number],
            score=None if outcome.is_void else outcome.scores[seat.number],
            left_reason=reasons.get(seat.number, seat.left_reason),
        )
        for seat in rows.seats
    )
    status = Table.Status.VOID if outcome.is_void else Table.Status.OVER
    over = table._replace(ply=after.ply, status=status, why=outcome.why, over_at=rows.now)
    Table.objects.filter(pk=table.id).update(
        ply=over.ply, status=over.status, why=over.why, over_at=over.over_at, paused_at=None
    )
    _store_results(table, seats)
    revealed = reveal_if_last(table, rows)
    shown = tuple(seat._replace(revealed_at=revealed) for seat in seats)
    return Step(over, SeatRows(shown, rows.now), after)


def _store_results(table: TableRow, seats: tuple[SeatRow, ...]) -> None:
    stored = {seat.number: seat for seat in Seat.objects.filter(table_id=table.id)}
    for seat in seats:
        row = stored[seat.number]
        row.deadline_at, row.place, row.score = None, seat.place, seat.score
        row.left_reason = seat.left_reason
    Seat.objects.bulk_update(stored.values(), ["deadline_at", "place", "score", "left_reason"])


def reveal_if_last(table: TableRow, rows: SeatRows) -> dt.datetime | None:
    """Open the deal when no other table plays it; two that end together are swept up later."""
    if rows.seats[0].deal_shared:
        others = Table.objects.filter(deal_id=table.deal_id).exclude(pk=table.id)
        if others.exclude(status__in=ENDED).exists():
            return None
    Deal.objects.filter(pk=table.deal_id).update(revealed_at=rows.now)
    return rows.now
