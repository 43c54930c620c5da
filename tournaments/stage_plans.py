"""The stages of an event as its row asks for them."""

from __future__ import annotations

from tournaments.formats.chain import StagePlan, stage_plans
from tournaments.models import Tournament


def plans_of(tournament: Tournament) -> tuple[StagePlan, ...]:
    """All stages of the event, the first one first."""
    return stage_plans(
        tournament.format, tournament.config, tournament.match_plan, tournament.later_stages
    )
