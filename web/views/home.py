"""Home: what is on now, what waits for whom, what comes, who is best.

What is the same for everybody is worked out once in a short while and kept in the cache; it is
made for a viewer without a seat, so it holds nothing that anybody may not see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.queries import live_tables
from games.seen import SeatSeen, TableSeen
from ratings.queries import Board, leaderboard, pools
from tournaments import queries
from tournaments.queries import StandingSeen, TournamentListed, WaitLine
from web.drawings.cards import Fan, fan
from web.drawings.mini import Mini, mini
from web.felts.big_two_words import play_words
from web.viewer import Viewer, viewer_of
from web.words.games import pool_name

LIVE_TABLES, COMING, FINISHED, BOARDS, TOP = 4, 3, 3, 2, 4
LIVE_SECONDS, BOARD_SECONDS, FINISHED_SECONDS = 1, 10, 60
CARD_HEIGHT = 44


@dataclass(frozen=True, slots=True)
class Strip:
    """The event that is on: its bracket in a line and what it waits for."""

    event: TournamentListed
    rounds: tuple[str, ...]
    settings_words: str
    mini: Mini
    wait: WaitLine


@dataclass(frozen=True, slots=True)
class LiveTable:
    """`fan` is what lies on the table; `acting` are the seats that must act."""

    seen: TableSeen
    fan: Fan | None
    words: str
    acting: tuple[SeatSeen, ...]
    others: tuple[SeatSeen, ...]


@dataclass(frozen=True, slots=True)
class BoardShown:
    board: Board
    name: str


@dataclass(frozen=True, slots=True)
class Finished:
    event: TournamentListed
    podium: Sequence[StandingSeen]


def show(request: HttpRequest) -> HttpResponse:
    viewer = viewer_of(request)
    context = {
        "nav": "home",
        "live": reverse("live-home"),
        "coming": queries.coming_tournaments(COMING),
        "boards": cache.get_or_set("home:boards", _boards, BOARD_SECONDS),
        "finished": cache.get_or_set("home:finished", _finished, FINISHED_SECONDS),
        **live_context(viewer),
    }
    return render(request, "web/home/home.html", context)


def live_context(viewer: Viewer) -> dict[str, Any]:
    """What moves on the page, for its stream too."""
    return {
        "strips": cache.get_or_set("home:strips", _strips, LIVE_SECONDS),
        "tables": cache.get_or_set("home:tables", _tables, LIVE_SECONDS),
        "own_ids": viewer.own_ids,
    }


def _strips() -> list[Strip]:
    return [_strip(event) for event in queries.list_tournaments(state="running", limit=2)]


def _strip(event: TournamentListed) -> Strip:
    bracket = queries.bracket_of(event.id)
    current = tuple(
        each.name
        for each in bracket.rounds
        if any(m.state in {"live", "ready"} for m in each.matches)
    )
    return Strip(
        event=event,
        rounds=current,
        settings_words=f"{event.entrants} entrants",
        mini=mini([(each.name, [m.state for m in each.matches]) for each in bracket.rounds]),
        wait=queries.wait_of(event.id, bracket),
    )


def _tables() -> list[LiveTable]:
    return [_live_table(seen) for seen in live_tables(viewer=None, limit=LIVE_TABLES)]


def _live_table(seen: TableSeen) -> LiveTable:
    lies = (seen.view or {}).get("table") if seen.game == "big-two" else None
    names = lies["cards"] if lies else ()
    return LiveTable(
        seen=seen,
        fan=fan(names, CARD_HEIGHT) if names else None,
        words=play_words(names) if names else "a new trick",
        acting=tuple(seat for seat in seen.seats if seat.number in seen.to_act),
        others=tuple(seat for seat in seen.seats if seat.number not in seen.to_act),
    )


def _boards() -> list[BoardShown]:
    fullest = sorted(pools(), key=lambda pool: -pool.contests)[:BOARDS]
    return [
        BoardShown(
            leaderboard(pool.game, pool.division, limit=TOP), pool_name(pool.game, pool.division)
        )
        for pool in fullest
    ]


def _finished() -> list[Finished]:
    events = queries.list_tournaments(state="closed", limit=FINISHED)
    return [Finished(event, queries.podium_of(event.id)) for event in events]
