"""Opening a table, taking its seats, and dealing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings

from games import hub, secrets
from games.errors import (
    AlreadySeated,
    BadNonce,
    BadPatience,
    NotSeated,
    TableFull,
    TableNotOpen,
)
from games.models import Seat, Table
from games.queries import refuse_outsiders
from games.rows import SeatRows, TableRow, lock_table, read_seats
from games.rules.cards import shown
from games.rules.registry import rules_for
from games.states import first_position
from players.actions import house_player
from players.models import Player
from players.transactions import database_now, in_one_transaction

LONGEST_PATIENCE = 14 * 86_400
LONGEST_NONCE = 64


def open_table(
    *,
    game: str,
    options: Mapping[str, Any],
    seat_count: int,
    patience_seconds: int,
    opened_by: Player,
    casual: bool = False,
    nonce: bytes = b"",
) -> Table:
    """A table that waits for players; its opener takes seat 0, its deal is sealed at once.

    Raises UnknownGame, BadOptions, BadPatience, BadNonce.
    """
    table = _open(game, options, seat_count, patience_seconds, opened_by.pk, casual, nonce)
    hub.announce("home")
    return table


@in_one_transaction
def _open(
    game: str,
    options: Mapping[str, Any],
    seat_count: int,
    patience_seconds: int,
    opener_id: int,
    casual: bool,
    nonce: bytes,
) -> Table:
    now = database_now()
    table = _new_table(game, options, seat_count, patience_seconds, casual, now)
    table.expires_at = now + dt.timedelta(hours=settings.OPEN_TABLE_HOURS)
    table.save()
    first = Seat(table=table, number=0, player_id=opener_id, nonce=checked_nonce(nonce))
    Seat.objects.bulk_create([first, *_empty_seats(table, range(1, seat_count))])
    return table


def _new_table(
    game: str,
    options: Mapping[str, Any],
    seat_count: int,
    patience_seconds: int,
    casual: bool,
    now: dt.datetime,
) -> Table:
    rules = rules_for(game, options, seat_count)
    return Table(
        game=game,
        rules_version=rules.version,
        options=dict(rules.options),
        seat_count=seat_count,
        patience_seconds=checked_patience(patience_seconds),
        casual=casual,
        deal=secrets.seal_deal(),
        opened_at=now,
    )


def _empty_seats(table: Table, numbers: range) -> list[Seat]:
    return [Seat(table=table, number=number) for number in numbers]


def checked_patience(seconds: object) -> int:
    """Raises BadPatience."""
    if type(seconds) is int and 1 <= seconds <= LONGEST_PATIENCE:
        return seconds
    raise BadPatience(
        f"Patience is a whole number of seconds from 1 to {LONGEST_PATIENCE} (14 days), "
        f"not {shown(seconds)}."
    )


def checked_nonce(nonce: bytes) -> bytes:
    """Raises BadNonce."""
    if len(nonce) > LONGEST_NONCE:
        raise BadNonce(f"A nonce has at most {LONGEST_NONCE} bytes; this one has {len(nonce)}.")
    return nonce


def join_table(*, public_id: str, player_id: int, nonce: bytes = b"") -> None:
    """Take the first empty seat; a table that is now full starts.

    Raises TableNotFound, TableNotOpen, AlreadySeated, TableFull, BadNonce.
    """
    _announce_start(*_join(public_id, player_id, nonce))


@in_one_transaction
def _join(public_id: str, player_id: int, nonce: bytes) -> tuple[TableRow, SeatRows]:
    table = _lock_open(public_id, player_id)
    rows = read_seats(table.id)
    if rows.of_player(player_id):
        raise AlreadySeated("You sit at this table already.")
    free = next((seat.number for seat in rows.seats if seat.player_id is None), None)
    if free is None:
        raise TableFull(f"All {table.seat_count} seats are taken.")
    _take_seat(table, free, player_id, nonce=checked_nonce(nonce))
    rows = read_seats(table.id)
    if all(seat.player_id for seat in rows.seats):
        begin(table, rows)
    return table, rows


def set_nonce(*, public_id: str, player_id: int, nonce: bytes) -> None:
    """Mix own randomness into the deal, until the table starts.

    Raises TableNotFound, TableNotOpen, NotSeated, BadNonce.
    """
    _set_nonce(public_id, player_id, checked_nonce(nonce))


@in_one_transaction
def _set_nonce(public_id: str, player_id: int, nonce: bytes) -> None:
    table = _lock_open(public_id, player_id)
    if not Seat.objects.filter(table_id=table.id, player_id=player_id).update(nonce=nonce):
        raise NotSeated("Only a seat of this table can add to its deal; you have none.")


def start_table(*, public_id: str, player_id: int, fillers: Sequence[str] = ("greedy",)) -> None:
    """Start with house bots in the empty seats, which makes the table unrated.

    `fillers` names strategies, dealt out in turn. Raises TableNotFound, TableNotOpen, NotSeated.
    """
    _announce_start(*_start(public_id, player_id, tuple(fillers)))


@in_one_transaction
def _start(public_id: str, player_id: int, fillers: tuple[str, ...]) -> tuple[TableRow, SeatRows]:
    table = _lock_open(public_id, player_id)
    rows = read_seats(table.id)
    if not rows.of_player(player_id):
        raise NotSeated("Only a seat of this table can start it; you have none.")
    empty = [seat.number for seat in rows.seats if seat.player_id is None]
    for index, number in enumerate(empty):
        strategy = fillers[index % len(fillers)]
        filler = house_player(f"{strategy}-{index + 1}", strategy)
        _take_seat(table, number, filler.pk, filler=True)
    rows = read_seats(table.id)
    begin(table, rows)
    return table, rows


def begin(table: TableRow, rows: SeatRows) -> None:
    """Deal, and start the clock of the seats that must act. The table is locked and full."""
    position = first_position(table)
    Table.objects.filter(pk=table.id).update(
        status=Table.Status.RUNNING, started_at=rows.now, expires_at=None
    )
    to_act = position.rules.to_act(position.state)
    Seat.objects.filter(table_id=table.id, number__in=to_act).update(
        deadline_at=rows.now + table.patience
    )


def _lock_open(public_id: str, player_id: int) -> TableRow:
    table = lock_table(public_id=public_id)
    if table.status != Table.Status.OPEN:
        refuse_outsiders(read_seats(table.id), player_id)
        raise TableNotOpen(f"This table is {table.status}; it waits for nobody any more.")
    return table


def _take_seat(
    table: TableRow, number: int, player_id: int, *, filler: bool = False, nonce: bytes = b""
) -> None:
    Seat.objects.filter(table_id=table.id, number=number).update(
        player_id=player_id, filler=filler, nonce=nonce
    )


def _announce_start(table: TableRow, rows: SeatRows) -> None:
    players = [f"player:{seat.player_id}" for seat in rows.seats if seat.player_id]
    hub.announce(f"table:{table.id}", "home", *players)
