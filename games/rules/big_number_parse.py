"""Big Number: moves as JSON that came from outside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from .big_number_cards import CARD_NAMES, CardSet, card_named, multiset
from .big_number_state import PASS, Move, Play
from .cards import shown
from .protocol import Json, MoveNotUnderstood


def parse(json: Json, decks: int) -> Move:
    """Raises MoveNotUnderstood."""
    kind = json.get("type") if isinstance(json, dict) else None
    if kind == "pass":
        _require_keys(json, {"type"})
        return PASS
    if kind == "play":
        _require_keys(json, {"type", "cards"}, optional={"take"})
        take = json.get("take")
        cards = _parse_cards(json["cards"], decks)
        return Play(cards, None if take is None else card_named(take))
    raise MoveNotUnderstood(
        'A move is {"type":"play","cards":[...],"take":"5H"} or {"type":"pass"}; '
        f"{shown(json if kind is None else kind)} came."
    )


def _require_keys(
    json: Mapping[str, Json], keys: set[str], optional: frozenset[str] | set[str] = frozenset()
) -> None:
    odd = (keys - set(json)) | (set(json) - keys - optional)
    if not odd:
        return
    names = ", ".join(sorted(keys)) + "".join(f" and at will {name}" for name in sorted(optional))
    about = f"; mind {shown(next(iter(odd)))}" if len(odd) == 1 else ""
    raise MoveNotUnderstood(f"A move of this type has the keys {names}{about}.")


def _parse_cards(json: Json, decks: int) -> CardSet:
    if not isinstance(json, list) or not json:
        raise MoveNotUnderstood('"cards" is a list with at least one card, such as ["6S"].')
    cards = Counter(map(card_named, json))
    card, often = cards.most_common(1)[0]
    if often > decks:
        known = "once" if decks == 1 else "twice"
        raise MoveNotUnderstood(
            f"{CARD_NAMES[card]} is named {often} times, but the pack holds it only {known}.",
            "duplicate_card",
        )
    return CardSet(multiset(cards.elements()))
