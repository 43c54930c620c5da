"""The form that opens a table: what a game offers, and what was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from games.rules.protocol import Json
from games.rules.registry import AnyRules

PATIENCE = (15, 30, 60, 120, 300, 3_600, 86_400)
USUAL_PATIENCE = 60
ON_OFF = {"True": "yes", "False": "no"}


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    words: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class OptionField:
    """An option of the game; the first choice leaves it to the game."""

    name: str
    words: str
    text: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class OpeningForm:
    code: str
    name: str
    seats: tuple[int, ...]
    seat_count: int
    patience_seconds: int
    patience: tuple[int, ...]
    casual: bool
    fields: tuple[OptionField, ...]
    options: Mapping[str, Json]
    filler: str


def opening_form(rules: type[AnyRules], sent: QueryDict) -> OpeningForm:
    """The form of a game as it was sent; empty where nothing was."""
    seats = tuple(range(rules.min_seats, rules.max_seats + 1))
    return OpeningForm(
        code=rules.code,
        name=rules.name,
        seats=seats,
        seat_count=_number(sent, "seats", min(4, seats[-1])),
        patience_seconds=_number(sent, "patience", USUAL_PATIENCE),
        patience=PATIENCE,
        casual="casual" in sent,
        fields=tuple(_field(option, sent) for option in rules.declared_options),
        options=dict(filter(None, (_chosen(one, sent) for one in rules.declared_options))),
        filler=sent.get("filler", ""),
    )


def _field(option: Any, sent: QueryDict) -> OptionField:  # noqa: ANN401 -- of any game
    wanted = sent.get(f"option-{option.name}", "")
    usual = Choice("", f"as usual ({_words(option.default)})", not wanted)
    choices = [Choice(str(one), _words(one), str(one) == wanted) for one in option.choices]
    words = option.name.replace("_", " ").capitalize()
    return OptionField(option.name, words, option.text, (usual, *choices))


def _chosen(option: Any, sent: QueryDict) -> tuple[str, Json] | None:  # noqa: ANN401
    """The name and the value; what is no choice goes to the rules, which refuse it."""
    wanted = sent.get(f"option-{option.name}", "")
    if not wanted:
        return None
    return option.name, next((one for one in option.choices if str(one) == wanted), wanted)


def _words(choice: Json) -> str:
    return ON_OFF.get(str(choice), str(choice).replace("_", " "))


def _number(sent: QueryDict, name: str, usual: int) -> int:
    """-1, which nothing allows, for what is no number."""
    text = sent.get(name, "")
    if not text:
        return usual
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
