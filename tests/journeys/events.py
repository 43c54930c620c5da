"""Bots with tokens, events for them, and what must hold when all is over."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Q

from bots.client import Client
from games.models import Table
from players.actions import create_token
from players.models import Player
from ratings.actions import rebuild_ratings
from ratings.models import Contest, Pool
from tests.builders import a_bot
from tests.journeys.service import Service
from tournaments.actions import create_tournament, open_entry
from tournaments.models import Tournament


@dataclass(frozen=True)
class Author:
    """A registered bot with the text of its token."""

    player: Player
    token: str = field(repr=False)

    def client(self, service: Service) -> Client:
        return Client(service.url, self.token)


def an_author(handle: str) -> Author:
    player = a_bot(handle)
    assert player.owner
    token = create_token(
        owner=player.owner, player=player, name="journey", scopes=["play", "enter", "read"]
    )
    return Author(player, token.secret_text)


def an_event(*, seats: int = 2, patience_seconds: int = 20) -> Any:
    """An event of the service that is open for entry."""
    event = create_tournament(
        name="Journey",
        game="big-two",
        format="single-elimination",
        config={"seats": seats} if seats == 2 else {"seats": seats, "advance": 1},
        organiser=None,
        patience_seconds=patience_seconds,
    )
    open_entry(tournament_id=event.pk, by=None)
    return event


def state_of(event: Tournament) -> str:
    return Tournament.objects.values_list("state", flat=True).get(pk=event.pk)


def is_all_done() -> bool:
    """Nothing runs, nothing is unsettled, every contest is folded."""
    return not (
        Tournament.objects.filter(state="running").exists()
        or Table.objects.filter(Q(status="running") | Q(settled_at=None)).exists()
        or Contest.objects.filter(sequence=None, voided_at=None).exists()
    )


def tables_with_a_contest() -> set[int]:
    """Keys of tables that count; each must have exactly one contest, which is checked here."""
    assert not Contest.objects.values("source").annotate(n=Count("pk")).filter(n__gt=1).exists()
    return set(Table.objects.filter(status="over", unrated_code="").values_list("pk", flat=True))


def assert_a_rebuild_changes_nothing() -> None:
    for pool in Pool.objects.all():
        assert rebuild_ratings(pool.pk).differences == ()
