"""Words for places and for seats that were left, the same in every game."""

from __future__ import annotations

LEFT_WORDS = {
    "resigned": "left",
    "deadline": "left, missed its time",
    "removed": "was removed",
}
ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


def ordinal(place: int) -> str:
    return ORDINALS.get(place, f"{place}th")
