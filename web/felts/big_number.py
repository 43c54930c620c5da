"""A table of Big Number as its page shows it: the running round, the points, what was taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.queries import LogLine
from games.rules.protocol import Json
from games.seen import SeatSeen, TableSeen
from web.drawings.cards import fan, slips
from web.felts.grid import (
    Cell,
    Lead,
    Line,
    LogPart,
    SeatShown,
    gone_word,
    handle_of,
    newest_first,
    next_cells,
    rows_of,
)
from web.words.seats import LEFT_WORDS

CARD_HEIGHT = 78
LOGGED = 60
MOST_IN_A_FAN = 3  # wider sets become slips where a column is narrow
HAS_SUITS = True


@dataclass(frozen=True, slots=True)
class Taken:
    """The cards that a seat was seen to take up and has not played since."""

    handle: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Felt:
    """Everything the page shows of play."""

    seats: tuple[SeatShown, ...]
    number: str
    kind: str
    asked: str
    rows: tuple[tuple[Cell, ...], ...]
    log: tuple[LogPart, ...]
    taken: tuple[Taken, ...]
    out_of_play: tuple[str, ...]
    score_word: str = "points"


def lead_of(view: Json) -> Lead:
    """The set in the middle."""
    middle = view["middle"]
    if middle is None:
        return Lead((), "a new round")
    return Lead(tuple(middle["cards"]), f"{middle['value']} to beat")


def felt_of(seen: TableSeen, log: Sequence[LogLine]) -> Felt:
    """The page's view of a table that has started."""
    view = seen.view
    middle = view["middle"]
    return Felt(
        seats=tuple(_seat_shown(seat, seen) for seat in seen.seats),
        number=_deal_words(seen),
        kind=f"{middle['value']} to beat" if middle else "a new round",
        asked=_asked(middle) if seen.status == "running" else "",
        rows=tuple(rows_of([*_cells(seen), *next_cells(seen)], seen.seat_count)),
        log=newest_first([_line(seen, line) for line in log[-LOGGED:]], LOGGED),
        taken=tuple(
            Taken(handle_of(seen, seat), tuple(cards))
            for seat, cards in enumerate(view["taken"])
            if cards
        ),
        out_of_play=tuple(view["out_of_play"]),
    )


def value_of(cards: Sequence[str]) -> int:
    """The number that the digits make, the highest first."""
    digits = sorted((name[0].replace("A", "1") for name in cards), reverse=True)
    return int("".join(digits))


def _deal_words(seen: TableSeen) -> str:
    if seen.options.get("single_deal"):
        return "1 of 1"
    return f"{seen.view['deal']} · up to {seen.options['target']} points"


def _asked(middle: Json) -> str:
    if not middle:
        return ""
    count = len(middle["cards"])
    return f"{count} or {count + 1} cards that make more, or pass"


def _cells(seen: TableSeen) -> Iterable[tuple[int, Cell]]:
    acts, middle = seen.view["round"], seen.view["middle"]
    for number, act in enumerate(acts):
        if not act["cards"]:
            yield act["seat"], Cell("pass", words="pass")
            continue
        is_top = not any(later["cards"] for later in acts[number + 1 :])
        to_beat = bool(middle) and is_top and seen.status == "running"
        words = str(value_of(act["cards"]))
        took = (act["take"],) if act["take"] else ()
        narrow = slips(act["cards"]) if len(act["cards"]) > MOST_IN_A_FAN else ()
        told = f"{words}, to beat" if to_beat else words
        shown, is_new = fan(act["cards"], CARD_HEIGHT), act is acts[-1]
        yield act["seat"], Cell("play", shown, narrow, told, to_beat, took=took, is_new=is_new)


def _seat_shown(seat: SeatSeen, seen: TableSeen) -> SeatShown:
    points = seen.view["points"][seat.number]
    is_to_act = seat.number in seen.to_act
    word = _word(seat, seen, is_to_act)
    note = f"{points} point{'' if points == 1 else 's'}"
    return SeatShown(seat, seat.handle or "free", word, is_to_act, note)


def _word(seat: SeatSeen, seen: TableSeen, is_to_act: bool) -> str:
    gone = gone_word(seat)
    if gone:
        return gone
    if is_to_act:
        return "to act"
    middle = seen.view["middle"]
    if middle and middle["seat"] == seat.number:
        return "holds the round"
    return "passed" if seat.number in seen.view["passed"] else ""


def _line(seen: TableSeen, line: LogLine) -> Line:
    handle = handle_of(seen, line.seat)
    if line.cause != "move":
        return Line(line.ply, handle, (), LEFT_WORDS.get(line.cause, "left"))
    cards, take = tuple(line.move.get("cards", ())), line.move.get("take")
    words = "takes" if take else "" if cards else "pass"
    return Line(line.ply, handle, cards, words, took=(take,) if take else ())
