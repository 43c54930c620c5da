"""Every route and method, who may use it, and a world in which each has something to do."""

from __future__ import annotations

import datetime as dt
import json
import re
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from games.actions import open_table
from games.models import Table
from players.models import Player, User
from tests.api.calling import BROWSER, ROOT
from tests.builders import a_bot, a_token, a_user, own_player
from tests.games.helpers import a_table
from tournaments.actions import create_series, create_tournament, enter, open_entry

ROLES = ("anonymous", "other", "owner", "seated", "staff")
OPEN = dict.fromkeys(ROLES, "in")
TOKEN = {**OPEN, "anonymous": 401}
# A person: the token acts for the owner's own player, not for a bot.
PERSON = {**TOKEN, "seated": 403}
STAFF = {**dict.fromkeys(ROLES, 403), "anonymous": 401, "staff": "in"}
SEATED = {**dict.fromkeys(ROLES, 403), "anonymous": 401, "seated": "in"}
ENTRANT = {"anonymous": 401, "other": 404, "owner": "in", "seated": "in", "staff": "in"}
# For the entry of the bot that is seated. Its owner and staff name it, others never entered.

MATRIX: dict[tuple[str, str], dict[str, Any]] = {
    ("post", "/accounts"): OPEN,
    ("post", "/sign-in"): OPEN,
    ("post", "/password-resets"): OPEN,
    ("post", "/password-resets/used"): dict.fromkeys(ROLES, 422),  # Nobody here had the mail.
    ("get", "/token"): TOKEN,
    ("delete", "/token"): TOKEN,
    ("get", "/tokens"): PERSON,
    ("post", "/tokens"): PERSON,
    ("delete", "/tokens/{prefix}"): {**PERSON, "other": 404, "staff": 404},
    ("get", "/bots"): TOKEN,
    ("post", "/bots"): PERSON,
    ("get", "/games"): OPEN,
    ("get", "/games/{code}"): OPEN,
    ("get", "/turns"): TOKEN,
    ("get", "/tables"): OPEN,
    ("post", "/tables"): TOKEN,
    ("get", "/tables/{table_id}"): OPEN,
    ("post", "/tables/{table_id}/join"): {**TOKEN, "seated": 409},
    ("post", "/tables/{table_id}/start"): SEATED,
    ("post", "/tables/{table_id}/nonce"): SEATED,
    ("post", "/tables/{table_id}/moves"): {**SEATED, "seated": {409, 422}},
    ("post", "/tables/{table_id}/leave"): SEATED,
    ("get", "/tables/{table_id}/record"): dict.fromkeys(ROLES, 409),
    ("get", "/tables/{table_id}/verify"): dict.fromkeys(ROLES, 409),
    ("get", "/tables/{table_id}/log"): OPEN,
    ("get", "/tournaments"): OPEN,
    ("post", "/tournaments"): STAFF,
    ("get", "/tournaments/{tournament_id}"): OPEN,
    ("post", "/tournaments/{tournament_id}/open"): STAFF,
    ("post", "/tournaments/{tournament_id}/start"): STAFF,
    ("post", "/tournaments/{tournament_id}/cancel"): STAFF,
    ("get", "/tournaments/{tournament_id}/entrants"): OPEN,
    ("post", "/tournaments/{tournament_id}/entrants"): {**TOKEN, "seated": 409},
    ("post", "/tournaments/{tournament_id}/check-in"): {
        "anonymous": 401,
        "other": 404,
        "owner": 409,
        "seated": 409,
        "staff": 409,
    },
    ("post", "/tournaments/{tournament_id}/withdraw"): ENTRANT,
    ("get", "/tournaments/{tournament_id}/bracket"): OPEN,
    ("get", "/tournaments/{tournament_id}/standings"): OPEN,
    ("get", "/tournaments/{tournament_id}/export"): OPEN,
    ("get", "/formats"): OPEN,
    ("get", "/tournaments/{tournament_id}/acts"): OPEN,
    ("post", "/tournaments/{tournament_id}/acts"): {**STAFF, "staff": 409},  # It has not begun.
    ("get", "/tournaments/{tournament_id}/blockers"): OPEN,
    ("get", "/tournaments/{tournament_id}/forecast"): OPEN,
    # Its seeds go by rating, so that a director is told so.
    ("post", "/tournaments/{tournament_id}/seeds"): {**STAFF, "staff": 422},
    ("get", "/series"): OPEN,
    ("post", "/series"): STAFF,
    ("get", "/series/{series_id}"): OPEN,
    ("post", "/series/{series_id}/stop"): STAFF,
    ("get", "/leaderboards"): OPEN,
    ("get", "/leaderboards/{game}/{division}"): dict.fromkeys(ROLES, 404),
    ("get", "/players"): OPEN,
    ("get", "/players/{player_id}"): OPEN,
    ("get", "/players/{player_id}/history/{game}/{division}"): dict.fromkeys(ROLES, 404),
}


DIRECTED = "(tournaments|series)($|/.*/(open|start|cancel|acts|stop|seeds))"
ALLOWED: dict[tuple[str, str], set[str]] = {
    ("get", "/token"): {"play", "enter", "organise", "read"},
    ("delete", "/token"): {"play", "enter", "organise", "read"},
    ("get", "/tokens"): {"read"},
    ("post", "/tokens"): {"play"},  # It gives only what it has; the body asks for `play`.
    ("delete", "/tokens/{prefix}"): {"play", "enter", "organise", "read"},  # Not found, in fact.
    ("get", "/bots"): {"read"},
    ("post", "/bots"): {"enter"},
    ("get", "/turns"): {"play", "read"},
    **{
        (method, path): {"organise"}
        for method, path in MATRIX
        if method == "post" and re.search(DIRECTED, path)
    },
    ("post", "/tournaments/{tournament_id}/entrants"): {"enter"},
    ("post", "/tournaments/{tournament_id}/check-in"): {"enter"},
    ("post", "/tournaments/{tournament_id}/withdraw"): {"enter", "organise"},
}


SERIES: dict[str, Any] = {
    "name": "Friday cup",
    "template": {"game": "big-two", "format": "single-elimination"},
    "rule": "FREQ=WEEKLY;BYDAY=FR",
    "first_at": dt.datetime(2099, 1, 2, 19, tzinfo=dt.UTC),
}


@dataclass
class World:
    """A bot `robo` that sits at an open and at a running table, and has entered a tournament."""

    bot: Player
    people: dict[str, User]
    open_table: Table
    running_table: Table
    tournament_id: str
    series_id: str
    tokens: dict[str, str | None] = field(default_factory=dict)


def a_world() -> World:
    owner, other = a_user("owner"), a_user("other")
    staff = a_user("staff", staff=True)
    bot = a_bot("robo", owner=owner)
    event = create_tournament(
        name="Cup",
        game="big-two",
        format="single-elimination",
        config={"seats": 2},
        organiser=staff,
    )
    open_entry(tournament_id=event.pk, by=staff)
    enter(tournament_id=event.pk, player_id=bot.pk, by=owner)
    made = World(
        bot=bot,
        people={"owner": owner, "other": other, "staff": staff},
        open_table=open_table(
            game="big-two", options={}, seat_count=4, patience_seconds=60, opened_by=bot
        ),
        running_table=a_table(bot, a_bot("foe")),
        tournament_id=event.public_id,
        series_id=create_series(organiser=staff, **SERIES).public_id,
    )
    made.tokens = {
        "anonymous": None,
        "seated": a_token(bot),
        **{name: a_token(own_player(user)) for name, user in made.people.items()},
    }
    return made


def address_for(world: World, path: str, table: Table | None = None) -> str:
    """At the table named, else at the one where the route has something to do."""
    is_before = re.search("(join|start|nonce)$", path)
    table = table or (world.open_table if is_before else world.running_table)
    token = world.tokens["seated"]
    assert token
    return ROOT + path.format(
        table_id=table.public_id,
        tournament_id=world.tournament_id,
        series_id=world.series_id,
        prefix=token[:12],
        code="big-two",
        game="big-two",
        division="bot",
        player_id=world.bot.public_id,
    )


def body_for(world: World, role: str, path: str) -> dict[str, Any] | None:
    """A body that a caller of that role would send in earnest."""
    user = world.people.get(role)
    player = own_player(user).public_id if user else world.bot.public_id
    # The owner and staff speak for the bot; the seated token is the bot's own.
    speaks_for = world.bot.public_id if role in {"owner", "staff"} else None
    bodies: dict[str, Any] = {
        "/accounts": {
            "username": f"new-{role}",
            "email": f"{role}@new.org",
            "password": "correct horse",
        },
        "/sign-in": {"username": "owner", "password": "ownerowner"},
        "/password-resets": {"email": "nobody@example.org"},
        "/password-resets/used": {"uid": "MQ", "key": "x", "password": "correct horse"},
        "/tokens": {"player": player, "name": "x", "scopes": ["play"]},
        "/bots": {"handle": f"bot-{role}"},
        "/tables": {"game": "big-two", "seats": 2, "patience_seconds": 60},
        "/tables/{table_id}/moves": {"turn": 0, "move": {"type": "pass"}},
        "/tables/{table_id}/nonce": {"nonce": "00"},
        "/tournaments/{tournament_id}/acts": {"kind": "pause", "reason": "a test"},
        "/tournaments/{tournament_id}/cancel": {"reason": "a test"},
        "/tournaments": {
            "name": "Next",
            "game": "big-two",
            "format": "single-elimination",
            "config": {"seats": 2},
        },
        "/tournaments/{tournament_id}/seeds": {"seeds": {}},
        "/series": {**SERIES, "first_at": SERIES["first_at"].isoformat()},
    }
    if path.endswith(("/check-in", "/withdraw")) and speaks_for:
        return {"player": speaks_for}
    return bodies.get(path)


def asked(
    world: World,
    role: str,
    method: str,
    path: str,
    *,
    token: str | None,
    table: Table | None = None,
) -> Any:
    """The answer to a call in earnest, of which nothing stays."""
    body = body_for(world, role, path)
    sent = {"data": json.dumps(body) if body else "", "content_type": "application/json"}
    with transaction.atomic():
        response = getattr(BROWSER, method)(
            address_for(world, path, table),
            **(sent if method == "post" else {}),
            headers={"Authorization": f"Bearer {token}"} if token else {},
        )
        transaction.set_rollback(True)
    return response
