"""A stage has been played: the next one begins, or the event ends.

Everything here runs under the lock of the event.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from django.db.models import F

from games.actions import reveal_draw
from tournaments.actions.common import announce, record
from tournaments.actions.cutting import Resolved, StageCut, cut_stage
from tournaments.actions.publishing import begin_stage, publish
from tournaments.facts import APART, StageFacts
from tournaments.formats.chain import StagePlan
from tournaments.formats.cut import FEWEST
from tournaments.formats.slots import EntrantSlot, PlannedMatch
from tournaments.models import Entrant, Stage, Tournament
from tournaments.stage_plans import plans_of
from tournaments.words import cannot_follow


def follow(facts: StageFacts, resolved: Resolved, now: dt.datetime) -> bool:
    """The stage has been played: the next one, a playoff, or the end; whether matches came."""
    stage, tournament = facts.stage, facts.stage.tournament
    plans = plans_of(tournament)
    if stage.number == len(plans):
        _close_stage(stage, now)
        close(tournament, now, reason="")
        return False
    plan = plans[stage.number]
    made = cut_stage(facts, resolved, plan)
    if made.is_open:
        publish(stage, made.missing)
        return bool(made.missing)
    _close_stage(stage, now)
    _record_cut(stage, made, now)
    reason = _refused(plan, len(made.advancing))
    if reason:
        close(tournament, now, reason=reason)
        return False
    entrants = len(made.advancing)
    begin_stage(tournament, plan, entrants=entrants, field=made.advancing, now=now)
    record(tournament, "stage_started", at=now, stage=plan.number, entrants=entrants)
    return True


def next_field(facts: StageFacts, resolved: Resolved) -> tuple[int, ...] | None:
    """Who would play the stage after this one, by seed; None while that is open, or there is none.

    What a stage that has begun is compared with after a change in the one before it: who has left
    since then was there when the cut was made.
    """
    plans = plans_of(facts.stage.tournament)
    is_decided = all(match.is_decided for match in resolved.values())
    if facts.stage.number == len(plans) or not is_decided:
        return None
    made = cut_stage(_as_it_closed(facts), resolved, plans[facts.stage.number])
    return None if made.is_open else made.advancing


def needed_playoffs(facts: StageFacts, resolved: Resolved) -> frozenset[str]:
    """Of the matches at the cut that are open, those whose entrants are still level there.

    None of them while the stage itself is open: who will be level is not known yet.
    """
    state = facts.state
    open_ = [each for each in state.matches if not resolved[each.key].is_decided]
    plans = plans_of(facts.stage.tournament)
    if facts.stage.number == len(plans) or any(each.section not in APART for each in open_):
        return frozenset()
    rest = tuple(each for each in state.matches if each not in open_)
    before = replace(_as_it_closed(facts), state=replace(state, matches=rest))
    wanted = {
        _present(each) for each in cut_stage(before, resolved, plans[facts.stage.number]).missing
    }
    gone = {each.id for each in state.entrants if not each.active}
    return frozenset(each.key for each in open_ if _present(each) - gone in wanted)


def _present(match: PlannedMatch) -> frozenset[int]:
    return frozenset(slot.entrant for slot in match.slots if isinstance(slot, EntrantSlot))


def _as_it_closed(facts: StageFacts) -> StageFacts:
    """With those who left only after the stage was over."""
    stage, state = facts.stage, facts.state
    if stage.closed_at is None:
        return facts
    left = Entrant.objects.filter(
        tournament_id=stage.tournament_id, withdrawn_at__gte=stage.closed_at
    )
    back = frozenset(left.values_list("pk", flat=True))
    entrants = tuple(
        replace(each, active=True, disqualified=False) if each.id in back else each
        for each in state.entrants
    )
    return replace(facts, state=replace(state, entrants=entrants))


def lengthen_stage(tournament: Tournament, by: dt.timedelta) -> None:
    """A stage that runs for a time gets back what the event stood still."""
    Stage.objects.filter(tournament=tournament, closed_at=None).update(
        started_at=F("started_at") + by
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


def _close_stage(stage: Stage, now: dt.datetime) -> None:
    stage.closed_at = now
    stage.save(update_fields=["closed_at"])


def _refused(plan: StagePlan, entrants: int) -> str:
    """Why so few, or so many, cannot play the stage; empty if they can."""
    if entrants < FEWEST:
        return cannot_follow(plan.number, entrants)
    problems = plan.style.validate(plan.config, entrants)
    return cannot_follow(plan.number, entrants, problems[0].message) if problems else ""


def _record_cut(stage: Stage, made: StageCut, now: dt.datetime) -> None:
    tournament, through = stage.tournament, set(made.advancing)
    for result in made.results:
        if result.tied:
            record(
                tournament,
                "tie_resolved",
                at=now,
                stage=stage.number,
                match=f"stage {stage.number}",
                policy=result.policy,
                entrants=list(result.tied),
                through=[each for each in result.tied if each in through],
            )
    record(tournament, "stage_closed", at=now, stage=stage.number, going_on=len(made.advancing))
