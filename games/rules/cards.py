"""Reading and naming playing cards: rank then suit, two characters, upper case (`TS`)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from .protocol import Json, MoveNotUnderstood

SUIT_SIGNS = {"D": "♦", "C": "♣", "H": "♥", "S": "♠"}
SUIT_WORDS = {"D": "diamonds", "C": "clubs", "H": "hearts", "S": "spades"}
SHOWN_CHARACTERS = 12


def spellings_of(names: Sequence[str]) -> dict[str, int]:
    """Every accepted spelling of a pack's cards, and the index of the card in `names`.

    A table and not a rule over characters: upper-casing would let strangers in ("ſ" becomes "S").
    """
    return {spelling: index for index, name in enumerate(names) for spelling in _spellings(*name)}


def read_card(value: Json, spellings: Mapping[str, int]) -> int:
    """The card that a JSON value names. Raises MoveNotUnderstood (`bad_card`)."""
    if not isinstance(value, str):
        raise MoveNotUnderstood(f'A card is a text such as "3D"; {shown(value)} came.', "bad_card")
    if value in spellings:
        return spellings[value]
    if value[1:] + value[:1] in spellings:
        raise MoveNotUnderstood(
            f'Write the rank first and the suit last: "{value[1:]}{value[:1]}", not "{value}".',
            "bad_card",
        )
    raise MoveNotUnderstood(
        f'A card of this game is a rank and a suit, such as "3D"; {shown(value)} came.', "bad_card"
    )


def shown(value: Json) -> str:
    """A short harmless picture of a value that came from outside, as JSON writes it."""
    if isinstance(value, str):
        cut = value if len(value) <= SHOWN_CHARACTERS else value[:SHOWN_CHARACTERS] + "…"
        return json.dumps(cut, ensure_ascii=not cut.isprintable())
    if value is None or isinstance(value, bool | int | float):
        return json.dumps(value)[:SHOWN_CHARACTERS]
    return "a list" if isinstance(value, list) else "an object"


def _spellings(rank: str, suit: str) -> Iterator[str]:
    ranks = {rank, rank.lower()} | ({"10"} if rank == "T" else set())
    for rank_text in sorted(ranks):
        for suit_text in (suit, suit.lower(), SUIT_SIGNS[suit]):
            yield rank_text + suit_text
