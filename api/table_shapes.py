"""What a table looks like in an answer: an allow-list, made from what one viewer may see."""

from __future__ import annotations

import datetime as dt
from typing import Any, NotRequired, TypedDict

from games.queries import LogLine, TableListed
from games.seen import SeatSeen, TableSeen
from games.verify import Verdict


class SeatShape(TypedDict):
    """A seat as everybody sees it."""

    number: int
    player: str | None
    handle: str | None
    kind: str | None
    filler: bool
    cards_left: int | None
    turns: int
    deadline_at: dt.datetime | None
    place: int | None
    score: int | None
    left: str | None


class LogLineShape(TypedDict):
    """One ply: a move, or a leave with its cause."""

    ply: int
    seat: int
    turn: int | None
    move: Any
    text: str
    cause: str
    at: dt.datetime


class VerdictShape(TypedDict):
    """Whether a record holds; if not, `where` is the first place of it that differs."""

    holds: bool
    where: str
    sentence: str


class TableShape(TypedDict):
    """A table as the caller may see it.

    `turn` is what the caller's next move must state. `view` is the game's own account for this
    seat, or for spectators. `legal_moves` lists the caller's moves while it is to act, null where
    there are more than 64; `legal_count` counts them all. `log` comes with `after_ply`.
    """

    id: str
    game: str
    rules_version: int
    options: dict[str, Any]
    seat_count: int
    patience_seconds: int
    casual: bool
    status: str
    ply: int
    seats: list[SeatShape]
    to_act: list[int]
    viewer_seat: int | None
    turn: int | None
    deadline_at: dt.datetime | None
    remaining_ms: int | None
    server_time: dt.datetime
    view: Any
    legal_moves: list[Any] | None
    legal_count: int
    commitment: str
    deal_id: str
    revealed: bool
    why: str
    unrated: str | None
    opened_at: dt.datetime
    started_at: dt.datetime | None
    over_at: dt.datetime | None
    paused: bool
    log: NotRequired[list[LogLineShape]]


class TurnsShape(TypedDict):
    """Every table where the caller's player must act now, the most urgent first."""

    turns: list[TableShape]
    server_time: dt.datetime


class TableLineShape(TypedDict):
    """A line of a list of tables; `handles` in seat order, null for an empty seat."""

    id: str
    game: str
    status: str
    casual: bool
    ply: int
    seat_count: int
    patience_seconds: int
    handles: list[str | None]
    deadline_at: dt.datetime | None
    opened_at: dt.datetime


def table_shape(seen: TableSeen, log: list[LogLine] | None = None) -> TableShape:
    shape = TableShape(
        id=seen.public_id,
        game=seen.game,
        rules_version=seen.rules_version,
        options=seen.options,
        seat_count=seen.seat_count,
        patience_seconds=seen.patience_seconds,
        casual=seen.casual,
        status=seen.status,
        ply=seen.ply,
        seats=[_seat_shape(seat) for seat in seen.seats],
        to_act=list(seen.to_act),
        viewer_seat=seen.viewer_seat,
        turn=seen.turn,
        deadline_at=seen.deadline_at,
        remaining_ms=_remaining_ms(seen),
        server_time=seen.server_now,
        view=seen.view,
        legal_moves=None if seen.legal is None else list(seen.legal),
        legal_count=seen.legal_count,
        commitment=seen.commitment,
        deal_id=seen.deal_id,
        revealed=seen.revealed,
        why=seen.why,
        unrated=seen.unrated_code or None,
        opened_at=seen.opened_at,
        started_at=seen.started_at,
        over_at=seen.over_at,
        paused=seen.paused_at is not None,
    )
    if log is not None:
        shape["log"] = [log_line_shape(line) for line in log]
    return shape


def log_line_shape(line: LogLine) -> LogLineShape:
    return LogLineShape(
        ply=line.ply,
        seat=line.seat,
        turn=line.turn,
        move=line.move,
        text=line.text,
        cause=line.cause,
        at=line.at,
    )


def table_line_shape(table: TableListed) -> TableLineShape:
    return TableLineShape(
        id=table.public_id,
        game=table.game,
        status=table.status,
        casual=table.casual,
        ply=table.ply,
        seat_count=table.seat_count,
        patience_seconds=table.patience_seconds,
        handles=list(table.handles),
        deadline_at=table.deadline_at,
        opened_at=table.opened_at,
    )


def _seat_shape(seat: SeatSeen) -> SeatShape:
    return SeatShape(
        number=seat.number,
        player=seat.player_public_id,
        handle=seat.handle,
        kind=seat.kind,
        filler=seat.filler,
        cards_left=seat.cards_left,
        turns=seat.turns,
        deadline_at=seat.deadline_at,
        place=seat.place,
        score=seat.score,
        left=seat.left_reason or None,
    )


def _remaining_ms(seen: TableSeen) -> int | None:
    """Of the clock that ends first; never below zero."""
    if seen.deadline_at is None:
        return None
    return max(0, int((seen.deadline_at - seen.server_now).total_seconds() * 1000))


def verdict_shape(verdict: Verdict) -> VerdictShape:
    return {"holds": verdict.holds, "where": verdict.where, "sentence": verdict.sentence}
