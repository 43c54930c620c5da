"""What can happen at a table; the only door through which tables change."""

from games.actions.closing import (
    expire_open_tables,
    mark_unrated,
    push_back,
    reveal_ended_deals,
    settled,
    void_table,
    void_tables,
)
from games.actions.dealing import TableToDeal, deal_table, deal_tables
from games.actions.draws import DrawSeal, draw_stream, draw_streams, reveal_draw, seal_draw
from games.actions.leaving import (
    beat_heart,
    due_seats,
    expire_overdue,
    expire_seat,
    leave_table,
    push_back_seat,
    remove_player,
)
from games.actions.moving import Played, play_move
from games.actions.opening import join_table, open_table, set_nonce, start_table
from games.actions.pausing import pause_tables, resume_tables

__all__ = [
    "DrawSeal",
    "Played",
    "TableToDeal",
    "beat_heart",
    "deal_table",
    "deal_tables",
    "draw_stream",
    "draw_streams",
    "due_seats",
    "expire_open_tables",
    "expire_overdue",
    "expire_seat",
    "join_table",
    "leave_table",
    "mark_unrated",
    "open_table",
    "pause_tables",
    "play_move",
    "push_back",
    "push_back_seat",
    "remove_player",
    "resume_tables",
    "reveal_draw",
    "reveal_ended_deals",
    "seal_draw",
    "set_nonce",
    "settled",
    "start_table",
    "void_table",
    "void_tables",
]
