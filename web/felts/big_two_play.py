"""Big Two from a seat: its hand, what its cards are good for, and the words on the button."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.protocol import IllegalMove, Json
from games.seen import TableSeen
from web.felts.asking import moves_of, refusal_of
from web.felts.big_two_words import play_words
from web.felts.hand import Fields, Panel, Suggestion, hand_rows, key_of, named

LONG_KIND = {1: "single", 2: "pair", 3: "triple", 5: "five-card play"}
SHORT = {
    "too_low": "too low",
    "not_a_combination": "no combination",
    "must_include": "the lowest card is missing",
    "not_in_hand": "not in your hand",
}


def move_of(fields: Fields) -> Json:
    """The move that the form asks for."""
    if "pass" in fields:
        return {"type": "pass"}
    return {"type": "play", "cards": list(fields.get("card", ()))}


def panel_of(seen: TableSeen, fields: Fields, *, helps: bool) -> Panel:
    """The seat's own cards, and what the chosen ones amount to."""
    moves = moves_of(seen)
    plays = [move for move in moves if move["type"] == "play"]
    useful = {card for play in plays for card in play["cards"]}
    chosen, hand = fields.get("card", ()), seen.view["hand"] or ()
    label, is_ready, why = told(seen, fields) if chosen else (wanted(seen), False, "")
    idle = tuple(card for card in hand if card not in useful) if helps and plays else ()
    return Panel(
        rows=hand_rows(hand, useful if helps and moves else None, chosen),
        plays=named(plays, lambda play: key_of(play["cards"]), label_of),
        label=label,
        none=wanted(seen),
        is_ready=is_ready,
        why=why,
        can_pass=any(move["type"] == "pass" for move in moves),
        count_words=_count_words(seen, len(plays)) if helps else "",
        suggestions=_suggestions(plays) if helps else (),
        idle=idle,
        idle_words=_idle_words(seen, len(idle)),
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
    return f"Play: {SHORT[reason]}" if reason in SHORT else wanted(seen), False, str(refused)


def label_of(play: Json) -> str:
    """ "Play straight to the king", "Play pair of nines"."""
    words = play_words(play["cards"])
    return f"Play pair of {words}" if len(play["cards"]) == 2 else f"Play {words}"


def wanted(seen: TableSeen) -> str:
    """What is missing as long as no play is chosen."""
    if not seen.is_viewer_to_act:
        return "Play: not your turn yet"
    size = _size(seen)
    if not size:
        return "Play: choose cards"
    return "Play: 1 card needed" if size == 1 else f"Play: {size} cards needed"


def _size(seen: TableSeen) -> int:
    table = seen.view["table"]
    return len(table["cards"]) if table else 0


def _count_words(seen: TableSeen, count: int) -> str:
    if not seen.is_viewer_to_act:
        return ""
    if not _size(seen):
        must = seen.view["must"]
        return "You lead." if must is None else "You lead, with your lowest card."
    if not count:
        return "You have nothing that beats it."
    return "1 play beats it:" if count == 1 else f"{count} plays beat it:"


def _idle_words(seen: TableSeen, count: int) -> str:
    """What follows the names of cards that have no play."""
    table = seen.view["table"]
    verb = "is" if count == 1 else "are"
    if not table:
        return f"{verb} in no play that you may lead."
    kind, words = LONG_KIND[_size(seen)], play_words(table["cards"])
    pair = "a pair of " if _size(seen) == 2 else ""
    return f"{verb} in no {kind} that beats {pair}{words}."


def _suggestions(plays: Sequence[Json]) -> tuple[Suggestion, ...]:
    """As the rules list them, so the lowest first."""
    return tuple(Suggestion(tuple(play["cards"]), key_of(play["cards"])) for play in plays[:64])
