"""How a rating came about: a player's contests, the drawn line, the changes of one result."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from django.db.models import F, QuerySet

from ratings.models import Contest, ContestPlayer, RatingChange
from ratings.queries.cursors import dump_cursor, load_cursor
from ratings.queries.seen import (
    Change,
    ContestSeen,
    History,
    HistoryLine,
    Opponent,
    Point,
    board_number,
)


def history_of(player_id: int, pool_id: int, after: str | None = None, limit: int = 50) -> History:
    """The player's contests in a pool, newest first. Raises BadCursor."""
    changes = _changes().filter(pool=pool_id, player=player_id).order_by("-sequence")
    if after is not None:
        (sequence,) = load_cursor(after, int)
        changes = changes.filter(sequence__lt=sequence)
    found = list(changes[: limit + 1])
    rows, more = found[:limit], found[limit:]
    return History(_lines(rows), dump_cursor(rows[-1].sequence) if more else None)


def rating_series(player_id: int, pool_id: int) -> tuple[Point, ...]:
    """The whole line of a player's rating in a pool, from old to new."""
    changes = _changes().filter(pool=pool_id, player=player_id).order_by("sequence")
    return tuple(_point(number, change) for number, change in enumerate(changes, 1))


def changes_of(sources: Collection[str]) -> dict[str, dict[str, Change]]:
    """changes[source][player's public id] of the results that count by now, in one statement."""
    found: dict[str, dict[str, Change]] = defaultdict(dict)
    rows = _changes().filter(contest__source__in=sources, contest__voided_at=None)
    for row in rows if sources else ():
        found[row.contest.source][row.player.public_id] = _change(row)
    return dict(found)


def contest_seen(source: str) -> ContestSeen | None:
    """What the result of this source did to ratings; None if it is no contest."""
    contest = Contest.objects.filter(source=source).first()
    if contest is None:
        return None
    changes = _changes().filter(contest=contest).order_by("place", "id")
    return ContestSeen(
        source=contest.source,
        played_at=contest.played_at,
        is_folded=contest.sequence is not None,
        is_void=contest.voided_at is not None,
        refusal=contest.refusal,
        changes=tuple(map(_change, changes)),
    )


def _changes() -> QuerySet[RatingChange]:
    return RatingChange.objects.filter(generation=F("pool__generation")).select_related(
        "player", "contest"
    )


def _lines(rows: Sequence[RatingChange]) -> tuple[HistoryLine, ...]:
    seated = _seated([row.contest_id for row in rows])
    return tuple(
        HistoryLine(
            sequence=row.sequence,
            source=row.contest.source,
            played_at=row.contest.played_at,
            teams=len({one.seat for one in seated[row.contest_id]}),
            change=_change(row),
            others=tuple(
                one
                for one in seated[row.contest_id]
                if one.player_public_id != row.player.public_id
            ),
        )
        for row in rows
    )


def _seated(contest_ids: Sequence[int]) -> dict[int, list[Opponent]]:
    """All players of the contests, the best place first."""
    seated = defaultdict(list)
    for contest_id, handle, public_id, seat, place in (
        ContestPlayer.objects.filter(contest__in=contest_ids)
        .order_by("contest", "team__place", "team__seat", "number")
        .values_list(
            "contest_id", "player__handle", "player__public_id", "team__seat", "team__place"
        )
    ):
        seated[contest_id].append(Opponent(handle, public_id, seat, place))
    return seated


def _change(row: RatingChange) -> Change:
    before, after = board_number(row.before.exposure), board_number(row.after.exposure)
    return Change(
        handle=row.player.handle,
        player_public_id=row.player.public_id,
        place=row.place,
        expected_place=row.expected_place,
        before=row.before,
        after=row.after,
        board_before=before,
        board_after=after,
        change=after - before,
    )


def _point(number: int, row: RatingChange) -> Point:
    spread = row.after.mu - row.after.exposure
    return Point(
        number=number,
        sequence=row.sequence,
        source=row.contest.source,
        played_at=row.contest.played_at,
        before=row.before,
        mu=row.mu_after,
        low=row.mu_after - spread,
        high=row.mu_after + spread,
        place=row.place,
        expected_place=row.expected_place,
        board_before=board_number(row.before.exposure),
        board_after=board_number(row.after.exposure),
    )
