"""Tables for journeys, dealt as matches deal them."""

from __future__ import annotations

from games.actions import deal_table
from games.models import Table
from players.models import Player


def a_running_table(*players: Player, patience_seconds: int = 60) -> Table:
    """A Big Two table with the players in seat order."""
    key = deal_table(
        game="big-two",
        options={},
        player_ids=[player.pk for player in players],
        patience_seconds=patience_seconds,
        casual=False,
        event_string="a journey",
    )
    return Table.objects.get(pk=key)
