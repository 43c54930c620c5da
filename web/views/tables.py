"""Tables: the list of those that run, and one table watched."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.actions import expire_overdue
from games.errors import TableNotFound
from games.queries import list_tables, log_of, table_seen
from games.seen import TableSeen
from tournaments.queries import match_of_table
from web.felts.big_two import felt_of
from web.viewer import Viewer, viewer_of
from web.words import reasons

LISTED = 50
# What a table of each game looks like; of others the seats and their counts are shown.
FELTS = {"big-two": felt_of}
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
        "next": found[-1].id if len(found) == LISTED else None,
    }
    return render(request, "web/tables/list.html", context)


def show(request: HttpRequest, public_id: str) -> HttpResponse:
    viewer = viewer_of(request)
    context = table_context(public_id, viewer)
    live = "" if context["is_settled"] else reverse("live-table", args=[public_id])
    return render(request, "web/tables/table.html", {**context, "nav": "tables", "live": live})


def table_context(public_id: str, viewer: Viewer) -> dict[str, Any]:
    """What the page and its stream show of a table to one viewer. Raises Http404."""
    try:
        seen = look(public_id, viewer)
        log = log_of(public_id=public_id, viewer=viewer.player_id) if seen.started_at else []
    except TableNotFound as error:
        raise Http404(str(error)) from error
    return {
        "seen": seen,
        "felt": FELTS[seen.game](seen, log) if seen.started_at and seen.game in FELTS else None,
        "match": match_of_table(seen.id),
        "own_ids": viewer.own_ids,
        "unrated": reasons.unrated(seen.unrated_code),
        # The secret is opened a moment after the end; until then the page stays live.
        "is_settled": seen.status == "void" or (seen.status == "over" and seen.revealed),
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
