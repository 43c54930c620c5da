"""What a running event may come to, worked out apart from everything that waits for it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

from players.transactions import database_now, in_one_transaction, one_snapshot
from ratings.models import USUAL, Pool
from ratings.odds import place_odds
from ratings.skill import Belief
from tournaments.facts import StageFacts, stage_facts
from tournaments.forecasts import guessed_seconds, imagined
from tournaments.formats.chain import StagePlan
from tournaments.formats.odds import Chances, Strength, chances, runs_for
from tournaments.formats.resolver import ResolvedMatch, resolve
from tournaments.match_plans import MatchPlan, plan_of
from tournaments.models import Foretelling, Stage, Tournament
from tournaments.stage_plans import plans_of

OPEN = frozenset({"ready", "live"})
MOST_MATCHES = 64
# So many open matches are foretold one by one; nobody reads more.


def foretell(tournament_id: int, mark: str) -> None:
    """Keep the chances that follow from the facts as they are now. No lock is held meanwhile."""
    with one_snapshot():
        tournament = Tournament.objects.get(pk=tournament_id)
        stage = Stage.objects.filter(tournament=tournament).order_by("-number").first()
        if stage is None:
            return
        stage.tournament = tournament
        now = database_now()
        facts = stage_facts(stage, now=now)
        beta = _beta(tournament)
    strengths = {
        each.id: Strength(
            USUAL.mu if each.mu is None else each.mu,
            USUAL.sigma if each.sigma is None else each.sigma,
        )
        for each in facts.state.entrants
    }
    found = _chances(facts, _plans(facts, now), strengths, beta)
    _keep(tournament_id, mark, found, _places(facts, strengths, beta))


def _beta(tournament: Tournament) -> float:
    """How much luck there is in the game, as its largest pool has it."""
    pools = Pool.objects.filter(game=tournament.game).order_by("pk")
    return max((pool.beta for pool in pools), default=USUAL.beta)


def _plans(facts: StageFacts, now: dt.datetime) -> list[StagePlan]:
    """The stages from the present one on; what only time ends goes on at the pace it has."""
    stage, tournament = facts.stage, facts.stage.tournament
    here, *later = plans_of(tournament)[stage.number - 1 :]
    guess = guessed_seconds(facts.format.seats(stage.config), tournament.patience_seconds)
    seats = sum(len(match.slots) for match in facts.counted.matches)
    active = sum(each.active for each in facts.state.entrants)
    began = stage.started_at or now
    elapsed = ((tournament.paused_at or now) - began).total_seconds()
    played = seats / max(active, 1)
    return [
        imagined(here, played=played, elapsed=elapsed, table_seconds=guess),
        *(imagined(plan, table_seconds=guess) for plan in later),
    ]


def _chances(
    facts: StageFacts,
    plans: Sequence[StagePlan],
    strengths: Mapping[int, Strength],
    beta: float,
) -> Chances:
    return chances(
        plans,
        facts.counted,
        strengths,
        beta=beta,
        tables=[tables_of(plan_of(plan.match_plan)) for plan in plans],
        runs=runs_for(plans, len(facts.state.entrants)),
        # The same facts give the same chances, however often they are asked for.
        secret=facts.stage.tournament.pk,
    )


def tables_of(plan: MatchPlan) -> int:
    """About how many tables decide a match: the more, the less is left to luck."""
    return max(plan.best_of, plan.tables, plan.deals)


def _places(
    facts: StageFacts, strengths: Mapping[int, Strength], beta: float
) -> dict[str, dict[int, list[float]]]:
    resolved = [match for match in resolve(facts.state).values() if match.state in OPEN]
    number = facts.stage.number
    return {
        f"{number}:{match.key}": _odds(match, strengths, beta) for match in resolved[:MOST_MATCHES]
    }


def _odds(
    match: ResolvedMatch, strengths: Mapping[int, Strength], beta: float
) -> dict[int, list[float]]:
    beliefs = [Belief(strengths[each].mu, strengths[each].sigma) for each in match.present]
    table = place_odds(beliefs, beta) if beliefs else []
    return {
        entrant: [round(chance, 4) for chance in odds]
        for entrant, odds in zip(match.present, table, strict=True)
    }


@in_one_transaction
def _keep(
    tournament_id: int, mark: str, found: Chances, places: dict[str, dict[int, list[float]]]
) -> None:
    Foretelling.objects.update_or_create(
        tournament_id=tournament_id,
        defaults={
            "mark": mark,
            "runs": found.runs,
            "wins": found.wins,
            "places": places,
            "made_at": database_now(),
        },
    )
