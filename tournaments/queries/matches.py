"""One match with its tables: who held which hand of which deal, and how each of them ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.models import Seat
from games.queries import closed
from tournaments.models import Entrant, MatchTable
from tournaments.seeds import named


@dataclass(frozen=True, slots=True)
class HandSeen:
    """A seat of a table: whose hand it was, and how it ended; `entrant_id` may be a team's key."""

    number: int
    entrant_id: int
    name: str
    handle: str
    player_public_id: str
    place: int | None
    score: int | None
    left_reason: str


@dataclass(frozen=True, slots=True)
class TableOfMatchSeen:
    """A table of a match; equal seats of the tables of one deal held the same cards."""

    public_id: str
    part: int
    status: str
    is_paused: bool
    hands: tuple[HandSeen, ...]


@dataclass(frozen=True, slots=True)
class DealSeen:
    """The tables of one deal, from 1 in the order in which the deals came."""

    number: int
    is_shared: bool
    tables: tuple[TableOfMatchSeen, ...]


@dataclass(frozen=True, slots=True)
class TablesSeen:
    """All that may be seen of a match; `closed` tables still hide what others play."""

    deals: tuple[DealSeen, ...]
    closed: int


def tables_of_match(tournament_id: int, stage: int, key: str) -> TablesSeen:
    """Those that count; nothing but their number of those whose deal is still played."""
    ours = MatchTable.objects.filter(
        match__stage__tournament_id=tournament_id,
        match__stage__number=stage,
        match__stage__started_at__isnull=False,
        match__key=key,
        match__voided_at=None,
        voided_at=None,
    )
    links = list(ours.filter(~closed("table__")).select_related("table__deal").order_by("part"))
    hidden = ours.filter(closed("table__")).count()
    names = _team_names({one for link in links for one in link.seating})
    seats: dict[int, list[Seat]] = {}
    tables = [link.table_id for link in links]
    for seat in (
        Seat.objects.filter(table_id__in=tables).select_related("player").order_by("number")
    ):
        seats.setdefault(seat.table_id, []).append(seat)
    deals: dict[int, list[MatchTable]] = {}
    for link in links:
        deals.setdefault(link.table.deal_id, []).append(link)
    return TablesSeen(
        tuple(
            DealSeen(
                number,
                rows[0].table.deal.shared,
                tuple(_table(link, seats.get(link.table_id, []), names) for link in rows),
            )
            for number, rows in enumerate(deals.values(), start=1)
        ),
        hidden,
    )


def _team_names(keys: Iterable[int]) -> dict[int, str]:
    """Who has one player goes by the name of who sits there, which may be a former one."""
    teams = Entrant.objects.filter(pk__in=keys, tournament__team_size__gt=1)
    return {entrant.pk: named(entrant) for entrant in teams.select_related("player")}


def _table(link: MatchTable, seats: list[Seat], names: Mapping[int, str]) -> TableOfMatchSeen:
    return TableOfMatchSeen(
        public_id=link.table.public_id,
        part=link.part,
        status=link.table.status,
        is_paused=link.table.paused_at is not None,
        hands=tuple(
            HandSeen(
                number=seat.number,
                entrant_id=entrant,
                name=names.get(entrant) or (seat.player.handle if seat.player else ""),
                handle=seat.player.handle if seat.player else "",
                player_public_id=seat.player.public_id if seat.player else "",
                place=seat.place,
                score=seat.score,
                left_reason=seat.left_reason,
            )
            for seat, entrant in zip(seats, link.seating, strict=True)
        ),
    )
