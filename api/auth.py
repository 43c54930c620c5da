"""Who calls: the token is looked up anew for every request, so that revoking it tells."""

from __future__ import annotations

from django.http import HttpRequest

from api.problems import BadToken
from players.actions import note_use
from players.queries import Caller, caller_of

SCHEME = "bearer"
REFUSED = {"WWW-Authenticate": 'Bearer realm="podium"'}


def caller_from(request: HttpRequest) -> Caller | None:
    """None without a token. Raises BadToken for one that speaks for nobody (any more)."""
    header = request.META.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    caller = caller_of(token.strip()) if scheme.lower() == SCHEME else None
    if caller is None:
        raise BadToken(
            "The header Authorization is `Bearer` and a token that is in use; "
            "this one is unknown, revoked or expired.",
            headers=REFUSED,
        )
    if caller.is_use_to_note:
        note_use(token_id=caller.token_id)
    return caller
