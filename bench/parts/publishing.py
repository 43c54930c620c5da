"""A round of 1 000 tables published, and the statements behind the page of an event of 1 024."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.kit.figures import Figure
from bench.parts.answer import hand_over, say
from players.models import Player, User
from players.transactions import database_now
from tournaments import actions
from tournaments.models import Entrant, MatchTable, Tournament

TABLES, SEATS = 1_000, 4
SECONDS_LIMIT = 3.0
SHOWN = 1_024
STATEMENTS_LIMIT = 12
TABS = ("bracket", "standings", "tables", "entrants", "acts")
EVENTS: Mapping[str, Mapping[str, Any]] = {
    "pods": {"format": "pods", "config": {"seats": SEATS}},
    "elimination": {"format": "single-elimination", "config": {"seats": SEATS, "advance": 2}},
}


def main() -> None:
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "testserver"]
    players = _players(TABLES * SEATS)
    figures = [_published(name, asked, players) for name, asked in EVENTS.items()]
    double = _open_event("double", {"format": "double-elimination"}, players[:SHOWN])
    _start(double)
    pages = max(_statements(double))
    figures.append(
        Figure("event page of 1024", "SQL", pages, STATEMENTS_LIMIT, 1.0, at_least=False)
    )
    hand_over(figures)


def _players(count: int) -> list[Player]:
    """Bots of different owners, so that their tables are rated."""
    owners = User.objects.bulk_create(
        User(username=f"owner-{number}", email=f"owner-{number}@example.org")
        for number in range(count)
    )
    return Player.objects.bulk_create(
        Player(owner=owner, handle=f"bench-{number}", kind=Player.Kind.BOT)
        for number, owner in enumerate(owners)
    )


def _open_event(name: str, asked: Mapping[str, Any], players: list[Player]) -> Tournament:
    event = actions.create_tournament(
        organiser=None, name=name, game="big-two", patience_seconds=86_400, seeding="entry", **asked
    )
    actions.open_entry(tournament_id=event.pk, by=None)
    now = database_now()
    Entrant.objects.bulk_create(
        Entrant(tournament=event, player=player, name=player.handle, entered_at=now)
        for player in players
    )
    return event


def _published(name: str, asked: Mapping[str, Any], players: list[Player]) -> Figure:
    """From the word to start until every table is dealt."""
    event = _open_event(name, asked, players)
    with _Spent() as spent:
        _start(event)
    dealt = MatchTable.objects.filter(match__stage__tournament=event).count()
    if dealt != TABLES:
        raise RuntimeError(f"{dealt} tables were dealt, not {TABLES}")
    say(f"{TABLES} tables of {name}: {spent.told}")
    return Figure(
        f"{TABLES} tables dealt, {name}", "s", spent.seconds, SECONDS_LIMIT, 1.0, at_least=False
    )


def _start(event: Tournament) -> None:
    """What the organiser does, and then the clock until nothing is left to deal."""
    actions.start_tournament(tournament_id=event.pk, by=None)
    while actions.advance(event.pk):
        pass


def _statements(event: Tournament) -> Iterator[int]:
    """For each tab of the page."""
    client = Client()
    for tab in TABS:
        with CaptureQueriesContext(connection) as caught:
            answer = client.get(f"/events/{event.public_id}", {"tab": tab})
        if answer.status_code != 200:
            raise RuntimeError(f"the tab {tab} answers {answer.status_code}")
        say(f"event page of {SHOWN}, {tab}: {len(caught)} statements")
        yield len(caught)


class _Spent:
    """Seconds of processor time of this process and of the server's one for it.

    They take turns, so that this is what passes where nothing else runs. Where the server's
    process cannot be seen, the time that passed counts.
    """

    seconds = 0.0
    told = ""

    def __enter__(self) -> _Spent:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            self._backend = cursor.fetchone()[0]
        self._began = self._now()
        return self

    def __exit__(self, *_: object) -> None:
        wall, own, server = (
            after - before for before, after in zip(self._began, self._now(), strict=True)
        )
        self.seconds = own + server if server else wall
        self.told = f"{wall:.2f} s passed, {own:.2f} s spent here and {server:.2f} s by the server"

    def _now(self) -> tuple[float, float, float]:
        return time.monotonic(), time.process_time(), self._of_server()

    def _of_server(self) -> float:
        with suppress(OSError):
            fields = Path(f"/proc/{self._backend}/stat").read_text().rsplit(")", 1)[1].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return 0.0


if __name__ == "__main__":
    main()
