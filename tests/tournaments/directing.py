"""What tests of directors ask of an event: its results, its facts, its last act."""

from __future__ import annotations

from ratings.models import Contest
from tournaments.models import Act, MatchResult, Tournament

WHY = "the wrong bot was connected"


def of(event: Tournament, **more: object) -> dict[str, object]:
    return {"tournament_id": event.pk, "by": None, "reason": WHY, **more}


def result_of(event: Tournament, key: str) -> tuple[list[int], list[int], str]:
    result = MatchResult.objects.get(match__stage__tournament=event, match__key=key, voided_at=None)
    return result.entrants, result.places, result.cause


def winner_of(event: Tournament, key: str) -> int:
    return result_of(event, key)[0][0]


def facts_of(event: Tournament) -> dict[str, object]:
    """All that counts about an event, without tables and times."""
    results = MatchResult.objects.filter(match__stage__tournament=event, voided_at=None)
    return {
        "results": {
            result.match.key: (result.entrants, result.places, result.cause)
            for result in results.select_related("match")
        },
        "contests": set(Contest.objects.filter(voided_at=None).values_list("source", flat=True)),
        "entrants": list(event.entrants.order_by("pk").values_list("pk", "status", "until_round")),
    }


def last_act(event: Tournament) -> Act:
    return Act.objects.filter(tournament=event).order_by("-pk")[0]
