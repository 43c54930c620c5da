"""What follows when a table has ended. Read this to know what a result leads to.

Locks: event, match, table, in that order; nobody takes them in another one.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from games.actions import draw_stream, settled
from games.models import Move, Seat, Table
from games.rules.registry import game as game_of
from players.transactions import database_now, in_one_transaction
from ratings.actions import record_contest
from tournaments.actions.advancing import advance_locked, store_outcome
from tournaments.actions.common import announce, lock_tournament, record
from tournaments.formats.slots import MatchOutcome
from tournaments.models import Entrant, Match, MatchResult, MatchTable, Tournament
from tournaments.placing import Placing, place_versus
from tournaments.rated import SeatFact, unrated_code

ENDED = (Table.Status.OVER, Table.Status.VOID)


@dataclass(frozen=True, slots=True)
class _Part:
    """The table's place in an event: what is locked before the table itself."""

    tournament: Tournament
    match: Match
    seating: Sequence[int]


@in_one_transaction
def settle_table(table_id: int) -> bool:
    """Ledger row, match result, next matches, and the table is settled; whether it was now.

    May be called at any time: a table that runs, or is settled, is left alone.
    """
    part = _locked_part(table_id)
    table = Table.objects.select_for_update(no_key=True).filter(pk=table_id).first()
    if table is None or table.status not in ENDED or table.settled_at is not None:
        return False
    seats = list(Seat.objects.filter(table=table).select_related("player").order_by("number"))
    code = _unrated_code(table, seats)
    if not code:
        _rate(table, seats)
    if part is not None and part.tournament.state == Tournament.State.RUNNING:
        now = database_now()
        if table.status == Table.Status.OVER:
            _store_result(part, seats, now)
        advance_locked(part.tournament, now)
        announce(part.tournament.pk)
    settled(table_id=table.pk, unrated_code=code)
    return True


def _locked_part(table_id: int) -> _Part | None:
    found = MatchTable.objects.filter(table_id=table_id).values_list(
        "match__stage__tournament_id", "match_id", "seating"
    )
    for tournament_id, match_id, seating in found:
        tournament = lock_tournament(tournament_id)
        match = Match.objects.select_for_update(no_key=True, of=("self",)).select_related("stage")
        return _Part(tournament, match.get(pk=match_id), seating)
    return None


def _unrated_code(table: Table, seats: Sequence[Seat]) -> str:
    moved = set(
        Move.objects.filter(table=table, cause="move").values_list("seat", flat=True).distinct()
    )
    facts = [
        SeatFact(
            kind=seat.player.kind,
            owner=seat.player.owner_id,
            is_filler=seat.filler or bool(seat.driver),
            has_moved=seat.number in moved,
        )
        for seat in seats
        if seat.player is not None
    ]
    return unrated_code(
        facts,
        is_casual=table.casual,
        is_void=table.status == Table.Status.VOID,
        is_cooperative=game_of(table.game).cooperative,
    )


def _rate(table: Table, seats: Sequence[Seat]) -> None:
    """One row of the ledger, once per table whatever happens."""
    players = [seat.player for seat in seats if seat.player is not None]
    record_contest(
        game=table.game,
        division=players[0].kind,
        source=f"table:{table.public_id}",
        played_at=table.over_at or table.opened_at,
        teams=[[player.pk] for player in players],
        places=[seat.place or len(seats) for seat in seats],
        # None: the pool tells how often neighbours tie. Where no tie can be, the contest says so.
        draw_probability=None if game_of(table.game).ties_possible else 0.0,
    )


def _store_result(part: _Part, seats: Sequence[Seat], now: dt.datetime) -> None:
    """The match has its result, unless it has one already."""
    if MatchResult.objects.filter(match=part.match, voided_at=None).exists():
        return
    placing = _placed(part, [seat.place or len(seats) for seat in seats])
    outcome = MatchOutcome(part.match.key, placing.entrants, placing.places, "played")
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


def _placed(part: _Part, places: Sequence[int]) -> Placing:
    match = part.match
    seeds = Entrant.objects.filter(pk__in=part.seating).values_list("pk", "seed")
    return place_versus(
        part.seating,
        places,
        advance=match.advance,
        policy=_tie_policy(match),
        seeds={pk: seed or 0 for pk, seed in seeds},
        stream=draw_stream(
            deal_id=part.tournament.draw_id, label=f"lot:{match.stage.number}:{match.key}"
        ),
    )


def _tie_policy(match: Match) -> str:
    return str(match.stage.config.get("tie_policy", "higher_seed"))
