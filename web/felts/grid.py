"""The trick grid that card games share: seats as columns, a new row past the right edge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.seen import SeatSeen, TableSeen
from web.drawings.cards import Fan, Slip
from web.words.seats import LEFT_WORDS, ordinal


@dataclass(frozen=True, slots=True)
class Cell:
    """One square of the trick grid; `kind` is play, pass, left, next or empty.

    `took` is the card that was taken up for the play, if any; `is_new`: it is the newest ply.
    """

    kind: str = "empty"
    fan: Fan | None = None
    slips: tuple[Slip, ...] = ()
    words: str = ""
    to_beat: bool = False
    is_own: bool = False
    took: tuple[str, ...] = ()
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Lead:
    """What lies on a table, for a card of the home page: up to a few cards, and words."""

    cards: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log; `cards` is empty for a pass or a leave, `words` say it then.

    `took` stands behind the words: the card that was taken up, if any.
    """

    ply: int
    handle: str
    cards: tuple[str, ...]
    words: str
    holds: bool = False
    took: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LogPart:
    """A trick in the log, newest ply first; `heading` stands over it once it is won."""

    heading: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class SeatShown:
    """The head of a column: `word` says where the seat stands (to act, passed, out 2nd)."""

    seat: SeatSeen
    handle: str
    word: str
    is_to_act: bool
    note: str = ""


def rows_of(cells: Iterable[tuple[int, Cell]], seats: int) -> Iterable[tuple[Cell, ...]]:
    """(seat, cell) in the order of play, laid out in rows."""
    row = [Cell()] * seats
    last = -1
    for seat, cell in cells:
        if seat <= last:
            yield tuple(row)
            row = [Cell()] * seats
        row[seat] = cell
        last = seat
    yield tuple(row)


def next_cells(seen: TableSeen) -> list[tuple[int, Cell]]:
    """Where the next play falls."""
    return [(seat, _next_cell(seat == seen.viewer_seat)) for seat in seen.to_act]


def _next_cell(is_own: bool) -> Cell:
    return Cell("next", words="your turn" if is_own else "thinking", is_own=is_own)


def gone_word(seat: SeatSeen) -> str:
    """What is said of a seat that left or has its place; "" of one that plays."""
    if seat.driver and not seat.place:
        return "left, a house bot plays on"
    if seat.left_reason:
        left = LEFT_WORDS.get(seat.left_reason, "left")
        return f"{left}, {ordinal(seat.place)}" if seat.place else left
    return ordinal(seat.place) if seat.place else ""


def handle_of(seen: TableSeen, seat: int) -> str:
    return seen.seats[seat].handle or f"seat {seat + 1}"


def newest_first(lines: Sequence[Line], most: int) -> tuple[LogPart, ...]:
    """A log that is not cut into tricks."""
    return (LogPart("", tuple(reversed(lines[-most:]))),) if lines else ()
