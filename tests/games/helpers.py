"""A running table and the moves that a test makes at it."""

from __future__ import annotations

import datetime as dt
import time
from typing import Any

from games import actions, queries
from games.models import Heartbeat, Seat, Table
from games.rules.registry import rules_for
from games.seen import TableSeen
from players.models import Player
from players.transactions import database_now


def a_table(*players: Player, patience: int = 60, casual: bool = False) -> Table:
    """A running Big Two table with the players in seat order."""
    key = actions.deal_table(
        game="big-two",
        options={},
        player_ids=[player.pk for player in players],
        patience_seconds=patience,
        casual=casual,
        event_string="test",
    )
    return Table.objects.get(pk=key)


def seen(table: Table, player: Player | None = None) -> TableSeen:
    return queries.table_seen(public_id=table.public_id, viewer=player.pk if player else None)


def player_to_act(table: Table) -> Player:
    seat = Seat.objects.get(table=table, deadline_at__isnull=False)
    assert seat.player is not None
    return seat.player


def move(table: Table, player: Player, turn: int, json: Any) -> actions.Played:
    return actions.play_move(
        public_id=table.public_id,
        player_id=player.pk,
        turn=turn,
        move=json,
        arrived=time.monotonic(),
    )


def first_move(table: Table) -> tuple[Player, Any]:
    """Who is to act, and its lowest play, also where there are too many to be listed."""
    player = player_to_act(table)
    return player, _lowest(seen(table, player))


def play_one(table: Table) -> Player:
    """The seat to act makes its lowest play, or passes if there is none; who it was."""
    player = player_to_act(table)
    view = seen(table, player)
    assert view.turn is not None
    move(table, player, view.turn, _lowest(view))
    return player


def play_to_the_end(table: Table) -> Table:
    table.refresh_from_db()
    while table.status == Table.Status.RUNNING:
        play_one(table)
        table.refresh_from_db()
    return table


def let_time_pass(table: Table, seconds: float) -> None:
    """As if the seat to act had thought for so long, while the ticker was alive."""
    seat = Seat.objects.get(table=table, deadline_at__isnull=False)
    assert seat.deadline_at is not None
    seat.deadline_at -= dt.timedelta(seconds=seconds)
    seat.save()
    a_live_ticker()


def a_live_ticker() -> None:
    long_ago = database_now() - dt.timedelta(days=1)
    Heartbeat.objects.update_or_create(
        pk=1, defaults={"beat_at": database_now(), "no_timeouts_before": long_ago}
    )


def _lowest(view: TableSeen) -> Any:
    """The first legal play, or a pass; asked of the game itself where the view only counts."""
    rules = rules_for(view.game, view.options, view.seat_count)
    legal = view.legal or map(rules.dump_move, rules.moves_of(rules.load_view(view.view)))
    moves = list(legal)
    return next((choice for choice in moves if choice["type"] == "play"), moves[0])
