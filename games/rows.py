"""A table and its seats as plain rows: what actions lock and queries read, in two statements."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from functools import cache
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import BigIntegerField, CharField, DateTimeField, Func, QuerySet

from games.errors import TableNotFound
from games.models import Seat, Table
from games.rules.protocol import Seat as SeatNumber
from players.compiled import Compiled, Slot


class TableRow(NamedTuple):
    """The columns of a table that a move or a look needs."""

    id: int
    public_id: str
    game: str
    rules_version: int
    options: dict[str, Any]
    seat_count: int
    patience_seconds: int
    status: str
    casual: bool
    deal_id: int
    ply: int
    why: str
    unrated_code: str
    opened_at: dt.datetime
    started_at: dt.datetime | None
    over_at: dt.datetime | None
    paused_at: dt.datetime | None = None

    @property
    def patience(self) -> dt.timedelta:
        return dt.timedelta(seconds=self.patience_seconds)


class SeatRow(NamedTuple):
    """The columns of a seat, with its player's name and what all seats share of table and deal."""

    number: SeatNumber
    player_id: int | None
    handle: str | None
    player_public_id: str | None
    player_kind: str | None
    filler: bool
    deadline_at: dt.datetime | None
    place: int | None
    score: int | None
    left_reason: str
    driver: str
    commitment: str
    deal_public_id: str
    deal_shared: bool
    revealed_at: dt.datetime | None
    table_ply: int


SEAT_COLUMNS = (
    "number",
    "player_id",
    "player__handle",
    "player__public_id",
    "player__kind",
    "filler",
    "deadline_at",
    "place",
    "score",
    "left_reason",
    "driver",
    "table__deal__commitment",
    "table__deal__public_id",
    "table__deal__shared",
    "table__deal__revealed_at",
    "table__ply",
)


class SeatRows(NamedTuple):
    """All seats of a table in turn order, and the instant at which they were read."""

    seats: tuple[SeatRow, ...]
    now: dt.datetime

    @property
    def earliest_deadline(self) -> dt.datetime | None:
        return min((seat.deadline_at for seat in self.seats if seat.deadline_at), default=None)

    def driving(self, player_id: int | None) -> SeatRows:
        """As the house bot sees them that plays on for the player's seat."""
        taken = (
            seat._replace(left_reason="", driver="") if seat.player_id == player_id else seat
            for seat in self.seats
        )
        return self._replace(seats=tuple(taken))

    def of_player(self, player_id: int | None) -> SeatRow | None:
        if player_id is None:
            return None
        return next((seat for seat in self.seats if seat.player_id == player_id), None)


def lock_table(*, skip_locked: bool = False, **which: int | str) -> TableRow:
    """The table's row, locked until the transaction ends. Raises TableNotFound.

    With `skip_locked` a table that somebody else holds counts as not found.
    """
    ((name, value),) = which.items()
    return _one_table(_locking(name, skip_locked), value)


def lock_tables(table_ids: Collection[int], **which: Any) -> list[int]:  # noqa: ANN401
    """Keys of those for which `which` holds, locked in the order in which everybody locks them."""
    tables = Table.objects.select_for_update(no_key=True).filter(pk__in=table_ids, **which)
    return list(tables.order_by("pk").values_list("pk", flat=True))


def read_table(**which: int | str) -> TableRow:
    """The table's row as it stands. Raises TableNotFound."""
    ((name, value),) = which.items()
    return _one_table(_reading(name), value)


def read_both(public_id: str) -> tuple[TableRow, SeatRows]:
    """The table and its seats of one instant. Raises TableNotFound."""
    while True:
        table = read_table(public_id=public_id)
        rows = read_seats(table.id)
        if rows.seats[0].table_ply == table.ply:
            return table, rows
        # A ply was committed between the two: the clocks would not fit the cards.


def _one_table(tables: Compiled, value: int | str) -> TableRow:
    for row in tables.rows(value):
        return TableRow(*row)
    raise TableNotFound("No such table, or it is not open to you yet.")


@cache
def _locking(name: str, skip_locked: bool) -> Compiled:
    return Compiled(lambda: _tables(name).select_for_update(no_key=True, skip_locked=skip_locked))


@cache
def _reading(name: str) -> Compiled:
    return Compiled(lambda: _tables(name))


def _tables(name: str) -> QuerySet[Table, Any]:
    """Tables by one unique column; its value is filled in later."""
    column = CharField() if name == "public_id" else BigIntegerField()
    found = Table.objects.filter(**{name: Slot(0, column)}).order_by()
    return found.values_list(*TableRow._fields)[:1]


def read_seats(table_id: int) -> SeatRows:
    """The seats, with the database's clock read after any lock that was waited for."""
    rows = _SEATS.rows(table_id)
    if connection.vendor == "postgresql":
        return SeatRows(tuple(SeatRow(*row[:-1]) for row in rows), rows[0][-1])
    return SeatRows(tuple(SeatRow(*row) for row in rows), _process_now())


def _seats() -> QuerySet[Seat, Any]:
    seats = Seat.objects.filter(table_id=Slot(0, BigIntegerField())).order_by("number")
    if connection.vendor != "postgresql":
        return seats.values_list(*SEAT_COLUMNS)
    now = Func(function="clock_timestamp", output_field=DateTimeField())
    return seats.annotate(read_at=now).values_list(*SEAT_COLUMNS, "read_at")


_SEATS = Compiled(_seats)


def _process_now() -> dt.datetime:
    # SQLite runs in this process, on this clock.
    return dt.datetime.now(dt.UTC)
