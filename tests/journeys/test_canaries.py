"""While a table runs, nobody finds another seat's cards: every route is asked in every role."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.db import connections
from django.test import AsyncClient, Client

from games.models import Move, Table
from games.queries import table_seen
from games.secrets import DealSecret
from players.models import Player, User
from tests.builders import a_bot, a_token, a_user, an_admin, own_player
from tests.games.helpers import play_one
from tests.journeys.routes import addresses, cards_in
from tests.tournaments.helpers import a_running_event
from tests.web.worlds import a_series
from tournaments.models import Match, Series, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

PLIES = 9
ENDLESS = "/live/"


@dataclass
class Role:
    """Who asks: with a session, with a token, or as nobody; `own` is the hand it may see."""

    name: str
    user: User | None = None
    token: str = field(default="", repr=False)
    own: set[str] = field(default_factory=set)

    @cached_property
    def client(self) -> Client:
        client = Client(raise_request_exception=False)
        if self.user:
            client.force_login(self.user)
        return client

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}


@dataclass
class World:
    """A running table of four in an event: two people, two bots."""

    event: Tournament
    table: Table
    hands: dict[int, set[str]]
    roles: list[Role]
    series: Series

    @property
    def match(self) -> Match:
        return Match.objects.get(tables__table=self.table)

    @property
    def secret(self) -> bytes:
        return bytes(DealSecret.objects.get(deal=self.table.deal).secret)

    def hidden_from(self, role: Role) -> set[str]:
        return set().union(*self.hands.values()) - role.own

    def roles_at(self, route: str) -> list[Role]:
        """Everybody; the admin pages turn all but staff away at the same door."""
        if route.startswith("/admin/") and "object_id" in route:
            return [role for role in self.roles if role.name in {"nobody", "staff"}]
        return self.roles

    def ids(self) -> dict[str, list[str]]:
        """Real values for the parameters of routes."""
        players = list(Player.objects.filter(seats__table=self.table))
        public = [self.table.public_id, self.event.public_id, players[0].public_id]
        return {
            "table_id": [self.table.public_id],
            "tournament_id": [self.event.public_id],
            "player_id": [players[0].public_id, players[-1].public_id],
            "entrant_id": [player.public_id for player in players[:1]],
            "public_id": [*public, self.series.public_id],
            "series_id": [self.series.public_id],
            "key": [str(self.match.key)],
            "code": ["big-two"],
            "game": ["big-two"],
            "division": ["bot", "human"],
        }


@pytest.fixture
def world() -> World:
    people = [a_user("ada"), a_user("ben")]
    bots = [a_bot("robo"), a_bot("clank")]
    players = [*map(own_player, people), *bots]
    event = a_running_event(*players, config={"seats": 4, "advance": 1}, patience_seconds=600)
    table = Table.objects.get()
    for _ in range(PLIES):
        play_one(table)
    table.refresh_from_db()
    assert (table.status, table.ply) == ("running", PLIES)
    hands = {player.pk: hand_of(table, player) for player in players}
    return World(event, table, hands, roles_at(hands, people, bots), a_series())


def roles_at(hands: dict[int, set[str]], people: list[User], bots: list[Player]) -> list[Role]:
    stranger = a_user("eve")
    return [
        Role("nobody"),
        Role("a stranger's session", user=stranger),
        Role("a stranger's token", token=a_token(own_player(stranger))),
        Role("staff", user=an_admin()),
        Role("a seated person", user=people[0], own=hands[own_player(people[0]).pk]),
        Role("a seated bot", token=a_token(bots[0]), own=hands[bots[0].pk]),
        Role("a bot's owner", user=bots[1].owner, own=hands[bots[1].pk]),
    ]


def hand_of(table: Table, player: Player) -> set[str]:
    view = table_seen(public_id=table.public_id, viewer=player.pk).view
    return set(view["hand"])


@pytest.fixture(autouse=True)
def _without_log() -> Iterator[None]:
    """Most of these questions are refused, and each refusal is a line of the log."""
    logging.disable(logging.ERROR)
    yield
    logging.disable(logging.NOTSET)


def ask(role: Role, address: str) -> tuple[int, str]:
    """Status, and head and body as one text."""
    answer = role.client.get(address, headers=role.headers)
    body = b"" if answer.streaming else answer.content
    return answer.status_code, f"{dict(answer.items())}\n{body.decode(errors='replace')}"


def test_no_role_finds_a_hidden_card_or_the_secret_on_any_route(world: World) -> None:
    static = static_cards()
    shown: set[str] = set()
    for route, filled in addresses(world.ids()).items():
        if route.startswith(ENDLESS):
            continue
        for role, address in product(world.roles_at(route), filled):
            status, text = ask(role, address)
            assert status < 500 or route == "/healthz", (address, role.name)  # nothing beats here
            leaked = (cards_in(text) & world.hidden_from(role)) - static.get(address, set())
            assert not leaked, (address, role.name)
            assert world.secret.hex() not in text, (address, role.name)
            if status == 200:
                shown.add(route)
    assert {
        "/",
        "/tables/<slug:public_id>",
        "/events/<slug:public_id>",
        "/events/<slug:public_id>/matches/<str:key>",
        "/api/v1/tables/<pid:table_id>",
        "/api/v1/tables/<pid:table_id>/log",
        "/api/v1/turns",
        "/admin/games/table/<path:object_id>/change/",
        "/admin/tournaments/match/<path:object_id>/change/",
    } <= shown
    call_command("audit")


def static_cards() -> dict[str, set[str]]:
    """Cards that pages without an id always name, such as the rules and the API's examples."""
    fixed = ["/rules", "/rules/big-two", "/api/v1/games", "/api/v1/games/big-two"]
    fixed += ["/api/docs", "/api/openapi.yaml"]
    nobody = Role("nobody")
    return {address: cards_in(ask(nobody, address)[1]) for address in fixed}


def test_the_search_sees_what_a_seat_may_see(world: World) -> None:
    bot = next(role for role in world.roles if role.name == "a seated bot")
    _, answer = ask(bot, f"/api/v1/tables/{world.table.public_id}")
    assert bot.own <= cards_in(answer)
    played = set().union(*(move["cards"] for move in plays(world.table)))
    _, page = ask(Role("nobody"), f"/tables/{world.table.public_id}")
    assert played <= cards_in(page)


def plays(table: Table) -> list[dict[str, Any]]:
    moves = Move.objects.filter(table=table, cause="move").values_list("move", flat=True)
    return [move for move in moves if move["type"] == "play"]


@pytest.mark.parametrize(
    "text", ['"9S"', "9♠", "10♥", '<text class="s-d" x="8">J</text>', "the Nine of Spades"]
)
def test_the_search_knows_a_card_in_every_form(text: str) -> None:
    assert len(cards_in(text)) == 1


def test_no_live_stream_shows_a_hidden_card(world: World) -> None:
    event = f"/live/event/{world.event.public_id}"
    streams = [f"/live/table/{world.table.public_id}", event, f"{event}/matches/{world.match.key}"]
    asking = {"nobody", "staff", "a seated person"}
    for role in (role for role in world.roles if role.name in asking):
        for address in [*streams, "/live/home"]:
            text = asyncio.run(first_frames(role, address))
            assert "event: " in text, address
            assert not cards_in(text) & world.hidden_from(role), (address, role.name)


async def first_frames(role: Role, address: str) -> str:
    """What a stream says at once, before anything moves."""
    client = AsyncClient(raise_request_exception=False)
    if role.user:
        await client.aforce_login(role.user)
    answer = await client.get(address, headers=role.headers)
    assert answer.status_code == 200, address
    frames = aiter(answer.streaming_content)
    heard: list[str] = []
    while (frame := await _within_a_moment(frames)) is not None:
        heard.append(frame)
    await frames.aclose()
    await sync_to_async(connections.close_all)()
    return "".join(heard)


async def _within_a_moment(frames: AsyncIterator[bytes]) -> str | None:
    try:
        return (await asyncio.wait_for(anext(frames), 0.4)).decode()
    except (TimeoutError, StopAsyncIteration):
        return None
