"""Tables: the list of those that run, and one table watched."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.actions import expire_overdue
from games.errors import TableNotFound
from games.models import Seat
from games.queries import list_tables, log_of, table_seen
from games.seen import TableSeen
from tournaments.queries import match_of_table
from web.felts.hand import Fields
from web.felts.registry import felt_module
from web.own_seat import NOTHING, is_settled, seat_context
from web.viewer import Viewer, viewer_of
from web.words import reasons, spans
from web.words.openable import openable

LISTED = 50
STATUSES = {"running": "live", "open": "open", "over": "over"}


def index(request: HttpRequest) -> HttpResponse:
    status = request.GET.get("status", "running")
    if status not in STATUSES:
        raise Http404("No such list of tables.")
    found = list_tables(
        viewer=viewer_of(request).player_id,
        status=status,
        after=_whole_number(request.GET.get("after")),
        limit=LISTED,
    )
    context = {
        "nav": "tables",
        "tables": found,
        "status": status,
        "statuses": STATUSES,
        "openable": openable(),
        "next": found[-1].id if len(found) == LISTED else None,
    }
    return render(request, "web/tables/list.html", context)


def show(request: HttpRequest, public_id: str) -> HttpResponse:
    return page(request, public_id, table_context(public_id, viewer_of(request)))


def page(
    request: HttpRequest, public_id: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """The whole page of a table, however its form was answered."""
    live = "" if context["is_settled"] else reverse("live-table", args=[public_id])
    shown = {**context, "nav": "tables", "live": live}
    return unkept(render(request, "web/tables/table.html", shown, status=status))


def unkept(response: HttpResponse) -> HttpResponse:
    """No cache keeps an answer that may hold a hand."""
    response.headers["Cache-Control"] = "no-store"
    return response


def table_context(public_id: str, viewer: Viewer, fields: Fields = NOTHING) -> dict[str, Any]:
    """What the page and its stream show of a table to one viewer. Raises Http404.

    `fields`: what the viewer had chosen when it sent a form that was refused.
    """
    try:
        seen = look(public_id, viewer)
        log = log_of(public_id=public_id, viewer=viewer.player_id) if seen.started_at else []
    except TableNotFound as error:
        raise Http404(str(error)) from error
    felt = felt_module(seen.game) if seen.started_at else None
    return {
        "felt": felt.felt_of(seen, log) if felt else None,
        "match": match_of_table(seen.id),
        "rests": _rests(seen) if seen.paused_at else [],
        **seen_context(seen, viewer, fields),
    }


def _rests(seen: TableSeen) -> list[tuple[str, str]]:
    """Whose clock stands still, and what it shows."""
    rows = Seat.objects.filter(table_id=seen.id, rest_ms__isnull=False).order_by("number")
    return [
        (seen.seats[number].handle or "nobody", spans.left((rest or 0) // 1000))
        for number, rest in rows.values_list("number", "rest_ms")
    ]


def seen_context(seen: TableSeen, viewer: Viewer, fields: Fields = NOTHING) -> dict[str, Any]:
    """What the viewer's own panel shows."""
    context = seat_context(seen, viewer, fields)
    felt = felt_module(seen.game)
    return {
        **context,
        "seen": seen,
        "game_page": f"web/tables/games/{seen.game}.html" if felt else "",
        "has_suits": bool(felt) and felt.HAS_SUITS,
        "viewer": viewer,
        "own_ids": viewer.own_ids,
        "unrated": reasons.unrated(seen.unrated_code),
        # The secret is opened a moment after the end; until then the page stays live.
        "is_settled": is_settled(seen, context),
    }


def look(public_id: str, viewer: Viewer) -> TableSeen:
    """The table as the viewer may see it; a seat whose time is up has left before we look."""
    seen = table_seen(public_id=public_id, viewer=viewer.player_id)
    if seen.is_overdue:
        expire_overdue(public_id=public_id)
        seen = table_seen(public_id=public_id, viewer=viewer.player_id)
    return seen


def _whole_number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 18 else None
