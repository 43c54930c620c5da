"""Tables of matches: opened, dealt and started at once, many in a few statements."""

from __future__ import annotations

import datetime as dt
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games import hub, secrets
from games.actions.opening import checked_nonce, checked_patience
from games.models import Deal, Seat, Table
from games.rows import TableRow
from games.rules.protocol import AnyRules
from games.rules.registry import rules_for
from games.states import Position, dealt_positions
from players.transactions import database_now, in_one_transaction


@dataclass(frozen=True, slots=True)
class TableToDeal:
    """Who sits at a table, in seat order, and what takes the place of every seat's nonce.

    Tables with the same `deal` play the same cards, and stay closed until the last of them has
    ended; None is a deal of the table's own.
    """

    player_ids: tuple[int, ...]
    event_string: str
    deal: Hashable | None = None


def deal_table(
    *,
    game: str,
    options: Mapping[str, Any],
    player_ids: Sequence[int],
    patience_seconds: int,
    casual: bool,
    event_string: str,
) -> int:
    """Open and start a table of a match; `player_ids` in seat order. The table's key.

    `event_string` takes the place of the seats' nonces; it is fixed before the round.
    Raises UnknownGame, BadOptions, BadPatience, BadNonce.
    """
    (key,) = deal_tables(
        [TableToDeal(tuple(player_ids), event_string)],
        game=game,
        options=options,
        patience_seconds=patience_seconds,
        casual=casual,
    )
    return key


def deal_tables(
    tables: Sequence[TableToDeal],
    *,
    game: str,
    options: Mapping[str, Any],
    patience_seconds: int,
    casual: bool,
) -> list[int]:
    """Open and start tables of matches of one event; their keys, in the order of `tables`.

    As few statements for many as for one. Raises what `deal_table` raises.
    """
    checked_patience(patience_seconds)
    keys = _deal(tables, game, options, patience_seconds, casual)
    players = {player for table in tables for player in table.player_ids}
    hub.announce("home", *(f"player:{player}" for player in sorted(players)))
    return keys


@in_one_transaction
def _deal(
    tables: Sequence[TableToDeal],
    game: str,
    options: Mapping[str, Any],
    patience_seconds: int,
    casual: bool,
) -> list[int]:
    now = database_now()
    rules_of = _rules_of(tables, game, options)
    deals = _sealed(tables)
    rows = [
        Table(
            game=game,
            rules_version=rules_of[len(table.player_ids)].version,
            options=dict(rules_of[len(table.player_ids)].options),
            seat_count=len(table.player_ids),
            patience_seconds=patience_seconds,
            status=Table.Status.RUNNING,
            casual=casual,
            deal=deals[index],
            opened_at=now,
            started_at=now,
        )
        for index, table in enumerate(tables)
    ]
    Table.objects.bulk_create(rows)
    _seat(rows, tables, now)
    return [row.pk for row in rows]


def _rules_of(
    tables: Sequence[TableToDeal], game: str, options: Mapping[str, Any]
) -> dict[int, AnyRules]:
    """The rules for every number of seats that occurs. Raises UnknownGame, BadOptions."""
    sizes = sorted({len(table.player_ids) for table in tables})
    return {size: rules_for(game, options, size) for size in sizes}


def _sealed(tables: Sequence[TableToDeal]) -> list[Deal]:
    """The deal of each table, in their order."""
    named = list(dict.fromkeys(table.deal for table in tables if table.deal is not None))
    own = [index for index, table in enumerate(tables) if table.deal is None]
    deals = secrets.seal_deals([True] * len(named) + [False] * len(own))
    shared = dict(zip(named, deals, strict=False))
    alone = dict(zip(own, deals[len(named) :], strict=True))
    return [
        alone[index] if table.deal is None else shared[table.deal]
        for index, table in enumerate(tables)
    ]


def _seat(rows: Sequence[Table], tables: Sequence[TableToDeal], now: dt.datetime) -> None:
    nonces = [checked_nonce(table.event_string.encode()) for table in tables]
    firsts = dealt_positions(
        [_row_of(row) for row in rows],
        {row.pk: (nonce,) * row.seat_count for row, nonce in zip(rows, nonces, strict=True)},
    )
    Seat.objects.bulk_create(
        Seat(
            table=row,
            number=number,
            player_id=player_id,
            nonce=nonce,
            deadline_at=_deadline_of(number, row, firsts[row.pk], now),
        )
        for row, table, nonce in zip(rows, tables, nonces, strict=True)
        for number, player_id in enumerate(table.player_ids)
    )


def _deadline_of(
    number: int, table: Table, first: Position, now: dt.datetime
) -> dt.datetime | None:
    is_to_act = number in first.rules.to_act(first.state)
    return now + dt.timedelta(seconds=table.patience_seconds) if is_to_act else None


def _row_of(table: Table) -> TableRow:
    return TableRow(*(getattr(table, name) for name in TableRow._fields))
