"""Contests for tests about ratings; all of one pool, the bots of Big Two."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from players.models import Player
from ratings.actions import fold_ledger, record_contest
from ratings.models import Contest, Pool, Rating

NOON = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)


def a_contest(
    source: str,
    *order: Player,
    minute: int = 0,
    at: dt.datetime = NOON,
    places: Sequence[int] | None = None,
    draw_probability: float | None = 0,
) -> Contest:
    """The players finished in this order, each alone, some minutes after noon."""
    return record_contest(
        game="big_two",
        division="bot",
        source=source,
        played_at=at + dt.timedelta(minutes=minute),
        teams=[[player.pk] for player in order],
        places=places or range(1, len(order) + 1),
        draw_probability=draw_probability,
    )


def the_pool() -> Pool:
    return Pool.objects.get(game="big_two", division="bot")


def folded() -> int:
    return fold_ledger(the_pool().pk)


def a_rating(
    player: Player, mu: float, sigma: float, *, played_at: dt.datetime, pool: Pool | None = None
) -> Rating:
    """A rating that no ledger leads to, for tests about how ratings are shown."""
    return Rating.objects.create(
        pool=pool or Pool.objects.get_or_create(game="big_two", division="bot")[0],
        player=player,
        mu=mu,
        sigma=sigma,
        exposure=mu - 3 * sigma,
        contests=20,
        last_sequence=0,
        last_played_at=played_at,
    )
