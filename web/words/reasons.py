"""Why a table does not count, and how it ended, in words."""

from __future__ import annotations

UNRATED = {
    "filler": "Not rated: a house bot filled a seat.",
    "mixed": "Not rated: people and bots sat at one table.",
    "no_contest": "Not rated: fewer than two seats ever made a move.",
    "same_owner": "Not rated: two seats have the same owner.",
    "casual": "Not rated: it is a casual table.",
    "void": "Not rated: the table is void.",
    "cooperative": "Not rated: all seats share one result; teams on equal deals are compared.",
    "replaced": "Not rated: between the tables of its match another player took a place.",
    "part_of_match": "Rated with its match: all tables of it count as one.",
}


def unrated(code: str) -> str:
    return UNRATED.get(code, f"Not rated: {code}.") if code else ""
