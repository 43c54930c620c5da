"""A stage has been played: its cut, the ties there, and the stage that follows.

Everything here runs under the lock of the event.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F

from games.actions import draw_stream, reveal_draw
from games.rules.registry import game as game_of
from players.models import Player
from tournaments.actions.common import announce, record
from tournaments.actions.publishing import begin_stage, publish
from tournaments.facts import APART, StageFacts
from tournaments.formats.apart import is_tree
from tournaments.formats.chain import Cut, StagePlan
from tournaments.formats.cut import FEWEST, CutResult, cuts_of_stage, in_order
from tournaments.formats.elimination import MAX_SEATS
from tournaments.formats.playoffs import (
    DECISION,
    PLAYOFF,
    Playoff,
    PlayoffStep,
    planned_playoffs,
    play_off,
)
from tournaments.formats.resolver import ResolvedMatch
from tournaments.formats.slots import EntrantSlot, PlannedMatch
from tournaments.formats.spreading import spread
from tournaments.formats.standings import StandingRow
from tournaments.models import Entrant, Stage, Tournament
from tournaments.stage_plans import plans_of
from tournaments.words import cannot_follow

Resolved = Mapping[str, ResolvedMatch]


@dataclass(frozen=True, slots=True)
class _CutMade:
    """`advancing` best first; while it `is_open`, equals have to play, or a director decides."""

    results: tuple[CutResult, ...]
    advancing: tuple[int, ...]
    is_open: bool
    missing: tuple[PlannedMatch, ...]


def follow(facts: StageFacts, resolved: Resolved, now: dt.datetime) -> bool:
    """The stage has been played: the next one, a playoff, or the end; whether matches came."""
    stage, tournament = facts.stage, facts.stage.tournament
    plans = plans_of(tournament)
    if stage.number == len(plans):
        _close_stage(stage, now)
        close(tournament, now, reason="")
        return False
    plan = plans[stage.number]
    made = _cut(facts, resolved, plan)
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

    What a stage that has begun is compared with after a change in the one before it.
    """
    plans = plans_of(facts.stage.tournament)
    is_decided = all(match.is_decided for match in resolved.values())
    if facts.stage.number == len(plans) or not is_decided:
        return None
    made = _cut(facts, resolved, plans[facts.stage.number])
    return None if made.is_open else made.advancing


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


def _record_cut(stage: Stage, made: _CutMade, now: dt.datetime) -> None:
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


def _cut(facts: StageFacts, resolved: Resolved, plan: StagePlan) -> _CutMade:
    stage, state = facts.stage, facts.counted
    there = {each.id for each in state.entrants if each.active}
    seeds = {each.id: each.seed for each in state.entrants}
    order = [each for each in facts.format.going_on(stage.config, state) if each in there]
    asked = plan.cut or Cut(None, None, "")
    rows = facts.format.standings(stage.config, state)
    results = cuts_of_stage(
        rows,
        order,
        draw_stream(deal_id=stage.tournament.draw_id, label=f"cut:{stage.number}"),
        take=asked.take,
        per_group=asked.per_group,
        policy=asked.policy or _usual_policy(stage.tournament),
        seeds=seeds,
        can_take=lambda number: not plan.style.validate(plan.config, number),
    )
    orders = _playoff_orders(facts, resolved, there)
    seats = _playoff_seats(facts)
    steps = [_step(result, seats, orders, seeds) for result in results]
    decided = tuple(
        result.decided(step.through) if result.needs and not step.is_open else result
        for result, step in zip(results, steps, strict=True)
    )
    missing = [(result.needs, step.missing) for result, step in zip(results, steps, strict=True)]
    return _CutMade(
        results=decided,
        advancing=_apart(plan, rows, in_order(order, decided)),
        is_open=any(step.is_open for step in steps),
        missing=_to_publish(facts, missing, seeds),
    )


def _apart(
    plan: StagePlan, rows: Sequence[StandingRow], advancing: tuple[int, ...]
) -> tuple[int, ...]:
    """Who comes out of one group meets late in a tree; other formats keep the order."""
    place = {row.entrant: row.place for row in rows}
    group = {row.entrant: row.group or None for row in rows}
    if not is_tree(plan) or not any(group.values()):
        return advancing
    return spread(advancing, lambda each: group[each], lambda each: place[each])


def _usual_policy(tournament: Tournament) -> str:
    """Programs play once more, which costs them nothing; people draw lots."""
    people = Entrant.objects.filter(
        tournament=tournament, seed__isnull=False, player__kind=Player.Kind.HUMAN
    )
    return "lot" if people.exists() else "playoff"


def _step(
    result: CutResult,
    seats: int,
    orders: Mapping[frozenset[int], Sequence[int] | None],
    seeds: Mapping[int, int],
) -> PlayoffStep:
    """How far the tied have come; a director decides among any number of them at once."""
    if not result.needs:
        return PlayoffStep((), False)
    tied = sorted(result.tied, key=lambda each: seeds[each])
    at_a_table = seats if result.needs_playoff else len(tied)
    return play_off(tied, result.spots, at_a_table, orders)


def _playoff_seats(facts: StageFacts) -> int:
    """A plain match may seat as many as the game does; others stay as large as the stage's."""
    stage = facts.stage
    if stage.match_plan:
        return facts.format.seats(stage.config)
    return min(MAX_SEATS, game_of(stage.tournament.game).max_seats)


def _playoff_orders(
    facts: StageFacts, resolved: Resolved, there: set[int]
) -> dict[frozenset[int], Sequence[int] | None]:
    """By who of a playoff is left: its finishing order, None while it is open."""
    orders: dict[frozenset[int], Sequence[int] | None] = {}
    for match in facts.state.matches:
        if match.section in APART:
            made = resolved[match.key]
            left = [each for each in _playing(match) if each in there]
            order = [each for each in made.order if each in there]
            orders[frozenset(left)] = order if made.is_decided else None
    return orders


def _playing(match: PlannedMatch) -> list[int]:
    return [slot.entrant for slot in match.slots if isinstance(slot, EntrantSlot)]


def _to_publish(
    facts: StageFacts,
    missing: Sequence[tuple[str, Sequence[Playoff]]],
    seeds: Mapping[int, int],
) -> tuple[PlannedMatch, ...]:
    matches = facts.state.matches
    last = max((match.round for match in facts.counted.matches), default=0)
    published: list[PlannedMatch] = []
    for section in (PLAYOFF, DECISION):
        wanted = [each for needs, playoffs in missing if needs == section for each in playoffs]
        before = [match for match in matches if match.section == section]
        round_number = max([last, *(match.round for match in before)]) + 1
        published += planned_playoffs(
            wanted, section, seeds, number=len(before) + 1, round_number=round_number
        )
    return tuple(published)
