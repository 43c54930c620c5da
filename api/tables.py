"""Tables: list, open, join, start, look, move, leave, record and log."""

from __future__ import annotations

from django.http import HttpResponse

from api.answers import json_response
from api.cursors import key_of, page, page_fields
from api.fields import (
    Fields,
    anything,
    flag,
    from_text,
    hexadecimal,
    mapping,
    one_of,
    text,
    texts,
    whole,
)
from api.refusals import with_table
from api.schema import page_of
from api.table_shapes import (
    LogLineShape,
    TableLineShape,
    TableShape,
    VerdictShape,
    log_line_shape,
    table_line_shape,
    table_shape,
    verdict_shape,
)
from api.views import ApiView, Call, WaitingView, operation
from api.waiting import WAIT, Awaited, looking, until
from bots.strategies import strategy_names
from games import actions, queries
from games.actions.opening import LONGEST_PATIENCE
from games.errors import TableError, UnknownStrategy
from games.rules.protocol import RulesError
from games.seen import TableSeen
from games.verify import verify
from players import throttle
from players.queries import player_by_key, player_by_public_id

PLAY = ("play",)
NONCE = hexadecimal(64, default=b"", about="Own randomness for the deal, up to 64 bytes in hex.")
OPENED = Fields(
    game=text(20, about="A code of `GET /games`."),
    options=mapping(default={}, about="The game's options; what is left out takes its default."),
    seats=whole(0, 100, about="How many seats; the game says how few and how many."),
    patience_seconds=whole(1, LONGEST_PATIENCE, about="Seconds for each move, up to 14 days."),
    casual=flag(default=False, about="True: no rating changes."),
    nonce=NONCE,
)
LISTED = Fields(
    status=one_of("open", "running", "over", "void", default=None, about="Only such tables."),
    game=text(20, default=None, about="Only tables of that game."),
    player=text(12, default=None, about="Only tables at which that player sits."),
    **page_fields(),
)
LOOKED = Fields(
    after_ply=from_text(
        whole(0, default=None, about="Brings the log from that ply on, and waits for more.")
    ),
    wait=WAIT,
)
STARTED = Fields(
    fillers=texts(6, default=["greedy"], about="House strategies for the empty seats, in turn.")
)
MOVED = Fields(
    turn=anything(about="How many moves your seat has made before this one."),
    move=anything(about="A move as the game writes it; `GET /games` shows examples."),
)


class Tables(ApiView):
    """All tables, and the way to open one."""

    @operation("List tables", answers={200: page_of(TableLineShape)}, query=LISTED)
    def get(self, call: Call) -> HttpResponse:
        query = call.query
        player = player_by_public_id(query["player"]).pk if query["player"] else None
        lines = queries.list_tables(
            viewer=call.viewer,
            status=query["status"],
            game=query["game"],
            player_id=player,
            after=key_of("tables", query["cursor"]),
            limit=query["limit"] + 1,
        )
        shape = page("tables", lines, query["limit"], lambda line: line.id, table_line_shape)
        return json_response(shape)

    @operation("Open a table", answers={201: TableShape}, scopes=PLAY, body=OPENED)
    def post(self, call: Call) -> HttpResponse:
        throttle.count(throttle.NEW_TABLE, f"player:{call.by.player_id}")
        body = call.body
        table = actions.open_table(
            game=body["game"],
            options=body["options"],
            seat_count=body["seats"],
            patience_seconds=body["patience_seconds"],
            opened_by=player_by_key(call.by.player_id),
            casual=body["casual"],
            nonce=body["nonce"],
        )
        return _shown(call, table.public_id, status=201)


class OneTable(WaitingView):
    """A table, now or when it has moved on."""

    @operation(
        "Look at a table",
        answers={200: TableShape},
        query=LOOKED,
        about="With `after_ply` and `wait` it answers as soon as the table has more plies than "
        "that, or has ended. Your own cards show while you sit there and your token may play "
        "or read.",
    )
    async def get(self, call: Call, table_id: str) -> HttpResponse:
        look = looking(call.request)
        after = call.query["after_ply"]
        seen = await look(lambda: current(table_id, call.viewer))
        if call.query["wait"] and not _is_news(seen, after):
            seen = await until(
                lambda: look(lambda: _news(call, table_id, after)),
                call.query["wait"],
                Awaited(
                    table_id=seen.id,
                    ply=after or 0,
                    token_id=call.caller.token_id if call.caller else None,
                ),
            )
        log = await look(lambda: _log(call, table_id, after)) if after is not None else None
        return json_response(table_shape(seen, log))


def _news(call: Call, table_id: str, after: int | None) -> tuple[bool, TableSeen]:
    call.still_valid()
    seen = current(table_id, call.viewer)
    return _is_news(seen, after), seen


def _is_news(seen: TableSeen, after: int | None) -> bool:
    return after is None or seen.ply > after or seen.status in {"over", "void"}


def _log(call: Call, table_id: str, after: int) -> list[queries.LogLine]:
    return queries.log_of(public_id=table_id, viewer=call.viewer, after_ply=after)


class Seats(ApiView):
    """Taking a seat."""

    @operation(
        "Join a table",
        answers={200: TableShape},
        scopes=PLAY,
        body=Fields(nonce=NONCE),
        about="You take the first empty seat; a table that is now full starts at once.",
    )
    def post(self, call: Call, table_id: str) -> HttpResponse:
        actions.join_table(
            public_id=table_id, player_id=call.by.player_id, nonce=call.body["nonce"]
        )
        return _shown(call, table_id)


class Start(ApiView):
    """Starting without waiting for more players."""

    @operation(
        "Start a table with house bots in its empty seats",
        answers={200: TableShape},
        scopes=PLAY,
        body=STARTED,
        about="Needs a seat there. A table with a house bot in an empty seat is not rated.",
    )
    def post(self, call: Call, table_id: str) -> HttpResponse:
        fillers = call.body["fillers"]
        known = strategy_names(queries.table_seen(public_id=table_id, viewer=call.viewer).game)
        unknown = next((name for name in fillers if name not in known), None)
        if unknown is not None:
            raise UnknownStrategy(
                f"House bots for this game are {', '.join(known)}; {unknown!a} is none."
            )
        actions.start_table(public_id=table_id, player_id=call.by.player_id, fillers=fillers)
        return _shown(call, table_id)


class Nonce(ApiView):
    """Adding to the randomness of the deal."""

    @operation(
        "Add own randomness to the deal",
        answers={200: TableShape},
        scopes=PLAY,
        body=Fields(nonce=hexadecimal(64, about="Up to 64 bytes in hex.")),
        about="Until the table starts; it replaces what you sent before.",
    )
    def post(self, call: Call, table_id: str) -> HttpResponse:
        actions.set_nonce(public_id=table_id, player_id=call.by.player_id, nonce=call.body["nonce"])
        return _shown(call, table_id)


class Moves(ApiView):
    """Moving."""

    @operation(
        "Make a move",
        answers={200: TableShape},
        scopes=PLAY,
        body=MOVED,
        about="The same turn with the same move again changes nothing and answers 200 with the "
        "header `Replayed: true`, so a lost answer is cured by sending again.",
    )
    def post(self, call: Call, table_id: str) -> HttpResponse:
        body = call.body
        try:
            played = actions.play_move(
                public_id=table_id,
                player_id=call.by.player_id,
                turn=body["turn"],
                move=body["move"],
                arrived=call.arrived,
            )
        except (TableError, RulesError) as refusal:
            return with_table(refusal, call, table_id)
        headers = {"Replayed": "true"} if played.replayed else None
        return json_response(table_shape(played.seen), headers=headers)


class Leave(ApiView):
    """Giving up."""

    @operation(
        "Leave a table",
        answers={200: TableShape},
        scopes=PLAY,
        about="Your seat takes the last free place; the others play on. Leaving again changes "
        "nothing.",
    )
    def post(self, call: Call, table_id: str) -> HttpResponse:
        try:
            actions.leave_table(public_id=table_id, player_id=call.by.player_id)
        except (TableError, RulesError) as refusal:
            return with_table(refusal, call, table_id)
        return _shown(call, table_id)


class Record(ApiView):
    """Everything about a table that is over."""

    @operation(
        "The record of a finished table",
        answers={200: {"type": "object"}},
        about="Moves, places and the secret of the deal: `python -m games.verify record.json` "
        "checks all of it. Closed (`record_closed`) until the table, and the last one of its "
        "deal, is over.",
    )
    def get(self, call: Call, table_id: str) -> HttpResponse:
        current(table_id, call.viewer)
        return json_response(queries.record_of(public_id=table_id, viewer=call.viewer))


class Verify(ApiView):
    """What the service itself says of a record."""

    @operation(
        "Check the record of a finished table",
        answers={200: VerdictShape},
        about="The service's own verdict, for convenience. Whoever does not trust it checks the "
        "record elsewhere: `docs/verify.md` names two programs that need no service. Closed "
        "(`record_closed`) as long as the record is.",
    )
    def get(self, call: Call, table_id: str) -> HttpResponse:
        current(table_id, call.viewer)
        record = queries.record_of(public_id=table_id, viewer=call.viewer)
        return json_response(verdict_shape(verify(record)))


class Log(ApiView):
    """The moves so far."""

    @operation(
        "The log of a table",
        answers={200: page_of(LogLineShape)},
        query=Fields(
            after_ply=from_text(whole(0, default=0, about="Begins with that ply.")),
            **page_fields(),
        ),
    )
    def get(self, call: Call, table_id: str) -> HttpResponse:
        query, kind = call.query, f"log:{table_id}"
        after = key_of(kind, query["cursor"])
        begin = query["after_ply"] if after is None else after + 1
        lines = queries.log_of(public_id=table_id, viewer=call.viewer, after_ply=begin)
        kept = lines[: query["limit"] + 1]
        return json_response(
            page(kind, kept, query["limit"], lambda line: line.ply, log_line_shape)
        )


def current(public_id: str, viewer: int | None) -> TableSeen:
    """The table now: what is overdue there is expired first, so that nobody waits for a tick."""
    seen = queries.table_seen(public_id=public_id, viewer=viewer)
    if not seen.is_overdue:
        return seen
    actions.expire_overdue(public_id=public_id)
    return queries.table_seen(public_id=public_id, viewer=viewer)


def _shown(call: Call, public_id: str, *, status: int = 200) -> HttpResponse:
    seen = queries.table_seen(public_id=public_id, viewer=call.viewer)
    return json_response(table_shape(seen), status=status)
