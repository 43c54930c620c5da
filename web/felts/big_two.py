"""A table of Big Two as its page shows it: seats as columns, time runs down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from games.queries import LogLine
from games.rules.protocol import Json
from games.seen import SeatSeen, TableSeen
from web.drawings.cards import fan, slips
from web.felts.big_two_words import (
    HIGHER_WORDS,
    KIND_WORDS,
    SIZE_WORDS,
    play_words,
)
from web.felts.grid import (
    Cell,
    Lead,
    Line,
    LogPart,
    SeatShown,
    gone_word,
    handle_of,
    next_cells,
    rows_of,
)
from web.words.seats import LEFT_WORDS, ordinal

TRICK_HEIGHT = 78
EARLIER = 12  # so many earlier tricks are told
LOGGED = 60  # so many plies
HAS_SUITS = True


@dataclass(frozen=True, slots=True)
class Told:
    """A finished trick: who won it and with what."""

    number: int
    handle: str
    size: str
    cards: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Felt:
    """Everything the page shows of play."""

    seats: tuple[SeatShown, ...]
    number: int
    kind: str
    asked: str
    rows: tuple[tuple[Cell, ...], ...]
    earlier: tuple[Told, ...]
    log: tuple[LogPart, ...]


@dataclass(slots=True)
class Trick:
    """The plies of a trick; `owner` holds it, `best` is what lies on the table."""

    lines: list[LogLine] = field(default_factory=list)
    owner: int | None = None
    best: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        return len(self.best)


def lead_of(view: Json) -> Lead:
    """The play that is to beat."""
    table = view["table"]
    if table is None:
        return Lead((), "a new trick")
    return Lead(tuple(table["cards"]), play_words(table["cards"]))


def felt_of(seen: TableSeen, log: Sequence[LogLine]) -> Felt:
    """The page's view of a table that has started."""
    tricks = tricks_of(seen, log)
    running = tricks[-1] if tricks else Trick()
    if not running.lines and seen.status != "running" and len(tricks) > 1:
        running = tricks[-2]
        tricks = tricks[:-1]
    return Felt(
        seats=tuple(_seat_shown(seat, seen, running) for seat in seen.seats),
        number=len(tricks),
        kind=KIND_WORDS.get(running.size, ""),
        asked=HIGHER_WORDS.get(running.size, "") if seen.status == "running" else "",
        rows=tuple(_rows(seen, running)),
        earlier=tuple(_told(seen, tricks[:-1])),
        log=tuple(_log_parts(seen, tricks)),
    )


def tricks_of(seen: TableSeen, log: Sequence[LogLine]) -> list[Trick]:
    """The log cut where a trick was won; the last one runs, and may still be empty."""
    left = _dealt(seen, log)
    in_play = set(range(seen.seat_count))
    tricks = [Trick()]
    passed: set[int] = set()
    for line in log:
        trick = tricks[-1]
        trick.lines.append(line)
        cards = cards_of(line)
        if cards:
            trick.owner, trick.best, passed = line.seat, cards, set()
            left[line.seat] -= len(cards)
        elif line.cause == "move":
            passed.add(line.seat)
        if line.cause != "move" or not left[line.seat]:
            in_play.discard(line.seat)
        if trick.owner is not None and in_play - {trick.owner} <= passed:
            tricks.append(Trick())
            passed = set()
    return tricks


def cards_of(line: LogLine) -> tuple[str, ...]:
    """The cards of a play; none for a pass or a leave."""
    move = line.move if isinstance(line.move, dict) else {}
    return tuple(move.get("cards", ()))


def _dealt(seen: TableSeen, log: Iterable[LogLine]) -> list[int]:
    counts = [seat.cards_left or 0 for seat in seen.seats]
    for line in log:
        counts[line.seat] += len(cards_of(line))
    return counts


def _rows(seen: TableSeen, trick: Trick) -> Iterable[tuple[Cell, ...]]:
    """The trick as a grid."""
    is_on = seen.status == "running"
    cells = [(line.seat, _cell(line, trick, is_on)) for line in trick.lines]
    return rows_of([*cells, *next_cells(seen)], seen.seat_count)


def _cell(line: LogLine, trick: Trick, is_on: bool) -> Cell:
    cards = cards_of(line)
    if line.cause != "move":
        return Cell("left", words=LEFT_WORDS.get(line.cause, "left"))
    if not cards:
        return Cell("pass", words="pass")
    to_beat = is_on and cards == trick.best
    words = play_words(cards)
    leads = next(one for one in trick.lines if cards_of(one)) is line
    told = f"{words}, to beat" if to_beat else f"leads {words}" if leads else words
    narrow = slips(cards) if len(cards) > 3 else ()
    shown, is_new = fan(cards, TRICK_HEIGHT), line is trick.lines[-1]
    return Cell("play", shown, narrow, told, to_beat, is_new=is_new)


def _seat_shown(seat: SeatSeen, seen: TableSeen, trick: Trick) -> SeatShown:
    is_to_act = seat.number in seen.to_act
    return SeatShown(seat, seat.handle or "free", _word(seat, seen, trick, is_to_act), is_to_act)


def _word(seat: SeatSeen, seen: TableSeen, trick: Trick, is_to_act: bool) -> str:
    gone = gone_word(seat)
    if gone:
        return gone
    out = (seen.view or {}).get("out", ())
    if seat.number in out:
        return f"out, {ordinal(list(out).index(seat.number) + 1)}"
    if is_to_act:
        return "to act"
    if seat.number == trick.owner:
        return "holds the trick"
    last = next((line for line in reversed(trick.lines) if line.seat == seat.number), None)
    return "" if last is None else "played" if cards_of(last) else "passed"


def _told(seen: TableSeen, tricks: Sequence[Trick]) -> Iterable[Told]:
    numbered = list(enumerate(tricks, start=1))
    for number, trick in reversed(numbered[-EARLIER:]):
        if trick.owner is not None:
            yield Told(
                number=number,
                handle=handle_of(seen, trick.owner),
                size=SIZE_WORDS.get(trick.size, ""),
                cards=trick.best,
                words=play_words(trick.best),
            )


def _log_parts(seen: TableSeen, tricks: Sequence[Trick]) -> Iterable[LogPart]:
    """The newest plies first, cut into tricks."""
    shown = 0
    for number in range(len(tricks), 0, -1):
        trick = tricks[number - 1]
        if shown >= LOGGED:
            return
        if not trick.lines:
            continue
        shown += len(trick.lines)
        won = number < len(tricks) and trick.owner is not None
        heading = f"trick {number}: {handle_of(seen, trick.owner or 0)}" if won else ""
        yield LogPart(heading, tuple(_line(seen, trick, line) for line in reversed(trick.lines)))


def _line(seen: TableSeen, trick: Trick, line: LogLine) -> Line:
    cards = cards_of(line)
    words = "pass" if line.cause == "move" else LEFT_WORDS.get(line.cause, "left")
    holds = bool(cards) and cards == trick.best
    return Line(line.ply, handle_of(seen, line.seat), cards, "" if cards else words, holds)
