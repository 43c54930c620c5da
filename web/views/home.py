"""Home: what is on now, what waits for whom, what comes, who is best.

What is the same for everybody is worked out once in a short while and kept in the cache; it is
made for a viewer without a seat, so it holds nothing that anybody may not see.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.queries import live_tables
from games.seen import SeatSeen, TableSeen
from players.transactions import database_now
from ratings.queries import Board, BoardRow, board_row, leaderboard, pools
from tournaments import queries
from tournaments.queries import MatchOfTable, StandingSeen, TournamentListed, WaitLine
from web.drawings.cards import Fan, fan
from web.drawings.mini import Mini, mini
from web.event_nodes import clocks_of
from web.felts.grid import Lead
from web.felts.registry import felt_module
from web.viewer import Viewer, viewer_of
from web.words.games import pool_name
from web.words.waiting import Part, parts_of

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
    wait_parts: list[Part]
    now: dt.datetime


@dataclass(frozen=True, slots=True)
class LiveTable:
    """`fan` is what lies on the table; `acting` are the seats that must act."""

    seen: TableSeen
    fan: Fan | None
    words: str
    acting: tuple[SeatSeen, ...]
    others: tuple[SeatSeen, ...]
    match: MatchOfTable | None


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
    context["own_rows"] = _own_rows(viewer, context["boards"])
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
    now = database_now()
    wait = queries.wait_of(event.id, bracket, now)
    clocks = clocks_of(bracket.matches).values()
    return Strip(
        event=event,
        rounds=tuple(each.name for each in bracket.rounds if each.live),
        settings_words=f"{event.entrants} entrants",
        mini=mini([(each.name, [m.state for m in each.matches]) for each in bracket.rounds]),
        wait=wait,
        wait_parts=parts_of(wait, now, [clock.deadline_at for clock in clocks]),
        now=now,
    )


def _tables() -> list[LiveTable]:
    return [_live_table(seen) for seen in live_tables(viewer=None, limit=LIVE_TABLES)]


def _live_table(seen: TableSeen) -> LiveTable:
    felt = felt_module(seen.game)
    lead = felt.lead_of(seen.view) if felt and seen.view else Lead((), "")
    return LiveTable(
        seen=seen,
        fan=fan(lead.cards, CARD_HEIGHT) if lead.cards else None,
        words=lead.words,
        acting=tuple(seat for seat in seen.seats if seat.number in seen.to_act),
        others=tuple(seat for seat in seen.seats if seat.number not in seen.to_act),
        match=queries.match_of_table(seen.id),
    )


def _boards() -> list[BoardShown]:
    fullest = sorted(pools(), key=lambda pool: -pool.contests)[:BOARDS]
    return [
        BoardShown(
            leaderboard(pool.game, pool.division, limit=TOP), pool_name(pool.game, pool.division)
        )
        for pool in fullest
    ]


def _own_rows(viewer: Viewer, boards: Sequence[BoardShown]) -> list[tuple[int, BoardRow]]:
    """The viewer's best row of each board on which it is not in sight, by the board's pool."""
    rows = []
    for one in boards:
        pool = one.board.pool
        shown = {row.player_id for row in one.board.rows}
        own = [player for player in viewer.players if player.kind == pool.division]
        if any(player.pk in shown for player in own):
            continue
        found = (board_row(player.pk, pool.game, pool.division) for player in own)
        best = max((row for row in found if row), key=lambda row: row.exposure, default=None)
        rows += [(pool.id, best)] if best else []
    return rows


def _finished() -> list[Finished]:
    events = queries.list_tournaments(state="closed", limit=FINISHED)
    return [Finished(event, queries.podium_of(event.id)) for event in events]
