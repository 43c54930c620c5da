"""From the matches of an event to the nodes of its drawing: states, rows and clocks in words."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from games.glimpses import SeatGlimpse, glimpses_of
from games.models import Seat
from tournaments.match_plans import MatchPlan, tables_at_most
from tournaments.queries import MatchSeen, RoundSeen, RowSeen
from web.drawings.bracket import Node, Row
from web.words.seats import LEFT_WORDS, ordinal

MOST_LIVE = 16
MOST_OVER = 64
# So many tables have their seats told; beyond them a page would be slow to make.
FITS_BESIDE = 33
# Letters of a label and of what its match waits for, on one line above the node.
OVER = ("done", "walkover")
OPEN = ("ready", "live")
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


@dataclass(frozen=True, slots=True)
class Lookup:
    """What nodes are made with: by the key of a table its clock and its seats.

    `won` are the tables won so far in matches of several, by match and player; `page` is the
    address of the event; `odds` of each place are known for some open matches, by their key and
    the entrant's.
    """

    plan: MatchPlan
    page: str
    stage: int
    is_drawn: bool
    clocks: Mapping[int, Clock]
    odds: Mapping[str, Mapping[int, tuple[float, ...]]]
    seats: Mapping[int, tuple[SeatGlimpse, ...]]
    won: Mapping[tuple[str, int], int]
    came_from: Mapping[tuple[str, int], tuple[str, int]]
    # By match and entrant the match before it, and the place there.


def clocks_of(matches: Iterable[MatchSeen]) -> dict[int, Clock]:
    """clocks[table's key] of the live matches, in one statement."""
    live = [match.table_id for match in matches if match.state == "live" and match.table_id]
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


def seats_of(matches: Iterable[MatchSeen]) -> dict[int, tuple[SeatGlimpse, ...]]:
    """The seats of live tables, and of finished ones with more than two of them."""
    shown = list(matches)
    live = [match.table_id for match in shown if match.state == "live" and match.table_id]
    over = [
        match.table_id
        for match in shown
        if match.state == "done" and len(match.rows) > 2 and match.table_id
    ]
    return glimpses_of([*live[:MOST_LIVE], *over[:MOST_OVER]])


def won_of(matches: Iterable[MatchSeen], plan: MatchPlan) -> dict[tuple[str, int], int]:
    """Tables won so far, by match and player, of live matches that are the best of several."""
    if plan.best_of == 1:
        return {}
    of_table = {
        public_id: match.key
        for match in matches
        if match.state == "live"
        for public_id in match.tables
    }
    firsts = Seat.objects.filter(table__public_id__in=of_table, place=1, player__isnull=False)
    won: dict[tuple[str, int], int] = {}
    for public_id, player in firsts.values_list("table__public_id", "player_id"):
        if player is not None:
            key = (of_table[public_id], player)
            won[key] = won.get(key, 0) + 1
    return won


def came_from(matches: Iterable[MatchSeen]) -> dict[tuple[str, int], tuple[str, int]]:
    """For everybody in a match the one it played before; nothing for a first match."""
    last: dict[int, tuple[str, int]] = {}
    found: dict[tuple[str, int], tuple[str, int]] = {}
    for match in sorted(matches, key=lambda match: match.round):
        for row in match.rows:
            if row.entrant_id is not None:
                if row.entrant_id in last:
                    found[match.key, row.entrant_id] = last[row.entrant_id]
                last[row.entrant_id] = (match.key, row.place or 1)
    return found


def nodes_of(rounds: Sequence[RoundSeen], lookup: Lookup) -> list[Node]:
    """The nodes of a drawing, whose columns are these rounds."""
    return [
        _node(match, column, lookup)
        for column, each in enumerate(rounds, start=1)
        for match in each.matches
    ]


def _node(match: MatchSeen, column: int, lookup: Lookup) -> Node:
    clock = lookup.clocks.get(match.table_id or 0)
    seats = lookup.seats.get(match.table_id or 0, ())
    is_table = len(match.rows) > 2
    is_over = match.state in OVER
    of_player = {seat.player_id: seat for seat in seats if seat.player_id}
    seen = match.finishing_order if is_table and is_over else match.rows
    if is_table and match.state == "live" and seats:
        turns = {seat.player_id: number for number, seat in enumerate(seats)}
        seen = tuple(sorted(seen, key=lambda row: turns.get(row.player_id, len(turns))))
    rows = tuple(_row(row, match, clock, of_player.get(row.player_id or 0), lookup) for row in seen)
    label = _label(match, clock, lookup) if lookup.is_drawn or match.state == "blocked" else ""
    why = f". {match.why}" if match.why else ""
    return Node(
        key=match.key,
        title=match.label,
        round=column,
        state=match.state,
        label=label,
        rows=rows,
        href=match_href(match, lookup),
        says=f"{match.label}, {label or 'not drawn yet'}: {_names(seen, rows)}{why}",
        cut=match.advance if is_table and is_over and match.advance else None,
        deadline_ms=round(clock.deadline_at.timestamp() * 1000) if clock else None,
    )


def match_href(match: MatchSeen, lookup: Lookup) -> str:
    """The table, or the page of a match that is more than one."""
    if lookup.is_drawn and not lookup.plan.is_one_table:
        return match_page(lookup.page, match.key, lookup.stage)
    return (
        reverse("table", args=[match.table_public_id]) if match.table_public_id else "?tab=tables"
    )


def match_page(page: str, key: str, stage: int) -> str:
    """The address of a match."""
    return f"{page}/matches/{key}" + (f"?stage={stage}" if stage > 1 else "")


def _label(match: MatchSeen, clock: Clock | None, lookup: Lookup) -> str:
    if match.state == "live":
        return _live_label(match, clock, lookup.plan)
    if match.state != "blocked":
        return STATE_WORDS.get(match.state, match.state)
    if not match.waits_for:
        return ""
    words = f"waits for {' and '.join(match.waits_for)}"
    if len(match.waits_for) > 2 or len(match.label) + len(words) > FITS_BESIDE:
        return f"waits for {len(match.waits_for)} tables"
    return words


def _live_label(match: MatchSeen, clock: Clock | None, plan: MatchPlan) -> str:
    if plan.shares_deals:
        return "● live, closed"
    if not plan.is_one_table and match.tables:
        return f"● table {len(match.tables)} of {tables_at_most(plan, len(match.rows))}"
    return f"● ply {clock.ply}" if clock else "● live"


def _row(
    row: RowSeen, match: MatchSeen, clock: Clock | None, seat: SeatGlimpse | None, lookup: Lookup
) -> Row:
    is_over = match.state in OVER
    shows_place = is_over and len(match.rows) > 2
    before = lookup.came_from.get((match.key, row.entrant_id or 0))
    return Row(
        name=row.name or row.source or "to be drawn",
        seed=row.place if shows_place else row.seed,
        right=_right(row, match, clock, seat, lookup),
        look=_look(row, match, clock),
        entrant=str(row.seed) if row.seed else "",
        feeder=(row.source_key, row.source_place or 1) if row.source_key else before,
        rests=before is None,
        chance=_chance(row, match, lookup),
        chance_words="to go on" if match.advance and len(match.rows) > 2 else "to win",
    )


def _chance(row: RowSeen, match: MatchSeen, lookup: Lookup) -> str:
    """By the ratings alone, whatever has happened at the table: that is not for all to see."""
    odds = lookup.odds.get(match.key, {}).get(row.entrant_id or 0)
    if not odds or match.state not in OPEN or row.is_gone:
        return ""
    return f"{sum(odds[: match.advance or 1]):.0%}"


def _look(row: RowSeen, match: MatchSeen, clock: Clock | None) -> str:
    if not row.name:
        return "source"
    if match.state in OVER:
        is_best = row.place == 1 if not match.advance else bool(row.goes_on)
        return "winner" if is_best else "loser"
    return "acting" if clock and row.name in clock.handles else ""


def _right(
    row: RowSeen, match: MatchSeen, clock: Clock | None, seat: SeatGlimpse | None, lookup: Lookup
) -> str:
    if match.state == "walkover":
        return "gone" if row.is_gone or row.place is None else "–"
    if match.state == "done":
        return _ended(row, match, seat)
    if row.is_gone:
        return "gone"
    if match.state != "live":
        return ""
    if lookup.plan.best_of > 1:
        return str(lookup.won.get((match.key, row.player_id or 0), 0))
    if seat:
        return _standing(seat)
    return "to act" if clock and row.name in clock.handles else ""


def _ended(row: RowSeen, match: MatchSeen, seat: SeatGlimpse | None) -> str:
    if row.place is None:
        return "gone"
    if row.score:
        return row.score
    if len(match.rows) == 2:
        places = [each.place for each in match.rows]
        return "½" if places[0] == places[1] else "1" if row.place == 1 else "0"
    return ending_words(seat) if seat else ""


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
        ending = row.right if len(rows) > 2 else ""
        chance = f"{row.chance} {row.chance_words}" if row.chance else ""
        extra = ", ".join(each for each in (ending, chance) if each)
        told.append(f"{row.name}{place}" + (f" ({extra})" if extra else ""))
    return ", ".join(told)
