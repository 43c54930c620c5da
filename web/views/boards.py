"""The leaderboards: who leads a pool, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from ratings.errors import BadCursor, PoolNotFound
from ratings.queries import Board, BoardRow, board_row, leaderboard, pools
from web.drawings import strength
from web.viewer import viewer_of
from web.words.games import DIVISIONS, pool_name

ROWS = 50
LEAST_FOR_A_LINE = 3


@dataclass(frozen=True, slots=True)
class RowShown:
    row: BoardRow
    bar: strength.Bar
    spark: str
    spark_end: str
    is_own: bool


def index(request: HttpRequest) -> HttpResponse:
    """The board with the most contests; a page of its own only while there is none."""
    known = pools()
    if known:
        fullest = max(known, key=lambda pool: pool.contests)
        return redirect("board", fullest.game, fullest.division)
    return render(request, "web/ratings/no_board.html", {"nav": "boards"})


def show(request: HttpRequest, game: str, division: str) -> HttpResponse:
    try:
        board = leaderboard(game, division, request.GET.get("after"), ROWS)
    except (PoolNotFound, BadCursor) as error:
        raise Http404(str(error)) from error
    own_ids = viewer_of(request).own_ids
    rows = [row_shown(row, row.player_public_id in own_ids) for row in board.rows]
    context = {
        "nav": "boards",
        "board": board,
        "name": pool_name(game, division),
        "placed": [one for one in rows if one.row.place],
        "unplaced": [one for one in rows if not one.row.place],
        "elsewhere": _rows_elsewhere(request, board),
        "pools": pools(),
        "divisions": DIVISIONS,
        "ticks": [(value, strength.at(value)) for value in strength.TICKS],
    }
    return render(request, "web/ratings/board.html", context)


def row_shown(row: BoardRow, is_own: bool) -> RowShown:
    has_line = len(row.recent) >= LEAST_FOR_A_LINE
    line = strength.spark(row.recent) if has_line else ""
    end = line.rsplit("L", 1)[-1].split(" ")[1] if line else ""
    return RowShown(row, strength.bar(row.mu, row.sigma), line, end, is_own)


def _rows_elsewhere(request: HttpRequest, board: Board) -> list[RowShown]:
    """The viewer's own rows that are on another page of this board."""
    here = {row.player_id for row in board.rows}
    found = (
        board_row(player.pk, board.pool.game, board.pool.division)
        for player in viewer_of(request).players
        if player.pk not in here and player.kind == board.pool.division
    )
    return [row_shown(row, True) for row in found if row is not None]
