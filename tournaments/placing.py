"""From the places at a table to the result of its match; pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.seeding import drawn_order
from tournaments.formats.slots import Stream


@dataclass(frozen=True, slots=True)
class Placing:
    """places[i] of entrants[i], best first; `tied` are those whom the policy had to part."""

    entrants: tuple[int, ...]
    places: tuple[int, ...]
    tied: tuple[int, ...] = ()


def place_versus(
    seated: Sequence[int],
    places: Sequence[int],
    *,
    advance: int,
    policy: str,
    seeds: Mapping[int, int],
    stream: Stream,
) -> Placing:
    """The result of a match of one table: `seated[seat]` is the entrant of that seat.

    Leavers already stand last in the table's places. Only a tie that straddles the cut is parted,
    as `policy` says: the `higher_seed` goes on, or the `lot` decides.
    """
    place_of = dict(zip(seated, places, strict=True))
    tied = _tied_at_cut(place_of, advance)
    if tied:
        by_seed = sorted(tied, key=lambda entrant: seeds[entrant])
        parted = drawn_order(by_seed, stream) if policy == "lot" else by_seed
        best = place_of[tied[0]]
        place_of |= {entrant: best + index for index, entrant in enumerate(parted)}
    ranked = sorted(seated, key=lambda entrant: (place_of[entrant], seeds[entrant]))
    return Placing(tuple(ranked), tuple(place_of[entrant] for entrant in ranked), tied)


def _tied_at_cut(place_of: Mapping[int, int], advance: int) -> tuple[int, ...]:
    """The entrants who share a place that lies on both sides of the cut."""
    for place in set(place_of.values()):
        sharing = tuple(entrant for entrant, own in place_of.items() if own == place)
        if place <= advance < place + len(sharing) - 1:
            return sharing
    return ()
