"""What everybody may see of many tables at once: counts and how seats ended, never a card."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import OuterRef, Subquery

from games.models import Move, Seat, Table
from games.queries import closed
from games.rows import TableRow
from games.states import Position, positions_of

SEAT_COLUMNS = ("number", "player_id", "nonce", "deadline_at", "place", "score", "left_reason")


@dataclass(frozen=True, slots=True)
class SeatGlimpse:
    """A seat from afar; `last_ply` is that of its last move, `is_last` if nobody came after it.

    `out_as` is 2 for who was the second to be out of a table that still runs.
    """

    player_id: int | None
    cards_left: int
    is_to_act: bool
    out_as: int | None
    place: int | None
    score: int | None
    left_reason: str
    last_ply: int | None
    is_last: bool


def glimpses_of(table_ids: Collection[int]) -> dict[int, tuple[SeatGlimpse, ...]]:
    """glimpses[table's key][seat] of started tables, in four statements at most.

    Those whose deal is still played elsewhere are left out: for outsiders they are closed.
    """
    seats = _seats(table_ids) if table_ids else ()
    by_table = {key: list(ours) for key, ours in groupby(seats, key=lambda row: row[-1].id)}
    tables = [rows[0][-1] for rows in by_table.values()]
    nonces = {key: [bytes(row[2]) for row in rows] for key, rows in by_table.items()}
    positions = positions_of(tables, nonces) if tables else {}
    return {key: _glimpses(rows, positions[key]) for key, rows in by_table.items()}


def _seats(table_ids: Collection[int]) -> Iterable[tuple[Any, ...]]:
    """The seats by table and number: SEAT_COLUMNS, the ply of the last move, the table's row."""
    last = Move.objects.filter(table=OuterRef("table"), seat=OuterRef("number"), cause="move")
    rows = Seat.objects.filter(
        ~closed("table__"), table_id__in=table_ids, table__started_at__isnull=False
    ).annotate(last_ply=Subquery(last.order_by("-ply").values("ply")[:1]))
    table = (f"table__{name}" for name in TableRow._fields)
    columns = (*SEAT_COLUMNS, "last_ply", *table)
    cut = len(SEAT_COLUMNS) + 1
    for row in rows.order_by("table_id", "number").values_list(*columns):
        yield (*row[:cut], TableRow(*row[cut:]))


def _glimpses(rows: list[tuple[Any, ...]], position: Position) -> tuple[SeatGlimpse, ...]:
    counts = position.rules.cards_left(position.state)
    places = [row[4] for row in rows if row[4]]
    is_running = rows[0][-1].status == Table.Status.RUNNING
    out = _out(rows, position) if is_running else []
    return tuple(
        SeatGlimpse(
            player_id=player_id,
            cards_left=counts[number],
            is_to_act=is_running and deadline_at is not None,
            out_as=out.index(number) + 1 if number in out else None,
            place=place,
            score=score,
            left_reason=left_reason,
            last_ply=last_ply,
            is_last=place is not None and place == max(places),
        )
        for number, player_id, _, deadline_at, place, score, left_reason, last_ply, _ in rows
    )


def _out(rows: list[tuple[Any, ...]], position: Position) -> list[int]:
    """The seats that have played to their end, in the order in which they did."""
    playing = position.rules.in_play(position.state)
    done = [row for row in rows if row[0] not in playing and not row[6]]
    return [row[0] for row in sorted(done, key=lambda row: row[7] or 0)]
