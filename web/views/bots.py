"""My bots: each is one rated player; tokens let a program act for it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from players import actions
from players.actions import NewToken
from players.errors import PlayerError, PlayerNotFound, TokenNotFound
from players.models import Player, Token, User
from players.queries import player_by_public_id, tokens_of
from players.throttle import NEW_BOT, NEW_TOKEN, count
from web.viewer import viewer_of
from web.views.pages import status_of

SCOPES = {
    "play": "sit at tables and move",
    "enter": "enter events, check in, withdraw",
    "read": "see what you see, change nothing",
    "organise": "run events you direct",
}
PRESET_SCOPES = ("play", "enter")
DAYS = {"30": "30 days", "90": "90 days", "365": "a year", "": "never"}
SOON = dt.timedelta(days=14)


@dataclass(frozen=True, slots=True)
class TokenShown:
    """`state` is new, used, soon, ended or revoked."""

    token: Token
    state: str


@dataclass(frozen=True, slots=True)
class PlayerShown:
    player: Player
    tokens: tuple[TokenShown, ...]


@login_required
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    return _page(request)


@login_required
@require_POST
def create(request: HttpRequest) -> HttpResponse:
    try:
        count(NEW_BOT, f"user:{_user(request).pk}")
        bot = actions.create_bot(
            owner=_user(request),
            handle=request.POST.get("handle", ""),
            version_label=request.POST.get("version_label", ""),
        )
    except PlayerError as refused:
        return _page(request, bot_error=refused)
    messages.success(request, f"{bot.handle} is made. It plays once a program has a token for it.")
    return redirect("bots")


@login_required
@require_POST
@never_cache
def create_token(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answers with the page itself and no redirect: the secret is shown once and kept nowhere."""
    try:
        count(NEW_TOKEN, f"user:{_user(request).pk}")
        made = actions.create_token(
            owner=_user(request),
            player=player_by_public_id(public_id),
            name=request.POST.get("name", ""),
            scopes=request.POST.getlist("scopes"),
            expires_at=_end_of(request.POST),
        )
    except PlayerNotFound as error:
        raise Http404(str(error)) from error
    except PlayerError as refused:
        return _page(request, token_error=refused, asked_for=public_id)
    return _page(request, made=made)


@login_required
@require_POST
def revoke_token(request: HttpRequest, token_id: int) -> HttpResponse:
    try:
        actions.revoke_token(owner=_user(request), token_id=token_id)
    except TokenNotFound as error:
        raise Http404(str(error)) from error
    messages.success(request, "The token is revoked; programs that use it are refused from now on.")
    return redirect("bots")


def _page(
    request: HttpRequest,
    *,
    bot_error: PlayerError | str = "",
    token_error: PlayerError | str = "",
    asked_for: str = "",
    made: NewToken | None = None,
) -> HttpResponse:
    context = {
        "nav": "bots",
        "shown": _shown(request),
        "scopes": SCOPES,
        "preset": PRESET_SCOPES,
        "days": DAYS,
        "made": made,
        "bot_error": bot_error,
        "token_error": token_error,
        "asked_for": asked_for,
        "address": request.build_absolute_uri("/").rstrip("/"),
    }
    status = status_of(bot_error or token_error)
    return render(request, "web/bots/page.html", context, status=status)


def _shown(request: HttpRequest) -> list[PlayerShown]:
    """The login's players, its bots first, each with its tokens."""
    now = timezone.now()
    tokens = [TokenShown(token, _state(token, now)) for token in tokens_of(_user(request))]
    players = sorted(viewer_of(request).players, key=lambda one: one.kind == Player.Kind.HUMAN)
    return [
        PlayerShown(player, tuple(one for one in tokens if one.token.player_id == player.pk))
        for player in players
    ]


def _state(token: Token, now: dt.datetime) -> str:
    if token.revoked_at:
        return "revoked"
    if token.expires_at and token.expires_at <= now:
        return "ended"
    if token.expires_at and token.expires_at <= now + SOON:
        return "soon"
    return "used" if token.last_used_at else "new"


def _end_of(post: Mapping[str, object]) -> dt.datetime | None:
    days = str(post.get("days", "90"))
    if days not in DAYS:
        days = "90"
    return timezone.now() + dt.timedelta(days=int(days)) if days else None


def _user(request: HttpRequest) -> User:
    user = viewer_of(request).user
    if user is None:
        raise Http404("Sign in to see your bots.")
    return user
