"""The rows of the ledger as contests that can be folded, and the folding of them in memory."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import QuerySet

from ratings import fold
from ratings.models import Contest, ContestPlayer, Pool, Rating, RatingChange
from ratings.skill import Belief, Parameters

READ_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Entry:
    """A contest of the ledger; `sequence` is null until it is folded."""

    contest_id: int
    sequence: int | None
    played_at: dt.datetime
    contest: fold.Contest

    def players(self) -> Iterator[int]:
        for team in self.contest.teams:
            yield from team.players


def due(pool: Pool) -> QuerySet[Contest]:
    """Contests that the folder has still to number, in the order in which it will."""
    return Contest.objects.filter(pool=pool, sequence=None, voided_at=None, refusal="").order_by(
        "played_at", "id"
    )


def counted(pool: Pool) -> QuerySet[Contest]:
    """Contests that the ratings follow from, in ledger order."""
    return Contest.objects.filter(pool=pool, sequence__isnull=False, voided_at=None).order_by(
        "sequence"
    )


def entries(contests: QuerySet[Contest]) -> list[Entry]:
    """Two statements, however many contests."""
    rows = list(contests.values_list("id", "sequence", "played_at", "draw_probability"))
    teams = _teams([contest_id for contest_id, *_ in rows])
    return [
        Entry(contest_id, sequence, played_at, fold.Contest(teams[contest_id], probability))
        for contest_id, sequence, played_at, probability in rows
    ]


def all_entries(pool: Pool) -> Iterator[list[Entry]]:
    """The counted ledger in parts, so that its length is no question of memory."""
    last = 0
    while part := entries(counted(pool).filter(sequence__gt=last)[:READ_AT_ONCE]):
        yield part
        last = part[-1].sequence or last


def _teams(contest_ids: Sequence[int]) -> dict[int, tuple[fold.ContestTeam, ...]]:
    rows = (
        ContestPlayer.objects.filter(contest_id__in=contest_ids)
        .order_by("contest_id", "team__seat", "number")
        .values_list("contest_id", "team__seat", "team__place", "player_id", "weight")
    )
    teams: dict[int, tuple[fold.ContestTeam, ...]] = defaultdict(tuple)
    for (contest_id, _, place), members in groupby(rows, key=lambda row: row[:3]):
        players, weights = zip(*((row[3], row[4]) for row in members), strict=True)
        teams[contest_id] += (fold.ContestTeam(players, place, weights),)
    return teams


class Folding:
    """Ratings while a stretch of the ledger is folded; nothing is written."""

    def __init__(self, pool: Pool, ratings: Iterable[Rating], generation: int) -> None:
        self._pool_id = pool.pk
        self._parameters: Parameters = pool.parameters
        self._generation = generation
        self.ratings = {rating.player_id: rating for rating in ratings}
        self._beliefs: dict[int, Belief] = {
            player: rating.belief for player, rating in self.ratings.items()
        }

    def add(self, entry: Entry, sequence: int) -> list[RatingChange]:
        """The changes that this contest brings; raises what `fold` raises, and then did nothing."""
        changes = fold.fold(self._parameters, self._beliefs, entry.contest)
        for change in changes:
            self._beliefs[change.player] = change.after
            self._move(change, entry.played_at, sequence)
        return [self._row(change, entry.contest_id, sequence) for change in changes]

    def _move(self, change: fold.Change, played_at: dt.datetime, sequence: int) -> None:
        rating = self.ratings.get(change.player)
        if rating is None:
            rating = Rating(
                pool_id=self._pool_id,
                player_id=change.player,
                contests=0,
                last_played_at=played_at,
            )
            self.ratings[change.player] = rating
        rating.mu, rating.sigma = change.after.mu, change.after.sigma
        rating.exposure = change.after.exposure
        rating.contests += 1
        rating.last_sequence = sequence
        rating.last_played_at = max(rating.last_played_at, played_at)

    def _row(self, change: fold.Change, contest_id: int, sequence: int) -> RatingChange:
        return RatingChange(
            pool_id=self._pool_id,
            generation=self._generation,
            contest_id=contest_id,
            sequence=sequence,
            player_id=change.player,
            mu_before=change.before.mu,
            sigma_before=change.before.sigma,
            mu_after=change.after.mu,
            sigma_after=change.after.sigma,
            place=change.place,
            expected_place=change.expected_place,
        )
