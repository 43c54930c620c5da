"""Bring a running event up to its facts: walkovers, next rounds, tables, the end.

Everything here runs under the lock of the event and may run any number of times.
"""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Mapping, Sequence

from django.db import OperationalError, transaction
from django.db.models import F

from games.actions import deal_table, draw_stream, reveal_draw
from tournaments.actions.common import announce, record
from tournaments.facts import StageFacts, stage_facts
from tournaments.formats.resolver import ResolvedMatch, resolve, walkover_outcome
from tournaments.formats.seeding import drawn_order
from tournaments.formats.slots import MatchOutcome, PlannedMatch, dump_slot
from tournaments.models import Entrant, Match, MatchResult, MatchTable, Stage, Tournament

logger = logging.getLogger(__name__)

DEALT_AT_ONCE = 8
# More tables than that wait for the next tick, so that no transaction takes long.
PUSH_BACK_SECONDS = 5


def advance_locked(tournament: Tournament, now: dt.datetime) -> None:
    """Draw all consequences of the stored results. The event is locked and running."""
    stage = Stage.objects.filter(tournament=tournament).order_by("-number")[0]
    stage.tournament = tournament
    facts, resolved = _published(stage_facts(stage), now)
    _store_states(facts, resolved)
    _deal_ready(facts, resolved, now)
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
            label=match.label,
            slots=[dump_slot(slot) for slot in match.slots],
            advance=match.advance,
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


def _deal_ready(facts: StageFacts, resolved: Mapping[str, ResolvedMatch], now: dt.datetime) -> None:
    """Tables for ready matches, in the order of the plan; a match that fails stays ready."""
    tournament = facts.stage.tournament
    ready = [match for match in resolved.values() if match.state == "ready"]
    for match in ready[:DEALT_AT_ONCE]:
        try:
            with transaction.atomic():
                _deal(facts, match)
        except OperationalError:
            raise  # The whole transaction is tried again.
        except Exception:
            logger.exception("match %s of event %s cannot be dealt", match.key, tournament.pk)
            push_back_locked(tournament, now)


def push_back_locked(tournament: Tournament, now: dt.datetime) -> None:
    """Something failed: count that, and let the others go first."""
    Tournament.objects.filter(pk=tournament.pk).update(
        advance_failures=F("advance_failures") + 1,
        advance_after=now + dt.timedelta(seconds=PUSH_BACK_SECONDS),
    )


def _deal(facts: StageFacts, match: ResolvedMatch) -> None:
    stage = facts.stage
    tournament = stage.tournament
    match_id = facts.match_ids[match.key]
    number = MatchTable.objects.filter(match_id=match_id).count() + 1
    stream = draw_stream(
        deal_id=tournament.draw_id, label=f"seats:{stage.number}:{match.key}:{number}"
    )
    seating = drawn_order(match.present, stream)
    player_of = dict(Entrant.objects.filter(pk__in=seating).values_list("pk", "player_id"))
    planned = next(each for each in facts.state.matches if each.key == match.key)
    table_id = deal_table(
        game=tournament.game,
        options=tournament.options,
        player_ids=[player_of[entrant] for entrant in seating],
        patience_seconds=tournament.patience_seconds,
        casual=tournament.casual,
        event_string=event_string(tournament, stage.number, planned.round),
    )
    MatchTable.objects.create(
        match_id=match_id, number=number, table_id=table_id, seating=list(seating)
    )
    Match.objects.filter(pk=match_id).update(state=Match.State.LIVE)
    announce(tournament.pk)


def event_string(tournament: Tournament, stage_number: int, round_number: int) -> str:
    """What stands in place of the seats' nonces at every table of a round; known beforehand."""
    return f"{tournament.public_id}:{stage_number}:{round_number}"
