"""After an act: later matches whose entrants are others now, and stages whose field is another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tournaments.actions.advancing import store_states
from tournaments.actions.directing.changes import Changes
from tournaments.actions.staging import needed_playoffs, next_field
from tournaments.facts import APART, StageFacts, stage_facts
from tournaments.formats.misdrawn import misdrawn
from tournaments.formats.resolver import ResolvedMatch, resolve
from tournaments.models import Match, MatchResult, MatchTable, Stage


def reconcile(changes: Changes, *, keep_later: bool) -> None:
    """Strike what was played by others than those whom the facts now lead there.

    Stage by stage, in the order of play. Where others than before come out of a stage, or it is
    not over any more, all that follows it is taken back and begins anew.
    """
    stages = list(Stage.objects.filter(tournament=changes.tournament).order_by("number"))
    for index, stage in enumerate(stages):
        stage.tournament = changes.tournament
        facts, resolved = _settled(changes, stage, keep_later)
        while _redraw(changes, facts, keep_later):
            facts, resolved = _settled(changes, stage, keep_later)
        if _drop_moot(changes, facts, resolved):
            facts, resolved = _settled(changes, stage, keep_later)
        store_states(facts, resolved)
        later = stages[index + 1 :]
        if later and next_field(facts, resolved) != tuple(later[0].field):
            for each in reversed(later):
                changes.reset_stage(each)
            return


def _settled(
    changes: Changes, stage: Stage, keep_later: bool
) -> tuple[StageFacts, dict[str, ResolvedMatch]]:
    """The facts once nothing in the stage contradicts anything else."""
    while True:
        facts = stage_facts(stage)
        resolved = resolve(facts.state)
        wrong = list(_contradictions(facts, resolved))
        if not wrong:
            return facts, resolved
        matches = {
            match.key: match
            for match in Match.objects.select_related("stage__tournament").filter(
                pk__in=[facts.match_ids[key] for key in wrong]
            )
        }
        for key in wrong:
            if not (keep_later and _kept(changes, matches[key])):
                changes.void_result(matches[key])


def _redraw(changes: Changes, facts: StageFacts, keep_later: bool) -> bool:
    """Take back the first round that was drawn for others than those who go on, and all after it.

    They are drawn anew. Results are kept only where all of that round have one: a running table
    has none to keep. Whether something changed: a kept round may show the next one to be wrong.
    """
    found = misdrawn(facts.format, facts.stage.config, facts.counted)
    if not found.wrong:
        return False
    ours = Match.objects.filter(stage=facts.stage, voided_at=None)
    ours = ours.select_related("stage__tournament").order_by("pk")
    if keep_later and all(key in facts.state.results for key in found.wrong):
        for match in ours.filter(key__in=found.wrong):
            _kept(changes, match)
        return True
    first = facts.match_ids[found.later[0]]
    for match in ours.filter(pk__gte=first):
        changes.void_match(match)
    changes.missed_from(facts.stage, _round_of(facts, found.later[0]))
    return True


def _round_of(facts: StageFacts, key: str) -> int:
    return next(each.round for each in facts.state.matches if each.key == key)


def _drop_moot(changes: Changes, facts: StageFacts, resolved: Mapping[str, ResolvedMatch]) -> bool:
    """Take back matches at the cut, not decided yet, among those who are not level any more."""
    wanted = needed_playoffs(facts, resolved)
    moot = [
        match.key
        for match in facts.state.matches
        if match.section in APART and not resolved[match.key].is_decided and match.key not in wanted
    ]
    for match in Match.objects.select_related("stage__tournament").filter(
        pk__in=[facts.match_ids[key] for key in moot]
    ):
        changes.void_match(match)
    return bool(moot)


def _kept(changes: Changes, match: Match) -> bool:
    """Whether a result there was stands as a decision; a running table has none to keep."""
    result = MatchResult.objects.filter(match=match, voided_at=None).first()
    if result is not None:
        changes.keep_result(result)
    return result is not None


def _contradictions(facts: StageFacts, resolved: dict[str, ResolvedMatch]) -> Iterator[str]:
    """Matches with a result or a running table of others than come there now.

    A decision of the director stands for whoever it names.
    """
    active = {entrant.id for entrant in facts.state.entrants if entrant.active}
    seated = _seated(facts)
    for key, match in resolved.items():
        outcome = facts.state.results.get(key)
        if outcome is not None and outcome.cause == "override":
            continue
        bound = set(outcome.entrants) if outcome is not None else seated.get(key)
        if bound is None:
            continue
        expected = {entrant for entrant in match.entrants if entrant is not None}
        missing = {entrant for entrant in expected - bound if entrant in active}
        if bound - expected or missing:
            yield key


def _seated(facts: StageFacts) -> dict[str, set[int]]:
    """Who sits at the running tables of a match."""
    links = MatchTable.objects.filter(
        match__stage=facts.stage, match__key__in=facts.state.live, voided_at=None
    )
    seated: dict[str, set[int]] = {}
    for key, seating in links.values_list("match__key", "seating"):
        seated.setdefault(key, set()).update(seating)
    return seated
