"""Tokens: what mine may do, and making and revoking others."""

from __future__ import annotations

from django.http import HttpResponse

from api.answers import json_response
from api.cursors import key_of, page, page_fields
from api.fields import Fields, instant, text, texts
from api.player_shapes import (
    CallerShape,
    TokenShape,
    caller_shape,
    new_token_shape,
    token_shape,
)
from api.problems import MissingScope
from api.schema import page_of
from api.views import ApiView, Call, operation
from players import actions, queries, throttle
from players.errors import BadExpiry
from players.queries import Caller

ANY_SCOPE = actions.SCOPES
MADE = Fields(
    player=text(12, about="The id of your bot, or of your own player."),
    name=text(200, about="To tell it from others, 1 to 60 characters."),
    scopes=texts(4, about="Out of play, enter, organise, read; none that your token lacks."),
    expires_at=instant(default=None, about="Left out: it ends when yours does, if yours does."),
)


class OwnToken(ApiView):
    """The token of the request."""

    @operation("What my token may do", answers={200: CallerShape}, scopes=ANY_SCOPE)
    def get(self, call: Call) -> HttpResponse:
        return json_response(caller_shape(call.by))

    @operation("Revoke the token of this request", answers={204: None}, scopes=ANY_SCOPE)
    def delete(self, call: Call) -> HttpResponse:
        actions.revoke_token(owner=queries.owner_of(call.by), token_id=call.by.token_id)
        return HttpResponse(status=204)


class Tokens(ApiView):
    """All tokens of the caller's owner."""

    @operation(
        "List my tokens",
        answers={200: page_of(TokenShape)},
        scopes=("read",),
        person=True,
        query=Fields(**page_fields()),
    )
    def get(self, call: Call) -> HttpResponse:
        query = call.query
        after = key_of("tokens", query["cursor"])
        tokens = [
            token
            for token in queries.tokens_of(queries.owner_of(call.by))
            if after is None or token.pk < after
        ]
        shape = page("tokens", tokens, query["limit"], lambda token: token.pk, token_shape)
        return json_response(shape)

    @operation(
        "Make a token",
        answers={201: TokenShape},
        scopes=ANY_SCOPE,
        person=True,
        body=MADE,
        about="`secret` is in this answer and never again: we keep only a fingerprint. A token "
        "gives no scope that it lacks, and nothing that outlives it.",
    )
    def post(self, call: Call) -> HttpResponse:
        throttle.count(throttle.NEW_TOKEN, f"user:{call.by.owner_id}")
        body = call.body
        _refuse_more(call.by, body["scopes"])
        if call.by.expires_at and body["expires_at"] and body["expires_at"] > call.by.expires_at:
            raise BadExpiry(f"Your own token ends at {call.by.expires_at:%Y-%m-%d %H:%M} UTC.")
        made = actions.create_token(
            owner=queries.owner_of(call.by),
            player=queries.player_by_public_id(body["player"]),
            name=body["name"],
            scopes=body["scopes"],
            expires_at=body["expires_at"] or call.by.expires_at,
        )
        return json_response(new_token_shape(made), status=201)


class OneToken(ApiView):
    """A token of the caller's owner, by its prefix."""

    @operation(
        "Revoke a token",
        answers={204: None},
        scopes=ANY_SCOPE,
        person=True,
        about="It speaks for nobody from now on. Again is no error.",
    )
    def delete(self, call: Call, prefix: str) -> HttpResponse:
        owner = queries.owner_of(call.by)
        token = queries.token_by_prefix(owner=owner, prefix=prefix)
        _refuse_more(call.by, token.scopes)
        actions.revoke_token(owner=owner, token_id=token.pk)
        return HttpResponse(status=204)


def _refuse_more(caller: Caller, scopes: list[str]) -> None:
    """A token governs no token that may do more than it may."""
    more = [scope for scope in scopes if scope in actions.SCOPES and not caller.may(scope)]
    if more:
        raise MissingScope(
            f"Your token lacks {', '.join(more)}, so it can neither give nor take that.",
            extras={"scopes": more},
        )
