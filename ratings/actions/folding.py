"""Ratings follow the ledger: new contests are folded, or all of them once more."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Max

from players.transactions import in_one_transaction
from ratings import ledger
from ratings.errors import PoolNotFound, RatingError
from ratings.models import Contest, Pool, Rating, RatingChange
from ratings.queries.replay import Difference, replay_differences

logger = logging.getLogger(__name__)

FOLD_AT_ONCE = 250


@in_one_transaction
def fold_ledger(pool_id: int, limit: int = FOLD_AT_ONCE) -> int:
    """Number up to `limit` new contests of the pool and fold them; how many were looked at.

    A contest that cannot be folded is set aside with the code of its error and gets no number.
    """
    pool = _locked(pool_id)
    entries = ledger.entries(ledger.due(pool)[:limit])
    if not entries:
        return 0
    players = {player for entry in entries for player in entry.players()}
    known = Rating.objects.filter(pool=pool, player__in=players)
    folding = ledger.Folding(pool, known, pool.generation)
    last = Contest.objects.filter(pool=pool).aggregate(last=Max("sequence"))["last"] or 0
    numbered: list[Contest] = []
    changes: list[RatingChange] = []
    for entry in entries:
        try:
            changes += folding.add(entry, last + len(numbered) + 1)
        except RatingError as error:
            _set_aside(entry, error)
        else:
            numbered.append(Contest(pk=entry.contest_id, sequence=last + len(numbered) + 1))
    Contest.objects.bulk_update(numbered, ["sequence"])
    RatingChange.objects.bulk_create(changes)
    _keep(folding.ratings.values())
    return len(entries)


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a replay of a pool's ledger found, and whether it was written."""

    pool: str
    differences: tuple[Difference, ...]
    is_written: bool


@in_one_transaction
def rebuild_ratings(pool_id: int, *, write: bool = False) -> Rebuilt:
    """Fold the whole ledger again and compare; with `write`, differences become the ratings.

    What is written stands under a new generation; the history of the old one stays. If nothing
    differs, nothing is written.
    """
    pool = _locked(pool_id)
    differences = tuple(replay_differences(pool))
    if write and differences:
        _write_generation(pool)
    if write and pool.is_stale:
        pool.is_stale = False
        pool.save(update_fields=["is_stale"])
    return Rebuilt(str(pool), differences, is_written=write and bool(differences))


def _write_generation(pool: Pool) -> None:
    folding = ledger.Folding(pool, [], pool.generation + 1)
    for part in ledger.all_entries(pool):
        RatingChange.objects.bulk_create(
            change for entry in part for change in folding.add(entry, entry.sequence or 0)
        )
    _keep(folding.ratings.values())
    known = Rating.objects.filter(pool=pool).values_list("player_id", flat=True)
    Rating.objects.filter(pool=pool, player__in=set(known) - folding.ratings.keys()).delete()
    pool.generation += 1
    pool.save(update_fields=["generation"])


def _locked(pool_id: int) -> Pool:
    # NO KEY: results that are being recorded refer to the pool and must not wait for the folder.
    pool = Pool.objects.select_for_update(no_key=True).filter(pk=pool_id).first()
    if pool is None:
        raise PoolNotFound(f"There is no pool {pool_id}.")
    return pool


def _keep(ratings: Iterable[Rating]) -> None:
    Rating.objects.bulk_create(
        sorted(ratings, key=lambda rating: rating.player_id),
        update_conflicts=True,
        unique_fields=["pool", "player"],
        update_fields=[
            "mu",
            "sigma",
            "exposure",
            "contests",
            "last_sequence",
            "last_played_at",
        ],
    )


def _set_aside(entry: ledger.Entry, error: RatingError) -> None:
    logger.error("contest %s is set aside: %s", entry.contest_id, error)
    Contest.objects.filter(pk=entry.contest_id).update(refusal=error.code)
