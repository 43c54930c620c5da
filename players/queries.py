"""What can be asked of logins, players and tokens."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import CharField, Q, QuerySet
from django.db.models.functions import Now

from players.compiled import Compiled, Slot
from players.errors import PlayerNotFound, TokenNotFound
from players.models import Player, Token, User
from players.tokens import digest_of, has_token_form

USE_NOTED_EVERY = dt.timedelta(minutes=1)

CALLER_COLUMNS = (
    "pk",
    "name",
    "prefix",
    "scopes",
    "expires_at",
    "last_used_at",
    "owner_id",
    "owner__username",
    "owner__is_staff",
    "player_id",
    "player__public_id",
    "player__handle",
    "player__kind",
)


def _callers() -> QuerySet[Token, Any]:
    """The token with a digest, if it may be used, with its owner and its player."""
    usable = Token.objects.filter(_in_use())
    found = usable.filter(digest=Slot(0, CharField())).annotate(read_at=Now())
    return found.values_list(*CALLER_COLUMNS, "read_at")[:1]


_CALLER = Compiled(_callers)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who a token speaks for; keys are primary keys."""

    token_id: int
    token_name: str
    prefix: str
    scopes: frozenset[str]
    expires_at: dt.datetime | None
    owner_id: int
    username: str
    is_staff: bool
    player_id: int
    player_public_id: str
    handle: str
    kind: str
    is_use_to_note: bool
    # The last noted use is more than a minute ago.

    def may(self, *scopes: str) -> bool:
        """Whether the token carries one of the scopes."""
        return not self.scopes.isdisjoint(scopes)

    @property
    def is_person(self) -> bool:
        """It acts for its owner's own player, so it may manage the owner's bots and tokens."""
        return self.kind == Player.Kind.HUMAN


def caller_of(token_text: str) -> Caller | None:
    """Who the token speaks for; None if it is unknown, revoked or expired, or its owner is out.

    One statement: every request pays it.
    """
    if not has_token_form(token_text):
        return None
    for row in _CALLER.rows(digest_of(token_text)):
        return _caller(*row)
    return None


def tokens_in_use(token_ids: Collection[int]) -> set[int]:
    """Those of the tokens (keys) that still speak for somebody."""
    if not token_ids:
        return set()
    found = Token.objects.filter(_in_use(), pk__in=token_ids)
    return set(found.values_list("pk", flat=True))


def _in_use() -> Q:
    in_time = Q(expires_at=None) | Q(expires_at__gt=Now())
    return in_time & Q(revoked_at=None, owner__is_active=True)


def _caller(
    pk: int,
    name: str,
    prefix: str,
    scopes: list[str],
    expires_at: dt.datetime | None,
    last_used_at: dt.datetime | None,
    owner_id: int,
    username: str,
    is_staff: bool,
    player_id: int,
    player_public_id: str,
    handle: str,
    kind: str,
    read_at: dt.datetime,
) -> Caller:
    return Caller(
        token_id=pk,
        token_name=name,
        prefix=prefix,
        scopes=frozenset(scopes),
        expires_at=expires_at,
        owner_id=owner_id,
        username=username,
        is_staff=is_staff,
        player_id=player_id,
        player_public_id=player_public_id,
        handle=handle,
        kind=kind,
        is_use_to_note=last_used_at is None or read_at - last_used_at >= USE_NOTED_EVERY,
    )


def owner_of(caller: Caller) -> User:
    """The login behind a token."""
    return User.objects.get(pk=caller.owner_id)


def bots_of(user: User) -> list[Player]:
    """The user's bots, the newest first."""
    return list(Player.objects.filter(owner=user, kind=Player.Kind.BOT).order_by("-pk"))


def tokens_of(user: User) -> list[Token]:
    """All tokens of the user, revoked ones too, the newest first, each with its player."""
    return list(Token.objects.filter(owner=user).select_related("player").order_by("-pk"))


def token_by_prefix(*, owner: User, prefix: str) -> Token:
    """Raises TokenNotFound."""
    found = Token.objects.filter(owner=owner, prefix=prefix).select_related("player").first()
    if found is None:
        raise TokenNotFound("No such token among yours.")
    return found


def player_by_public_id(public_id: str) -> Player:
    """Raises PlayerNotFound."""
    found = Player.objects.filter(public_id=public_id).select_related("owner").first()
    if found is None:
        raise PlayerNotFound("No such player.")
    return found


def player_by_key(pk: int) -> Player:
    """The player of a key that is known to exist."""
    return Player.objects.select_related("owner").get(pk=pk)


def list_players(
    *, kind: str | None = None, begins: str = "", after: int | None = None, limit: int = 50
) -> list[Player]:
    """Newest first; `begins` is the start of a handle, `after` the key of the last line seen."""
    players = Player.objects.select_related("owner").order_by("-pk")
    if kind:
        players = players.filter(kind=kind)
    if begins:
        players = players.filter(handle__istartswith=begins)
    if after:
        players = players.filter(pk__lt=after)
    return list(players[:limit])
