"""What follows when a table has ended. Read this to know what a result leads to.

Locks: event, match, table, in that order; nobody takes them in another one.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.actions import settled
from games.models import Move, Seat, Table
from games.rules.registry import game as game_of
from players.transactions import database_now, in_one_transaction
from ratings.actions import record_contest
from tournaments.actions.advancing import advance_locked
from tournaments.actions.common import announce, lock_tournament
from tournaments.actions.concluding import VOID_CODE, Part, note_table, note_table_of_set
from tournaments.models import Match, MatchTable
from tournaments.rated import SeatFact, unrated_code

ENDED = (Table.Status.OVER, Table.Status.VOID)


def settle_table(table_id: int) -> bool:
    """Ledger row, match result, next matches, and the table is settled; whether it was now.

    May be called at any time: a table that runs, or is settled, is left alone.
    """
    return settle_tables([table_id]) == 1


@in_one_transaction
def settle_tables(table_ids: Sequence[int]) -> int:
    """The same for tables of one event, or for one of none: the event goes on once for all.

    How many were settled now.
    """
    parts = _locked_parts(table_ids)
    tables = Table.objects.select_for_update(no_key=True).filter(pk__in=table_ids).order_by("pk")
    due = [table for table in tables if table.status in ENDED and table.settled_at is None]
    for table in due:
        settled(table_id=table.pk, unrated_code=_noted(parts.get(table.pk), table))
    # Only now: a match whose table is not settled still counts as live.
    running = [part.tournament for part in parts.values() if part.is_running]
    if due and running:
        advance_locked(running[0], database_now())
        announce(running[0].pk)
    return len(due)


def _noted(part: Part | None, table: Table) -> str:
    """What the table means for ledger and match; why it is not rated by itself."""
    if part is not None and part.plan.shares_deals:
        return note_table_of_set(part, table)
    if part is not None and part.is_struck:
        return VOID_CODE  # It had ended, but was not settled yet when a director struck it.
    seats = list(Seat.objects.filter(table=table).select_related("player").order_by("number"))
    code = _unrated_code(table, seats)
    if not code:
        _rate(table, seats)
    if part is not None:
        note_table(part, table, seats)
    return code


def _locked_parts(table_ids: Sequence[int]) -> dict[int, Part]:
    """By table. The event is locked first, and what a director may have changed is read after."""
    links = MatchTable.objects.filter(table_id__in=table_ids)
    event = links.values_list("match__stage__tournament_id", flat=True).first()
    if event is None:
        return {}
    tournament = lock_tournament(event)
    locked = Match.objects.select_for_update(no_key=True, of=("self",)).select_related("stage")
    own = links.filter(match__stage__tournament=tournament)
    matches = locked.filter(pk__in=own.values("match")).order_by("pk")
    by_key = {match.pk: match for match in matches}
    return {link.table_id: Part(tournament, by_key[link.match_id], link) for link in own}


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
