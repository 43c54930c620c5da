"""A finished table, ply by ply."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.errors import NotStarted, RecordClosed, TableNotFound
from games.queries import log_of, record_of, table_seen
from tournaments.queries import match_of_table
from web.drawings.cards import Fan, fan
from web.felts.registry import felt_module
from web.replayed import Replayed, replayed
from web.viewer import viewer_of

HAND_HEIGHT = 64


def show(request: HttpRequest, public_id: str) -> HttpResponse:
    player_id = viewer_of(request).player_id
    try:
        seen = table_seen(public_id=public_id, viewer=player_id)
        record = record_of(public_id=public_id, viewer=player_id)
    except (TableNotFound, RecordClosed, NotStarted) as error:
        raise Http404(str(error)) from error
    log = log_of(public_id=public_id, viewer=player_id)
    shown = replayed(seen, record, log, _ply(request.GET.get("ply", ""), len(log)))
    felt = felt_module(seen.game)
    context = {
        "nav": "tables",
        "seen": shown.seen,
        "felt": felt.felt_of(shown.seen, shown.log) if felt else None,
        "replay": shown,
        "hands": _hands(shown),
        "match": match_of_table(seen.id),
        "own_ids": viewer_of(request).own_ids,
        "game_page": f"web/tables/games/{seen.game}.html" if felt else "",
    }
    return render(request, "web/play/replay.html", context)


def _hands(shown: Replayed) -> list[tuple[str, Fan | None, str]]:
    """Each seat's name, its cards drawn, or as numbers."""
    lines = []
    for seat, hand in zip(shown.seen.seats, shown.hands, strict=True):
        is_drawn = bool(hand) and isinstance(hand[0], str)
        numbers = "" if is_drawn else " ".join(map(str, hand))
        lines.append((seat.handle or "", fan(hand, HAND_HEIGHT) if is_drawn else None, numbers))
    return lines


def _ply(text: str, last: int) -> int:
    is_number = text.isascii() and text.isdigit() and len(text) < 7
    return int(text) if is_number else last
