"""Proves the invariants of the ledger, folding it again from its beginning."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator

from django.db.models import Count, F, Max, Min

from players.findings import Finding
from players.transactions import snapshot_began
from ratings.models import Contest, ContestPlayer, ContestTeam, Pool
from ratings.queries.pools import pools_to_refold
from ratings.queries.replay import replay_differences

TOLERANCE = 1e-9
# A tick may be late before a contest that waits is an error.
PATIENCE_OF_AUDIT = dt.timedelta(seconds=15)


def audit_findings() -> list[Finding]:
    """Every invariant of ratings that does not hold, in words."""
    checks: tuple[Callable[[], Iterator[Finding]], ...] = (
        _sequences,
        _teams,
        _refused,
        _waiting,
        _replayed,
    )
    return [finding for check in checks for finding in check()]


def _sequences() -> Iterator[Finding]:
    """Numbers of a pool run from 1 without a gap; the constraint forbids doubles."""
    numbered = Contest.objects.filter(sequence__isnull=False).order_by("pool")
    for pool, count, first, last in numbered.values_list("pool").annotate(
        count=Count("id"), first=Min("sequence"), last=Max("sequence")
    ):
        if (first, last) != (1, count):
            yield Finding(
                "ledger_gap", f"pool {pool}", f"{count} contests are numbered {first} to {last}"
            )


def _teams() -> Iterator[Finding]:
    """A contest has two teams or more, all of them with players of this very contest."""
    few = Contest.objects.annotate(count=Count("teams")).filter(count__lt=2)
    for source in few.order_by("id").values_list("source", flat=True):
        yield Finding("contest_without_teams", source, "fewer than two teams")
    empty = ContestTeam.objects.filter(players=None).order_by("id")
    for source, seat in empty.values_list("contest__source", "seat"):
        yield Finding("team_without_players", source, f"nobody in team {seat}")
    strange = ContestPlayer.objects.exclude(team__contest=F("contest")).order_by("id")
    for source, player in strange.values_list("contest__source", "player_id"):
        yield Finding("player_of_two_contests", source, f"player {player} is in another's team")


def _refused() -> Iterator[Finding]:
    refused = Contest.objects.exclude(refusal="").filter(voided_at=None).order_by("id")
    for source, refusal in refused.values_list("source", "refusal"):
        yield Finding("contest_set_aside", source, f"the folder refused it: {refusal}")


def _waiting() -> Iterator[Finding]:
    """What is recorded is folded soon."""
    late = Contest.objects.filter(
        recorded_at__lt=snapshot_began() - PATIENCE_OF_AUDIT,
        sequence=None,
        voided_at=None,
        refusal="",
    )
    for source in late.order_by("id").values_list("source", flat=True):
        yield Finding("contest_unfolded", source, "recorded, but not folded yet")


def _replayed() -> Iterator[Finding]:
    """Ratings and history are what the ledger says. A pool about to be folded again is told."""
    struck = pools_to_refold()
    for pool in Pool.objects.order_by("id"):
        if pool.pk in struck:
            yield Finding("void_unfolded", str(pool), "a voided contest is still in the ratings")
            continue
        for difference in replay_differences(pool, TOLERANCE):
            yield Finding("ratings_differ", str(pool), str(difference))
