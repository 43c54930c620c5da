"""Bring a running event up to its facts: walkovers, next rounds, tables, the end.

Everything here runs under the lock of the event and may run any number of times.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

from games.actions import draw_stream, reveal_draw
from tournaments.actions.common import announce, record
from tournaments.actions.dealing import deal_ready
from tournaments.facts import StageFacts, stage_facts
from tournaments.formats.resolver import ResolvedMatch, resolve, walkover_outcome
from tournaments.formats.slots import MatchOutcome, PlannedMatch, dump_slot
from tournaments.models import Match, MatchResult, Stage, Tournament


def advance_locked(tournament: Tournament, now: dt.datetime) -> None:
    """Draw all consequences of the stored results. The event is locked and running."""
    stage = Stage.objects.filter(tournament=tournament).order_by("-number")[0]
    stage.tournament = tournament
    facts, resolved = _published(stage_facts(stage), now)
    _store_states(facts, resolved)
    deal_ready(facts, resolved, now)
    is_decided = all(match.is_decided for match in resolved.values())
    if is_decided and facts.format.is_done(stage.config, facts.state):
        close(tournament, now, reason="")


def publish(stage: Stage, matches: Sequence[PlannedMatch]) -> None:
    """Matches become facts: no later version of an algorithm pairs them again."""
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
        )
        for match in matches
    )


def close(tournament: Tournament, now: dt.datetime, *, reason: str) -> None:
    """The event has ended by itself; its draws can be checked from now on."""
    tournament.state = Tournament.State.CLOSED
    tournament.closed_at = now
    tournament.closed_reason = reason
    tournament.save(update_fields=["state", "closed_at", "closed_reason"])
    reveal_draw(deal_id=tournament.draw_id)
    record(tournament, "closed", at=now, reason=reason)
    announce(tournament.pk)


def _published(
    facts: StageFacts, now: dt.datetime
) -> tuple[StageFacts, Mapping[str, ResolvedMatch]]:
    """Walkovers and further rounds, until nothing more follows; all as it then stands."""
    while True:
        resolved = resolve(facts.state)
        facts = _with_walkovers(facts, resolved, now)
        stage = facts.stage
        rounds = max((match.round for match in facts.state.matches), default=0)
        stream = draw_stream(
            deal_id=stage.tournament.draw_id, label=f"round:{stage.number}:{rounds + 1}"
        )
        added = facts.format.next_round(stage.config, facts.state, stream)
        if not added:
            return facts, resolved
        publish(stage, added)
        facts = stage_facts(stage)


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


def _store_states(facts: StageFacts, resolved: Mapping[str, ResolvedMatch]) -> None:
    changed: dict[str, list[int]] = {}
    for key, match in resolved.items():
        if match.state != facts.stored_states[key]:
            changed.setdefault(match.state, []).append(facts.match_ids[key])
    for state, match_ids in changed.items():
        Match.objects.filter(pk__in=match_ids).update(state=state)
