"""What waits for me: a question about state, so nothing that was missed is ever lost."""

from __future__ import annotations

from django.http import HttpResponse

from api.answers import json_response
from api.fields import Fields
from api.table_shapes import TurnsShape, table_shape
from api.tables import current
from api.views import Call, WaitingView, operation
from api.waiting import WAIT, Awaited, looking, until
from games.queries import turns_of
from games.seen import TableSeen
from players.transactions import database_now


class Turns(WaitingView):
    """All tables where the caller's player must act now."""

    @operation(
        "Tables that wait for my move",
        answers={200: TurnsShape},
        scopes=("play", "read"),
        query=Fields(wait=WAIT),
        about="Each with the full view of your seat. With `wait` it answers as soon as there is "
        "one. Ask again whenever you like: it is a question about state, not a queue.",
    )
    async def get(self, call: Call) -> HttpResponse:
        look = looking(call.request)
        wait = call.query["wait"]
        if wait:
            shape = await until(
                lambda: look(lambda: _waiting(call)),
                wait,
                Awaited(player_id=call.by.player_id, token_id=call.by.token_id),
            )
        else:
            shape = await look(lambda: _turns(call.by.player_id))
        return json_response(shape)


def _waiting(call: Call) -> tuple[bool, TurnsShape]:
    call.still_valid()
    shape = _turns(call.by.player_id)
    return bool(shape["turns"]), shape


def _turns(player_id: int) -> TurnsShape:
    due = [_current(seen, player_id) for seen in turns_of(player_id)]
    tables = [table_shape(seen) for seen in due if seen.is_viewer_to_act]
    now = tables[0]["server_time"] if tables else database_now()
    return TurnsShape(turns=tables, server_time=now)


def _current(seen: TableSeen, player_id: int) -> TableSeen:
    return current(seen.public_id, player_id) if seen.is_overdue else seen
