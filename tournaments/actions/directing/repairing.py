"""The newest round is taken back and paired again from the facts as they are now."""

from __future__ import annotations

from players.models import User
from players.transactions import in_one_transaction
from tournaments.actions.directing.beginning import begin, finish
from tournaments.errors import NoRoundToRepair
from tournaments.formats.registry import format_for
from tournaments.models import Match, Stage


@in_one_transaction
def repair_round(*, tournament_id: int, by: User | None, reason: str) -> None:
    """Its tables are void, its results count no more; who was paired is worked out afresh.

    Equal facts give equal pairings: do it after a result was corrected, or somebody came or went.
    Raises what `begin` raises, and NoRoundToRepair where the whole way was fixed from the start.
    """
    changes = begin(tournament_id, by, reason)
    stage = Stage.objects.filter(tournament=changes.tournament).order_by("-number").first()
    if stage is None:
        raise NoRoundToRepair("No stage has begun.")
    matches = Match.objects.filter(stage=stage, voided_at=None)
    newest = matches.order_by("-round").first()
    if newest is None or not _is_drawn_by_rounds(matches.order_by("pk")[0]):
        raise NoRoundToRepair(
            f"In {format_for(stage.format).name} all pairings follow from the draw and from"
            " results; correct a result instead."
        )
    for match in matches.filter(round=newest.round).select_related("stage__tournament"):
        changes.void_match(match)
    finish(changes, "round_repaired", by=by, reason=reason, stage=stage.number, round=newest.round)


def _is_drawn_by_rounds(match: Match) -> bool:
    """Rounds that are drawn from results seat entrants, not places of other matches."""
    return all(slot[0] == "entrant" for slot in match.slots)
