"""A round is taken back and paired again from the facts as they are now."""

from __future__ import annotations

from django.db.models import QuerySet

from players.models import User
from players.transactions import in_one_transaction
from tournaments.actions.directing.beginning import begin, finish
from tournaments.errors import NoRoundToRepair
from tournaments.formats.registry import format_for
from tournaments.models import Match, Stage


@in_one_transaction
def repair_round(
    *,
    tournament_id: int,
    by: User | None,
    reason: str,
    stage: int | None = None,
    round_number: int | None = None,
) -> None:
    """The newest round where none is named, or that one and all that was played after it.

    Its tables are void, its results count no more; who was paired is worked out afresh. Equal
    facts give equal pairings: do it after a result was corrected, or somebody came or went.
    Raises what `begin` raises, and NoRoundToRepair where the whole way was fixed from the start.
    """
    changes = begin(tournament_id, by, reason)
    stages = list(Stage.objects.filter(tournament=changes.tournament).order_by("number"))
    ours = [each for each in stages if stage in (None, each.number)][-1:]
    if not ours:
        raise NoRoundToRepair(f"Stage {stage or 1} has not begun.")
    matches = Match.objects.filter(stage=ours[0], voided_at=None)
    first = _asked(ours[0], matches, round_number)
    for later in reversed(stages[ours[0].number :]):
        changes.reset_stage(later)
    for match in matches.filter(round__gte=first).select_related("stage__tournament"):
        changes.void_match(match)
    changes.missed_from(ours[0], first)
    finish(changes, "round_repaired", by=by, reason=reason, stage=ours[0].number, round=first)


def _asked(stage: Stage, matches: QuerySet[Match], number: int | None) -> int:
    """The round to begin with, one that was drawn from results. Raises NoRoundToRepair."""
    rounds = sorted(set(matches.values_list("round", flat=True)))
    if number is not None and number not in rounds:
        there = f"1 to {rounds[-1]}" if rounds else "none"
        raise NoRoundToRepair(f"Stage {stage.number} has no round {number}; there are {there}.")
    chosen = number or max(rounds, default=0)
    # Rounds that are drawn from results seat entrants, not places of other matches.
    slots = [each for own in matches.filter(round=chosen) for each in own.slots]
    if not slots or any(slot[0] != "entrant" for slot in slots):
        raise NoRoundToRepair(
            f"In {format_for(stage.format).name} these pairings follow from the draw and from"
            " results; correct a result instead."
        )
    return chosen
