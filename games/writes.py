"""What every ply writes, as plain SQL: building these three with the ORM cost more than all else.

Both databases understand the text; values that they keep in different forms go through Django's
own adapters.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import connection

from games.rules.protocol import Json

LOG = (
    "INSERT INTO games_move (table_id, ply, seat, turn, move, cause, received_at)"
    " VALUES (%s, %s, %s, %s, %s, %s, %s)"
)
PLY = "UPDATE games_table SET ply = %s WHERE id = %s"


def log_ply(
    *,
    table_id: int,
    ply: int,
    seat: int,
    turn: int | None,
    move: Json,
    cause: str,
    received_at: dt.datetime,
) -> None:
    """One line more in the table's log; a leave has neither turn nor move."""
    kept = None if move is None else connection.ops.adapt_json_value(move, None)
    when = connection.ops.adapt_datetimefield_value(received_at)
    with connection.cursor() as cursor:
        cursor.execute(LOG, [table_id, ply, seat, turn, kept, cause, when])


def store_ply(table_id: int, ply: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(PLY, [ply, table_id])


def store_clocks(
    table_id: int, *, stopped: Sequence[int], started: Sequence[int], deadline_at: dt.datetime
) -> None:
    """Seats that need not act any more, and seats that must act by the same new instant."""
    changed = [*stopped, *started]
    if not changed:
        return
    clock, values = "NULL", []
    if started:
        clock = f"CASE WHEN number IN ({_marks(started)}) THEN %s END"
        values = [*started, connection.ops.adapt_datetimefield_value(deadline_at)]
    where = f"WHERE table_id = %s AND number IN ({_marks(changed)})"
    update = f"UPDATE games_seat SET deadline_at = {clock} {where}"  # noqa: S608 -- marks only
    with connection.cursor() as cursor:
        cursor.execute(update, [*values, table_id, *changed])


def _marks(values: Sequence[int]) -> str:
    return ", ".join(["%s"] * len(values))
