"""Errors become problems: one status for each, the same shape for all, Django's own included."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse

from api import problems
from api.answers import json_response
from games import errors as tables
from games.rules import protocol as rules
from players import errors as players
from ratings import errors as ratings
from tournaments import errors as tournaments
from tournaments.interchange.exports import NotExportable

logger = logging.getLogger(__name__)

PROBLEM_JSON = "application/problem+json"

STATUS: Mapping[type[Exception], int] = {
    # Tables.
    tables.TableNotFound: 404,
    tables.BadPatience: 422,
    tables.BadNonce: 422,
    tables.BadTurn: 422,
    tables.UnknownStrategy: 422,
    tables.NotSeated: 403,
    tables.TableNotOpen: 409,
    tables.TableFull: 409,
    tables.AlreadySeated: 409,
    tables.NotStarted: 409,
    tables.NotYourTurn: 409,
    tables.StaleTurn: 409,
    tables.TurnAhead: 409,
    tables.DeadlinePassed: 409,
    tables.TablePaused: 409,
    tables.TableOver: 409,
    tables.RecordClosed: 409,
    # Rules.
    rules.UnknownGame: 422,
    rules.BadOptions: 422,
    rules.MoveNotUnderstood: 422,
    rules.IllegalMove: 422,
    rules.NotToAct: 409,
    rules.NotInPlay: 409,
    rules.GameOver: 409,
    # Players.
    players.BadHandle: 422,
    players.BadName: 422,
    players.BadEmail: 422,
    players.WeakPassword: 422,
    players.BadScopes: 422,
    players.BadExpiry: 422,
    players.BadReset: 422,
    players.BadInvitation: 403,
    players.SignUpClosed: 403,
    players.TooOften: 429,
    players.NotYourPlayer: 403,
    players.HandleTaken: 409,
    players.EmailTaken: 409,
    players.PlayerNotFound: 404,
    players.TokenNotFound: 404,
    # Ratings: what a question can go wrong with; the rest is the service's own affair.
    ratings.PoolNotFound: 404,
    ratings.BadCursor: 400,
    # Tournaments.
    tournaments.TournamentNotFound: 404,
    tournaments.SeriesNotFound: 404,
    tournaments.EntrantNotFound: 404,
    tournaments.NotYourTournament: 403,
    tournaments.NotYourEntrant: 403,
    tournaments.BadTournament: 422,
    tournaments.EntryNotOpen: 409,
    tournaments.TournamentFull: 409,
    tournaments.BadTeam: 422,
    tournaments.AlreadyEntered: 409,
    tournaments.CheckInNotOpen: 409,
    tournaments.NotOpenYet: 409,
    tournaments.TournamentOver: 409,
    NotExportable: 409,
    tournaments.ReasonNeeded: 400,
    tournaments.MatchNotFound: 404,
    tournaments.StageNotFound: 404,
    tournaments.MatchDecided: 409,
    tournaments.MatchNotDecided: 409,
    tournaments.NotInMatch: 422,
    tournaments.BadResult: 422,
    tournaments.NoRoundToRepair: 409,
    tournaments.ActNotFound: 404,
    tournaments.CannotUndo: 409,
}


def problem_response(
    error: Exception, request: HttpRequest, extras: Mapping[str, Any] | None = None
) -> HttpResponse:
    """The problem of whatever was raised; what is nobody's refusal is logged and is ours."""
    request_id = secrets.token_hex(4)
    status, headers = status_of(error), {}
    if status == 500:
        logger.error(
            "request %s failed: %s %s", request_id, request.method, request.path, exc_info=error
        )
        error = problems.OurFault(
            "Something broke here. It is ours, not yours, and it is logged as "
            f"{request_id}. No move was lost: the table shows what counts."
        )
    if isinstance(error, problems.Problem):
        headers, extras = error.headers, {**error.extras, **(extras or {})}
    if isinstance(error, players.TooOften):
        headers = {"Retry-After": str(error.retry_after)}
    shape = {**_head(error, status, request_id), **facts_of(error), **(extras or {})}
    return json_response(shape, status=status, headers=headers, content_type=PROBLEM_JSON)


def status_of(error: Exception) -> int:
    if isinstance(error, problems.Problem):
        return error.status
    return next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 500)


def title_of(error: type[Exception]) -> str:
    """The first sentence of the error's own docstring: said once, for people in code and API."""
    first = (error.__doc__ or error.__name__).strip().splitlines()[0]
    return first.rstrip(".")


def facts_of(error: Exception) -> dict[str, Any]:
    """What an error itself knows besides its sentence."""
    if isinstance(error, rules.IllegalMove):
        return {"reason": error.reason, "standing": error.standing}
    if isinstance(error, rules.MoveNotUnderstood):
        return {"reason": error.reason}
    if isinstance(error, tables.NotYourTurn):
        return {"to_act": list(error.to_act)}
    if isinstance(error, tournaments.BadTournament):
        return {"field": error.field}
    if isinstance(error, players.TooOften):
        wait = error.retry_after
        return {"retry_after": wait, "limit": error.limit, "remaining": 0, "reset": wait}
    if isinstance(error, tables.DeadlinePassed):
        return {"deadline_at": error.deadline_at, "received_at": error.received_at}
    return {}


def _head(error: Exception, status: int, request_id: str) -> dict[str, Any]:
    code = str(getattr(error, "code", "bad_request"))
    return {
        "type": f"/api/docs#{code}",
        "title": title_of(type(error)),
        "status": status,
        "code": code,
        "detail": str(error),
        "request_id": request_id,
    }


# Django's own refusals, for addresses under /api/ (config/urls.py).


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return problem_response(
        problems.NotFound(f"There is nothing at {request.path[:80]!a}; /api/docs lists what is."),
        request,
    )


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        return problem_response(problems.BodyTooLarge("The body is too large."), request)
    return problem_response(problems.BadRequest("The request could not be read."), request)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return problem_response(problems.NotAllowed("This is not yours to do."), request)


def broken(request: HttpRequest) -> HttpResponse:
    """Django has logged it; the client gets the same shape as always."""
    return problem_response(
        problems.OurFault("Something broke here. It is ours, not yours."), request
    )
