"""The leaderboard: who leads a pool, how sure that is, and who is moving."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from itertools import pairwise

from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from ratings.models import Rating, RatingChange
from ratings.queries.cursors import dump_cursor, load_cursor
from ratings.queries.pools import idle_since, pool_seen, pools
from ratings.queries.seen import PROVISIONAL_SIGMA, Board, BoardRow, RatingSeen, board_number

RECENT = 30
ORDER = ("-exposure", "-mu", "player")


def leaderboard(game: str, division: str, after: str | None = None, limit: int = 50) -> Board:
    """A page of the board; who rests is only counted. Raises PoolNotFound, BadCursor."""
    pool = pool_seen(game, division)
    since = idle_since()
    active = _ratings().filter(pool=pool.id, last_played_at__gte=since)
    found = _page(active, after, limit + 1)
    rows, more = found[:limit], found[limit:]
    cursor = _cursor(rows[-1]) if more else None
    return Board(pool, _rows(pool.id, rows, since), cursor)


def board_row(player_id: int, game: str, division: str) -> BoardRow | None:
    """The player's row, wherever on the board it is; None without a rating."""
    pool = pool_seen(game, division)
    found = list(_ratings().filter(pool=pool.id, player=player_id))
    rows = _rows(pool.id, found, idle_since())
    return rows[0] if rows else None


def ratings_of(player_id: int) -> tuple[RatingSeen, ...]:
    """The player's rating in every pool it has one in."""
    known = {rating.pool_id: rating for rating in _ratings().filter(player=player_id)}
    since = idle_since()
    return tuple(
        RatingSeen(pool, row)
        for pool in pools()
        if pool.id in known
        for row in _rows(pool.id, [known[pool.id]], since)
    )


# ------------------------------------------------------------------ pages


def _ratings() -> QuerySet[Rating]:
    return Rating.objects.select_related("player__owner")


def _placed(ratings: QuerySet[Rating]) -> QuerySet[Rating]:
    return ratings.filter(sigma__lte=PROVISIONAL_SIGMA).order_by(*ORDER)


def _provisional(ratings: QuerySet[Rating]) -> QuerySet[Rating]:
    return ratings.filter(sigma__gt=PROVISIONAL_SIGMA).order_by(*ORDER)


def _page(active: QuerySet[Rating], after: str | None, limit: int) -> list[Rating]:
    """Placed rows, then provisional ones; two short reads, as one index serves both orders."""
    below = Q()
    is_among_provisional = False
    if after is not None:
        is_among_provisional, *key = load_cursor(after, bool, float, float, int)
        below = _below(*key)
    if is_among_provisional:
        return list(_provisional(active).filter(below)[:limit])
    rows = list(_placed(active).filter(below)[:limit])
    if len(rows) < limit:
        rows += _provisional(active)[: limit - len(rows)]
    return rows


def _cursor(last: Rating) -> str:
    return dump_cursor(_is_provisional(last), last.exposure, last.mu, last.player_id)


def _below(exposure: float, mu: float, player_id: int) -> Q:
    return (
        Q(exposure__lt=exposure)
        | Q(exposure=exposure, mu__lt=mu)
        | Q(exposure=exposure, mu=mu, player__gt=player_id)
    )


def _is_provisional(rating: Rating) -> bool:
    return rating.sigma > PROVISIONAL_SIGMA


# ------------------------------------------------------------------ rows


def _rows(pool_id: int, ratings: Sequence[Rating], since: dt.datetime) -> tuple[BoardRow, ...]:
    """Rows in the order given: ratings of one pool, in board order."""
    places = _places(pool_id, ratings, since)
    recent = _recent(ratings)
    return tuple(
        _row(rating, places.get(rating.player_id), since, recent.get(rating.player_id, []))
        for rating in ratings
    )


def _places(pool_id: int, ratings: Sequence[Rating], since: dt.datetime) -> dict[int, int]:
    """The place of each placed player. Only the first is counted for, the rest follow it."""
    placed = [one for one in ratings if not _is_provisional(one) and one.last_played_at >= since]
    if not placed:
        return {}
    first = placed[0]
    rivals = _placed(Rating.objects.filter(pool=pool_id, last_played_at__gte=since))
    better = rivals.filter(
        Q(exposure__gt=first.exposure) | Q(exposure=first.exposure, mu__gt=first.mu)
    ).count()
    level = rivals.filter(exposure=first.exposure, mu=first.mu, player__lt=first.player_id).count()
    places = {first.player_id: better + 1}
    for position, (above, rating) in enumerate(pairwise(placed), better + level + 2):
        is_level = (above.exposure, above.mu) == (rating.exposure, rating.mu)
        places[rating.player_id] = places[above.player_id] if is_level else position
    return places


def _recent(ratings: Iterable[Rating]) -> dict[int, list[tuple[int, int]]]:
    """Board numbers before and after the last contests of each player, from old to new."""
    by_player: dict[int, list[tuple[int, int]]] = {}
    changes = (
        RatingChange.objects.filter(
            pool__in={rating.pool_id for rating in ratings},
            generation=F("pool__generation"),
            player__in=[rating.player_id for rating in ratings],
        )
        .annotate(age=Window(RowNumber(), partition_by="player", order_by=F("sequence").desc()))
        .filter(age__lte=RECENT)
        .order_by("player", "sequence")
    )
    for change in changes:
        by_player.setdefault(change.player_id, []).append(
            (board_number(change.before.exposure), board_number(change.after.exposure))
        )
    return by_player


def _row(
    rating: Rating, place: int | None, since: dt.datetime, recent: list[tuple[int, int]]
) -> BoardRow:
    player = rating.player
    before, after = recent[-1] if recent else (0, 0)
    return BoardRow(
        place=place,
        player_id=player.pk,
        player_public_id=player.public_id,
        handle=player.handle,
        kind=player.kind,
        version_label=player.version_label,
        owner_handle=player.owner.username if player.owner else None,
        mu=rating.mu,
        sigma=rating.sigma,
        exposure=rating.exposure,
        board=board_number(rating.exposure),
        contests=rating.contests,
        is_provisional=_is_provisional(rating),
        is_resting=rating.last_played_at < since,
        last_change=after - before,
        recent=tuple(number for _, number in recent),
        last_played_at=rating.last_played_at,
    )
