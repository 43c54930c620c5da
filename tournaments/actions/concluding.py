"""A table that has ended contributes to its match: the result, once nothing is open any more.

Source: docs/decisions/match-kinds.md. Runs under the locks of event, match and table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.actions import draw_stream, mark_unrated, reveal_ended_deals, void_table
from games.models import Seat, Table
from players.transactions import database_now
from tournaments.actions.advancing import store_outcome
from tournaments.actions.common import record
from tournaments.actions.rating import SetPlayed, rate_set, unrated_set_code
from tournaments.dealt import Dealt, Sitting, dealt_for
from tournaments.formats.slots import MatchOutcome
from tournaments.match_plans import COMPARE, MatchPlan, plan_of
from tournaments.models import Entrant, Match, MatchResult, MatchTable, Tournament
from tournaments.placing import (
    Cut,
    Placing,
    TablePlayed,
    is_decided,
    place_best_of,
    place_compare,
    place_scores,
    place_sum,
    place_table,
)

VOID_DEAL_WHY = "deal_void"
PART_OF_MATCH = "part_of_match"
VOID_CODE = "void"


@dataclass(frozen=True, slots=True)
class Part:
    """The table's place in an event: what is locked before the table itself."""

    tournament: Tournament
    match: Match
    link: MatchTable

    @property
    def plan(self) -> MatchPlan:
        return plan_of(self.match.stage.match_plan)

    @property
    def is_running(self) -> bool:
        return self.tournament.state == Tournament.State.RUNNING

    @property
    def is_struck(self) -> bool:
        """A director has taken the table or its match back."""
        return self.link.voided_at is not None or self.match.voided_at is not None

    @property
    def counts(self) -> bool:
        """The event goes on, and the table is part of it."""
        return self.is_running and not self.is_struck


def note_table(part: Part, table: Table, seats: Sequence[Seat]) -> None:
    """A table with a deal of its own: the match has its result, or goes on with the next one."""
    if not part.counts or table.status != Table.Status.OVER or _has_result(part.match):
        return
    if part.plan.is_one_table:
        _store(part, place_table(_played(part.link.seating, seats), _cut(part, part.link.seating)))
        return
    standing = dealt_for([part.match.pk])[part.match.pk].standing()
    if not all(sitting.is_ended for sitting in standing):
        return
    tables = _tables_played(standing)
    cut = _cut(part, [entrant for each in tables for entrant in each.seating])
    if part.plan.best_of > 1 and is_decided(tables, part.plan.best_of):
        _store(part, place_best_of(tables, cut))
    elif part.plan.tables > 1 and len(tables) >= part.plan.tables:
        _store(part, place_sum(tables, cut))


def note_table_of_set(part: Part, table: Table) -> str:
    """A table that shares its deal: why it is not rated by itself.

    The last one to end decides the match; a void one takes all tables of its deal with it.
    """
    dealt = dealt_for([part.match.pk])[part.match.pk]
    own = next(each for each in dealt.sittings if _holds(each, table))
    if own.is_lost:
        _lose(own)
        return VOID_CODE
    standing = dealt.standing()
    if len(standing) < part.plan.deals or not all(each.is_ended for each in standing):
        return PART_OF_MATCH if part.counts else VOID_CODE
    played = SetPlayed(
        part.tournament, part.match, _dealt_tables(standing), is_of_teams=part.plan.kind == COMPARE
    )
    code = unrated_set_code(played)
    if _has_result(part.match):
        return code or PART_OF_MATCH
    if not part.counts:
        return VOID_CODE
    reveal_ended_deals({each.deal_id for each in played.tables})
    placing = _place_set(part, standing)
    if not code:
        rate_set(played, placing)
    _store(part, placing)
    _mark(played.tables, code)
    return code or PART_OF_MATCH


def _holds(sitting: Sitting, table: Table) -> bool:
    return any(each.table_id == table.pk for each in sitting.tables)


def _lose(sitting: Sitting) -> None:
    """Those that run are void, and those that have ended count for nothing."""
    for table in sitting.tables:
        if not table.is_ended:
            void_table(table_id=table.table_id, why=VOID_DEAL_WHY)
    _mark(sitting.tables, VOID_CODE)


def _mark(tables: Iterable[Dealt], code: str) -> None:
    """What was settled before learns why it is not rated after all."""
    for table in tables if code else ():
        mark_unrated(table_id=table.table_id, code=code)


def _has_result(match: Match) -> bool:
    return MatchResult.objects.filter(match=match, voided_at=None).exists()


def _place_set(part: Part, standing: Sequence[Sitting]) -> Placing:
    tables = _tables_played(standing)
    cut = _cut(part, [entrant for table in tables for entrant in table.seating])
    plan = part.plan
    if plan.kind == COMPARE:
        return place_compare(tables, plan.scoring, cut)
    return place_scores(tables, cut) if plan.scoring == "scores" else place_sum(tables, cut)


def _dealt_tables(sittings: Iterable[Sitting]) -> tuple[Dealt, ...]:
    return tuple(table for sitting in sittings for table in sitting.tables)


def _tables_played(sittings: Sequence[Sitting]) -> list[TablePlayed]:
    """In the order of their parts, with what their seats came to."""
    tables = sorted(_dealt_tables(sittings), key=lambda table: table.part)
    seats: dict[int, list[Seat]] = {table.table_id: [] for table in tables}
    for seat in Seat.objects.filter(table_id__in=seats).order_by("table_id", "number"):
        seats[seat.table_id].append(seat)
    return [
        _played(table.seating, seats[table.table_id], table.deal_id, is_void=table.is_forfeit)
        for table in tables
    ]


def _played(
    seating: Sequence[int], seats: Sequence[Seat], deal: int = 0, *, is_void: bool = False
) -> TablePlayed:
    places = tuple(seat.place or len(seats) for seat in seats)
    is_of_a_team = len(set(seating)) == 1
    return TablePlayed(
        deal=deal,
        seating=tuple(seating),
        places=places,
        scores=tuple(seat.score for seat in seats),
        left=frozenset(seat.number for seat in seats if seat.left_reason and not seat.driver),
        # Seats of one team share their place, unless a leave ended the table.
        is_forfeit=is_void or (is_of_a_team and len(set(places)) > 1),
    )


def _cut(part: Part, entrants: Sequence[int]) -> Cut:
    match = part.match
    seeds = Entrant.objects.filter(pk__in=set(entrants)).values_list("pk", "seed")
    return Cut(
        advance=match.advance,
        policy=_tie_policy(match),
        seeds={pk: seed or 0 for pk, seed in seeds},
        stream=draw_stream(
            deal_id=part.tournament.draw_id, label=f"lot:{match.stage.number}:{match.key}"
        ),
    )


def _store(part: Part, placing: Placing) -> None:
    now = database_now()
    outcome = MatchOutcome(
        part.match.key, placing.entrants, placing.places, "played", placing.scores
    )
    store_outcome(part.match.pk, outcome, now)
    if placing.tied:
        record(
            part.tournament,
            "tie_resolved",
            at=now,
            match=part.match.key,
            policy=_tie_policy(part.match),
            entrants=list(placing.tied),
        )


def _tie_policy(match: Match) -> str:
    return str(match.stage.config.get("tie_policy", "higher_seed"))
