"""A director at a table of the event: more time for a seat, or its removal."""

from __future__ import annotations

from games.models import Seat, Table
from games.queries import closed
from players.models import User
from players.transactions import in_one_transaction
from tournaments.actions.common import announce
from tournaments.actions.directing.beginning import begin, told
from tournaments.actions.directing.changes import Changes
from tournaments.errors import BadResult, NotInMatch
from tournaments.models import MatchTable

MOST_SECONDS = 86_400


@in_one_transaction
def give_more_time(
    *, tournament_id: int, table: str, player_id: int, seconds: int, by: User | None, reason: str
) -> None:
    """The clock of a player who must act shows so many seconds more.

    `table` is a public id, `player_id` a key. Raises what `begin` raises, NotInMatch where no
    clock of the player runs at that table of the event, BadResult for another time.
    """
    changes = begin(tournament_id, by, reason)
    if not 1 <= seconds <= MOST_SECONDS:
        raise BadResult(f"Give 1 to {MOST_SECONDS} seconds, not {seconds!r}.")
    link, seat = _seat(changes, table, player_id)
    if not changes.give_time(link.table_id, seat.number, seconds):
        raise NotInMatch(f"{_handle(seat)} does not have to act at that table just now.")
    changes.keep(
        "time_given",
        by=by,
        reason=told(reason),
        label=link.match.label,
        player=_handle(seat),
        seconds=seconds,
    )
    announce(changes.tournament.pk)


@in_one_transaction
def remove_from_table(
    *, tournament_id: int, table: str, player_id: int, by: User | None, reason: str
) -> None:
    """The player leaves that table and takes its last free place; it stays in the event.

    Raises what `begin` raises, and NotInMatch.
    """
    changes = begin(tournament_id, by, reason)
    link, seat = _seat(changes, table, player_id)
    changes.remove(link, player_id)
    changes.keep(
        "removed", by=by, reason=told(reason), label=link.match.label, player=_handle(seat)
    )
    announce(changes.tournament.pk)


def _seat(changes: Changes, table: str, player_id: int) -> tuple[MatchTable, Seat]:
    """A seat of a running table of the event that everybody may see.

    At one of a shared deal the act, and whether it is refused, would tell whose turn it is.
    """
    link = (
        MatchTable.objects.exclude(closed("table__"))
        .filter(
            match__stage__tournament=changes.tournament,
            table__public_id=table,
            table__status=Table.Status.RUNNING,
        )
        .select_related("match")
        .first()
    )
    if link is not None:
        for seat in Seat.objects.filter(table_id=link.table_id, player_id=player_id):
            return link, seat
    raise NotInMatch(
        f"Nobody of that name sits at a running table {table} of the event that is open to you;"
        " from tables of a shared deal an entrant can be withdrawn."
    )


def _handle(seat: Seat) -> str:
    return seat.player.handle if seat.player else "somebody"
