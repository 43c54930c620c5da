"""One's own bots."""

from __future__ import annotations

from django.http import HttpResponse

from api.answers import json_response
from api.cursors import key_of, page, page_fields
from api.fields import Fields, text
from api.player_shapes import PlayerShape, player_shape
from api.schema import page_of
from api.views import ApiView, Call, operation
from players import actions, queries, throttle


class Bots(ApiView):
    """The bots of the caller's owner."""

    @operation(
        "List my bots",
        answers={200: page_of(PlayerShape)},
        scopes=("read",),
        query=Fields(**page_fields()),
    )
    def get(self, call: Call) -> HttpResponse:
        query = call.query
        after = key_of("bots", query["cursor"])
        bots = [
            bot
            for bot in queries.bots_of(queries.owner_of(call.by))
            if after is None or bot.pk < after
        ]
        shape = page("bots", bots, query["limit"], lambda bot: bot.pk, player_shape)
        return json_response(shape)

    @operation(
        "Make a bot",
        answers={201: PlayerShape},
        scopes=("enter",),
        person=True,
        body=Fields(
            handle=text(200, about="3 to 24 of A-Z, a-z, 0-9, - and _."),
            version=text(40, default="", about="What you call this version of it."),
        ),
    )
    def post(self, call: Call) -> HttpResponse:
        throttle.count(throttle.NEW_BOT, f"user:{call.by.owner_id}")
        bot = actions.create_bot(
            owner=queries.owner_of(call.by),
            handle=call.body["handle"],
            version_label=call.body["version"],
        )
        return json_response(player_shape(bot), status=201)
