"""The organiser's console: what an event waits for, the acts that fix it, and taking them back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.cache import never_cache

from games.errors import TableError
from players.errors import PlayerError
from players.models import User
from tournaments import queries
from tournaments.actions import directing
from tournaments.actions.directing import Preview
from tournaments.errors import StageNotFound, TournamentError, TournamentNotFound
from tournaments.queries import BracketSeen, TournamentSeen
from tournaments.queries.blockers import blockers_of
from web.console import (
    ACT_WORDS,
    Form,
    damage_of,
    form_of,
    moves_of,
    tables_words,
    title_of,
    told_of,
)
from web.console_entries import entry_context
from web.viewer import viewer_of

ACTS_SHOWN = 12
PREVIEWED = "a look at what follows"
# The reason that a preview gives; nothing of it is kept.
REFUSALS = (TournamentError, PlayerError, TableError)


@login_required
@never_cache
def show(request: HttpRequest, public_id: str) -> HttpResponse:
    event, user = directed(request, public_id)
    try:
        bracket = queries.bracket_of(event.id, _stage(request.GET))
    except StageNotFound as error:
        raise Http404(str(error)) from error
    if request.method == "POST":
        return _act(request, event, user, bracket)
    return _page(request, event, user, bracket, request.GET)


def directed(request: HttpRequest, public_id: str) -> tuple[TournamentSeen, User]:
    """The event, for those who may direct it; for all others there is no such page."""
    user = viewer_of(request).user
    try:
        event = queries.tournament_seen(public_id)
    except TournamentNotFound as error:
        raise Http404(str(error)) from error
    if user is None or not (user.is_staff or event.organiser_id == user.pk):
        raise Http404("No such event, or it is not yours to direct.")
    return event, user


def _stage(fields: QueryDict) -> int | None:
    text = fields.get("stage", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else None


def _page(
    request: HttpRequest,
    event: TournamentSeen,
    user: User,
    bracket: BracketSeen,
    fields: QueryDict,
) -> HttpResponse:
    entrants = queries.entrants_of(event.id)
    form = form_of(fields, bracket, entrants)
    context: dict[str, Any] = {
        "nav": "events",
        "event": event,
        "bracket": bracket,
        "wait": queries.wait_of(event.id, bracket, event.server_now),
        "blockers": [
            (each, [(code, ACT_WORDS.get(code, code)) for code in each.acts])
            for each in blockers_of(event.id)
        ],
        "entrants": entrants,
        "acts": queries.acts_of(event.id, limit=ACTS_SHOWN),
        "decided": [
            match for match in bracket.matches if match.state in ("done", "walkover", "live")
        ],
        "can_repair": not bracket.is_tree,
        **entry_context(event),
    }
    if form is not None:
        context |= _panel(event, user, form)
        context |= {"form": form, "form_title": title_of(form, entrants)}
    return render(request, "web/events/console.html", context)


def _panel(event: TournamentSeen, user: User, form: Form) -> dict[str, Any]:
    """What would follow, as far as enough has been said; or why it cannot be done."""
    if not form.is_complete:
        return {"refusal": form.unknown}
    seen, refusal = _previewed(event, user, form)
    return {
        "preview": seen,
        "refusal": refusal,
        "button": damage_of(form.asked.kind, seen),
        "tables_words": tables_words(form.asked.kind, seen) if seen else "",
        "told": told_of(seen) if seen else "",
        "moves": moves_of(seen) if seen else [],
    }


def _previewed(event: TournamentSeen, user: User, form: Form) -> tuple[Preview | None, str]:
    asked = form.asked
    kept = directing.Asked(
        **{name: getattr(asked, name) for name in asked.__slots__ if name != "reason"},
        reason=PREVIEWED,
    )
    try:
        return directing.preview(event.id, directing.act_of(event.id, user, kept)), ""
    except REFUSALS as refused:
        return None, str(refused)


def _act(
    request: HttpRequest, event: TournamentSeen, user: User, bracket: BracketSeen
) -> HttpResponse:
    form = form_of(request.POST, bracket, queries.entrants_of(event.id))
    if form is None or not form.is_complete:
        raise Http404("No such act.")
    before = queries.newest_act(event.id)
    try:
        directing.act_of(event.id, user, form.asked)()
    except REFUSALS as refused:
        messages.error(request, str(refused))
        # What was typed is still there.
        return _page(request, event, user, bracket, request.POST)
    done = queries.act_done(
        event.id,
        since=before,
        actor_id=user.pk,
        before=form.asked.said_before,
        entrants=form.asked.entrants,
    )
    here = reverse("event-console", args=[event.public_id])
    undo = '{} <a href="{}?do=undo&amp;act={}">Undo it</a>' if done.is_undoable else "{}"
    messages.success(request, format_html(undo, done.text, here, done.id))
    return redirect(here)
