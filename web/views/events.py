"""Events: the list, and one event with its tabs and its entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from players.errors import PlayerError
from players.models import User
from tournaments import actions, queries
from tournaments.errors import TournamentError
from tournaments.queries import EntrantSeen, TournamentSeen
from web.event_page import ENDED, bracket_context, seen_event
from web.event_sections import Asked
from web.event_tabs import tab_context
from web.viewer import Viewer, viewer_of

LISTED = 30
LONGEST_REASON = 200
LONGEST_NAME = 60
STATES = {"": "all", "open": "coming up", "running": "live", "closed": "over"}
TABS = {
    "bracket": "Bracket",
    "standings": "Standings",
    "tables": "Tables",
    "entrants": "Entrants",
    "odds": "Odds",
    "acts": "Acts",
}


def index(request: HttpRequest) -> HttpResponse:
    state = request.GET.get("state", "")
    if state not in STATES:
        raise Http404("No such list of events.")
    after = request.GET.get("after", "")
    is_number = after.isascii() and after.isdigit() and len(after) < 18
    found = queries.list_tournaments(
        state=state or None, after=int(after) if is_number else None, limit=LISTED
    )
    context = {
        "nav": "events",
        "events": found,
        "state": state,
        "states": STATES,
        "next": found[-1].id if len(found) == LISTED else None,
    }
    return render(request, "web/events/list.html", context)


def show(request: HttpRequest, public_id: str) -> HttpResponse:
    tab = request.GET.get("tab", "bracket")
    if tab not in TABS:
        raise Http404("An event has no such page.")
    viewer, asked = viewer_of(request), Asked.of(request.GET.dict())
    context = bracket_context(public_id, viewer, asked, tab)
    event: TournamentSeen = context["event"]
    live = "" if context["is_over"] or tab != "bracket" else reverse("live-event", args=[public_id])
    context |= {
        "nav": "events",
        "tabs": TABS,
        "tab": tab,
        "live": live and live + context["asked"].query.rstrip("?"),
        **tab_context(tab, context, request.GET.get("page", "")),
        **_entry_context(event, viewer),
    }
    return render(request, "web/events/event.html", context)


def _entry_context(event: TournamentSeen, viewer: Viewer) -> dict[str, Any]:
    """The viewer's entries, and its players that may still enter."""
    if viewer.user is None or event.state in ENDED:
        return {}
    entered = [one for one in queries.entrants_of(event.id) if _is_own(one, viewer)]
    active = {
        public_id for one in entered if one.status == "active" for public_id in _players_of(one)
    }
    may_enter = [one for one in viewer.players if one.public_id not in active]
    takes_entries = event.state == "open" or bool(event.late_entry_rounds)
    opens = event.check_in_opens_at
    return {
        "own_entries": [one for one in entered if one.status == "active"],
        "may_enter": may_enter if takes_entries and event.state != "draft" else [],
        "mates": range(event.team_size - 1),
        "is_check_in_open": event.state == "open" and opens and opens <= event.server_now,
    }


def _players_of(entrant: EntrantSeen) -> set[str]:
    return {entrant.player_public_id, *(each.public_id for each in entrant.members)}


def _is_own(entrant: EntrantSeen, viewer: Viewer) -> bool:
    return not viewer.own_ids.isdisjoint(_players_of(entrant))


@login_required
@require_POST
def enter(request: HttpRequest, public_id: str) -> HttpResponse:
    own = {one.public_id: one for one in viewer_of(request).players}
    chosen = [request.POST.get("player", ""), *filter(None, request.POST.getlist("mate"))]
    if any(public_id not in own for public_id in chosen):
        raise Http404("No such player among yours.")
    player, *mates = (own[public_id] for public_id in chosen)

    def act(event: TournamentSeen, user: User) -> str:
        made = actions.enter(
            tournament_id=event.id,
            player_id=player.pk,
            by=user,
            team=[mate.pk for mate in mates],
            name=request.POST.get("name", "").strip()[:LONGEST_NAME],
            club=request.POST.get("club", "").strip()[:LONGEST_NAME],
        )
        return f"{made.name or player.handle} takes part."

    return _acted(request, public_id, act)


@login_required
@require_POST
def withdraw(request: HttpRequest, public_id: str) -> HttpResponse:
    def act(event: TournamentSeen, user: User) -> str:
        entrant = _own_entrant(request, event)
        actions.withdraw(entrant_id=entrant.id, by=user, reason="")
        return f"{entrant.name} has withdrawn."

    return _acted(request, public_id, act)


@login_required
@require_POST
def check_in(request: HttpRequest, public_id: str) -> HttpResponse:
    def act(event: TournamentSeen, user: User) -> str:
        entrant = _own_entrant(request, event)
        actions.check_in(entrant_id=entrant.id, by=user)
        return f"{entrant.name} is checked in."

    return _acted(request, public_id, act)


@login_required
@require_POST
def open_entry(request: HttpRequest, public_id: str) -> HttpResponse:
    def act(event: TournamentSeen, user: User) -> str:
        actions.open_entry(tournament_id=event.id, by=user)
        return "Entry is open."

    return _acted(request, public_id, act)


@login_required
@require_POST
def start(request: HttpRequest, public_id: str) -> HttpResponse:
    def act(event: TournamentSeen, user: User) -> str:
        actions.start_tournament(tournament_id=event.id, by=user)
        return "The draw is made."

    return _acted(request, public_id, act)


@login_required
@require_POST
def cancel(request: HttpRequest, public_id: str) -> HttpResponse:
    def act(event: TournamentSeen, user: User) -> str:
        reason = request.POST.get("reason", "").strip()[:LONGEST_REASON]
        actions.cancel_tournament(tournament_id=event.id, by=user, reason=reason)
        return "Cancelled. Running tables are void and change no rating."

    return _acted(request, public_id, act)


def _own_entrant(request: HttpRequest, event: TournamentSeen) -> EntrantSeen:
    chosen, viewer = request.POST.get("player", ""), viewer_of(request)
    for entrant in queries.entrants_of(event.id):
        if entrant.player_public_id == chosen and _is_own(entrant, viewer):
            return entrant
    raise Http404("No such player among yours.")


def _acted(
    request: HttpRequest, public_id: str, act: Callable[[TournamentSeen, User], str]
) -> HttpResponse:
    """Do it, say what came of it, and show the event again."""
    user = viewer_of(request).user
    event = seen_event(public_id, viewer_of(request))
    if user is None:
        raise Http404("Sign in first.")
    try:
        messages.success(request, act(event, user))
    except (TournamentError, PlayerError) as refused:
        messages.error(request, str(refused))
    return redirect("event", public_id)
