"""What all acts about one entrant begin with: the locks, the right to speak, its tables."""

from __future__ import annotations

from django.db.models import Max, Q

from games.actions import remove_player
from games.models import Table
from players.models import Player, User
from tournaments.actions.common import lock_tournament, may_direct
from tournaments.errors import EntrantNotFound, NotYourEntrant
from tournaments.models import Entrant, Match, MatchTable, Stage, Tournament
from tournaments.seeds import named

LONGEST_REASON = 200


def locked_entrant(entrant_id: int) -> tuple[Tournament, Entrant]:
    """The entrant, read under the lock of its event. Raises EntrantNotFound."""
    key = Entrant.objects.filter(pk=entrant_id).values_list("tournament_id", flat=True).first()
    if key is None:
        raise EntrantNotFound("Nobody has entered under that key.")
    tournament = lock_tournament(key)
    entrant = Entrant.objects.select_related("player").filter(pk=entrant_id).first()
    if entrant is None:
        raise EntrantNotFound("Nobody has entered under that key.")
    return tournament, entrant


def refuse_others(tournament: Tournament, entrant: Entrant, by: User | None) -> None:
    """Directors, and the owners of its players, speak for an entrant. Raises NotYourEntrant."""
    if may_direct(tournament, by):
        return
    if by is not None:
        own = Q(pk=entrant.player_id) | Q(memberships__entrant=entrant)
        if Player.objects.filter(own, owner=by).exists():
            return
    raise NotYourEntrant(f"{named(entrant)} is not yours, so you cannot speak for it.")


def refuse_entry_by(player: Player, by: User | None) -> None:
    """Nobody but staff brings in somebody else's player; bots of the house belong to nobody.

    Raises NotYourEntrant.
    """
    if by is not None and not by.is_staff and player.owner_id not in (None, by.pk):
        raise NotYourEntrant(f"{player.handle} is not yours, so you cannot enter it.")


def players_of(entrant: Entrant) -> set[int]:
    """Everybody who plays, or ever played, in its place."""
    players = {entrant.player_id, *entrant.members.values_list("player_id", flat=True)}
    before = entrant.replaces
    while before is not None:
        players.add(before.player_id)
        before = before.replaces
    return players


def leave_tables(entrant: Entrant) -> None:
    """Its players leave all their running tables of the event."""
    for player_id in sorted(players_of(entrant)):
        running = MatchTable.objects.filter(
            match__stage__tournament_id=entrant.tournament_id,
            table__status=Table.Status.RUNNING,
            table__seats__player=player_id,
        )
        for table_id in running.order_by("table_id").values_list("table_id", flat=True):
            remove_player(table_id=table_id, player_id=player_id)


def last_round_of(entrant: Entrant) -> int | None:
    """The last round it is there for if it leaves now, of the last stage that it plays.

    None before the event has begun.
    """
    stages = Stage.objects.filter(tournament_id=entrant.tournament_id).order_by("-number")
    stage = next((each for each in stages if not each.field or entrant.pk in each.field), None)
    if stage is None:
        return None
    begun = Match.objects.filter(stage=stage, voided_at=None).exclude(state=Match.State.BLOCKED)
    return begun.aggregate(last=Max("round"))["last"] or 0
