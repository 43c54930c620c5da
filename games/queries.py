"""What can be asked of tables; every answer is made for one viewer."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from games import secrets
from games.errors import NotStarted, RecordClosed, TableNotFound
from games.models import Deal, Heartbeat, Move, Seat, Table
from games.rows import SeatRows, TableRow, read_both, read_seats, read_table
from games.seen import TableSeen, seen_by
from games.states import Position, deal_of, nonces_of, position_of, rules_of
from players.transactions import database_now

ENDED = (Table.Status.OVER, Table.Status.VOID)


@dataclass(frozen=True, slots=True)
class LogLine:
    """One ply: `move` and `text` in the game's notation, None and "" for a leave."""

    ply: int
    seat: int
    turn: int | None
    move: Any
    text: str
    cause: str
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class TableListed:
    """A line of a list of tables."""

    id: int
    public_id: str
    game: str
    status: str
    casual: bool
    ply: int
    seat_count: int
    patience_seconds: int
    handles: tuple[str | None, ...]
    deadline_at: dt.datetime | None
    opened_at: dt.datetime


@dataclass(frozen=True, slots=True)
class Pulse:
    """Whether deadlines are being watched: seconds since the last beat, and what lies overdue."""

    beat_age_seconds: float | None
    overdue_seats: int
    unsettled_tables: int


def table_seen(*, public_id: str, viewer: int | None, driving: bool = False) -> TableSeen:
    """The table as the viewer (a player's key) may see it. Raises TableNotFound.

    `driving`: as the house bot sees it that plays on for the viewer's seat.
    """
    table, rows = read_both(public_id)
    if driving:
        rows = rows.driving(viewer)
    refuse_outsiders(rows, viewer)
    return seen_by(viewer, table, rows, position_if_started(table))


def refuse_outsiders(rows: SeatRows, viewer: int | None) -> None:
    """Raises TableNotFound where the deal is still played elsewhere and the viewer has no seat."""
    seat = rows.seats[0]
    if seat.deal_shared and seat.revealed_at is None and not rows.of_player(viewer):
        raise TableNotFound("No such table, or it is not open to you yet.")


def position_if_started(table: TableRow) -> Position | None:
    return position_of(table) if table.started_at else None


def turns_of(player_id: int) -> list[TableSeen]:
    """Every table where the player must act now, the most urgent first."""
    seen = (
        table_seen(public_id=public_id, viewer=player_id) for public_id in urgent_tables(player_id)
    )
    return [table for table in seen if table.is_viewer_to_act]


def urgent_tables(player_id: int) -> list[str]:
    """Public ids of the tables where the player must act now, the most urgent first."""
    due = Seat.objects.filter(player_id=player_id, deadline_at__isnull=False, driver="")
    return list(due.order_by("deadline_at").values_list("table__public_id", flat=True))


def players_to_act(player_ids: Collection[int]) -> set[int]:
    """Those of the players (keys) who must act somewhere now."""
    due = Seat.objects.filter(player_id__in=player_ids, deadline_at__isnull=False, driver="")
    return {key for key in due.values_list("player_id", flat=True) if key} if player_ids else set()


def plies_of(table_ids: Collection[int]) -> dict[int, int]:
    """The ply of each of the tables (keys) that still runs."""
    running = Table.objects.filter(pk__in=table_ids, status=Table.Status.RUNNING)
    return dict(running.values_list("pk", "ply")) if table_ids else {}


def list_tables(
    *,
    viewer: int | None = None,
    status: str | None = None,
    game: str | None = None,
    player_id: int | None = None,
    after: int | None = None,
    limit: int = 50,
) -> list[TableListed]:
    """Newest first, `after` the key of the last line seen. Closed duplicate tables are left out."""
    tables = open_to(viewer, Table.objects.order_by("-id"))
    if status:
        tables = tables.filter(status=status)
    if game:
        tables = tables.filter(game=game)
    if player_id:
        tables = tables.filter(seats__player_id=player_id)
    if after:
        tables = tables.filter(id__lt=after)
    return [_listed(table) for table in tables.prefetch_related("seats__player")[:limit]]


def live_tables(*, viewer: int | None, limit: int) -> list[TableSeen]:
    """Running tables that the viewer may watch, its own first, then the newest."""
    running = open_to(viewer, Table.objects.filter(status=Table.Status.RUNNING))
    own = list(running.filter(seats__player_id=viewer).order_by("-id")[:limit]) if viewer else []
    others = running.exclude(pk__in=[table.pk for table in own]).order_by("-id")
    chosen = [*own, *others[: limit - len(own)]]
    return [table_seen(public_id=table.public_id, viewer=viewer) for table in chosen]


def open_to(viewer: int | None, tables: QuerySet[Table]) -> QuerySet[Table]:
    """Tables that the viewer may see: those of a deal still played elsewhere only from a seat."""
    if viewer is None:
        return tables.exclude(closed())
    seated = Seat.objects.filter(player_id=viewer).values("table_id")
    return tables.filter(~closed() | Q(pk__in=seated))


def closed(prefix: str = "") -> Q:
    """Tables that nobody but their own seats sees anything of, until the last of their deal ends.

    `prefix` leads from the rows that are asked to the table: "table__" for seats.
    """
    return Q(**{f"{prefix}deal__shared": True, f"{prefix}deal__revealed_at__isnull": True})


def log_of(*, public_id: str, viewer: int | None, after_ply: int = 0) -> list[LogLine]:
    """The plies from `after_ply` on, as they were told to everybody. Raises TableNotFound.

    While the table runs, plies that the game tells no more are left out (`rules.told_from`).
    """
    table = read_table(public_id=public_id)
    refuse_outsiders(read_seats(table.id), viewer)
    rules = rules_of(table)
    first = max(after_ply, _told_from(table))
    plies = Move.objects.filter(table_id=table.id, ply__gte=first).order_by("ply")
    return [
        LogLine(
            ply=ply.ply,
            seat=ply.seat,
            turn=ply.turn,
            move=ply.move,
            text=rules.describe_move(rules.parse(ply.move)) if ply.cause == "move" else "",
            cause=ply.cause,
            at=ply.received_at,
        )
        for ply in plies
    ]


def _told_from(table: TableRow) -> int:
    if table.status != Table.Status.RUNNING:
        return 0
    position = position_of(table)
    return position.rules.told_from(position.state)


def record_of(*, public_id: str, viewer: int | None) -> dict[str, Any]:
    """Everything from which anybody can check the deal and replay the table.

    Raises RecordClosed until the table and the last one of its deal are over.
    """
    table, rows = read_both(public_id)
    refuse_outsiders(rows, viewer)
    deal = Deal.objects.get(pk=table.deal_id)
    secret = secrets.revealed_secret(deal)
    if secret is None:
        raise RecordClosed(
            "The record opens when this table, and every table of its deal, is over."
        )
    if table.started_at is None:
        raise NotStarted("This table never started; there is nothing to record.")
    return {**_facts(table, rows), "deal_id": deal.public_id, "secret": secret}


def void_by_rules(table_ids: Collection[int]) -> frozenset[int]:
    """Those of the void tables (keys) that a leave ended, not an operator: replayed to be sure."""
    void = Table.objects.filter(
        pk__in=table_ids, status=Table.Status.VOID, started_at__isnull=False
    )
    rows = [TableRow(*row) for row in void.values_list(*TableRow._fields)]
    found = [(row.id, position_of(row)) for row in rows]
    return frozenset(
        key for key, position in found if position.rules.outcome(position.state) is not None
    )


def revealed_draw(deal_id: int) -> str | None:
    """The secret of an event's draw in hexadecimal once the event has ended, else None."""
    return secrets.revealed_secret(Deal.objects.get(pk=deal_id))


def pulse() -> Pulse:
    """For the health page: is the tick late, does something overdue lie about?"""
    now = database_now()
    beat = Heartbeat.objects.first()
    late = now - dt.timedelta(seconds=15)
    return Pulse(
        beat_age_seconds=(now - beat.beat_at).total_seconds() if beat else None,
        overdue_seats=Seat.objects.filter(deadline_at__lt=late).count(),
        unsettled_tables=Table.objects.filter(
            status__in=ENDED, settled_at=None, over_at__lt=late
        ).count(),
    )


def tables_to_settle(limit: int) -> list[int]:
    """Keys of ended tables whose consequences are still to be drawn, the oldest first."""
    now = database_now()
    waiting = Table.objects.filter(status__in=ENDED, settled_at=None)
    ready = waiting.filter(Q(settle_after=None) | Q(settle_after__lte=now))
    return list(ready.order_by("over_at").values_list("pk", flat=True)[:limit])


def _facts(table: TableRow, rows: SeatRows) -> dict[str, Any]:
    rules = rules_of(table)
    log = Move.objects.filter(table_id=table.id).order_by("ply")
    return {
        "scheme": "vdeal-1",
        "table": table.public_id,
        "game": table.game,
        "rules_version": table.rules_version,
        "options": table.options,
        "deal_options": dict(rules.deal_options()),
        "seats": table.seat_count,
        "players": [seat.handle for seat in rows.seats],
        "commitment": rows.seats[0].commitment,
        "nonces": [nonce.hex() for nonce in nonces_of(table.id)],
        "deal": rules.dump_deal(deal_of(table, rules)),
        "moves": list(log.values("ply", "seat", "turn", "move", "cause")),
        "places": [seat.place for seat in rows.seats],
        "scores": [seat.score for seat in rows.seats],
        "why": table.why,
    }


def _listed(table: Table) -> TableListed:
    seats = sorted(table.seats.all(), key=lambda seat: seat.number)
    deadlines = [seat.deadline_at for seat in seats if seat.deadline_at]
    return TableListed(
        id=table.pk,
        public_id=table.public_id,
        game=table.game,
        status=table.status,
        casual=table.casual,
        ply=table.ply,
        seat_count=table.seat_count,
        patience_seconds=table.patience_seconds,
        handles=tuple(seat.player.handle if seat.player else None for seat in seats),
        deadline_at=min(deadlines, default=None),
        opened_at=table.opened_at,
    )
