"""Which pools there are, and which of them the folder has work in."""

from __future__ import annotations

import datetime as dt

from django.db.models import Count, F, Q, QuerySet

from players.transactions import database_now
from ratings.errors import PoolNotFound
from ratings.models import Contest, Pool, Rating
from ratings.queries.seen import IDLE_DAYS, PROVISIONAL_SIGMA, PoolSeen


def pools() -> tuple[PoolSeen, ...]:
    """All pools in which a contest was ever recorded, by game and division."""
    return _seen(Pool.objects.all())


def pool_seen(game: str, division: str) -> PoolSeen:
    """Raises PoolNotFound."""
    found = _seen(Pool.objects.filter(game=game, division=division))
    if not found:
        raise PoolNotFound(f"No rating is kept for {game!r} in the division {division!r}.")
    return found[0]


def idle_since() -> dt.datetime:
    """Who has not played since then rests."""
    return database_now() - dt.timedelta(days=IDLE_DAYS)


def pools_to_fold() -> list[int]:
    """Pools with contests that have no number yet."""
    waiting = Contest.objects.filter(sequence=None, voided_at=None, refusal="")
    return list(waiting.order_by("pool").values_list("pool_id", flat=True).distinct())


def unfolded_contests(late: dt.datetime) -> int:
    """Contests recorded before `late` that wait for their number still."""
    waiting = Contest.objects.filter(sequence=None, voided_at=None, refusal="")
    return waiting.filter(recorded_at__lt=late).count()


def pools_to_refold() -> list[int]:
    """Pools whose ratings still follow from a struck contest, or miss one that counts again."""
    struck = Contest.objects.filter(
        voided_at__isnull=False,
        sequence__isnull=False,
        changes__generation=F("pool__generation"),
    )
    stale = Pool.objects.filter(is_stale=True).values_list("pk", flat=True)
    return sorted({*struck.values_list("pool_id", flat=True), *stale})


def refused_contests() -> int:
    """How many contests the folder has set aside."""
    return Contest.objects.exclude(refusal="").count()


def _seen(chosen: QuerySet[Pool]) -> tuple[PoolSeen, ...]:
    found = chosen.order_by("game", "division").values_list("id", "game", "division")
    contests = dict(
        Contest.objects.filter(pool__in=chosen, sequence__isnull=False, voided_at=None)
        .values_list("pool")
        .annotate(count=Count("id"))
    )
    active, vague = Q(last_played_at__gte=idle_since()), Q(sigma__gt=PROVISIONAL_SIGMA)
    players = {
        pool: counts
        for pool, *counts in Rating.objects.filter(pool__in=chosen)
        .values_list("pool")
        .annotate(
            placed=Count("id", filter=active & ~vague),
            provisional=Count("id", filter=active & vague),
            resting=Count("id", filter=~active),
        )
    }
    return tuple(
        PoolSeen(pool, game, division, contests.get(pool, 0), *players.get(pool, (0, 0, 0)))
        for pool, game, division in found
    )
