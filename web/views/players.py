"""A player: how strong, how sure, and how that came about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from players.errors import PlayerNotFound
from players.queries import player_by_public_id
from ratings.errors import BadCursor
from ratings.queries import HistoryLine, Point, RatingSeen, history_of, rating_series, ratings_of
from tournaments.queries import MatchOfTable, matches_of_tables
from web.drawings.rating_plot import Belief, Plot, plot
from web.viewer import viewer_of
from web.words.games import pool_name
from web.words.sources import Source, source_of

LINES = 20


@dataclass(frozen=True, slots=True)
class LineShown:
    """A contest in the player's history, and where its cards lie."""

    line: HistoryLine
    source: Source
    match: MatchOfTable | None


@dataclass(frozen=True, slots=True)
class Tile:
    rating: RatingSeen
    name: str
    is_chosen: bool


def show(request: HttpRequest, public_id: str) -> HttpResponse:
    try:
        player = player_by_public_id(public_id)
    except PlayerNotFound as error:
        raise Http404(str(error)) from error
    found = ratings_of(player.pk)
    chosen = _chosen(found, request.GET.get("pool", ""))
    context = {
        "nav": "boards",
        "player": player,
        "tiles": [
            Tile(one, pool_name(one.pool.game, one.pool.division), one is chosen) for one in found
        ],
        "is_own": player.public_id in viewer_of(request).own_ids,
        **(_rating_context(player.pk, chosen, request) if chosen else {}),
    }
    return render(request, "web/ratings/player.html", context)


def _chosen(found: tuple[RatingSeen, ...], wanted: str) -> RatingSeen | None:
    for one in found:
        if f"{one.pool.game}-{one.pool.division}" == wanted:
            return one
    return max(found, key=lambda one: one.row.contests, default=None)


def _rating_context(player_id: int, chosen: RatingSeen, request: HttpRequest) -> dict[str, Any]:
    try:
        history = history_of(player_id, chosen.pool.id, request.GET.get("after"), LINES)
    except BadCursor as error:
        raise Http404(str(error)) from error
    points = rating_series(player_id, chosen.pool.id)
    return {
        "rating": chosen,
        "pool_name": pool_name(chosen.pool.game, chosen.pool.division),
        "plot": plot_of(points, chosen),
        "points": points[-30:],
        "lines": _lines(history.lines),
        "next": history.next,
    }


def _lines(lines: Sequence[HistoryLine]) -> list[LineShown]:
    sources = [source_of(line.source) for line in lines]
    matches = matches_of_tables(source.table_id for source in sources if source.table_id)
    return [
        LineShown(line, source, matches.get(source.table_id))
        for line, source in zip(lines, sources, strict=True)
    ]


def plot_of(points: tuple[Point, ...], chosen: RatingSeen) -> Plot | None:
    """The drawing, if there is anything to draw."""
    if not points:
        return None
    beliefs = [Belief(point.mu, (point.high - point.mu) / 3) for point in points]
    return plot(beliefs, first=1)
