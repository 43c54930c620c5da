"""Rounds that an entrant missed between leaving and coming back: it had no bye in them."""

from __future__ import annotations

from tournaments.models import Entrant, Match, Stage, Tournament


def missed_by(entrant: Entrant) -> list[list[int]]:
    """[stage, round] of all that it missed, if it comes back now."""
    before: list[list[int]] = entrant.missed
    stage = Stage.objects.filter(tournament=entrant.tournament_id).order_by("-number").first()
    if stage is None or entrant.until_round is None:
        return before
    if stage.field and entrant.pk not in stage.field:
        return before
    paired = Match.objects.filter(stage=stage, voided_at=None, round__gt=entrant.until_round)
    rounds = paired.order_by("round").values_list("round", flat=True).distinct()
    return [*before, *([stage.number, each] for each in rounds)]


def forget_missed(tournament: Tournament, stage: int, first: int) -> list[list[object]]:
    """What is paired anew from that round on was not missed: the changes, as `Changes` has them."""
    changes: list[list[object]] = []
    for entrant in Entrant.objects.filter(tournament=tournament).exclude(missed=[]).order_by("pk"):
        left = [each for each in entrant.missed if each[0] != stage or each[1] < first]
        if left != entrant.missed:
            changes.append(["missed_set", entrant.pk, entrant.missed, left])
            Entrant.objects.filter(pk=entrant.pk).update(missed=left)
    return changes
