"""Bring a running event up to its facts: walkovers, next rounds, tables, the end.

Everything here runs under the lock of the event and may run any number of times.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from games.actions import draw_stream
from tournaments.actions.dealing import deal_ready
from tournaments.actions.publishing import publish
from tournaments.actions.staging import follow
from tournaments.facts import StageFacts, stage_facts
from tournaments.formats.playoffs import DECISION
from tournaments.formats.resolver import ResolvedMatch, resolve, walkover_outcome
from tournaments.formats.slots import MatchOutcome
from tournaments.models import Match, MatchResult, Stage, Tournament


def advance_locked(tournament: Tournament, now: dt.datetime) -> bool:
    """Draw all consequences of the stored results. The event is locked and running.

    Whether tables were dealt: if not, nothing follows before something else happens.
    """
    dealt = False
    while True:
        step = _advance_stage(_newest_stage(tournament), now)
        dealt = dealt or step.dealt
        if not step.goes_on:
            return dealt


def _newest_stage(tournament: Tournament) -> Stage:
    """The one that is played; an act may have led the event back into one that had ended."""
    stage = Stage.objects.filter(tournament=tournament).order_by("-number")[0]
    stage.tournament = tournament
    if stage.closed_at is not None:
        stage.closed_at = None
        stage.save(update_fields=["closed_at"])
    return stage


@dataclass(frozen=True, slots=True)
class _Step:
    """`goes_on`: matches came that follow at once, those of a playoff or of a new stage."""

    dealt: bool = False
    goes_on: bool = False


def _advance_stage(stage: Stage, now: dt.datetime) -> _Step:
    facts, resolved = _published(stage_facts(stage, now=now), now)
    store_states(facts, resolved)
    if stage.tournament.paused_at is not None:
        return _Step()
    dealt = deal_ready(facts, _to_deal(facts, resolved, now), now) > 0
    is_decided = all(match.is_decided for match in resolved.values())
    if not is_decided or not facts.format.is_done(stage.config, facts.counted):
        return _Step(dealt)
    return _Step(dealt, follow(facts, resolved, now))


def _to_deal(
    facts: StageFacts, resolved: Mapping[str, ResolvedMatch], now: dt.datetime
) -> dict[str, ResolvedMatch]:
    """Without matches whose time has not come, and those that a director decides."""
    apart = {match.key for match in facts.state.matches if match.section == DECISION}
    later = {key for key, opens_at in facts.opens_at.items() if opens_at > now}
    return {key: match for key, match in resolved.items() if key not in apart | later}


def _published(
    facts: StageFacts, now: dt.datetime
) -> tuple[StageFacts, Mapping[str, ResolvedMatch]]:
    """Walkovers and further rounds, until nothing more follows; all as it then stands."""
    while True:
        resolved = resolve(facts.state)
        facts = _with_walkovers(facts, resolved, now)
        stage = facts.stage
        if stage.tournament.paused_at is not None:
            return facts, resolved
        state = facts.counted
        rounds = max((match.round for match in state.matches), default=0)
        stream = draw_stream(
            deal_id=stage.tournament.draw_id, label=f"round:{stage.number}:{rounds + 1}"
        )
        added = facts.format.next_round(stage.config, state, stream)
        if not added:
            return facts, resolved
        publish(stage, added)
        facts = stage_facts(stage, now=now)


def _with_walkovers(
    facts: StageFacts, resolved: Mapping[str, ResolvedMatch], now: dt.datetime
) -> StageFacts:
    """Store what was decided without play, so that it stands whatever happens later.

    Storing it changes nothing of what follows from the facts: `resolved` stays true.
    """
    outcomes = {
        key: walkover_outcome(key, match.order)
        for key, match in resolved.items()
        if match.state == "walkover" and key not in facts.state.results
    }
    if not outcomes:
        return facts
    MatchResult.objects.bulk_create(
        MatchResult(
            match_id=facts.match_ids[key],
            entrants=list(outcome.entrants),
            places=list(outcome.places),
            cause=MatchResult.Cause.WALKOVER,
            recorded_at=now,
        )
        for key, outcome in outcomes.items()
    )
    return facts.with_outcomes(outcomes)


def store_outcome(match_id: int, outcome: MatchOutcome, now: dt.datetime) -> None:
    """The result of a match that was played at its table."""
    MatchResult.objects.create(
        match_id=match_id,
        entrants=list(outcome.entrants),
        places=list(outcome.places),
        scores=[str(score) for score in outcome.scores],
        cause=outcome.cause,
        recorded_at=now,
    )


def store_states(facts: StageFacts, resolved: Mapping[str, ResolvedMatch]) -> None:
    """The copies by which ready matches are found."""
    changed: dict[str, list[int]] = {}
    for key, match in resolved.items():
        if match.state != facts.stored_states[key]:
            changed.setdefault(match.state, []).append(facts.match_ids[key])
    for state, match_ids in changed.items():
        Match.objects.filter(pk__in=match_ids).update(state=state)
