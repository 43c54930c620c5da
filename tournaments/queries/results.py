"""What was decided lately in an event."""

from __future__ import annotations

from tournaments.models import MatchResult
from tournaments.queries.seen import Decided


def lately_decided(tournament_id: int, limit: int) -> list[Decided]:
    """The newest results that count, newest first, in one statement."""
    rows = MatchResult.objects.filter(match__stage__tournament=tournament_id, voided_at=None)
    newest = rows.order_by("-pk").values_list("match__key", "cause", "recorded_at")
    return [Decided(*row) for row in newest[:limit]]
