"""A seat of one's own: open, join and start tables, play, ask why not, leave."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from bots.strategies import strategy_names
from games import actions
from games.errors import TableError, TableNotFound
from games.queries import table_seen
from games.rules.protocol import IllegalMove, MoveNotUnderstood, RulesError
from games.rules.registry import games
from games.seen import TableSeen
from players import throttle
from players.errors import PlayerError
from web.felts.registry import play_module
from web.viewer import Viewer, viewer_of
from web.views import tables
from web.words.openable import openable
from web.words.opening import OpeningForm, opening_form

STILL_CHOSEN = "Your cards are still chosen, your clock did not stop."
GET_OR_POST = require_http_methods(["GET", "HEAD", "POST"])
MOST_TURNS = 1_000_000


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the last form was refused: a sentence, and the code that stands muted behind it."""

    sentence: str
    code: str


@GET_OR_POST
def new(request: HttpRequest, code: str = "") -> HttpResponse:
    """The form that opens a table; sent, it opens one, and starts it where that is asked for."""
    viewer = viewer_of(request)
    if viewer.player_id is None:
        return _to_sign_in(request.path)
    offered = {one.code: one for one in games()}
    if code and code not in offered:
        raise Http404("No such game.")
    form = opening_form(offered[code or next(iter(offered))], request.POST)
    if request.method != "POST":
        return _form(request, form)
    try:
        public_id = _open(viewer, form, request)
    except (TableError, RulesError, PlayerError) as refused:
        return _form(request, form, str(refused))
    return redirect("table", public_id)


def _open(viewer: Viewer, form: OpeningForm, request: HttpRequest) -> str:
    own = next(player for player in viewer.players if player.pk == viewer.player_id)
    throttle.count(throttle.NEW_TABLE, f"player:{own.pk}")
    table = actions.open_table(
        game=form.code,
        options=form.options,
        seat_count=form.seat_count,
        patience_seconds=form.patience_seconds,
        opened_by=own,
        casual=form.casual,
    )
    if "start" in request.POST:
        _start(table.public_id, own.pk, form.code, request.POST.get("filler", ""))
    return table.public_id


def _form(request: HttpRequest, form: OpeningForm, error: str = "") -> HttpResponse:
    context = {
        "nav": "tables",
        "form": form,
        "games": openable(),
        "fillers": strategy_names(form.code),
        "error": error,
    }
    return render(request, "web/play/new.html", context, status=422 if error else 200)


@require_POST
def join(request: HttpRequest, public_id: str) -> HttpResponse:
    return _act(
        request,
        public_id,
        lambda player_id: actions.join_table(public_id=public_id, player_id=player_id),
    )


@require_POST
def start(request: HttpRequest, public_id: str) -> HttpResponse:
    filler = request.POST.get("filler", "")

    def started(player_id: int) -> None:
        _start(public_id, player_id, _seen(public_id, player_id).game, filler)

    return _act(request, public_id, started)


def _start(public_id: str, player_id: int, code: str, filler: str) -> None:
    known = strategy_names(code)
    chosen = filler if filler in known else next(iter(known))
    actions.start_table(public_id=public_id, player_id=player_id, fillers=(chosen,))


@require_POST
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    return _act(
        request,
        public_id,
        lambda player_id: actions.leave_table(public_id=public_id, player_id=player_id),
    )


def _act(request: HttpRequest, public_id: str, act: Callable[[int], object]) -> HttpResponse:
    """Do it as the viewer's own player and show the table; a refusal is told there."""
    player_id = viewer_of(request).player_id
    if player_id is None:
        return _to_sign_in(reverse("table", args=[public_id]))
    try:
        act(player_id)
    except TableNotFound as error:
        raise Http404(str(error)) from error
    except (TableError, RulesError) as refused:
        messages.error(request, str(refused), extra_tags="bad")
    return redirect("table", public_id)


@require_POST
def play(request: HttpRequest, public_id: str) -> HttpResponse:
    """A move from the form. Answers the panel to the script, the table to who has none."""
    arrived = time.monotonic()
    viewer = viewer_of(request)
    if viewer.player_id is None:
        return _to_sign_in(reverse("table", args=[public_id]))
    seen = _seen(public_id, viewer.player_id)
    fields = dict(request.POST.lists())
    try:
        played = actions.play_move(
            public_id=public_id,
            player_id=viewer.player_id,
            turn=_turn(request),
            move=_module(seen).move_of(fields),
            arrived=arrived,
        )
    except (TableError, RulesError) as refused:
        return _refused(request, public_id, viewer, refused)
    if _is_by_script(request):
        return _panel(request, _after(played.seen, viewer))
    return redirect("table", public_id)


def _after(seen: TableSeen, viewer: Viewer) -> dict[str, Any]:
    """What the panel shows after a move: of a table that has ended it also tells how."""
    if seen.status == "running":
        return tables.seen_context(seen, viewer)
    return tables.table_context(seen.public_id, viewer)


def _refused(
    request: HttpRequest, public_id: str, viewer: Viewer, refused: TableError | RulesError
) -> HttpResponse:
    is_of_cards = isinstance(refused, IllegalMove | MoveNotUnderstood)
    code = getattr(refused, "reason", "") or refused.code
    sentence = f"{refused} {STILL_CHOSEN}" if isinstance(refused, IllegalMove) else str(refused)
    fields = dict(request.POST.lists()) if is_of_cards else {}
    context = tables.table_context(public_id, viewer, fields)
    context["refusal"] = Refusal(sentence, code)
    status = 422 if is_of_cards else 409
    if _is_by_script(request):
        return _panel(request, context, status)
    return tables.page(request, public_id, context, status=status)


def _panel(request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """The viewer's own panel alone; the header tells the script that it is one."""
    response = render(request, "web/play/panel.html", context, status=status)
    response.headers["X-Fragment"] = "panel"
    return tables.unkept(response)


@require_GET
def check(request: HttpRequest, public_id: str) -> HttpResponse:
    """Of chosen cards: what the button says, whether it would play them, and why not."""
    viewer = viewer_of(request)
    if viewer.player_id is None:
        raise Http404("Only a seat can ask.")
    seen = _seen(public_id, viewer.player_id)
    if seen.viewer_seat is None or not isinstance(seen.view, dict):
        raise Http404("Only a seat of a running table can ask.")
    label, is_ready, why = _module(seen).told(seen, dict(request.GET.lists()))
    return tables.unkept(JsonResponse({"label": label, "ready": is_ready, "why": why}))


def _seen(public_id: str, player_id: int) -> TableSeen:
    try:
        return table_seen(public_id=public_id, viewer=player_id)
    except TableNotFound as error:
        raise Http404(str(error)) from error


def _module(seen: TableSeen) -> Any:  # noqa: ANN401 -- a module
    module = play_module(seen.game)
    if module is None:
        raise Http404("This game is not played on pages.")
    return module


def _turn(request: HttpRequest) -> int:
    """-1, which no seat has, where the form states no turn."""
    text = request.POST.get("turn", "")
    is_number = text.isascii() and text.isdigit() and int(text[:9]) < MOST_TURNS
    return int(text[:9]) if is_number else -1


def _is_by_script(request: HttpRequest) -> bool:
    return request.headers.get("X-Fragment") == "panel"


def _to_sign_in(back: str) -> HttpResponse:
    name = "sign-in" if settings.SIGN_UP == "closed" else "sign-up"
    return redirect(f"{reverse(name)}?{urlencode({'next': back})}")
