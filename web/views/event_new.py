"""Setting up an event: the form, a look at what it would be, and the event itself."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.errors import TableError
from games.rules.protocol import RulesError
from players import throttle
from players.errors import PlayerError
from players.models import User
from players.transactions import database_now
from tournaments import actions, queries
from tournaments.actions.series import TEMPLATE
from tournaments.errors import BadTournament, TournamentError
from tournaments.forecasts import Forecast
from tournaments.models import Tournament
from tournaments.recurrence import following
from web.event_form import event_form
from web.form_fields import EventForm
from web.viewer import viewer_of
from web.words.starts import Start, starts_in_words

REFUSALS = (TournamentError, RulesError, TableError, PlayerError)
FIELD_OF = {"bad_name": "name", "bad_patience": "patience_seconds"}
# Where a setting is asked for under another name.
ASKED_AS = {
    "first_at": "starts_at",
    "schedule.every_minutes": "every",
    "schedule.every_days": "every",
}
STARTS_SHOWN = 5
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
    is_look = "create" not in request.POST
    problem = form.problem or (None if is_look else form.missing)
    if problem:
        return _refused(request, form, *problem)
    try:
        if is_look:
            starts = _starts(form, user)
            return _page(request, form, _previewed(form, starts), "", starts=starts)
        throttle.count(throttle.NEW_TOURNAMENT, f"user:{user.pk}")
        return _made(request, form, user)
    except BadTournament as error:
        return _refused(request, form, error.field, str(error))
    except REFUSALS as error:
        return _refused(request, form, FIELD_OF.get(error.code, "name"), str(error))


def _made(request: HttpRequest, form: EventForm, user: User) -> HttpResponse:
    """The event, or the series, is set up."""
    if form.series is None:
        event = actions.create_tournament(organiser=user, **form.values)
        says = f"{event.name} is set up. Only its directors see it until it opens."
        messages.success(request, says)
        return redirect("event", event.public_id)
    series = actions.create_series(**_series_settings(form, user))
    messages.success(request, f"{series.name} is set up; its events open by themselves.")
    return redirect("series", series.public_id)


def _series_settings(form: EventForm, user: User) -> dict[str, Any]:
    template = {name: form.values[name] for name in TEMPLATE if name in form.values}
    name = form.values["name"]
    return {"name": name, "template": template, "organiser": user, **(form.series or {})}


def _starts(form: EventForm, user: User) -> list[Start]:
    """The next starts of a series, once enough has been said. Raises what setting it up raises."""
    if form.series is None or form.missing:
        return []
    settings = _series_settings(form, user)
    drafted = actions.drafted_series(**settings | {"name": settings["name"] or "A series"})
    coming = following(drafted.rule, drafted.first_at, drafted.time_zone, database_now())
    return starts_in_words(islice(coming, STARTS_SHOWN), drafted.time_zone)


def _previewed(form: EventForm, starts: Sequence[Start]) -> Forecast | None:
    """What it would be with so many entrants; nothing is stored. Raises what creating raises."""
    draft = Tournament(**form.values, created_at=database_now())
    if starts:
        # A series may have begun long ago; its next event starts ahead.
        draft.starts_at = starts[0].at
    if not draft.name:
        draft.name = "An event"
    actions.check_settings(draft)
    return queries.forecast_of(draft, min(max(form.entrants, 2), MOST_PREVIEWED))


def _refused(request: HttpRequest, form: EventForm, name: str, message: str) -> HttpResponse:
    """The sentence beside its field, or above all where no field is to blame."""
    name = name.removeprefix("template.")
    others = (name.replace(".per_group", ".take"), name.removesuffix(".take"))
    names = (name, ASKED_AS.get(name, name), *others, *(["repeats"] if name == "rule" else []))
    is_shown = any(form.refused(each, message) for each in dict.fromkeys(names))
    # A look at settings that do not fit yet is no error of the request.
    is_look = "create" not in request.POST
    return _page(request, form, None, "" if is_shown else message, status=200 if is_look else 422)


def _page(
    request: HttpRequest,
    form: EventForm,
    plan: Forecast | None,
    error: str,
    *,
    starts: Sequence[Start] = (),
    status: int = 200,
) -> HttpResponse:
    context = {
        "nav": "events",
        "panels": form.panels,
        "entrants": form.entrants,
        "plan": plan,
        "starts": starts,
        "is_series": form.series is not None,
        "zone": form.values["time_zone"],
        "error": error,
        "errors": [each for panel in form.panels for each in panel.fields if each.error],
    }
    return render(request, "web/events/new.html", context, status=status)
