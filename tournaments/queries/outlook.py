"""What an event would be like, before anything starts."""

from __future__ import annotations

from dataclasses import replace
from statistics import median

from django.db.models import QuerySet

from games.models import Table
from players.transactions import database_now
from tournaments.forecasts import Forecast, forecast, guessed_seconds, scheduled_seconds
from tournaments.formats.chain import stage_plans
from tournaments.match_plans import seats_of_a_table
from tournaments.models import Tournament

MEASURED = 100
FEWEST_MEASURED = 5


def forecast_of(tournament: Tournament, entrants: int) -> Forecast:
    """Its rounds, tables, byes and length with so many entrants; the event may be unsaved.

    Its settings have been checked.
    """
    plans = stage_plans(
        tournament.format, tournament.config, tournament.match_plan, tournament.later_stages
    )
    seats = seats_of_a_table(
        tournament.match_plan, tournament.team_size, plans[0].style.seats(tournament.config)
    )
    measured = _measured_seconds(tournament, seats)
    made = forecast(
        plans,
        entrants,
        guessed_seconds(seats, tournament.patience_seconds) if measured is None else measured,
        is_measured=measured is not None,
        max_tables_each=tournament.max_tables_each,
    )
    if not tournament.schedule:
        return made
    starts_at = tournament.starts_at or database_now()
    seconds = scheduled_seconds(made, tournament.schedule, starts_at, tournament.time_zone)
    return replace(made, seconds=seconds)


def _measured_seconds(tournament: Tournament, seats: int) -> float | None:
    """The median of the last tables like these, best of the same patience; None if few."""
    ended = Table.objects.filter(
        game=tournament.game,
        seat_count=seats,
        status=Table.Status.OVER,
        started_at__isnull=False,
        over_at__isnull=False,
    )
    for like in (ended.filter(patience_seconds=tournament.patience_seconds), ended):
        lasted = _lasted(like)
        if len(lasted) >= FEWEST_MEASURED:
            return median(lasted)
    return None


def _lasted(tables: QuerySet[Table]) -> list[float]:
    latest = tables.order_by("-pk").values_list("started_at", "over_at")[:MEASURED]
    return [
        (over_at - started_at).total_seconds()
        for started_at, over_at in latest
        if started_at is not None and over_at is not None
    ]
