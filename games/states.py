"""Positions of tables, replayed from deal and log; a prefix of a log never changes.

The cache is bounded, lives in the process, and is keyed by table and ply. Nothing of it leaves
the process but through `rules.view`.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Q

from games import secrets
from games.models import Move, Seat, Table
from games.replay import Entry, step
from games.rows import TableRow
from games.rules.deals import DealKey
from games.rules.protocol import AnyRules, Json
from games.rules.registry import rules_for

MOST_POSITIONS = 5_000


@dataclass(frozen=True, slots=True)
class Position:
    """A state with the rules that read it; `turns[seat]` counts the moves that a seat has made."""

    rules: AnyRules = field(repr=False)
    state: Any = field(repr=False)
    ply: int
    turns: tuple[int, ...]

    def after(self, entry: Entry) -> Position:
        """The position one ply later. Raises what the rules raise."""
        turns = list(self.turns)
        turns[entry.seat] += entry.cause == "move"
        return Position(self.rules, step(self.rules, self.state, entry), self.ply + 1, tuple(turns))


_positions: OrderedDict[str, Position] = OrderedDict()
_lock = threading.Lock()


def rules_of(table: TableRow | Table) -> AnyRules:
    """The rules with which the table was started, whatever is current today."""
    return rules_for(table.game, table.options, table.seat_count, version=table.rules_version)


def position_of(table: TableRow) -> Position:
    """The position after all plies that the row counts."""
    with _lock:
        known = _positions.get(table.public_id)
    if known is None or known.ply > table.ply:
        known = first_position(table)
    if known.ply < table.ply:
        known = played_on(table, known, table.ply)
        remember(table.public_id, known)
    return known


def dealt_positions(
    tables: Sequence[TableRow], nonces: Mapping[int, Sequence[bytes]]
) -> dict[int, Position]:
    """The positions before any move by key of the table, in one statement.

    `nonces[key of a table][seat]`.
    """
    keys = secrets.keys_of([(table, rules_of(table), nonces[table.id]) for table in tables])
    return {table.id: _dealt(table, rules, key) for table, rules, key in keys}


def positions_of(
    tables: Sequence[TableRow], nonces: Mapping[int, Sequence[bytes]]
) -> dict[int, Position]:
    """The positions of several tables by key, in two statements; none if nothing has moved.

    `nonces[key of a table][seat]`, for those that are met for the first time.
    """
    with _lock:
        known = {table.id: _positions.get(table.public_id) for table in tables}
    new = [table for table in tables if _is_news(known[table.id], table)]
    found = {key: position for key, position in known.items() if position}
    if new:
        found |= dealt_positions(new, nonces)
    behind = [table for table in tables if found[table.id].ply < table.ply]
    for key, position in _all_played_on(behind, found):
        found[key] = position
    for table in tables:
        if found[table.id] is not known[table.id]:
            remember(table.public_id, found[table.id])
    return found


def _is_news(known: Position | None, table: TableRow) -> bool:
    return known is None or known.ply > table.ply


def _dealt(table: TableRow, rules: AnyRules, key: DealKey) -> Position:
    state = rules.start(table.seat_count, rules.deal(key, table.seat_count))
    return Position(rules, state, 0, (0,) * table.seat_count)


def _all_played_on(
    tables: Sequence[TableRow], known: Mapping[int, Position]
) -> Iterator[tuple[int, Position]]:
    """Every table's position after the plies that its row counts."""
    if not tables:
        return
    behind = Q()
    for table in tables:
        behind |= Q(table_id=table.id, ply__gte=known[table.id].ply, ply__lt=table.ply)
    log = Move.objects.filter(behind).order_by("table_id", "ply")
    plies = log.values_list("table_id", "seat", "move", "cause")
    for key, ours in groupby(plies, key=itemgetter(0)):
        position = known[key]
        for _, seat, move, cause in ours:
            position = position.after(Entry(seat, move, cause))
        yield key, position


def position_at(table: TableRow, ply: int) -> Position:
    """The position before the move with that ply."""
    return played_on(table, first_position(table), ply)


def remember(public_id: str, position: Position) -> None:
    """Keep a position of a committed log."""
    with _lock:
        _positions[public_id] = position
        _positions.move_to_end(public_id)
        while len(_positions) > MOST_POSITIONS:
            _positions.popitem(last=False)


def first_position(table: TableRow) -> Position:
    """The position that the deal gives, before any move."""
    rules = rules_of(table)
    return _dealt(table, rules, secrets.key_of(table, rules, nonces_of(table.id)))


def deal_of(table: TableRow, rules: AnyRules) -> Json:
    """The cards as dealt, every one of them: never to be shown while the deal is closed."""
    return rules.deal(secrets.key_of(table, rules, nonces_of(table.id)), table.seat_count)


def nonces_of(table_id: int) -> tuple[bytes, ...]:
    """nonces[seat]; an empty one where the seat sent none."""
    rows = Seat.objects.filter(table_id=table_id).order_by("number")
    return tuple(bytes(nonce) for nonce in rows.values_list("nonce", flat=True))


def played_on(table: TableRow, position: Position, until: int) -> Position:
    """The position before the ply `until`, from an earlier one."""
    log = (
        Move.objects.filter(table_id=table.id, ply__gte=position.ply, ply__lt=until)
        .order_by("ply")
        .values_list("seat", "move", "cause")
    )
    for seat, move, cause in log:
        position = position.after(Entry(seat, move, cause))
    return position
