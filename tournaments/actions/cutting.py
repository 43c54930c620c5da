"""The cut after a stage: who goes on, and what has to be played or decided for it first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.actions import draw_stream
from games.rules.registry import game as game_of
from players.models import Player
from tournaments.facts import APART, StageFacts
from tournaments.formats.apart import is_tree
from tournaments.formats.chain import Cut, StagePlan
from tournaments.formats.cut import CutResult, cuts_of_stage, in_order
from tournaments.formats.elimination_settings import MAX_SEATS
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
from tournaments.models import Entrant, Tournament

Resolved = Mapping[str, ResolvedMatch]


@dataclass(frozen=True, slots=True)
class StageCut:
    """`advancing` best first; while it `is_open`, equals have to play, or a director decides."""

    results: tuple[CutResult, ...]
    advancing: tuple[int, ...]
    is_open: bool
    missing: tuple[PlannedMatch, ...]


def cut_stage(facts: StageFacts, resolved: Resolved, plan: StagePlan) -> StageCut:
    """The cut after a stage that has been played, before the stage of the plan."""
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
    return StageCut(
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
