"""What a refused mover is told besides the reason: the table as it may see it, and a way out."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse

from api.errors import problem_response
from api.table_shapes import table_shape
from api.views import Call
from games import errors as tables
from games.queries import table_seen
from games.rules import protocol as rules
from games.seen import TableSeen

SHOWN_MOVES = 5


def with_table(error: Exception, call: Call, public_id: str) -> HttpResponse:
    """The problem, with what helps at this table; nothing more where it may not be seen."""
    try:
        seen = table_seen(public_id=public_id, viewer=call.viewer)
    except tables.TableError:
        return problem_response(error, call.request)
    return problem_response(error, call.request, _extras(error, seen))


def _extras(error: Exception, seen: TableSeen) -> dict[str, Any]:
    if isinstance(error, rules.IllegalMove | rules.MoveNotUnderstood):
        return {
            "legal_moves": list(seen.legal or ())[:SHOWN_MOVES],
            "legal_count": seen.legal_count,
        }
    if isinstance(error, tables.StaleTurn | tables.TurnAhead):
        return {"turn": seen.turn, "table": table_shape(seen)}
    if isinstance(error, tables.NotYourTurn | rules.NotToAct):
        return {"to_act": list(seen.to_act)}
    if isinstance(error, tables.TableOver | rules.GameOver | rules.NotInPlay):
        return {"outcome": _outcome(seen)}
    return {}


def _outcome(seen: TableSeen) -> dict[str, Any]:
    """places[seat] and scores[seat]; null where still open."""
    return {
        "status": seen.status,
        "why": seen.why,
        "places": [seat.place for seat in seen.seats],
        "scores": [seat.score for seat in seen.seats],
        "left": [seat.left_reason or None for seat in seen.seats],
    }
