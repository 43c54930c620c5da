"""While a table runs, no role finds another seat's cards, or the secret, on any endpoint."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

import pytest

from bots import house
from games.actions import deal_table, leave_table
from games.models import Move, Seat, Table
from games.queries import table_seen
from games.rules.registry import games
from games.secrets import DealSecret
from players.models import Player
from tests.api.calling import BROWSER, ROOT, body_of
from tests.api.matrix import MATRIX, World, a_world, asked
from tests.builders import a_bot
from tests.games.helpers import play_one

pytestmark = pytest.mark.django_db
GAMES = [rules.code for rules in games()]
DRIVEN = [
    rules.code for rules in games() if "on_leave" in {one.name for one in rules.declared_options}
]
ROLES = ("anonymous", "other", "owner", "seated", "staff")

# Where cards are numbers: what else is a number in answers about tables, and where cards are.
COUNTS = {
    "actor", "cards_left", "counts", "deal", "dealt", "deck", "decks", "go", "leader", "left",
    "legal_count", "min_play", "need", "number", "patience_seconds", "place", "played", "ply",
    "points", "remaining_ms", "rules_version", "score", "seat", "seat_count", "seats", "start",
    "status", "target", "to_act", "turn", "turns", "value", "viewer_seat", "votes",
}  # fmt: skip
CARDS = {"card", "hand", "over", "up1", "up2", "down1", "down2"}


def a_table_of(game: str, *players: Player, **options: Any) -> Table:
    key = deal_table(
        game=game,
        options=options,
        player_ids=[player.pk for player in players],
        patience_seconds=60,
        casual=False,
        event_string="test",
    )
    return Table.objects.get(pk=key)


def numbers(value: Any, key: str = "") -> Iterable[tuple[str, int]]:
    """Every number in some JSON, with the name under which it stands."""
    for name, one in _parts(value, key):
        if type(one) is int:
            yield name, one
        else:
            yield from numbers(one, name)


def texts(value: Any) -> Iterable[str]:
    """Every text in some JSON, names among them."""
    for name, one in _parts(value, ""):
        yield from (name, one) if isinstance(one, str) else (name, *texts(one))


def _parts(value: Any, key: str) -> Iterable[tuple[str, Any]]:
    if isinstance(value, dict):
        return value.items()
    return ((key, one) for one in value) if isinstance(value, list) else ()


def named(value: Any) -> set[str]:
    """Every text in some JSON, and every number that may be a card."""
    return {*texts(value), *(str(one) for key, one in numbers(value) if key not in COUNTS)}


def hidden_from(role: str, table: Table, own: Seat) -> set[str]:
    """What hands hold, but the role's own and what a move has told of."""
    hidden: set[str] = set()
    for seat in table.seats.all():
        if role != "seated" or seat.pk != own.pk or seat.driver:
            viewer = seat.player_id
            seen = table_seen(public_id=table.public_id, viewer=viewer, driving=bool(seat.driver))
            hidden |= set(map(str, seen.view["hand"]))
    told = list(Move.objects.filter(table=table).values_list("move", flat=True))
    return hidden - named(told)


def answers(world: World, role: str, table: Table) -> Iterable[tuple[tuple[str, str], Any]]:
    """What every route answers to the role about the table, but moves of no table."""
    for method, path in MATRIX:
        response = asked(world, role, method, path, token=world.tokens[role], table=table)
        if path not in {"/games", "/games/{code}"} and response.content:
            yield (method, path), body_of(response)


def leaks(world: World, role: str, table: Table) -> dict[tuple[str, str], set[str]]:
    """The secret and the hidden cards that are found, by route."""
    hidden = hidden_from(role, table, table.seats.get(player=world.bot))
    assert len(hidden) >= 4
    hidden.add(bytes(DealSecret.objects.get(deal=table.deal).secret).hex())
    found = {}
    for route, answer in answers(world, role, table):
        shown = named(answer) if is_about_tables(route) else set(texts(answer))
        found[route] = hidden & shown
    return {route: cards for route, cards in found.items() if cards}


def is_about_tables(route: tuple[str, str]) -> bool:
    return route[1].startswith(("/tables", "/turns"))


def a_world_with(game: str, **options: Any) -> tuple[World, Table]:
    """The bot's table of the game is the only one that asks it for a move."""
    world = a_world()
    leave_table(public_id=world.running_table.public_id, player_id=world.bot.pk)
    return world, a_table_of(game, world.bot, a_bot("rival"), **options)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("game", GAMES)
def test_no_endpoint_shows_a_canary(game, role):
    world, table = a_world_with(game)
    for _ in range(4):
        play_one(table)
    assert leaks(world, role, table) == {}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("game", DRIVEN)
def test_no_endpoint_shows_the_cards_of_a_seat_that_a_house_bot_plays_on(settings, game, role):
    settings.HOUSE_PACE_MS = 0
    world, table = a_world_with(game, on_leave="house_bot")
    leave_table(public_id=table.public_id, player_id=world.bot.pk)
    for _ in range(6):
        if not house.play_due():
            play_one(table)
    assert table.seats.get(player=world.bot).driver
    assert leaks(world, role, table) == {}


@pytest.mark.parametrize("game", GAMES)
def test_the_search_finds_what_it_looks_for(game):
    world, table = a_world_with(game)
    own = table_seen(public_id=table.public_id, viewer=world.bot.pk).view["hand"]
    found = dict(answers(world, "seated", table))
    assert set(map(str, own)) <= named(found["get", "/tables/{table_id}"])


@pytest.mark.parametrize("game", GAMES)
def test_every_number_about_a_table_is_known_to_be_a_card_or_none(game):
    """A new one is to be entered above: else a count would now and then pass for a card."""
    world, table = a_world_with(game)
    for _ in range(7):
        play_one(table)
    keys = {
        key
        for route, answer in answers(world, "seated", table)
        if is_about_tables(route)
        for key, _ in numbers(answer)
    }
    assert keys - COUNTS - CARDS == set()


@pytest.mark.parametrize("game", GAMES)
def test_a_refused_move_tells_nothing_of_other_hands(game):
    world, table = a_world_with(game)
    for _ in range(6):
        play_one(table)
    foe = table.seats.exclude(player=world.bot).get()
    hand = table_seen(public_id=table.public_id, viewer=foe.player_id).view["hand"]
    turn = table_seen(public_id=table.public_id, viewer=world.bot.pk).turn
    made = Move.objects.filter(table=table).values_list("move", flat=True)
    form = next(move for move in made if move["type"] == "play")
    for card in sorted(hand):
        cards = {"cards": [card]} if "cards" in form else {"card": card}
        response = BROWSER.post(
            f"{ROOT}/tables/{table.public_id}/moves",
            json.dumps({"turn": turn, "move": {**form, **cards}}),
            content_type="application/json",
            headers={"Authorization": f"Bearer {world.tokens['seated']}"},
        )
        shown = json.loads(response.content)
        assert shown["status"] in {409, 422}
        told = named(shown) | set(re.findall(r"\w+", shown["detail"]))
        assert not told & (set(map(str, hand)) - {str(card)})
