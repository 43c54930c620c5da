"""The Game: the moves, their JSON, and how a log writes them.

Source: docs/rules/the-game.md, "Moves".
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from .cards import shown
from .protocol import Json, MoveNotUnderstood, Seat
from .the_game_piles import FIRST, LAST, PACK, PILES

PILE_WORDS = ("need", "protect", "no_big_jump")
RANGES = ("low", "middle", "high")
SEATS_MOST = 5


@dataclass(frozen=True, slots=True)
class Start:
    """A vote for the seat that is to start (G1)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Play:
    """One card onto one pile; `pile` is an index of PILES."""

    card: int
    pile: int


@dataclass(frozen=True, slots=True)
class End:
    """The go is over."""


@dataclass(frozen=True, slots=True)
class Open:
    """The seat's open card (V3)."""

    card: int


@dataclass(frozen=True, slots=True)
class Reserve:
    """The token goes by a pile, or stays where it is (V4)."""

    pile: int | None


@dataclass(frozen=True, slots=True)
class Briefing:
    """Each seat is to reveal one card (V5)."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """The seat's card of the briefing."""

    card: int


@dataclass(frozen=True, slots=True)
class Signal:
    """One of a closed list of things to say (G14); `pile` is an index of PILES."""

    say: str
    pile: int | None = None
    range: str | None = None


Move: TypeAlias = Start | Play | End | Open | Reserve | Briefing | Reveal | Signal

END, BRIEFING_CALL = End(), Briefing()
STARTS = tuple(Start(Seat(seat)) for seat in range(SEATS_MOST))
RESERVES = tuple(Reserve(pile) for pile in (None, *range(4)))
SIGNALS = (
    *(Signal(say, pile) for say in PILE_WORDS for pile in range(4)),
    Signal("pain"),
    *(Signal("rich", range=name) for name in RANGES),
)
# Made once: lists of legal moves are made at every ply of a playout.
PLAYS = {card: tuple(Play(card, pile) for pile in range(4)) for card in PACK}
OPENS = {card: Open(card) for card in PACK}
REVEALS = {card: Reveal(card) for card in PACK}

_SHAPES = (
    '{"type":"play","card":43,"pile":"up1"}, {"type":"end"}, {"type":"start","seat":2}, '
    '{"type":"signal","say":"need","pile":"up1"}, or what a twist adds'
)


def parse(json: Json) -> Move:
    """Raises MoveNotUnderstood."""
    kind = json.get("type") if isinstance(json, dict) else None
    if not isinstance(kind, str) or kind not in _KEYS:
        came = shown(json if kind is None else kind)
        raise MoveNotUnderstood(f"A move is one of {_SHAPES}; {came} came.")
    if kind == "signal":
        return _parse_signal(json)
    _require_keys(json, {"type", *_KEYS[kind]})
    return _parse_other(kind, json)


_KEYS: Mapping[str, tuple[str, ...]] = {
    "play": ("card", "pile"),
    "end": (),
    "start": ("seat",),
    "open": ("card",),
    "reserve": ("pile",),
    "briefing": (),
    "reveal": ("card",),
    "signal": ("say",),
}


def _parse_other(kind: str, json: Mapping[str, Json]) -> Move:
    if kind == "play":
        return PLAYS[_card(json["card"])][_pile(json["pile"])]
    if kind == "open":
        return OPENS[_card(json["card"])]
    if kind == "reveal":
        return REVEALS[_card(json["card"])]
    if kind == "start":
        return STARTS[_seat(json["seat"])]
    if kind == "reserve":
        return Reserve(None if json["pile"] is None else _pile(json["pile"]))
    return END if kind == "end" else BRIEFING_CALL


def _parse_signal(json: Mapping[str, Json]) -> Signal:
    say = json.get("say")
    if say == "pain":
        _require_keys(json, {"type", "say"})
        return Signal("pain")
    if say == "rich":
        _require_keys(json, {"type", "say", "range"})
        if json["range"] not in RANGES:
            raise MoveNotUnderstood(
                f"A range is low, middle or high; {shown(json['range'])} came.", "bad_signal"
            )
        return Signal("rich", range=json["range"])
    if say in PILE_WORDS:
        _require_keys(json, {"type", "say", "pile"})
        return Signal(say, _pile(json["pile"]))
    words = ", ".join((*PILE_WORDS, "pain", "rich"))
    raise MoveNotUnderstood(f"One can say {words}; {shown(say)} came.", "bad_signal")


def _require_keys(json: Mapping[str, Json], keys: Collection[str]) -> None:
    odd = set(json) ^ set(keys)
    if odd:
        names = ", ".join(sorted(keys))
        about = f"; mind {shown(next(iter(odd)))}" if len(odd) == 1 else ""
        raise MoveNotUnderstood(f"A move of this type has exactly the keys {names}{about}.")


def _card(json: Json) -> int:
    # True is an int to Python.
    if type(json) is not int or not FIRST <= json <= LAST:
        raise MoveNotUnderstood(
            f"A card is a whole number from {FIRST} to {LAST}; {shown(json)} came.", "bad_card"
        )
    return json


def _pile(json: Json) -> int:
    if not isinstance(json, str) or json not in PILES:
        raise MoveNotUnderstood(f"A pile is {', '.join(PILES)}; {shown(json)} came.", "bad_pile")
    return PILES.index(json)


def _seat(json: Json) -> int:
    if type(json) is not int or not 0 <= json < SEATS_MOST:
        raise MoveNotUnderstood(
            f"A seat is a whole number from 0 to {SEATS_MOST - 1}; {shown(json)} came.", "bad_seat"
        )
    return json


def dump_move(move: Move) -> dict[str, Json]:
    """The JSON that `parse` reads."""
    if isinstance(move, Play):
        return {"type": "play", "card": move.card, "pile": PILES[move.pile]}
    if isinstance(move, Signal):
        return {"type": "signal", **dump_signal(move)}
    if isinstance(move, Start):
        return {"type": "start", "seat": move.seat}
    if isinstance(move, Reserve):
        return {"type": "reserve", "pile": None if move.pile is None else PILES[move.pile]}
    if isinstance(move, Open | Reveal):
        return {"type": "open" if isinstance(move, Open) else "reveal", "card": move.card}
    return {"type": "end" if isinstance(move, End) else "briefing"}


def dump_signal(signal: Signal) -> dict[str, Json]:
    """What is said, and of which pile or range."""
    if signal.pile is not None:
        return {"say": signal.say, "pile": PILES[signal.pile]}
    return {"say": signal.say} if signal.range is None else {"say": "rich", "range": signal.range}


def load_signal(json: Json) -> Signal:
    """The signal back from `dump_signal`."""
    return _parse_signal({"type": "signal", **json})


def describe_move(move: Move) -> str:
    """`43u1`, `.`; what is not a play or an end has a word of its own."""
    if isinstance(move, Play):
        return f"{move.card}{_short(move.pile)}"
    if isinstance(move, End):
        return "."
    if isinstance(move, Start):
        return f"start:{move.seat}"
    if isinstance(move, Signal):
        about = move.range if move.pile is None else _short(move.pile)
        return f"{move.say}:{about}" if about else move.say
    return _describe_twist(move)


def _describe_twist(move: Open | Reserve | Briefing | Reveal) -> str:
    if isinstance(move, Reserve):
        return f"reserve:{'-' if move.pile is None else _short(move.pile)}"
    if isinstance(move, Briefing):
        return "briefing"
    return f"open:{move.card}" if isinstance(move, Open) else f"reveal:{move.card}"


def _short(pile: int) -> str:
    name = PILES[pile]
    return name[0] + name[-1]
