"""The ledger folded again from its beginning, and held against what is stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, Q

from ratings import ledger
from ratings.errors import RatingError
from ratings.models import Pool, Rating, RatingChange

CHANGE_FIELDS = (
    "place",
    "mu_before",
    "sigma_before",
    "mu_after",
    "sigma_after",
    "expected_place",
)
RATING_FIELDS = ("mu", "sigma", "exposure", "contests", "last_sequence")


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is stored otherwise than the ledger says; None where it is absent."""

    player_id: int | None
    sequence: int | None
    # None: the rating itself, not its history.
    stored: str | None
    replayed: str | None

    def __str__(self) -> str:
        what = "rating" if self.sequence is None else f"change {self.sequence}"
        stored, replayed = self.stored or "nothing", self.replayed or "nothing"
        return f"{what} of player {self.player_id}: stored {stored}, replayed {replayed}"


def replay_differences(pool: Pool, tolerance: float = 0.0) -> Iterator[Difference]:
    """Where the pool's history and ratings leave the ledger by more than `tolerance`."""
    folding = ledger.Folding(pool, [], pool.generation)
    for part in ledger.all_entries(pool):
        changes = []
        for entry in part:
            try:
                changes += folding.add(entry, entry.sequence or 0)
            except RatingError as error:
                yield Difference(None, entry.sequence, "a folded contest", f"refused: {error}")
        yield from _changes_differ(pool, part, changes, tolerance)
    yield from _changes_beside_the_ledger(pool)
    yield from _ratings_differ(pool, folding.ratings, tolerance)


def _changes_differ(
    pool: Pool,
    part: Sequence[ledger.Entry],
    changes: Sequence[RatingChange],
    tolerance: float,
) -> Iterator[Difference]:
    stored = {
        (row.sequence, row.player_id): row
        for row in RatingChange.objects.filter(
            pool=pool, generation=pool.generation, contest__in=[entry.contest_id for entry in part]
        )
    }
    replayed = {(change.sequence, change.player_id): change for change in changes}
    for key in sorted(stored.keys() | replayed.keys()):
        sequence, player = key
        before, after = stored.get(key), replayed.get(key)
        if not _equal(before, after, CHANGE_FIELDS, tolerance):
            yield Difference(
                player, sequence, _told(before, CHANGE_FIELDS), _told(after, CHANGE_FIELDS)
            )


def _changes_beside_the_ledger(pool: Pool) -> Iterator[Difference]:
    """History of this generation whose contest does not count, here or at all."""
    beside = RatingChange.objects.filter(pool=pool, generation=pool.generation).filter(
        Q(contest__voided_at__isnull=False)
        | Q(contest__sequence=None)
        | ~Q(contest__sequence=F("sequence"))
        | ~Q(contest__pool=pool)
    )
    for row in beside.order_by("sequence", "player"):
        yield Difference(row.player_id, row.sequence, _told(row, CHANGE_FIELDS), None)


def _ratings_differ(
    pool: Pool, replayed: Mapping[int, Rating], tolerance: float
) -> Iterator[Difference]:
    stored = {rating.player_id: rating for rating in Rating.objects.filter(pool=pool)}
    for player in sorted(stored.keys() | replayed.keys()):
        before, after = stored.get(player), replayed.get(player)
        if not _equal(before, after, RATING_FIELDS, tolerance) or (
            before and after and before.last_played_at != after.last_played_at
        ):
            yield Difference(
                player, None, _told(before, RATING_FIELDS), _told(after, RATING_FIELDS)
            )


def _equal(one: object, other: object, fields: Sequence[str], tolerance: float) -> bool:
    if one is None or other is None:
        return one is other
    return all(abs(getattr(one, name) - getattr(other, name)) <= tolerance for name in fields)


def _told(row: object, fields: Sequence[str]) -> str | None:
    if row is None:
        return None
    return ", ".join(f"{name} {getattr(row, name)!r}" for name in fields)
