"""From an event's bracket to what is drawn of it: nodes, heads, and the list for narrow screens."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from games.glimpses import SeatGlimpse, glimpses_of
from games.models import Seat
from tournaments.queries import BracketSeen, MatchSeen, RoundSeen, RowSeen
from web.drawings.bracket import Head, Node, Row
from web.words.seats import LEFT_WORDS, ordinal

MOST_LIVE = 16
MOST_OVER = 64
# So many tables have their seats told; beyond them a page would be slow to make.
OVER = ("done", "walkover")
STATE_WORDS = {
    "done": "over",
    "walkover": "walkover",
    "ready": "is being dealt",
    "skipped": "not played",
    "void": "void",
}


@dataclass(frozen=True, slots=True)
class Clock:
    """Who must act at a table and until when: the first of them where several must."""

    handles: tuple[str, ...]
    deadline_at: dt.datetime
    ply: int


Glimpses = Mapping[int, tuple[SeatGlimpse, ...]]
# By the key of a table, then by seat.


@dataclass(frozen=True, slots=True)
class NodeListed:
    """A node in the list of a round, with the line under it."""

    node: Node
    next_words: str


@dataclass(frozen=True, slots=True)
class RoundListed:
    name: str
    nodes: tuple[NodeListed, ...]
    is_live: bool


def clocks_of(bracket: BracketSeen) -> dict[int, Clock]:
    """clocks[table's key] of the live matches, in one statement."""
    live = [match.table_id for match in bracket.matches if match.state == "live" and match.table_id]
    waiting = Seat.objects.filter(table_id__in=live, deadline_at__isnull=False)
    clocks: dict[int, Clock] = {}
    for table_id, handle, deadline_at, ply in waiting.order_by("deadline_at").values_list(
        "table_id", "player__handle", "deadline_at", "table__ply"
    ):
        known = clocks.get(table_id)
        if known is None and deadline_at is not None:
            clocks[table_id] = Clock((handle or "",), deadline_at, ply)
        elif known is not None:
            clocks[table_id] = Clock((*known.handles, handle or ""), known.deadline_at, ply)
    return clocks


def seats_of(matches: Iterable[MatchSeen]) -> Glimpses:
    """The seats of live tables, and of finished ones with more than two of them."""
    shown = list(matches)
    live = [match.table_id for match in shown if match.state == "live" and match.table_id]
    over = [
        match.table_id
        for match in shown
        if match.state == "done" and len(match.rows) > 2 and match.table_id
    ]
    return glimpses_of([*live[:MOST_LIVE], *over[:MOST_OVER]])


def heads_of(bracket: BracketSeen) -> list[Head]:
    return [Head(each.name, _note(each, bracket), each.live > 0) for each in bracket.rounds]


def _note(each: RoundSeen, bracket: BracketSeen) -> str:
    if not bracket.is_drawn:
        return ""
    live = f", {each.live} live" if each.live else ""
    return f"{each.decided} of {len(each.matches)}{live}"


def nodes_of(bracket: BracketSeen, clocks: Mapping[int, Clock], glimpses: Glimpses) -> list[Node]:
    columns = {each.number: column for column, each in enumerate(bracket.rounds, start=1)}
    return [
        _node(
            match,
            columns[match.round],
            clocks.get(match.table_id or 0),
            glimpses.get(match.table_id or 0, ()),
            bracket.is_drawn,
        )
        for match in bracket.matches
    ]


def _node(
    match: MatchSeen,
    column: int,
    clock: Clock | None,
    seats: Sequence[SeatGlimpse],
    is_drawn: bool,
) -> Node:
    is_table = len(match.rows) > 2
    is_over = match.state in OVER
    of_player = {seat.player_id: seat for seat in seats if seat.player_id}
    seen = match.finishing_order if is_table and is_over else match.rows
    if is_table and match.state == "live" and seats:
        turns = {seat.player_id: number for number, seat in enumerate(seats)}
        seen = tuple(sorted(seen, key=lambda row: turns.get(row.player_id, len(turns))))
    rows = tuple(_row(row, match, clock, of_player.get(row.player_id or 0)) for row in seen)
    label = _label(match, clock) if is_drawn or match.state == "blocked" else ""
    return Node(
        key=match.key,
        title=match.label,
        round=column,
        state=match.state,
        label=label,
        rows=rows,
        href=reverse("table", args=[match.table_public_id])
        if match.table_public_id
        else "?tab=tables",
        says=f"{match.label}, {label or 'not drawn yet'}: {_names(seen, rows)}",
        cut=match.advance if is_table and is_over and match.advance else None,
        deadline_ms=round(clock.deadline_at.timestamp() * 1000) if clock else None,
    )


def _label(match: MatchSeen, clock: Clock | None) -> str:
    if match.state == "live":
        return f"● ply {clock.ply}" if clock else "● live"
    if match.state != "blocked":
        return STATE_WORDS.get(match.state, match.state)
    if len(match.waits_for) > 2:
        return f"waits for {len(match.waits_for)} tables"
    return f"waits for {' and '.join(match.waits_for)}" if match.waits_for else ""


def _row(row: RowSeen, match: MatchSeen, clock: Clock | None, seat: SeatGlimpse | None) -> Row:
    is_over = match.state in OVER
    shows_place = is_over and len(match.rows) > 2
    return Row(
        name=row.name or row.source or "to be drawn",
        seed=row.place if shows_place else row.seed,
        right=_right(row, match, clock, seat),
        look=_look(row, match, clock),
        entrant=str(row.seed) if row.seed else "",
        feeder=(row.source_key, row.source_place or 1) if row.source_key else None,
    )


def _look(row: RowSeen, match: MatchSeen, clock: Clock | None) -> str:
    if not row.name:
        return "source"
    if match.state in OVER:
        is_best = row.place == 1 if not match.advance else bool(row.goes_on)
        return "winner" if is_best else "loser"
    return "acting" if clock and row.name in clock.handles else ""


def _right(row: RowSeen, match: MatchSeen, clock: Clock | None, seat: SeatGlimpse | None) -> str:
    if match.state == "walkover":
        return "gone" if row.is_gone or row.place is None else "–"
    if match.state == "done":
        if row.place is None:
            return "gone"
        if len(match.rows) == 2:
            return "1" if row.place == 1 else "0"
        return ending_words(seat) if seat else ""
    if row.is_gone:
        return "gone"
    if match.state != "live":
        return ""
    if seat:
        return _standing(seat)
    return "to act" if clock and row.name in clock.handles else ""


def _standing(seat: SeatGlimpse) -> str:
    """How a seat stands at a running table."""
    if seat.left_reason:
        return LEFT_WORDS.get(seat.left_reason, "left")
    if seat.is_to_act:
        return f"to act · {seat.cards_left}"
    if seat.out_as:
        return f"out, {ordinal(seat.out_as)}"
    return cards_words(seat.cards_left)


def ending_words(seat: SeatGlimpse) -> str:
    """How a finished table ended for a seat."""
    if seat.left_reason:
        return LEFT_WORDS.get(seat.left_reason, "left")
    if seat.score is not None:
        return f"{seat.score} point{'' if abs(seat.score) == 1 else 's'}"
    if not seat.cards_left and seat.last_ply is not None:
        return f"out at ply {seat.last_ply}" if seat.place == 1 else f"ply {seat.last_ply}"
    return f"last, {cards_words(seat.cards_left)}" if seat.is_last else cards_words(seat.cards_left)


def cards_words(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _names(seen: Sequence[RowSeen], rows: Sequence[Row]) -> str:
    told = []
    for one, row in zip(seen, rows, strict=True):
        place = f" {ordinal(one.place)}" if one.place else ""
        ending = f" ({row.right})" if len(rows) > 2 and row.right else ""
        told.append(f"{row.name}{place}{ending}")
    return ", ".join(told)


def rounds_listed(
    part: BracketSeen, nodes: Sequence[Node], whole: BracketSeen
) -> list[RoundListed]:
    """One round at a time, for screens too narrow for a drawing; of a part of the whole."""
    by_key = {node.key: node for node in nodes}
    return [
        RoundListed(
            each.name,
            tuple(
                NodeListed(by_key[match.key], _next_words(match, whole)) for match in each.matches
            ),
            each.live > 0,
        )
        for each in part.rounds
    ]


def _next_words(match: MatchSeen, bracket: BracketSeen) -> str:
    """What follows for those who go on."""
    later = [one for one in bracket.matches if any(row.source_key == match.key for row in one.rows)]
    if not later or not match.advance:
        return ""
    if len(match.rows) > 2 or len(later) > 1:
        return f"the first {match.advance} go on to {' and '.join(one.label for one in later)}"
    going = [row.name for row in match.rows if row.goes_on]
    if going:
        return f"{going[0]} goes to {later[0].label}"
    other = next((row for row in later[0].rows if row.source_key != match.key), None)
    return (
        f"winner meets {(other and (other.name or other.source)) or 'nobody'} in {later[0].label}"
    )


def followed_of(own: Collection[str], wanted: str, known: Collection[str]) -> tuple[str, ...]:
    """Seeds to follow: the one asked for, nobody where `all` is, else one's own."""
    if wanted == "all":
        return ()
    return (wanted,) if wanted in known else tuple(own)
