"""The chances in an event: who will win it, and how its next matches may end."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import CharField, Count, Max, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Coalesce, Concat

from tournaments.models import Entrant, Foretelling, MatchResult, Stage, Tournament


@dataclass(frozen=True, slots=True)
class ChanceSeen:
    """How likely an entrant is to win the event, from 0 to 1."""

    entrant_id: int
    player_public_id: str
    name: str
    chance: float


@dataclass(frozen=True, slots=True)
class OddsSeen:
    """Chances from so many imagined ends of the event, the best first.

    `places[match]` holds, by the entrants' keys, the odds of each place; of the shown stage.
    """

    runs: int
    made_at: dt.datetime
    rows: tuple[ChanceSeen, ...]
    places: Mapping[str, Mapping[int, tuple[float, ...]]]


@dataclass(frozen=True, slots=True)
class WinsSeen:
    """The chance to win the event, from 0 to 1, by entrant's key; from so many imagined ends.

    `places` as in `OddsSeen`.
    """

    runs: int
    made_at: dt.datetime
    chances: Mapping[int, float]
    places: Mapping[str, Mapping[int, tuple[float, ...]]]


def wins_of(tournament_id: int, stage: int) -> WinsSeen | None:
    """The same without names, in one statement; None while nothing was foretold."""
    found = Foretelling.objects.filter(tournament_id=tournament_id).first()
    if found is None:
        return None
    chances = {int(key): won / max(found.runs, 1) for key, won in found.wins.items()}
    return WinsSeen(found.runs, found.made_at, chances, _places(found, stage))


def _places(found: Foretelling, stage: int) -> dict[str, dict[int, tuple[float, ...]]]:
    return {
        key.split(":", 1)[1]: {int(each): tuple(odds) for each, odds in own.items()}
        for key, own in found.places.items()
        if key.startswith(f"{stage}:")
    }


def odds_of(tournament_id: int, stage: int | None = None) -> OddsSeen | None:
    """None while nothing was foretold: before the start, and for a second or two after it."""
    found = Foretelling.objects.filter(tournament_id=tournament_id).first()
    if found is None:
        return None
    entrants = Entrant.objects.filter(tournament_id=tournament_id, seed__isnull=False)
    rows = [
        ChanceSeen(
            entrant_id=each.pk,
            player_public_id=each.player.public_id,
            name=each.name or each.player.handle,
            chance=found.wins.get(str(each.pk), 0) / max(found.runs, 1),
        )
        for each in entrants.select_related("player").order_by("seed")
    ]
    number = stage or max((int(key.split(":")[0]) for key in found.places), default=1)
    return OddsSeen(
        runs=found.runs,
        made_at=found.made_at,
        rows=tuple(sorted(rows, key=lambda row: -row.chance)),
        places=_places(found, number),
    )


def events_to_foretell(limit: int) -> list[tuple[int, str]]:
    """(key, mark of its facts) of running events whose chances are out of date."""
    running = marked().filter(state=Tournament.State.RUNNING)
    stale = running.exclude(foretelling__mark=Coalesce("facts_mark", Value("")))
    return list(stale.order_by("foretelling__made_at").values_list("pk", "facts_mark")[:limit])


def marked() -> QuerySet[Any]:
    """Events with a mark of what their chances follow from: results, entrants, stages."""
    results = _of_event(MatchResult.objects.filter(match__stage__tournament=OuterRef("pk")))
    live = Q(voided_at=None)
    parts = [
        _one(results.annotate(value=Max("pk"))),
        _one(results.annotate(value=Count("pk", filter=live))),
        _one(
            _of_event(
                Entrant.objects.filter(tournament=OuterRef("pk"), status=Entrant.Status.ACTIVE)
            ).annotate(value=Count("pk"))
        ),
        _one(
            _of_event(Stage.objects.filter(tournament=OuterRef("pk"))).annotate(value=Count("pk"))
        ),
    ]
    joined = Concat(*[piece for part in parts for piece in (part, Value("."))])
    return Tournament.objects.annotate(facts_mark=joined)


def _of_event(rows: QuerySet[Any]) -> QuerySet[Any, Any]:
    """All rows as one group, so that they can be counted in a subquery."""
    grouped: QuerySet[Any, Any] = rows.order_by().annotate(one=Value(1)).values("one")
    return grouped


def _one(counted: QuerySet[Any, Any]) -> Coalesce:
    value = Subquery(counted.values("value")[:1])
    return Coalesce(Cast(value, CharField()), Value("0"))
