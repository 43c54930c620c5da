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
from ratings.queries import (
    HeadToHead,
    HistoryLine,
    Point,
    RatingSeen,
    heads_to_heads,
    history_of,
    rating_series,
    ratings_of,
)
from tournaments.queries import MatchOfTable, matches_of_tables, names_of_matches
from web.drawings.rating_plot import Belief, Plot, plot
from web.viewer import viewer_of
from web.words.games import pool_name
from web.words.sources import Source, source_of
from web.words.why import why_words

LINES = 20
MOST_MEETINGS = 500  # the contests of a player in which its opponents are counted


@dataclass(frozen=True, slots=True)
class LineShown:
    """A contest in the player's history, where its cards lie, and what a whole match is called."""

    line: HistoryLine
    source: Source
    match: MatchOfTable | None
    words: str


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
    lines = _lines(history.lines)
    return {
        "rating": chosen,
        "pool_name": pool_name(chosen.pool.game, chosen.pool.division),
        "plot": plot_of(points, chosen),
        "points": points[-30:],
        "lines": lines,
        "why": _explained(lines, request.GET.get("why", "")),
        "rivals": _rivals(player_id, chosen, points),
        "met": min(len(points), MOST_MEETINGS),
        "after": request.GET.get("after", ""),
        "next": history.next,
    }


@dataclass(frozen=True, slots=True)
class Why:
    """The card that explains a change; `ahead_of` and `behind` are who came after and before."""

    line: HistoryLine
    words: str
    ahead_of: tuple[str, ...]
    behind: tuple[str, ...]


def _explained(lines: Sequence[LineShown], wanted: str) -> Why | None:
    """The change asked for by its contest's number, else the last one."""
    for one in lines:
        if str(one.line.sequence) == wanted or (not wanted and one is lines[0]):
            own, others = one.line.change.place, one.line.others
            return Why(
                one.line,
                why_words(one.line.change),
                tuple(other.handle for other in others if other.place > own),
                tuple(other.handle for other in others if other.place < own),
            )
    return _explained(lines, "") if lines and wanted else None


def _rivals(player_id: int, chosen: RatingSeen, points: Sequence[Point]) -> tuple[HeadToHead, ...]:
    if chosen.pool.division == "team":
        return ()
    since = points[-MOST_MEETINGS:][0].sequence if points else 0
    return heads_to_heads(player_id, chosen.pool.id, since=since)


def _lines(lines: Sequence[HistoryLine]) -> list[LineShown]:
    sources = [source_of(line.source) for line in lines]
    matches = matches_of_tables(source.table_id for source in sources if source.table_id)
    named = names_of_matches(
        (source.event_id, source.stage, source.match_key) for source in sources if source.match_key
    )
    return [
        LineShown(
            line,
            source,
            matches.get(source.table_id),
            named.get((source.event_id, source.stage, source.match_key), source.words),
        )
        for line, source in zip(lines, sources, strict=True)
    ]


def plot_of(points: tuple[Point, ...], chosen: RatingSeen) -> Plot | None:
    """The drawing, if there is anything to draw; it begins with what is believed of newcomers."""
    if not points:
        return None
    prior = points[0].before
    beliefs = [Belief(point.mu, (point.high - point.mu) / 3) for point in points]
    return plot([Belief(prior.mu, prior.sigma), *beliefs])
