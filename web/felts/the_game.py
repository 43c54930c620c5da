"""A table of The Game as its page shows it: four piles as rulers, and what stands now.

Older goes are not told while it runs (docs/rules/the-game.md, G13), so nothing here reads the log
before the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.queries import LogLine
from games.rules.protocol import Json
from games.rules.the_game_piles import PILES as PILE_CODES
from games.rules.the_game_piles import fits
from games.seen import SeatSeen, TableSeen
from web.drawings.ruler import Ruler, ruler
from web.felts.grid import Lead, Line, LogPart, SeatShown, gone_word, handle_of, newest_first
from web.felts.the_game_words import ENDINGS, PILES, lane_words, rises, signal_words
from web.words.seats import LEFT_WORDS

LOGGED = 200
HAS_SUITS = False


@dataclass(frozen=True, slots=True)
class Lane:
    """One pile; `said` is what seats say of it, `kept` whose token lies by it.

    `is_new`: its top is the newest ply.
    """

    code: str
    name: str
    rule: str
    top: int
    ruler: Ruler
    said: tuple[str, ...]
    kept: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class Felt:
    """Everything the page shows of play."""

    seats: tuple[SeatShown, ...]
    lanes: tuple[Lane, ...]
    deck: int
    left: int
    now: str
    newest: tuple[str, ...]
    log: tuple[LogPart, ...]
    ending: str
    score_word: str = "cards left"


def lead_of(view: Json) -> Lead:
    """Where the four piles stand."""
    tops = view["tops"]
    return Lead(
        (),
        f"up {tops['up1']} and {tops['up2']}, down {tops['down1']} and {tops['down2']}, "
        f"{view['left']} left",
    )


def felt_of(seen: TableSeen, log: Sequence[LogLine]) -> Felt:
    """The page's view of a table that has started."""
    view = seen.view
    told = () if seen.status == "running" else log
    return Felt(
        seats=tuple(_seat_shown(seat, seen) for seat in seen.seats),
        lanes=tuple(_lane(seen, code, _newest_pile(log)) for code in PILES),
        deck=view["deck"],
        left=view["left"],
        now=_now(seen),
        newest=tuple(_newest(seen)),
        log=newest_first([_line(seen, line) for line in told], LOGGED),
        ending=ENDINGS.get(view["why"] or "", ""),
    )


def fitting(seen: TableSeen, code: str) -> tuple[int, ...]:
    """The viewer's own cards that the pile takes."""
    view = seen.view
    mark = view["mark"]
    if mark and mark["pile"] == code and mark["seat"] != view["seat"]:
        return ()
    pile, top = PILE_CODES.index(code), view["tops"][code]
    return tuple(card for card in view["hand"] or () if fits(card, pile, top))


def _newest_pile(log: Sequence[LogLine]) -> str:
    """The pile that the newest ply went to; "" where it was no play."""
    newest = log[-1].move if log and log[-1].cause == "move" else {}
    return str(newest["pile"]) if newest.get("type") == "play" else ""


def _lane(seen: TableSeen, code: str, newest: str) -> Lane:
    view = seen.view
    top, is_up = view["tops"][code], rises(code)
    mark = view["mark"]
    return Lane(
        code=code,
        name=PILES[code],
        rule="must rise" if is_up else "must fall",
        top=top,
        ruler=ruler(top, rises=is_up, cards=view["hand"] or (), fitting=fitting(seen, code)),
        said=tuple(
            lane_words(handle_of(seen, seat), signal)
            for seat, signal in enumerate(view["signals"])
            if signal and signal.get("pile") == code
        ),
        kept=f"kept for {handle_of(seen, mark['seat'])}" if mark and mark["pile"] == code else "",
        is_new=code == newest,
    )


def _now(seen: TableSeen) -> str:
    """The sentence over the piles: whose go it is and how far it is."""
    view = seen.view
    who, goer = handle_of(seen, view["actor"]), handle_of(seen, view["go"])
    if seen.status != "running":
        return "The piles as they ended"
    return {
        "start": f"{who} votes for who starts",
        "open": f"{who} chooses a card to lie open",
        "reserve": f"{who} may keep a pile",
        "brief": f"{who} reveals a card",
    }.get(view["phase"], f"{goer} has played {view['played']} of at least {view['need']}")


def _newest(seen: TableSeen) -> Iterable[str]:
    """The newest go alone: what it placed, then what stands of what was said."""
    view = seen.view
    for one in view["newest"]:
        name = handle_of(seen, one["seat"])
        yield f"{name} played {one['card']} on {PILES[one['pile']]}, from {one['over']}"
    if view["phase"] == "start":
        for voter, seat in enumerate(view["votes"]):
            yield f"{handle_of(seen, voter)} votes for {handle_of(seen, seat)}"


def _seat_shown(seat: SeatSeen, seen: TableSeen) -> SeatShown:
    view = seen.view
    is_to_act = seat.number in seen.to_act
    signal, card = view["signals"][seat.number], view["face_up"][seat.number]
    words = [gone_word(seat) or ("to act" if is_to_act else "")]
    words += [signal_words(signal)] if signal else []
    note = f"shows {card}" if card is not None else ""
    return SeatShown(seat, seat.handle or "free", ", ".join(filter(None, words)), is_to_act, note)


def _line(seen: TableSeen, line: LogLine) -> Line:
    handle = handle_of(seen, line.seat)
    if line.cause != "move":
        return Line(line.ply, handle, (), LEFT_WORDS.get(line.cause, "left"))
    return Line(line.ply, handle, (), _move_words(seen, line))


def _move_words(seen: TableSeen, line: LogLine) -> str:
    move = line.move
    if move["type"] == "play":
        return f"{move['card']} on {PILES[move['pile']]}"
    if move["type"] == "signal":
        return signal_words(move)
    if move["type"] == "start":
        return f"votes for {handle_of(seen, move['seat'])}"
    if move["type"] == "reserve":
        return f"keeps {PILES[move['pile']]}" if move["pile"] else "keeps no pile yet"
    if move["type"] in {"open", "reveal"}:
        return f"shows {move['card']}"
    return "ends the turn" if move["type"] == "end" else "calls a briefing"
