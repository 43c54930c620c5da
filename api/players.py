"""Players: who they are, what they are rated, and how that came about."""

from __future__ import annotations

from typing import TypedDict

from django.http import HttpResponse

from api.answers import json_response
from api.cursors import key_of, page, page_fields
from api.fields import Fields, one_of, text
from api.player_shapes import PlayerShape, player_shape
from api.rating_shapes import (
    HistoryLineShape,
    RatingShape,
    history_line_shape,
    rating_shape,
)
from api.schema import page_of
from api.views import ApiView, Call, operation
from players.queries import list_players, player_by_public_id
from ratings import queries as ratings

LISTED = Fields(
    kind=one_of("human", "bot", default=None, about="Only people, or only bots."),
    begins=text(24, default="", about="How the handle begins, capital letters or not."),
    **page_fields(),
)


class PlayerPageShape(TypedDict):
    """A player with its rating in every pool it has one in."""

    player: PlayerShape
    ratings: list[RatingShape]


class Players(ApiView):
    """Everybody who plays."""

    @operation("List players", answers={200: page_of(PlayerShape)}, query=LISTED)
    def get(self, call: Call) -> HttpResponse:
        query = call.query
        found = list_players(
            kind=query["kind"],
            begins=query["begins"],
            after=key_of("players", query["cursor"]),
            limit=query["limit"] + 1,
        )
        shape = page("players", found, query["limit"], lambda player: player.pk, player_shape)
        return json_response(shape)


class OnePlayer(ApiView):
    """A player's page."""

    @operation("A player and its ratings", answers={200: PlayerPageShape})
    def get(self, call: Call, player_id: str) -> HttpResponse:
        player = player_by_public_id(player_id)
        shape = PlayerPageShape(
            player=player_shape(player),
            ratings=[rating_shape(seen) for seen in ratings.ratings_of(player.pk)],
        )
        return json_response(shape)


class History(ApiView):
    """A player's contests in one pool."""

    @operation(
        "How a rating came about",
        answers={200: page_of(HistoryLineShape)},
        query=Fields(**page_fields()),
        about="The contests of a player in one game and division, the newest first.",
    )
    def get(self, call: Call, player_id: str, game: str, division: str) -> HttpResponse:
        query = call.query
        history = ratings.history_of(
            player_by_public_id(player_id).pk,
            ratings.pool_seen(game, division).id,
            query["cursor"],
            query["limit"],
        )
        items = [history_line_shape(line) for line in history.lines]
        return json_response({"items": items, "next": history.next})
