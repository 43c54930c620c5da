"""What ratings would be if some contests did not count; nothing is written."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from players.models import Player
from ratings import ledger
from ratings.models import Contest, Pool, Rating

LONGEST = 20_000
# Beyond so many contests a preview would be slow; it then says how many ratings may move.
VISIBLE = 0.01
# A smaller change of the lower edge is not worth a line.


@dataclass(frozen=True, slots=True)
class Move:
    """How the lower edge of a rating would move; `after` None: it would have no rating."""

    handle: str
    game: str
    division: str
    before: float
    after: float | None


@dataclass(frozen=True, slots=True)
class Supposed:
    """Ratings that would move, most first; `uncounted` those of ledgers too long to fold."""

    moves: tuple[Move, ...]
    uncounted: int


def without_contests(sources: Collection[str]) -> Supposed:
    """Fold the ledgers of these contests again as if they had been struck."""
    struck = Contest.objects.filter(source__in=sources, voided_at=None, sequence__isnull=False)
    moves: list[Move] = []
    uncounted = 0
    for pool in Pool.objects.filter(contests__in=struck).distinct().order_by("pk"):
        if ledger.counted(pool).count() > LONGEST:
            uncounted += Rating.objects.filter(pool=pool).count()
        else:
            moves += _moves(pool, set(struck.filter(pool=pool).values_list("pk", flat=True)))
    moves.sort(key=lambda move: (-abs(move.before - (move.after or 0.0)), move.handle))
    return Supposed(tuple(moves), uncounted)


def _moves(pool: Pool, struck: Collection[int]) -> list[Move]:
    folding = ledger.Folding(pool, [], pool.generation)
    for part in ledger.all_entries(pool):
        for entry in part:
            if entry.contest_id not in struck:
                folding.add(entry, entry.sequence or 0)
    stored = Rating.objects.filter(pool=pool).values_list("player_id", "exposure")
    handles = dict(Player.objects.filter(ratings__pool=pool).values_list("pk", "handle"))
    moves = []
    for player, before in stored:
        rating = folding.ratings.get(player)
        after = rating.exposure if rating else None
        if after is None or abs(after - before) > VISIBLE:
            moves.append(Move(handles[player], pool.game, pool.division, before, after))
    return moves
