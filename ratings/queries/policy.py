"""How likely a tie is taken to be in contests that can tie."""

from __future__ import annotations

from django.db.models import Count, F

from ratings.models import Contest, ContestTeam, Pool

LOOKED_AT = 1_000
# The newest contests tell of the pool as it is now.
ENOUGH_NEIGHBOURS = 100
LEAST, MOST = 0.01, 0.6


def usual_draw_probability(pool: Pool) -> float:
    """The share of neighbours in the finishing order that tied, kept within bounds.

    Contests that cannot tie are not looked at. Until there are enough neighbours to judge by
    it is the pool's own number.
    """
    newest = (
        Contest.objects.filter(pool=pool, voided_at=None, draw_probability__gt=0)
        .order_by("-id")
        .values_list("id", flat=True)[:LOOKED_AT]
    )
    found = ContestTeam.objects.filter(contest__in=list(newest))
    count = found.aggregate(
        teams=Count("id"),
        contests=Count("contest", distinct=True),
        groups=Count(F("contest_id") * 100_000 + F("place"), distinct=True),
    )
    neighbours: int = count["teams"] - count["contests"]
    if neighbours < ENOUGH_NEIGHBOURS:
        return float(pool.draw_probability)
    ties: int = count["teams"] - count["groups"]
    return min(max(ties / neighbours, LEAST), MOST)
