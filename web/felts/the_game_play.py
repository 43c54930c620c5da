"""The Game from a seat: which pile takes a card at what cost, and what else the phase asks for."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.rules.protocol import Json
from games.seen import TableSeen
from web.drawings.ruler import JUMP
from web.felts.asking import moves_of, refusal_of
from web.felts.grid import handle_of
from web.felts.hand import Fields
from web.felts.the_game import fitting
from web.felts.the_game_words import PILES, rises, signal_words

KEYS = "1–9 choose a card, Q W E R play it on a pile, U ends the turn"
LANE_KEYS = dict(zip(PILES, "qwer", strict=True))
HEADINGS = {
    "start": "who is to start?",
    "open": "choose the card that is to lie open",
    "reserve": "the token",
    "brief": "reveal a card",
}
BACK = -JUMP


@dataclass(frozen=True, slots=True)
class NumberCard:
    """A card of the hand; `key` is its place counted from 1, `tick` where its mark stands."""

    value: int
    key: str
    tick: int
    has_play: bool
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class LanePlays:
    """The button of a lane: its words by card, and why other cards do not go there."""

    code: str
    key: str
    plays: str
    whys: str


@dataclass(frozen=True, slots=True)
class Act:
    """A button besides the plays: what it sends and says; `why` it cannot be pressed now."""

    name: str
    value: str
    words: str
    key: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """What a seat sees of its own turn; `best` names the pile that a card costs least on."""

    heading: str
    hand: tuple[NumberCard, ...]
    lanes: Mapping[str, LanePlays]
    best: Mapping[int, str]
    plays_json: str
    label: str
    none: str
    is_ready: bool
    why: str
    acts: tuple[Act, ...]
    signals: tuple[tuple[str, str], ...]
    needs_card: str
    keys: str = KEYS


def move_of(fields: Fields) -> Json:
    """The move that the form asks for."""
    act = _one(fields, "act")
    if act in {"end", "briefing"}:
        return {"type": act}
    if act in {"open", "reveal"}:
        return {"type": act, "card": _card(fields)}
    if act == "signal":
        return _signal_of(_one(fields, "signal"))
    if "start" in fields:
        seat = _one(fields, "start")
        return {"type": "start", "seat": int(seat) if _is_number(seat) else seat}
    if "reserve" in fields:
        return {"type": "reserve", "pile": _one(fields, "reserve") or None}
    card = _card(fields)
    return {
        "type": "play",
        "card": card,
        "pile": _one(fields, "pile") or _one(fields, f"best-{card}"),
    }


def panel_of(seen: TableSeen, fields: Fields, *, helps: bool) -> Panel:
    """The own hand, a button for each lane, and what else may be done."""
    view, moves = seen.view, moves_of(seen)
    costs = _costs(seen) if any(move["type"] == "play" for move in moves) else {}
    best = {card: min(lanes, key=lanes.__getitem__) for card, lanes in costs.items()}
    chosen = _one(fields, "card")
    label, is_ready, why = told(seen, fields) if chosen else (_none(seen), False, "")
    order = sorted(best, key=lambda card: costs[card][best[card]])
    plays = {str(card): f"Play {card} on {PILES[best[card]]}" for card in order}
    return Panel(
        heading=_heading(seen),
        hand=_hand(view["hand"] or (), costs, chosen, is_asked=bool(costs) and helps),
        lanes={code: _lane_plays(seen, code, costs, best) for code in PILES} if costs else {},
        best=best,
        plays_json=json.dumps(plays, ensure_ascii=False),
        label=label,
        none=_none(seen),
        is_ready=is_ready,
        why=why,
        acts=tuple(_acts(seen, moves)),
        signals=tuple(
            (_signal_value(move), signal_words(move)) for move in moves if move["type"] == "signal"
        ),
        needs_card={"open": "Lay it open", "brief": "Reveal it"}.get(view["phase"], ""),
    )


def told(seen: TableSeen, fields: Fields) -> tuple[str, bool, str]:
    """Of the chosen card: the words on the button, whether it plays it, and why not."""
    card = _card(fields)
    if not seen.is_viewer_to_act or card not in (seen.view["hand"] or ()):
        return _none(seen), False, ""
    costs = _costs(seen).get(card, {})
    if not costs:
        return f"Play: {card} fits on no pile", False, ""
    pile = min(costs, key=costs.__getitem__)
    return f"Play {card} on {PILES[pile]}", True, ""


def _costs(seen: TableSeen) -> dict[int, dict[str, int]]:
    """costs[card][pile]: how far the card moves the pile; a jump back gains ten."""
    costs: dict[int, dict[str, int]] = {}
    for code in PILES:
        top = seen.view["tops"][code]
        for card in fitting(seen, code):
            costs.setdefault(card, {})[code] = card - top if rises(code) else top - card
    return costs


def _lane_plays(
    seen: TableSeen, code: str, costs: Mapping[int, Mapping[str, int]], best: Mapping[int, str]
) -> LanePlays:
    plays, whys = {}, {}
    for card in seen.view["hand"]:
        cost = costs.get(card, {}).get(code)
        if cost is None:
            refused = refusal_of(seen, {"type": "play", "card": card, "pile": code})
            whys[str(card)] = str(refused)
        else:
            words = f"Play {card} here, " + ("back ten" if cost == BACK else f"costs {cost}")
            plays[str(card)] = f"!{words}" if best[card] == code else words
    return LanePlays(
        code,
        LANE_KEYS[code],
        json.dumps(plays, ensure_ascii=False),
        json.dumps(whys, ensure_ascii=False),
    )


def _hand(
    cards: Sequence[int], costs: Mapping[int, object], chosen: str, *, is_asked: bool
) -> tuple[NumberCard, ...]:
    return tuple(
        NumberCard(
            value=card,
            key=str(number),
            tick=8 + round(card * 44 / 100),
            has_play=card in costs or not is_asked,
            is_chosen=str(card) == chosen,
        )
        for number, card in enumerate(cards, start=1)
    )


def _heading(seen: TableSeen) -> str:
    view = seen.view
    played = f"{view['played']} of {view['need']} played"
    return HEADINGS.get(view["phase"], played)


def _none(seen: TableSeen) -> str:
    return "Play: choose a card" if seen.is_viewer_to_act else "Play: not your turn yet"


def _acts(seen: TableSeen, moves: Sequence[Json]) -> Sequence[Act]:
    """Votes, the token, the end of the turn, a briefing; the end also where it is too early."""
    acts = []
    for move in moves:
        if move["type"] == "start":
            name = handle_of(seen, move["seat"])
            acts.append(Act("start", str(move["seat"]), f"{name} starts", str(move["seat"] + 1)))
        elif move["type"] == "reserve":
            words = f"Keep {PILES[move['pile']]}" if move["pile"] else "Not now"
            acts.append(Act("reserve", move["pile"] or "", words))
        elif move["type"] == "briefing":
            acts.append(Act("act", "briefing", "Call a briefing"))
    if seen.is_viewer_to_act and seen.view["phase"] == "play":
        acts.append(_end(seen))
    return acts


def _end(seen: TableSeen) -> Act:
    missing = max(0, seen.view["need"] - seen.view["played"])
    refused = refusal_of(seen, {"type": "end"})
    words = f"End turn: {missing} more needed" if refused and missing else "End turn"
    return Act("act", "end", words, "u", str(refused) if refused else "")


def _signal_value(move: Json) -> str:
    return " ".join(filter(None, (move["say"], move.get("pile"), move.get("range"))))


def _signal_of(value: str) -> Json:
    say, _, about = value.partition(" ")
    named = {"range": about} if say == "rich" else {"pile": about} if about else {}
    return {"type": "signal", "say": say, **named}


def _one(fields: Fields, name: str) -> str:
    return next(iter(fields.get(name, ())), "")


def _card(fields: Fields) -> Json:
    """A number where it is one; the rules refuse the rest."""
    text = _one(fields, "card")
    return int(text) if _is_number(text) else text


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 4
