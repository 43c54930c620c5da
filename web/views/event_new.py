"""Setting up an event: the form, a look at what it would be, and the event itself."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.errors import TableError
from games.rules.protocol import RulesError
from players import throttle
from players.errors import PlayerError
from players.transactions import database_now
from tournaments import actions, queries
from tournaments.errors import BadTournament, TournamentError
from tournaments.forecasts import Forecast
from tournaments.models import Tournament
from web.event_form import EventForm, event_form
from web.viewer import viewer_of

REFUSALS = (TournamentError, RulesError, TableError, PlayerError)
FIELD_OF = {"bad_name": "name", "bad_patience": "patience_seconds"}
MOST_PREVIEWED = 4096


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest) -> HttpResponse:
    user = viewer_of(request).user
    if user is None or not user.is_staff:
        raise Http404("Events are set up by staff.")
    form = event_form(request.POST)
    if request.method != "POST":
        return _page(request, form, None, "")
    if form.problem:
        return _refused(request, form, *form.problem)
    try:
        if "create" not in request.POST:
            return _page(request, form, _previewed(form), "")
        throttle.count(throttle.NEW_TOURNAMENT, f"user:{user.pk}")
        made = actions.create_tournament(organiser=user, **form.values)
    except BadTournament as error:
        return _refused(request, form, error.field, str(error))
    except REFUSALS as error:
        return _refused(request, form, FIELD_OF.get(error.code, "name"), str(error))
    messages.success(request, f"{made.name} is set up. Only its directors see it until it opens.")
    return redirect("event", made.public_id)


def _previewed(form: EventForm) -> Forecast | None:
    """What it would be with so many entrants; nothing is stored. Raises what creating raises."""
    draft = Tournament(**form.values, created_at=database_now())
    if not draft.name:
        draft.name = "An event"
    actions.check_settings(draft)
    return queries.preview(draft, min(max(form.entrants, 2), MOST_PREVIEWED))


def _refused(request: HttpRequest, form: EventForm, name: str, message: str) -> HttpResponse:
    """The sentence beside its field, or above all where no field is to blame."""
    names = (name, name.replace(".per_group", ".take"), name.removesuffix(".take"))
    is_shown = any(form.refused(each, message) for each in dict.fromkeys(names))
    # A look at settings that do not fit yet is no error of the request.
    is_look = "create" not in request.POST
    return _page(request, form, None, "" if is_shown else message, status=200 if is_look else 422)


def _page(
    request: HttpRequest, form: EventForm, plan: Forecast | None, error: str, status: int = 200
) -> HttpResponse:
    context = {
        "nav": "events",
        "panels": form.panels,
        "entrants": form.entrants,
        "plan": plan,
        "error": error,
        "errors": [each for panel in form.panels for each in panel.fields if each.error],
    }
    return render(request, "web/events/new.html", context, status=status)
