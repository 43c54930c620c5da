"""Events that a test can set up in a line, and play without a clock or a bot."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.utils import timezone

from games.actions import remove_player
from games.models import Seat, Table
from games.queries import tables_to_settle
from players.models import Player, User
from tests.builders import some_bots
from tests.games.helpers import play_one
from tournaments import actions
from tournaments.models import Entrant, Match, MatchTable, Tournament

FOURS = {"seats": 4, "advance": 2}


def an_event(*, organiser: User | None = None, **settings: Any) -> Tournament:
    """A draft of Big Two in two-seat matches, seeded by entry."""
    usual = {
        "name": "Autumn Open",
        "game": "big-two",
        "format": "single-elimination",
        "config": {"seats": 2},
        "patience_seconds": 60,
        "seeding": "entry",
    }
    return actions.create_tournament(organiser=organiser, **{**usual, **settings})


def an_open_event(*players: Player, **settings: Any) -> Tournament:
    """Open for entry, with the players entered in their order."""
    event = an_event(**settings)
    actions.open_entry(tournament_id=event.pk, by=None)
    for player in players:
        actions.enter(tournament_id=event.pk, player_id=player.pk, by=None)
    event.refresh_from_db()
    return event


def a_running_event(*players: Player, **settings: Any) -> Tournament:
    event = an_open_event(*players, **settings)
    actions.start_tournament(tournament_id=event.pk, by=None)
    event.refresh_from_db()
    return event


def bots(number: int) -> list[Player]:
    """bot-01, bot-02 ... of different owners."""
    return some_bots(*(f"bot-{index:02}" for index in range(1, number + 1)))


def in_the_past(event: Tournament, seconds: int = 1) -> Tournament:
    """As if the time of the start had come `seconds` ago."""
    event.starts_at = timezone.now() - dt.timedelta(seconds=seconds)
    event.save(update_fields=["starts_at"])
    return event


def entrant_of(event: Tournament, player: Player) -> Entrant:
    return Entrant.objects.get(tournament=event, player=player)


def table_of(event: Tournament, key: str) -> Table:
    """The newest table of a match."""
    links = MatchTable.objects.filter(match__stage__tournament=event, match__key=key)
    return links.order_by("-number")[0].table


def match_of(event: Tournament, key: str) -> Match:
    return Match.objects.get(stage__tournament=event, key=key)


def states_of(event: Tournament) -> dict[str, str]:
    matches = Match.objects.filter(stage__tournament=event).order_by("pk")
    return dict(matches.values_list("key", "state"))


def finish(table: Table, *handles: str) -> Table:
    """The table ends in this order of players, each of whom has made a move (or as it is)."""
    order = list(handles) or list(
        Seat.objects.filter(table=table).order_by("number").values_list("player__handle", flat=True)
    )
    table.refresh_from_db()
    for _ in range(table.seat_count):
        play_one(table)
    for handle in reversed(order[1:]):
        player = Player.objects.get(handle=handle)
        remove_player(table_id=table.pk, player_id=player.pk)
    table.refresh_from_db()
    assert table.status == Table.Status.OVER
    return table


def settle_all() -> int:
    """What the tick does with ended tables, until nothing more is due."""
    settled = 0
    while due := tables_to_settle(100):
        settled += sum(actions.settle_table(table_id) for table_id in due)
    return settled


def win(event: Tournament, key: str, *handles: str) -> None:
    """The match is played at its table, and what follows from it happens."""
    finish(table_of(event, key), *handles)
    settle_all()


def play_out(event: Tournament) -> Tournament:
    """Seats in their order finish every table, until the event is over."""
    for _ in range(1000):
        event.refresh_from_db()
        if event.state != Tournament.State.RUNNING:
            return event
        links = MatchTable.objects.filter(
            match__stage__tournament=event, table__status=Table.Status.RUNNING
        )
        for link in links.select_related("table"):
            finish(link.table)
        settle_all()
        actions.advance(event.pk)
    raise AssertionError("the event never ends")
