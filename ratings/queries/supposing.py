"""What ratings would be if some contests did not count; nothing is written."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator
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


def without_contests(sources: Collection[str], back: Collection[str] = ()) -> Supposed:
    """Fold the ledgers again as if these contests had been struck, and those `back` had not."""
    in_order = Contest.objects.filter(sequence__isnull=False)
    struck = set(in_order.filter(source__in=sources, voided_at=None).values_list("pk", flat=True))
    came = set(
        in_order.filter(source__in=back, voided_at__isnull=False).values_list("pk", flat=True)
    )
    moves: list[Move] = []
    uncounted = 0
    for pool in Pool.objects.filter(contests__in=struck | came).distinct().order_by("pk"):
        if ledger.counted(pool).count() > LONGEST:
            uncounted += Rating.objects.filter(pool=pool).count()
        else:
            moves += _moves(pool, struck, came)
    moves.sort(key=lambda move: (-abs(move.before - (move.after or 0.0)), move.handle))
    return Supposed(tuple(moves), uncounted)


def _moves(pool: Pool, struck: Collection[int], back: Collection[int]) -> list[Move]:
    folding = ledger.Folding(pool, [], pool.generation)
    came = ledger.entries(Contest.objects.filter(pool=pool, pk__in=back).order_by("sequence"))
    for entry in heapq.merge(_kept(pool, struck), came, key=lambda one: one.sequence or 0):
        folding.add(entry, entry.sequence or 0)
    stored = dict(Rating.objects.filter(pool=pool).values_list("player_id", "exposure"))
    # Who has no rating stands where everybody begins: at nought.
    known = {**dict.fromkeys(folding.ratings, 0.0), **stored}
    handles = dict(Player.objects.filter(pk__in=known).values_list("pk", "handle"))
    moves = []
    for player, before in known.items():
        rating = folding.ratings.get(player)
        after = rating.exposure if rating else None
        if after is None or abs(after - before) > VISIBLE:
            moves.append(Move(handles[player], pool.game, pool.division, before, after))
    return moves


def _kept(pool: Pool, struck: Collection[int]) -> Iterator[ledger.Entry]:
    for part in ledger.all_entries(pool):
        yield from (entry for entry in part if entry.contest_id not in struck)
