"""TRF16, the report of two-seat Swiss events that FIDE's tools read.

Fixed columns: a line for each entrant with its points and place, then ten columns a round: the
opponent's number, its colour, the result. The first seat is White.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.points import AT_THE_TABLE, Played, Record
from tournaments.formats.scoring import HALF, ONE, ZERO

UNPLAYED = {"walkover": "+", "forfeit": "-", "absent": "Z"}
PLAYED = {ONE: "1", HALF: "=", ZERO: "0"}
BYES = {ONE: "U", HALF: "H", ZERO: "Z"}
MOST_ENTRANTS = 9999


@dataclass(frozen=True, slots=True)
class TrfEntrant:
    """A line of the report; `rating` is a whole number, 0 for none."""

    entrant: int
    seed: int
    name: str
    rating: int
    place: int


@dataclass(frozen=True, slots=True)
class TrfEvent:
    """What the report says of the event itself."""

    name: str
    begins: dt.date | None
    ends: dt.date | None
    rounds: int


def dump_trf(event: TrfEvent, entrants: Sequence[TrfEntrant], records: Mapping[int, Record]) -> str:
    """The whole report. Raises ValueError for tables of more than two or too many entrants."""
    if len(entrants) > MOST_ENTRANTS:
        raise ValueError(f"TRF holds at most {MOST_ENTRANTS} entrants, not {len(entrants)}.")
    lines = [
        f"012 {ascii_only(event.name)}",
        f"042 {_date(event.begins)}",
        f"052 {_date(event.ends)}",
        f"062 {len(entrants)}",
        "092 Individual: Swiss-System",
        f"XXR {event.rounds}",
    ]
    ordered = sorted(entrants, key=lambda each: each.seed)
    # Seeds may have gaps; numbers in a report have none.
    number_of = {each.entrant: number for number, each in enumerate(ordered, start=1)}
    played = max((round_.round for each in records.values() for round_ in each.rounds), default=0)
    for each in ordered:
        lines.append(_line(each, number_of, records[each.entrant], played))
    return "\n".join(lines) + "\n"


def _line(each: TrfEntrant, number_of: Mapping[int, int], record: Record, rounds: int) -> str:
    by_round = {played.round: played for played in record.rounds}
    points = sum((played.points for played in record.rounds), ZERO)
    rating = f"{each.rating:4d}" if each.rating > 0 else "    "
    head = (
        f"001 {number_of[each.entrant]:4d}      {ascii_only(each.name):<33.33} {rating}"
        f"{'':28}{float(points):4.1f} {each.place:4d}"
    )
    return head + "".join(
        f"  {_cell(by_round.get(number), number_of)}" for number in range(1, rounds + 1)
    )


def _cell(played: Played | None, number_of: Mapping[int, int]) -> str:
    if played is None:
        return "    " + "    "
    if len(played.opponents) > 1:
        raise ValueError("TRF holds matches of two, and here more sat at a table.")
    if played.cause == "bye":
        return f"0000 - {BYES[_share(played)]}"
    if played.cause not in AT_THE_TABLE or not played.opponents:
        return f"0000 - {UNPLAYED.get(played.cause, '+')}"
    other, result = played.opponents[0]
    colour = "b" if played.seat else "w"
    return f"{number_of[other]:4d} {colour} {PLAYED[result]}"


def _share(played: Played) -> Fraction:
    """What a bye was worth: a win, a half of it, or nothing."""
    if not played.points:
        return ZERO
    return ONE if played.points == played.full else HALF


def ascii_only(text: str) -> str:
    """The report has columns of one byte."""
    return text.encode("ascii", "replace").decode("ascii")


def _date(day: dt.date | None) -> str:
    return f"{day:%Y/%m/%d}" if day else ""
