"""Before a tournament starts: what it would be like, and who is seeded where."""

from __future__ import annotations

from typing import TypedDict

from django.http import HttpResponse

from api.answers import json_response
from api.directing import seen_by_caller
from api.fields import Fields, from_text, mapping, whole
from api.problems import BadInput
from api.tournament_shapes import EntrantShape, entrant_shape
from api.views import ApiView, Call, operation
from players.queries import owner_of
from tournaments import actions, queries
from tournaments.actions.checking import MOST_ENTRANTS
from tournaments.forecasts import Forecast, StageForecast
from tournaments.models import Tournament


class StageForecastShape(TypedDict):
    """A stage; where so many cannot play it, `problem` says why and the numbers are 0."""

    number: int
    format: str
    settings: str
    entrants: int
    rounds: int
    tables: int
    byes: int
    seconds: int
    problem: str


class ForecastShape(TypedDict):
    """What a tournament would be like; `measured`: from how long such tables lasted lately."""

    entrants: int
    rounds: int
    tables: int
    byes: int
    seconds: int
    table_seconds: int
    measured: bool
    stages: list[StageForecastShape]


class SeededShape(TypedDict):
    """All entrants, with the seeds they would now have where these are known."""

    items: list[EntrantShape]


def forecast_shape(seen: Forecast) -> ForecastShape:
    return ForecastShape(
        entrants=seen.entrants,
        rounds=seen.rounds,
        tables=seen.tables,
        byes=seen.byes,
        seconds=round(seen.seconds),
        table_seconds=round(seen.table_seconds),
        measured=seen.is_measured,
        stages=[_stage_shape(stage) for stage in seen.stages],
    )


def _stage_shape(stage: StageForecast) -> StageForecastShape:
    return StageForecastShape(
        number=stage.number,
        format=stage.name,
        settings=stage.words,
        entrants=stage.entrants,
        rounds=len(stage.rounds),
        tables=stage.tables,
        byes=stage.byes,
        seconds=round(stage.seconds),
        problem=stage.problem,
    )


class ForecastView(ApiView):
    """How long, and how many tables."""

    @operation(
        "What a tournament would be like",
        answers={200: ForecastShape},
        query=Fields(
            entrants=from_text(
                whole(
                    2,
                    MOST_ENTRANTS,
                    default=None,
                    about="With so many; left out: with those who have entered.",
                )
            )
        ),
        about="Rounds, tables, byes and the time it should take, before anything starts.",
    )
    def get(self, call: Call, tournament_id: str) -> HttpResponse:
        event = seen_by_caller(call, tournament_id)
        entrants = call.query["entrants"] or max(event.entrants, event.min_entrants)
        seen = queries.forecast_of(Tournament.objects.get(pk=event.id), entrants)
        return json_response(forecast_shape(seen))


class Seeds(ApiView):
    """Seeds by hand."""

    @operation(
        "Seed entrants by hand",
        answers={200: SeededShape},
        scopes=("organise",),
        staff=True,
        body=Fields(
            seeds=mapping(
                about="Seed by player id; null leaves it to the ratings. Others keep theirs."
            )
        ),
        about="Where `seeding` is `manual`, until the tournament begins.",
    )
    def post(self, call: Call, tournament_id: str) -> HttpResponse:
        event = seen_by_caller(call, tournament_id)
        entrants = queries.entrants_of(event.id)
        keys = {each.player_public_id: each.id for each in entrants}
        for player in call.body["seeds"]:
            if player not in keys:
                raise BadInput(f"No entrant is the player {player!r}.", extras={"field": "seeds"})
        actions.set_seeds(
            tournament_id=event.id,
            seeds={keys[player]: seed for player, seed in call.body["seeds"].items()},
            by=owner_of(call.by),
        )
        shapes = [entrant_shape(each) for each in queries.entrants_of(event.id)]
        return json_response(SeededShape(items=shapes))
