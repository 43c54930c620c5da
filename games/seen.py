"""What one viewer may see of a table: an allow-list, shaped from rows and a position."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from games.models import Table
from games.rows import SeatRow, SeatRows, TableRow
from games.rules.protocol import Json
from games.states import Position

LISTED_MOVES = 64  # More legal moves than that are counted, not listed.


@dataclass(frozen=True, slots=True)
class SeatSeen:
    """A seat as everybody sees it; `cards_left` counts, it never names."""

    number: int
    handle: str | None
    player_public_id: str | None
    kind: str | None
    filler: bool
    cards_left: int | None
    turns: int
    deadline_at: dt.datetime | None
    place: int | None
    score: int | None
    left_reason: str
    driver: str


@dataclass(frozen=True, slots=True)
class TableSeen:
    """A table as one viewer sees it.

    `turn` is how many moves the viewer's seat has made: what its next move must state. `view` is
    the game's own view for that viewer (`rules.dump_view`); `legal` lists the viewer's moves while
    it is to act, None if there are more than LISTED_MOVES; `legal_count` counts them all.
    """

    id: int
    public_id: str
    game: str
    rules_version: int
    options: dict[str, Any]
    seat_count: int
    status: str
    casual: bool
    ply: int
    patience_seconds: int
    seats: tuple[SeatSeen, ...]
    to_act: tuple[int, ...]
    viewer_seat: int | None
    turn: int | None
    deadline_at: dt.datetime | None
    server_now: dt.datetime
    view: Json
    legal: tuple[Json, ...] | None
    legal_count: int
    commitment: str
    deal_id: str
    revealed: bool
    why: str
    unrated_code: str
    opened_at: dt.datetime
    started_at: dt.datetime | None
    over_at: dt.datetime | None
    paused_at: dt.datetime | None

    @property
    def is_viewer_to_act(self) -> bool:
        seat = self.viewer_seat
        return seat is not None and seat in self.to_act and not self.seats[seat].driver

    @property
    def is_overdue(self) -> bool:
        """Somebody's time and grace are over: expiring is due before anybody looks."""
        grace = dt.timedelta(seconds=settings.GRACE_SECONDS)
        return self.deadline_at is not None and self.deadline_at + grace <= self.server_now


def seen_by(
    viewer: int | None, table: TableRow, rows: SeatRows, position: Position | None
) -> TableSeen:
    """The table for a viewer (a player's key, None: a spectator) who may see it."""
    own = rows.of_player(viewer)
    shared = rows.seats[0]
    running = table.status == Table.Status.RUNNING
    to_act = tuple(seat.number for seat in rows.seats if seat.deadline_at) if running else ()
    moves = _moves(position, own, to_act)
    return TableSeen(
        id=table.id,
        public_id=table.public_id,
        game=table.game,
        rules_version=table.rules_version,
        options=table.options,
        seat_count=table.seat_count,
        status=table.status,
        casual=table.casual,
        ply=table.ply,
        patience_seconds=table.patience_seconds,
        seats=tuple(_seat_seen(seat, position) for seat in rows.seats),
        to_act=to_act,
        viewer_seat=own.number if own else None,
        turn=position.turns[own.number] if own and position else None,
        deadline_at=min(
            (seat.deadline_at for seat in rows.seats if seat.deadline_at), default=None
        ),
        server_now=rows.now,
        view=_view(position, own),
        legal=moves if len(moves) <= LISTED_MOVES else None,
        legal_count=len(moves),
        commitment=shared.commitment,
        deal_id=shared.deal_public_id,
        revealed=shared.revealed_at is not None,
        why=table.why,
        unrated_code=table.unrated_code,
        opened_at=table.opened_at,
        started_at=table.started_at,
        over_at=table.over_at,
        paused_at=table.paused_at,
    )


def _seat_seen(seat: SeatRow, position: Position | None) -> SeatSeen:
    counts = position.rules.cards_left(position.state) if position else None
    return SeatSeen(
        number=seat.number,
        handle=seat.handle,
        player_public_id=seat.player_public_id,
        kind=seat.player_kind,
        filler=seat.filler,
        cards_left=counts[seat.number] if counts else None,
        turns=position.turns[seat.number] if position else 0,
        deadline_at=seat.deadline_at,
        place=seat.place,
        score=seat.score,
        left_reason=seat.left_reason,
        driver=seat.driver,
    )


def _view(position: Position | None, own: SeatRow | None) -> Json:
    if position is None:
        return None
    # Whoever left a seat that a house bot plays on is shown none of the cards drawn since.
    seat = own.number if own and not own.driver else None
    view = position.rules.view(position.state, seat)
    return position.rules.dump_view(view)


def _moves(
    position: Position | None, own: SeatRow | None, to_act: tuple[int, ...]
) -> tuple[Json, ...]:
    if position is None or own is None or own.driver or own.number not in to_act:
        return ()
    rules = position.rules
    return tuple(rules.dump_move(move) for move in rules.legal_moves(position.state, own.number))
