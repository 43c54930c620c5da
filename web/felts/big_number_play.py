"""Big Number from a seat: the set it puts down, and the card it takes up for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from games.rules.protocol import IllegalMove, Json
from games.seen import TableSeen
from web.drawings.cards import spoken
from web.felts.asking import moves_of, refusal_of
from web.felts.big_number import value_of
from web.felts.hand import Fields, HandCard, Panel, Suggestion, hand_rows, key_of, named, toggles

KEYS = "A and 2–9 choose by rank, Tab reaches the card to take"
SHORT = {
    "too_low": "too low",
    "not_a_combination": "neither one suit nor one rank",
    "take_missing": "which card do you take?",
    "not_in_hand": "not in your hand",
}


def move_of(fields: Fields) -> Json:
    """The move that the form asks for; a card to take counts only where something is beaten."""
    if "pass" in fields:
        return {"type": "pass"}
    move: dict[str, Json] = {"type": "play", "cards": list(fields.get("card", ()))}
    take = _taken(fields)
    return {**move, "take": take} if take else move


def panel_of(seen: TableSeen, fields: Fields, *, helps: bool) -> Panel:
    """The seat's own cards, what it may take, and what the chosen ones amount to."""
    moves = moves_of(seen)
    plays = [move for move in moves if move["type"] == "play"]
    useful = {card for play in plays for card in play["cards"]}
    chosen, hand = fields.get("card", ()), seen.view["hand"] or ()
    label, is_ready, why = told(seen, fields) if chosen else (wanted(seen), False, "")
    idle = tuple(card for card in hand if card not in useful) if helps and plays else ()
    return Panel(
        rows=hand_rows(hand, useful if helps and moves else None, chosen),
        plays=named(plays, partial(_key, seen), label_of),
        label=label,
        none=wanted(seen),
        is_ready=is_ready,
        why=why,
        can_pass=any(move["type"] == "pass" for move in moves),
        count_words=_count_words(seen, plays) if helps else "",
        suggestions=_suggestions(seen, plays) if helps else (),
        idle=idle,
        idle_words=_idle_words(seen, len(idle)),
        keys=KEYS,
        takes=_takes(seen, fields) if plays else (),
    )


def told(seen: TableSeen, fields: Fields) -> tuple[str, bool, str]:
    """Of the chosen cards: the words on the button, whether it plays them, and why not."""
    move = move_of(fields)
    if not move.get("cards"):
        return wanted(seen), False, ""
    refused = refusal_of(seen, move)
    if refused is None:
        return label_of(move), True, ""
    reason = refused.reason if isinstance(refused, IllegalMove) else ""
    if reason == "take_missing":
        return f"{label_of(move)}: {SHORT[reason]}", False, str(refused)
    return f"Play: {SHORT[reason]}" if reason in SHORT else wanted(seen), False, str(refused)


def label_of(play: Json) -> str:
    """ "Play 53 and take the seven of spades"."""
    words = f"Play {value_of(play['cards'])}"
    return f"{words} and take the {spoken([play['take']])}" if play.get("take") else words


def wanted(seen: TableSeen) -> str:
    """What is missing as long as no play is chosen."""
    if not seen.is_viewer_to_act:
        return "Play: not your turn yet"
    count = _size(seen)
    if not count:
        return "Play: 1 card needed"
    return f"Play: {count} or {count + 1} cards needed"


def _size(seen: TableSeen) -> int:
    middle = seen.view["middle"]
    return len(middle["cards"]) if middle else 0


def _taken(fields: Fields) -> str:
    """The form writes ">5H", so that a card to take is told from one to play."""
    return next(iter(fields.get("take", ())), "").removeprefix(">")


def _choices(seen: TableSeen) -> list[str]:
    """The beaten cards among which one is chosen; a single one goes without saying."""
    middle = seen.view["middle"]
    names = list(dict.fromkeys(middle["cards"])) if middle else []
    return names if len(names) > 1 else []


def _takes(seen: TableSeen, fields: Fields) -> tuple[HandCard, ...]:
    return toggles(_choices(seen), None, (_taken(fields),), "t")


def _count_words(seen: TableSeen, plays: Sequence[Json]) -> str:
    if not seen.is_viewer_to_act:
        return ""
    if not _size(seen):
        return "You lead with one card, or with your whole hand if it is one suit or one rank."
    count = len({key_of(play["cards"]) for play in plays})
    if not count:
        return "You have nothing that beats it."
    return "1 set beats it:" if count == 1 else f"{count} sets beat it:"


def _idle_words(seen: TableSeen, count: int) -> str:
    """What follows the names of cards that have no play."""
    verb = "is" if count == 1 else "are"
    middle = seen.view["middle"]
    return f"{verb} in no set that beats {middle['value']}." if middle else f"{verb} in no lead."


def _key(seen: TableSeen, play: Json) -> str:
    """The card of a beaten single is taken without being chosen."""
    return key_of(play["cards"], play.get("take") if _choices(seen) else None)


def _suggestions(seen: TableSeen, plays: Sequence[Json]) -> tuple[Suggestion, ...]:
    """Every set once, though what is taken for it is still to be chosen; the lowest first."""
    first: dict[str, Json] = {}
    for play in plays:
        first.setdefault(key_of(play["cards"]), play)
    return tuple(Suggestion(tuple(one["cards"]), _key(seen, one)) for one in first.values())
