"""Whether a finishing order counts for the rating; pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

UNRATED_WORDS = {
    "": "Rated.",
    "filler": "Not rated: a house bot filled a seat.",
    "mixed": "Not rated: people and bots sat together.",
    "no_contest": "Not rated: fewer than two seats made a move.",
    "same_owner": "Not rated: two seats have the same owner.",
    "casual": "Not rated: it was set up as casual.",
    "void": "Not rated: it was voided.",
    "cooperative": "Not rated: all seats share one result; teams on equal deals are compared.",
}


@dataclass(frozen=True, slots=True)
class SeatFact:
    """What counts about a seat: `owner` is None for the house, which owns no player."""

    kind: str
    owner: int | None
    is_filler: bool
    has_moved: bool


def unrated_code(
    seats: Sequence[SeatFact], *, is_casual: bool, is_void: bool, is_cooperative: bool = False
) -> str:
    """The reason why these seats are not rated, empty if they are.

    Where several reasons hold, the first one in the order of docs/ARCHITECTURE is given, but a
    void comes before all of them: nothing that happened there counts.
    """
    owners = [seat.owner for seat in seats if seat.owner is not None]
    reasons = {
        "void": is_void,
        "filler": any(seat.is_filler for seat in seats),
        "mixed": len({seat.kind for seat in seats}) > 1,
        "no_contest": sum(seat.has_moved for seat in seats) < 2,
        "same_owner": len(set(owners)) < len(owners),
        "casual": is_casual,
        "cooperative": is_cooperative,
    }
    return next((code for code, holds in reasons.items() if holds), "")
