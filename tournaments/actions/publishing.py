"""A stage begins, and matches become facts. Runs under the lock of the event."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Max

from games.actions import draw_stream
from tournaments.facts import APART
from tournaments.formats.chain import StagePlan
from tournaments.formats.registry import Format
from tournaments.formats.slots import PlannedMatch, dump_slot
from tournaments.models import Match, Stage, Tournament
from tournaments.schedules import round_opens_at


def begin_stage(
    tournament: Tournament,
    plan: StagePlan,
    *,
    entrants: int,
    field: Sequence[int],
    now: dt.datetime,
) -> Stage:
    """Its row, and what is planned from the start; `field` is empty in a first stage."""
    stage, _ = Stage.all_rows.update_or_create(
        tournament=tournament,
        number=plan.number,
        defaults={
            "format": plan.format,
            "config": _standing_config(plan.style, plan.config),
            "match_plan": dict(plan.match_plan),
            "field": list(field),
            "started_at": now,
        },
    )
    stream = draw_stream(deal_id=tournament.draw_id, label=f"plan:{stage.number}")
    publish(stage, plan.style.plan(stage.config, entrants, stream))
    return stage


def _standing_config(style: Format, config: Mapping[str, Any]) -> dict[str, Any]:
    """How long a stage runs is written down: the clock asks the row, not the format."""
    minutes = {each.name: each.default for each in style.settings if each.name == "minutes"}
    return {**minutes, **config}


def publish(stage: Stage, matches: Sequence[PlannedMatch]) -> None:
    """Matches become facts: no later version of an algorithm pairs them again."""
    opens_at = _times(stage, matches)
    Match.objects.bulk_create(
        Match(
            stage=stage,
            key=match.key,
            round=match.round,
            number=match.number,
            group=match.group,
            section=match.section,
            label=match.label,
            slots=[dump_slot(slot) for slot in match.slots],
            advance=match.advance,
            condition=[match.condition.match, match.condition.slot] if match.condition else None,
            seated=match.seated,
            why=match.why,
            opens_at=opens_at.get(match.key),
        )
        for match in matches
    )


def _times(stage: Stage, matches: Sequence[PlannedMatch]) -> dict[str, dt.datetime | None]:
    """When matches of the stage may begin, by the schedule of the event.

    Matches at the cut are no rounds of it: they begin when the stage after them was to begin, so
    that its times stand as they were announced.
    """
    tournament = stage.tournament
    if not tournament.schedule or tournament.started_at is None:
        return {}
    own = _rounds_of(stage)
    earlier = Stage.objects.filter(tournament=tournament, number__lt=stage.number)
    played = sum(_rounds_of(each) for each in earlier)
    numbers = {each.key: own + 1 if each.section in APART else each.round for each in matches}
    times = {
        number: round_opens_at(
            tournament.schedule, played + number, tournament.started_at, tournament.time_zone
        )
        for number in set(numbers.values())
    }
    return {key: times[number] for key, number in numbers.items()}


def _rounds_of(stage: Stage) -> int:
    """How many have been published and stand."""
    standing = Match.objects.filter(stage=stage, voided_at=None).exclude(section__in=APART)
    return standing.aggregate(rounds=Max("round"))["rounds"] or 0
