"""What was decided elsewhere is put into an event that has just begun."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence

from players.models import User
from tournaments.actions.directing.beginning import told
from tournaments.actions.directing.changes import Changes
from tournaments.facts import stage_facts
from tournaments.formats.slots import MatchOutcome, StageState
from tournaments.models import Entrant, Match, Stage, Tournament


def bring_results(
    tournament: Tournament,
    now: dt.datetime,
    *,
    outcomes_of: Callable[[StageState], Sequence[MatchOutcome]],
    by: User | None,
    reason: str,
) -> None:
    """Each as a decision of the director, with an act of its own that can be undone.

    The event is locked, and nothing of it has been dealt. `outcomes_of` tells from the drawn first
    stage what was decided, sources before what they feed, each of those who come to the match.
    """
    stage = Stage.objects.get(tournament=tournament, number=1)
    facts = stage_facts(stage)
    names = _names(tournament)
    matches = Match.objects.in_bulk(list(facts.match_ids.values()))
    for outcome in outcomes_of(facts.state):
        row = matches[facts.match_ids[outcome.key]]
        changes = Changes(tournament, now)
        changes.add_result(row, outcome.entrants, outcome.places, outcome.cause, outcome.scores)
        changes.keep(
            outcome.cause,
            by=by,
            reason=told(reason),
            stage=stage.number,
            match=outcome.key,
            label=row.label,
            **_who(outcome, names),
        )


def _who(outcome: MatchOutcome, names: dict[int, str]) -> dict[str, list[str]]:
    """As acts of these kinds tell it: who won without play, or who came before whom."""
    if outcome.cause == "walkover":
        return {"winners": [names[outcome.entrants[0]]]}
    return {"order": [names[entrant] for entrant in outcome.entrants]}


def _names(tournament: Tournament) -> dict[int, str]:
    entrants = Entrant.objects.filter(tournament=tournament).select_related("player")
    return {each.pk: each.name or each.player.handle for each in entrants}
