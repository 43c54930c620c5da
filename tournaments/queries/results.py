"""What was decided lately in an event, and the names of what was decided."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.models import Match, MatchResult
from tournaments.queries.seen import Decided


def lately_decided(tournament_id: int, limit: int) -> list[Decided]:
    """The newest results that count, newest first, in one statement."""
    rows = MatchResult.objects.filter(match__stage__tournament=tournament_id, voided_at=None)
    newest = rows.order_by("-pk").values_list("match__key", "cause", "recorded_at")
    return [Decided(*row) for row in newest[:limit]]


def names_of_matches(places: Iterable[tuple[str, int, str]]) -> dict[tuple[str, int, str], str]:
    """What matches are called, by event, stage and key; those that are not known are left out."""
    wanted = set(places)
    rows = Match.objects.filter(
        stage__tournament__public_id__in={event for event, _, _ in wanted},
        key__in={key for _, _, key in wanted},
    ).values_list(
        "stage__tournament__public_id",
        "stage__number",
        "key",
        "stage__tournament__name",
        "label",
    )
    return {
        (event, stage, key): f"{name}, {label}"
        for event, stage, key, name, label in rows
        if (event, stage, key) in wanted
    }
