"""Events: the list, and one event with its tabs and its entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST

from players.errors import PlayerError
from players.models import User
from tournaments import actions, queries
from tournaments.errors import TournamentError, TournamentNotFound
from tournaments.queries import BracketSeen, EntrantSeen, TournamentSeen
from web.drawings import strength
from web.drawings.bracket import draw
from web.drawings.bracket_svg import Marks, svg_of
from web.event_bracket import (
    Clock,
    clocks_of,
    followed_of,
    heads_of,
    nodes_of,
    rounds_listed,
    seats_of,
)
from web.event_sections import (
    Asked,
    chosen,
    map_of,
    part_of,
    sections_of,
    strip_of,
    zooms_of,
)
from web.just_in import just_in
from web.viewer import Viewer, viewer_of
from web.words.waiting import parts_of

LISTED = 30
ZOOMED_FROM = 920  # what a drawing may be wide before smaller sizes are offered
STATES = {"": "all", "open": "coming up", "running": "live", "closed": "over"}
TABS = {
    "bracket": "Bracket",
    "standings": "Standings",
    "tables": "Tables",
    "entrants": "Entrants",
    "acts": "Acts",
}
ENDED = ("closed", "cancelled")


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
    context = bracket_context(public_id, viewer, asked)
    event: TournamentSeen = context["event"]
    live = "" if context["is_over"] or tab != "bracket" else reverse("live-event", args=[public_id])
    context |= {
        "nav": "events",
        "tabs": TABS,
        "tab": tab,
        "live": live and live + context["asked"].query.rstrip("?"),
        **_tab_context(tab, event),
        **_entry_context(event, viewer),
    }
    return render(request, "web/events/event.html", context)


def bracket_context(public_id: str, viewer: Viewer, asked: Asked) -> dict[str, Any]:
    """What the page and its stream show of the bracket. Raises Http404."""
    event = _seen(public_id)
    bracket = queries.bracket_of(event.id)
    clocks = clocks_of(bracket)
    wait = queries.wait_of(event.id, bracket, event.server_now)
    rows = [row for match in bracket.matches for row in match.rows]
    names = {str(row.seed): row.name for row in rows if row.seed}
    own = {str(row.seed) for row in rows if row.seed and row.player_public_id in viewer.own_ids}
    asked = asked if asked.follow in {*names, "all"} else replace(asked, follow="")
    followed = followed_of(sorted(own, key=int), asked.follow, names)
    marks = Marks(own, followed, round(event.server_now.timestamp() * 1000))
    return {
        "event": event,
        "viewer": viewer,
        "asked": asked,
        "wait": wait,
        "wait_parts": parts_of(
            wait, event.server_now, [clock.deadline_at for clock in clocks.values()]
        ),
        "bracket": bracket,
        "results": just_in(event.id, bracket),
        **_drawn(bracket, clocks, marks, asked),
        "followed": followed,
        "followed_names": [names[seed] for seed in followed],
        "follow_all": replace(asked, follow="all").query,
        "seeds": names,
        "now_ms": marks.now_ms,
        "is_over": event.state in ENDED,
        "podium": queries.podium_of(event.id) if event.state == "closed" else [],
    }


def _drawn(
    bracket: BracketSeen,
    clocks: Mapping[int, Clock],
    marks: Marks,
    asked: Asked,
) -> dict[str, Any]:
    """The drawing of the part that is shown, and the ways to the others."""
    sections = sections_of(bracket)
    section = chosen(sections, asked, bracket, marks.followed)
    part = part_of(bracket, section)
    is_whole = bool(sections) and section is None
    nodes = nodes_of(part, clocks, seats_of(part.matches))
    drawing = draw(nodes, heads_of(part))
    return {
        # Every piece of it is escaped where it is made.
        "svg": mark_safe(svg_of(drawing, marks, asked.zoom)) if nodes else "",  # noqa: S308
        # The whole of a large bracket is read once, not a second time as a list.
        "rounds": [] if is_whole else rounds_listed(part, nodes, bracket),
        "is_whole": is_whole,
        "open_round": _open_round(part),
        "has_cut": any(node.cut for node in nodes),
        "strip": strip_of(sections, asked, section),
        "thumbnail": map_of(bracket, section, marks.followed) if sections else (),
        "zooms": zooms_of(asked) if drawing.width > ZOOMED_FROM else [],
    }


def _open_round(bracket: BracketSeen) -> int:
    """The number of the first column in which something is still to be played, else the last."""
    for column, each in enumerate(bracket.rounds, start=1):
        if each.decided < len(each.matches):
            return column
    return len(bracket.rounds)


def _seen(public_id: str) -> TournamentSeen:
    try:
        event = queries.tournament_seen(public_id)
    except TournamentNotFound as error:
        raise Http404(str(error)) from error
    if event.state == "draft":
        raise Http404("No such event, or it is not open to you yet.")
    return event


def _tab_context(tab: str, event: TournamentSeen) -> dict[str, Any]:
    if tab == "standings":
        return {"standings": queries.standings_of(event.id)}
    if tab == "entrants":
        return {"entrants": [(one, _bar(one)) for one in queries.entrants_of(event.id)]}
    if tab == "acts":
        return {"acts": queries.acts_of(event.id)}
    return {}


def _bar(entrant: EntrantSeen) -> strength.Bar | None:
    if entrant.mu is None or entrant.sigma is None:
        return None
    return strength.bar(entrant.mu, entrant.sigma)


def _entry_context(event: TournamentSeen, viewer: Viewer) -> dict[str, Any]:
    """The viewer's entries, and its players that may still enter."""
    if viewer.user is None or event.state in ENDED:
        return {}
    entered = [
        one for one in queries.entrants_of(event.id) if one.player_public_id in viewer.own_ids
    ]
    active = {one.player_id for one in entered if one.status == "active"}
    may_enter = [one for one in viewer.players if one.pk not in active]
    opens = event.check_in_opens_at
    return {
        "own_entries": [one for one in entered if one.status == "active"],
        "may_enter": may_enter if event.state == "open" else [],
        "is_check_in_open": event.state == "open" and opens and opens <= event.server_now,
    }


@login_required
@require_POST
def enter(request: HttpRequest, public_id: str) -> HttpResponse:
    chosen = request.POST.get("player", "")
    player = next((one for one in viewer_of(request).players if one.public_id == chosen), None)
    if player is None:
        raise Http404("No such player among yours.")

    def act(event: TournamentSeen, user: User) -> str:
        actions.enter(tournament_id=event.id, player_id=player.pk, by=user)
        return f"{player.handle} takes part."

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


def _own_entrant(request: HttpRequest, event: TournamentSeen) -> EntrantSeen:
    chosen = request.POST.get("player", "")
    for player in viewer_of(request).players:
        if player.public_id == chosen:
            return queries.entrant_of(tournament_id=event.id, player_id=player.pk)
    raise Http404("No such player among yours.")


def _acted(
    request: HttpRequest, public_id: str, act: Callable[[TournamentSeen, User], str]
) -> HttpResponse:
    """Do it, say what came of it, and show the event again."""
    user = viewer_of(request).user
    event = _seen(public_id)
    if user is None:
        raise Http404("Sign in first.")
    try:
        messages.success(request, act(event, user))
    except (TournamentError, PlayerError) as refused:
        messages.error(request, str(refused))
    return redirect("event", public_id)
