"""What is to be dealt now for matches that are ready: which tables, and who sits there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Count

from games.actions import draw_streams
from games.models import Seat, Table
from tournaments.dealt import DealtForMatch, dealt_for
from tournaments.facts import StageFacts
from tournaments.formats.resolver import ResolvedMatch
from tournaments.formats.slots import PlannedMatch, Stream
from tournaments.match_plans import COMPARE, MatchPlan, plan_of, tables_at_most
from tournaments.models import Entrant, EntrantPlayer, Tournament
from tournaments.seatings import (
    PlannedTable,
    compare_tables,
    duplicate_tables,
    orders_by_lot,
    tables_in_turn,
)

# players[entrant's key], in the order of their seats.
Players = Mapping[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Order:
    """A match and the tables that it gets now; the first of them has `first_number` in it."""

    key: str
    match_id: int
    first_number: int
    tables: tuple[PlannedTable, ...]
    event_string: str
    players: Players

    def players_at(self, table: PlannedTable) -> tuple[int, ...]:
        """In seat order: the entrants themselves, or the players of the one team."""
        team = self.players[table.seating[0]]
        if len(set(table.seating)) == 1:
            return team
        return tuple(self.players[entrant][0] for entrant in table.seating)


@dataclass(frozen=True, slots=True)
class _Desk:
    """What all orders of a stage are made from."""

    facts: StageFacts
    plan: MatchPlan
    planned: Mapping[str, PlannedMatch]
    players: Players
    streams: Callable[[str], Stream]


def orders_for(facts: StageFacts, ready: Sequence[ResolvedMatch], limit: int) -> list[Order]:
    """Orders for the first of the ready matches, until they ask for `limit` tables."""
    tournament = facts.stage.tournament
    plan = plan_of(facts.stage.match_plan)
    chosen = _not_too_busy(tournament, plan, ready)[:limit]
    if not chosen:
        return []
    desk = _Desk(
        facts,
        plan,
        {match.key: match for match in facts.state.matches},
        players_of(tournament, {entrant for match in chosen for entrant in match.present}),
        draw_streams(deal_id=tournament.draw_id),
    )
    dealt = dealt_for([facts.match_ids[match.key] for match in chosen])
    return list(_until(limit, (_order(desk, match, dealt) for match in chosen)))


def _until(limit: int, orders: Iterator[Order]) -> Iterator[Order]:
    tables = 0
    for order in orders:
        if order.tables:
            yield order
        tables += len(order.tables)
        if tables >= limit:
            return


def _order(desk: _Desk, match: ResolvedMatch, dealt: Mapping[int, DealtForMatch]) -> Order:
    stage = desk.facts.stage
    match_id = desk.facts.match_ids[match.key]
    planned = desk.planned[match.key]
    return Order(
        key=match.key,
        match_id=match_id,
        first_number=dealt[match_id].last_number + 1,
        tables=_tables(desk, match, dealt[match_id]),
        event_string=event_string(stage.tournament, stage.number, planned.round),
        players=desk.players,
    )


def _tables(desk: _Desk, match: ResolvedMatch, dealt: DealtForMatch) -> tuple[PlannedTable, ...]:
    """Those that no table stands for: the next one in turn, or all of the deals that lack."""
    standing = dealt.standing(match.present)
    tables = _all_tables(desk, _seats_in_order(desk, match))
    if not desk.plan.shares_deals:
        return tables[len(standing) : len(standing) + 1]
    if not standing:
        return tables
    lost = dealt.lost_deals(standing)[: desk.plan.deals - len(standing)]
    return tuple(
        replace(table, part=first + index)
        for deal, first in lost
        for index, table in enumerate(each for each in tables if each.deal == deal)
    )


def _all_tables(desk: _Desk, orders: Sequence[Sequence[int]]) -> tuple[PlannedTable, ...]:
    """Every table that the match may need; `orders` of its entrants, one a shared deal."""
    plan = desk.plan
    if plan.kind == COMPARE:
        return compare_tables(orders[0], desk.facts.stage.tournament.team_size, plan.deals)
    if plan.shares_deals:
        return duplicate_tables(orders, plan.rotation)
    return tables_in_turn(orders[0], max(plan.best_of, plan.tables))


def _seats_in_order(desk: _Desk, match: ResolvedMatch) -> tuple[tuple[int, ...], ...]:
    """The order of the seats before they change: as the format says, or by lot."""
    if desk.planned[match.key].seated or desk.plan.kind == COMPARE:
        return (match.present,) * desk.plan.deals
    label = f"seats:{desk.facts.stage.number}:{match.key}"
    return orders_by_lot(match.present, desk.plan.deals, desk.streams(label))


def players_of(tournament: Tournament, entrants: Collection[int]) -> dict[int, tuple[int, ...]]:
    """The players of each entrant in the order of its seats."""
    if tournament.team_size == 1:
        rows = Entrant.objects.filter(pk__in=entrants).values_list("pk", "player_id")
        return {entrant: (player,) for entrant, player in rows}
    members = EntrantPlayer.objects.filter(entrant_id__in=entrants).order_by("entrant", "number")
    teams: dict[int, tuple[int, ...]] = dict.fromkeys(entrants, ())
    for entrant, player in members.values_list("entrant_id", "player_id"):
        teams[entrant] = (*teams[entrant], player)
    return teams


def _not_too_busy(
    tournament: Tournament, plan: MatchPlan, ready: Sequence[ResolvedMatch]
) -> list[ResolvedMatch]:
    """Without matches whose players sit at as many tables as they may; a set of more tables than
    that waits until they are free.
    """
    most = tournament.max_tables_each
    if most is None:
        return list(ready)
    players = players_of(tournament, {entrant for match in ready for entrant in match.present})
    busy = _tables_of({player for team in players.values() for player in team})
    chosen = []
    for match in ready:
        own = [player for entrant in match.present for player in players[entrant]]
        needed = _tables_each(plan, len(match.present))
        if all(not busy[player] or busy[player] + needed <= most for player in own):
            busy.update(dict.fromkeys(own, needed))
            chosen.append(match)
    return chosen


def _tables_each(plan: MatchPlan, entrants: int) -> int:
    """At how many tables of the match a player sits at once."""
    if plan.kind == COMPARE:
        return plan.deals
    return tables_at_most(plan, entrants) if plan.shares_deals else 1


def _tables_of(players: Collection[int]) -> Counter[int]:
    """At how many running tables of events each of the players sits, having left none.

    One that stands still keeps nobody busy: no event waits until another one is let go on.
    """
    seats = Seat.objects.filter(
        player_id__in=players,
        left_reason="",
        table__status=Table.Status.RUNNING,
        table__paused_at=None,
        table__match_table__isnull=False,
    )
    counted = seats.values_list("player_id").annotate(tables=Count("pk"))
    return Counter({player: tables for player, tables in counted if player is not None})


def event_string(tournament: Tournament, stage_number: int, round_number: int) -> str:
    """What stands in place of the seats' nonces at every table of a round; known beforehand."""
    return f"{tournament.public_id}:{stage_number}:{round_number}"
