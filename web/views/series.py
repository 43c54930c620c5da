"""Events that come again and again: the list, and one series with the way to end it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from players.models import User
from tournaments import actions, queries
from tournaments.errors import SeriesNotFound, TournamentError
from tournaments.formats.registry import format_for
from tournaments.queries.series import SeriesSeen, list_series, series_by_public_id, starts_of
from web.viewer import viewer_of
from web.words.recurring import rule_in_words
from web.words.starts import starts_in_words

LISTED = 30
STARTS_SHOWN = 5
EVENTS_SHOWN = 10


def index(request: HttpRequest) -> HttpResponse:
    after = request.GET.get("after", "")
    is_number = after.isascii() and after.isdigit() and len(after) < 18
    found = list_series(after=int(after) if is_number else None, limit=LISTED)
    context = {
        "nav": "events",
        "lines": [(each, rule_in_words(each.rule), _next(each)) for each in found],
        "next": found[-1].id if len(found) == LISTED else None,
    }
    return render(request, "web/series/list.html", context)


def show(request: HttpRequest, public_id: str) -> HttpResponse:
    series = _found(public_id)
    template = series.template
    context = {
        "nav": "events",
        "series": series,
        "rule_words": rule_in_words(series.rule),
        "starts": starts_in_words(starts_of(series, STARTS_SHOWN), series.time_zone),
        "events": queries.list_tournaments(series=series.id, limit=EVENTS_SHOWN),
        "game": template["game"],
        "settings_words": format_for(template["format"]).describe(template.get("config", {})),
        "patience_seconds": template.get("patience_seconds", 30),
        "announced_seconds": series.announced_hours * 3600,
        "is_director": _is_director(series, viewer_of(request).user),
    }
    return render(request, "web/series/series.html", context)


@login_required
@require_POST
def stop(request: HttpRequest, public_id: str) -> HttpResponse:
    series = _found(public_id)
    try:
        actions.stop_series(series_id=series.id, by=viewer_of(request).user)
    except TournamentError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, f"{series.name} has stopped. What was set up before stays.")
    return redirect("series", public_id)


def _found(public_id: str) -> SeriesSeen:
    try:
        return series_by_public_id(public_id)
    except SeriesNotFound as error:
        raise Http404(str(error)) from error


def _next(series: SeriesSeen) -> str:
    """The next start in words; empty once the series has ended."""
    coming = [series.next_at] if series.next_at else []
    return "".join(one.words for one in starts_in_words(coming, series.time_zone))


def _is_director(series: SeriesSeen, user: User | None) -> bool:
    return user is not None and (user.is_staff or user.pk == series.organiser_id)
