"""Leaderboards, one for each game and division."""

from __future__ import annotations

from django.http import HttpResponse

from api.answers import json_response
from api.cursors import page_fields
from api.fields import Fields
from api.rating_shapes import BoardShape, PoolsShape, board_row_shape, pool_shape
from api.views import ApiView, Call, operation
from ratings import queries


class Pools(ApiView):
    """Where there are ratings at all."""

    @operation("List the leaderboards", answers={200: PoolsShape})
    def get(self, call: Call) -> HttpResponse:
        return json_response(PoolsShape(pools=[pool_shape(pool) for pool in queries.pools()]))


class Leaderboard(ApiView):
    """One pool, the strongest first."""

    @operation(
        "A leaderboard",
        answers={200: BoardShape},
        query=Fields(**page_fields()),
        about="Sorted by exposure, mu - 3 sigma. Divisions are human, bot and team.",
    )
    def get(self, call: Call, game: str, division: str) -> HttpResponse:
        query = call.query
        board = queries.leaderboard(game, division, query["cursor"], query["limit"])
        return json_response(
            BoardShape(
                pool=pool_shape(board.pool),
                items=[board_row_shape(row) for row in board.rows],
                next=board.next,
            )
        )
