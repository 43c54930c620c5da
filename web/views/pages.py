"""Pages that stand still: the rules of the games; and how the reader wants pages to look."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from games.rules.registry import games
from players.errors import PlayerError, TooOften
from web.context import SUITS, THEMES
from web.words.rules_pages import rules_of

YEAR = 365 * 86_400
COOKIES = {"theme": THEMES, "suits": SUITS}


def rules(request: HttpRequest) -> HttpResponse:
    # Facts, not the classes: a template would call them.
    listed = [
        {"code": one.code, "name": one.name, "seats": f"{one.min_seats} to {one.max_seats} seats"}
        for one in games()
    ]
    return render(request, "web/rules/list.html", {"nav": "rules", "games": listed})


def game_rules(request: HttpRequest, game: str) -> HttpResponse:
    found = rules_of(game)
    if found is None:
        raise Http404("No such game.")
    return render(request, "web/rules/game.html", {"nav": "rules", "text": found})


@require_POST
def preferences(request: HttpRequest) -> HttpResponse:
    response = redirect(back_of(request))
    for name, allowed in COOKIES.items():
        value = request.POST.get(name)
        if value in allowed:
            response.set_cookie(
                name, value, max_age=YEAR, samesite="Lax", secure=request.is_secure(), httponly=True
            )
    return response


def back_of(request: HttpRequest, default: str = "/") -> str:
    """Where the form says it came from, if that is a page of ours."""
    back = request.POST.get("next") or request.GET.get("next") or ""
    is_ours = url_has_allowed_host_and_scheme(
        back, {request.get_host()}, require_https=request.is_secure()
    )
    return back if is_ours else default


def status_of(refusal: PlayerError | str) -> int:
    """200 without a refusal, 429 for what came too often, 422 for every other."""
    if isinstance(refusal, TooOften):
        return 429
    return 422 if refusal else 200
