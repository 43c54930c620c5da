"""The streams behind live pages; production serves them from the ASGI process."""

from __future__ import annotations

from functools import partial
from typing import Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest, StreamingHttpResponse
from django.template.loader import render_to_string

from players.models import User
from web.event_page import bracket_context
from web.event_sections import Asked
from web.stream import Look, Snapshot, shared, streamed
from web.viewer import Viewer, viewer_for
from web.views import event_match as match_page
from web.views import home as home_page
from web.views import tables as table_page

TABLE_UNITS = {
    "title": "web/tables/title.html",
    "deal": "web/tables/deal.html",
    "sub": "web/tables/sub.html",
    "felt": "web/tables/felt.html",
    "panel": "web/play/panel.html",
    "below": "web/tables/below.html",
    "side": "web/tables/side.html",
}
EVENT_UNITS = {
    "state": "web/events/state.html",
    "wait": "web/events/wait.html",
    "bracket": "web/events/bracket.html",
    "parts": "web/events/map.html",
    "just-in": "web/events/just_in.html",
    "odds": "web/events/odds.html",
}
MATCH_UNITS = {
    "match-state": "web/events/match_state.html",
    "stands": "web/events/match_stands.html",
    "hands": "web/events/match_hands.html",
}
HOME_UNITS = {
    "strip": "web/home/strip.html",
    "live-tables": "web/home/live_tables.html",
}


async def table(request: HttpRequest, public_id: str) -> StreamingHttpResponse:
    viewer = await _viewer(request)

    def look() -> Snapshot:
        context = table_page.table_context(public_id, viewer)
        return Snapshot(rendered(TABLE_UNITS, context), context["is_settled"])

    first = await sync_to_async(table_page.table_context)(public_id, viewer)
    return streamed(for_all(viewer, f"table {public_id}", look), f"table:{first['seen'].id}")


async def event(request: HttpRequest, public_id: str) -> StreamingHttpResponse:
    viewer = await _viewer(request)
    asked = Asked.of(request.GET.dict())

    def look() -> Snapshot:
        context = bracket_context(public_id, viewer, asked)
        return Snapshot(rendered(EVENT_UNITS, context), context["is_over"])

    first = await sync_to_async(bracket_context)(public_id, viewer, asked)
    key = f"event {public_id} {first['asked'].query}"
    return streamed(for_all(viewer, key, look), f"tournament:{first['event'].id}")


async def match(request: HttpRequest, public_id: str, key: str) -> StreamingHttpResponse:
    viewer = await _viewer(request)
    asked = Asked.of(request.GET.dict())

    def look() -> Snapshot:
        context = match_page.match_context(public_id, key, viewer, asked)
        return Snapshot(rendered(MATCH_UNITS, context), context["is_over"])

    first = await sync_to_async(match_page.match_context)(public_id, key, viewer, asked)
    shown = f"match {public_id} {asked.stage or 1} {key}"
    return streamed(for_all(viewer, shown, look), f"tournament:{first['event'].id}")


async def home(request: HttpRequest) -> StreamingHttpResponse:
    viewer = await _viewer(request)

    def look() -> Snapshot:
        return Snapshot(rendered(HOME_UNITS, home_page.live_context(viewer)))

    return streamed(for_all(viewer, "home", look), "home")


def for_all(viewer: Viewer, key: str, look: Look) -> Look:
    """The look itself for who has players of their own; one for all the others together."""
    return look if viewer.players else partial(shared.look, key, look)


def rendered(units: dict[str, str], context: dict[str, Any]) -> dict[str, str]:
    return {name: render_to_string(template, context) for name, template in units.items()}


async def _viewer(request: HttpRequest) -> Viewer:
    user = await request.auser()
    return await sync_to_async(viewer_for)(user if isinstance(user, User) else None)
