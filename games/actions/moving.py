"""A move: one transaction, one row lock, one ply more in the log."""

from __future__ import annotations

import datetime as dt
import time
from dataclasses import dataclass

from django.conf import settings

from games import hub
from games.actions.advancing import Step, append, give_up
from games.errors import (
    BadTurn,
    DeadlinePassed,
    NotSeated,
    NotStarted,
    NotYourTurn,
    StaleTurn,
    TableOver,
    TablePaused,
    TurnAhead,
)
from games.models import Heartbeat, Move, Table
from games.queries import refuse_outsiders
from games.replay import Entry
from games.rows import SeatRow, SeatRows, TableRow, lock_table, read_seats
from games.rules.cards import shown
from games.rules.protocol import Json, NotInPlay, RulesError
from games.seen import TableSeen, seen_by
from games.states import Position, position_at, position_of, remember
from players.transactions import database_now, in_one_transaction

A_DAY = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Played:
    """The table as the mover may now see it; `replayed` when the move was in the log already."""

    seen: TableSeen
    replayed: bool


@dataclass(frozen=True, slots=True)
class _Answer:
    table: TableRow
    rows: SeatRows
    position: Position
    replayed: bool = False
    late: DeadlinePassed | None = None


def play_move(
    *,
    public_id: str,
    player_id: int,
    turn: int,
    move: Json,
    arrived: float,
    driving: bool = False,
) -> Played:
    """Make a move; the same turn with the same move again changes nothing and answers the same.

    `turn` is how many moves the seat has made before; `arrived` is the monotonic clock's reading
    when the request came in; `driving`: the house bot moves that plays on for the seat.
    Raises TableNotFound, NotSeated, NotStarted, BadTurn, StaleTurn, TurnAhead, NotYourTurn,
    TableOver, TablePaused, DeadlinePassed and what the rules raise.
    """
    if not isinstance(turn, int) or isinstance(turn, bool) or turn < 0:
        raise BadTurn(
            f"turn is a whole number from 0 (moves this seat has made), not {shown(turn)}."
        )
    answer = _play(public_id, player_id, turn, move, arrived, driving)
    if not answer.replayed:
        remember(public_id, answer.position)
        announce_ply(answer.table, answer.rows)
    if answer.late:
        raise answer.late
    seen = seen_by(player_id, answer.table, answer.rows, answer.position)
    return Played(seen, answer.replayed)


@in_one_transaction
def _play(
    public_id: str, player_id: int, turn: int, move: Json, arrived: float, driving: bool
) -> _Answer:
    table = lock_table(public_id=public_id)
    rows = read_seats(table.id)
    seat = _seat_of(table, rows.driving(player_id) if driving else rows, player_id)
    position = position_of(table)
    made = position.turns[seat.number]
    if seat.driver:
        raise NotInPlay(f"Seat {seat.number} has left; a house bot plays on for it.")
    if turn < made:
        _refuse_another_move(table, position, seat, turn, move)
        return _Answer(table, rows, position, replayed=True)
    deadline_at = _deadline_of(table, rows, seat, turn, made)
    received = rows.now - dt.timedelta(seconds=max(0.0, time.monotonic() - arrived))
    if not is_in_time(deadline_at, table, received):
        step = give_up(table, rows, position, rows.seats[seat.number], "deadline", received)
        return _Answer(step.table, step.rows, step.position, late=_late(deadline_at, received))
    step = _apply(table, rows, position, seat, move, received)
    return _Answer(step.table, step.rows, step.position)


def _seat_of(table: TableRow, rows: SeatRows, player_id: int) -> SeatRow:
    seat = rows.of_player(player_id)
    if seat is None:
        refuse_outsiders(rows, player_id)
        raise NotSeated("You have no seat at this table; you may watch it.")
    if table.status == Table.Status.OPEN:
        raise NotStarted("This table has not started; it waits for players.")
    if table.started_at is None:
        raise TableOver("This table is void: it never started.")
    return seat


def _refuse_another_move(
    table: TableRow, position: Position, seat: SeatRow, turn: int, move: Json
) -> None:
    """A retry passes; another move for a turn already made raises StaleTurn."""
    ply, logged = Move.objects.values_list("ply", "move").get(
        table_id=table.id, seat=seat.number, turn=turn
    )
    rules = position.rules
    try:
        before = position_at(table, ply).state
        stated = rules.dump_move(rules.canonical(before, seat.number, rules.parse(move)))
    except RulesError:
        stated = None
    if stated != logged:
        raise StaleTurn(
            f"Turn {turn} was already played, with another move; your next turn is "
            f"{position.turns[seat.number]}. Here is the table now."
        )


def _deadline_of(
    table: TableRow, rows: SeatRows, seat: SeatRow, turn: int, made: int
) -> dt.datetime:
    """By when the seat must act. Raises what keeps it from acting at all."""
    if table.status != Table.Status.RUNNING:
        raise TableOver(f"This table is over: {table.why}.")
    if seat.left_reason:
        raise NotInPlay(f"Seat {seat.number} has left this table ({seat.left_reason}).")
    if turn > made:
        raise TurnAhead(f"Your next turn is {made}, not {turn}.")
    if table.paused_at is not None:
        raise TablePaused(
            "The event is paused: no clock runs and no move is taken. Send it when it goes on."
        )
    if seat.deadline_at is None:
        to_act = tuple(other.number for other in rows.seats if other.deadline_at)
        raise NotYourTurn(
            f"Seat {', '.join(map(str, to_act))} is to act, you are seat {seat.number}.", to_act
        )
    return seat.deadline_at


def _apply(
    table: TableRow,
    rows: SeatRows,
    position: Position,
    seat: SeatRow,
    move: Json,
    received: dt.datetime,
) -> Step:
    rules = position.rules
    understood = rules.canonical(position.state, seat.number, rules.parse(move))
    entry = Entry(seat.number, rules.dump_move(understood), "move")
    return append(table, rows, position, entry, received)


def is_in_time(deadline_at: dt.datetime, table: TableRow, received: dt.datetime) -> bool:
    """Whether a seat that must act still may, for something received at that instant."""
    grace = dt.timedelta(seconds=settings.GRACE_SECONDS)
    if received <= deadline_at + grace:
        return True
    beat = Heartbeat.objects.first()
    silence = dt.timedelta(seconds=settings.HEARTBEAT_LATE_SECONDS)
    if beat is None or database_now() - beat.beat_at > silence:
        return True  # Nobody watches the deadlines: nobody is flagged.
    return table.patience < A_DAY and received <= beat.no_timeouts_before


def _late(deadline_at: dt.datetime, received: dt.datetime) -> DeadlinePassed:
    late = (received - deadline_at).total_seconds()
    return DeadlinePassed(
        f"Your time ended at {deadline_at:%H:%M:%S} UTC; the move came {late:.1f} s later. "
        "You take last place.",
        deadline_at,
        received,
    )


def announce_ply(table: TableRow, rows: SeatRows) -> None:
    """Wake who watches the table and who is now to act; everybody seated when it is over."""
    running = table.status == Table.Status.RUNNING
    waiting = (seat for seat in rows.seats if seat.deadline_at or not running)
    topics = [f"player:{seat.player_id}" for seat in waiting]
    hub.announce(f"table:{table.id}", *topics)
