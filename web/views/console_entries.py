"""A director brings players into an event, and says of those that are there that they are."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments import actions, queries
from tournaments.seeds import named
from web.console_entries import enter_named
from web.views.console import REFUSALS, directed


@login_required
@require_POST
def enter(request: HttpRequest, public_id: str) -> HttpResponse:
    event, user = directed(request, public_id)
    sent = request.POST
    entered: list[str] = []
    try:
        for entrant in enter_named(event, user, sent.get("handles", ""), sent.get("name", "")):
            entered.append(named(entrant))
    except REFUSALS as refused:
        messages.error(request, str(refused))
    if entered:
        messages.success(request, f"Entered: {', '.join(entered)}.")
    return redirect("event-console", event.public_id)


@login_required
@require_POST
def check_in(request: HttpRequest, public_id: str, entrant_id: int) -> HttpResponse:
    event, user = directed(request, public_id)
    if all(each.id != entrant_id for each in queries.entrants_of(event.id)):
        raise Http404("No such entrant of this event.")
    try:
        actions.check_in(entrant_id=entrant_id, by=user)
    except REFUSALS as refused:
        messages.error(request, str(refused))
    return redirect("event-console", event.public_id)
