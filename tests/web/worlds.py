"""An event being played, a table watched, players with ratings: what pages are about."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.test import Client

from games.models import Table
from players.models import Player, User
from ratings.actions import fold_ledger, record_contest
from ratings.models import Pool
from tests.builders import some_bots
from tournaments import actions
from tournaments.models import Series, Tournament

# One for all: each new one would list all static files anew.
BROWSER = Client()
NOON = dt.datetime(2026, 11, 1, 12, tzinfo=dt.UTC)


def visit(path: str, user: User | None = None, **kwargs: Any) -> Any:
    """A page as the user sees it (None: somebody signed out)."""
    BROWSER.logout()
    if user:
        BROWSER.force_login(user)
    return BROWSER.get(path, **kwargs)


def send(path: str, user: User | None = None, **fields: Any) -> Any:
    """A form sent by the user."""
    BROWSER.logout()
    if user:
        BROWSER.force_login(user)
    return BROWSER.post(path, fields)


def text_of(response: Any) -> str:
    return str(response.content.decode())


def an_event(
    *players: Player,
    seats: int = 2,
    start: bool = False,
    organiser: User | None = None,
    **more: Any,
) -> Tournament:
    """An event open for entry, with these entered; started if asked for."""
    config = {"seats": seats} if seats == 2 else {"seats": seats, "advance": 2}
    created = actions.create_tournament(
        name=more.pop("name", "Autumn Open"),
        game="big-two",
        options={},
        format="single-elimination",
        config=config,
        patience_seconds=30,
        organiser=organiser,
        **more,
    )
    event = Tournament.objects.get(pk=created.pk)
    actions.open_entry(tournament_id=event.pk, by=organiser)
    for player in players:
        actions.enter(tournament_id=event.pk, player_id=player.pk, by=player.owner)
    if start:
        actions.start_tournament(tournament_id=event.pk, by=organiser)
        actions.advance(event.pk)
    event.refresh_from_db()
    return event


def a_series(organiser: User | None = None, **more: Any) -> Series:
    """One that comes daily, in two hours for the first time."""
    first_at = dt.datetime.now(dt.UTC) + dt.timedelta(hours=2)
    usual = {
        "name": "Daily Cup",
        "template": {"game": "big-two", "format": "single-elimination"},
        "rule": "FREQ=DAILY",
        "first_at": first_at.replace(second=0, microsecond=0),
    }
    return actions.create_series(organiser=organiser, **{**usual, **more})


def a_running_event(*handles: str, seats: int = 2) -> Tournament:
    return an_event(*some_bots(*handles), seats=seats, start=True)


def table_of(event: Tournament) -> Table:
    """The first table of an event."""
    found = Table.objects.filter(match_table__match__stage__tournament=event).order_by("pk").first()
    assert found is not None
    return found


def rated(*players: Player, times: int = 1) -> None:
    """So many contests in which the players finish in the order given."""
    for number in range(times):
        record_contest(
            game="big-two",
            division="bot",
            source=f"table:{players[0].handle}{number}",
            played_at=NOON + dt.timedelta(minutes=number),
            teams=[[player.pk] for player in players],
            places=list(range(1, len(players) + 1)),
            draw_probability=0.0,
        )
    fold_ledger(Pool.objects.get(game="big-two").pk, limit=1000)
