"""What players, tokens and logins look like in an answer."""

from __future__ import annotations

import datetime as dt
from typing import NotRequired, TypedDict

from players.actions import NewToken
from players.models import Player, Token
from players.queries import Caller


class PlayerShape(TypedDict):
    """Somebody who plays: a person or a bot; `owner` is the person a bot belongs to."""

    id: str
    handle: str
    kind: str
    owner: str | None
    house: bool
    version: str
    created_at: dt.datetime


class TokenShape(TypedDict):
    """A token as its owner sees it; `prefix` names it. `secret` is there once, when it is made."""

    prefix: str
    name: str
    player: str
    handle: str
    scopes: list[str]
    created_at: dt.datetime
    expires_at: dt.datetime | None
    last_used_at: dt.datetime | None
    revoked_at: dt.datetime | None
    secret: NotRequired[str]


class LimitsShape(TypedDict):
    """What the service promises a token."""

    moves_on_turn: str
    tables_a_minute: int
    waiting_seconds: int


class CallerShape(TypedDict):
    """What the token of the request may do, and for whom."""

    prefix: str
    name: str
    scopes: list[str]
    expires_at: dt.datetime | None
    owner: str
    staff: bool
    player: str
    handle: str
    kind: str
    limits: LimitsShape


class SignedUpShape(TypedDict):
    """A new login with its player, and a first token for it."""

    username: str
    player: PlayerShape
    token: TokenShape


def player_shape(player: Player) -> PlayerShape:
    return PlayerShape(
        id=player.public_id,
        handle=player.handle,
        kind=player.kind,
        owner=player.owner.username if player.owner else None,
        house=player.owner is None,
        version=player.version_label,
        created_at=player.created_at,
    )


def token_shape(token: Token) -> TokenShape:
    return TokenShape(
        prefix=token.prefix,
        name=token.name,
        player=token.player.public_id,
        handle=token.player.handle,
        scopes=list(token.scopes),
        created_at=token.created_at,
        expires_at=token.expires_at,
        last_used_at=token.last_used_at,
        revoked_at=token.revoked_at,
    )


def new_token_shape(made: NewToken) -> TokenShape:
    shape = token_shape(made.token)
    shape["secret"] = made.secret_text
    return shape


def caller_shape(caller: Caller) -> CallerShape:
    return CallerShape(
        prefix=caller.prefix,
        name=caller.token_name,
        scopes=sorted(caller.scopes),
        expires_at=caller.expires_at,
        owner=caller.username,
        staff=caller.is_staff,
        player=caller.player_public_id,
        handle=caller.handle,
        kind=caller.kind,
        limits=LimitsShape(moves_on_turn="unlimited", tables_a_minute=60, waiting_seconds=25),
    )
