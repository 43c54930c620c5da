"""Who sat at the tables of a match before another took that place in the event."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import F, Max

from games.queries import closed
from players.models import Player
from tournaments.models import Entrant, MatchTable, Stage, Tournament

Sat = Mapping[tuple[str, int], Player]


def who_sat(event: Tournament, stage: int, entrants: Mapping[int, Entrant]) -> Sat:
    """By match and entrant, the former player of it who sat at the newest table that can be seen.

    No statement where nobody was replaced. A team goes by its own name, whoever plays.
    """
    if event.team_size > 1 or all(each.replaces_id is None for each in entrants.values()):
        return {}
    former = Entrant.objects.filter(tournament=event, status=Entrant.Status.REPLACED)
    newest = (
        MatchTable.objects.filter(
            match__stage__in=Stage.objects.filter(tournament=event, number=stage),
            match__voided_at=None,
            voided_at=None,
            table__seats__player__in=former.values("player"),
        )
        .exclude(closed("table__"))
        .annotate(last=Max("match__tables__number"))
        .filter(number=F("last"))
    )
    return {
        (key, seating[seat]): Player(pk=player, handle=handle, public_id=public_id)
        for key, seating, seat, player, handle, public_id in newest.values_list(
            "match__key", "seating", "table__seats__number", "table__seats__player_id",
            "table__seats__player__handle", "table__seats__player__public_id",
        )
    }  # fmt: skip
