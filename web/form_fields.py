"""Fields of a form that follows what was chosen in it, and how what was sent is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

YES = "on"


@dataclass(frozen=True, slots=True)
class Field:
    """`kind` is text, area, number, check, days, date, select or time.

    `choices` are values with words; of days, those whose values `value` lists are chosen.
    """

    name: str
    label: str
    kind: str
    value: str = ""
    help: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    reloads: bool = False
    # What is asked further depends on it.
    error: str = ""
    most: int = 2000
    # Characters in an area.


@dataclass(frozen=True, slots=True)
class Panel:
    """Fields under one heading."""

    title: str
    fields: tuple[Field, ...]


@dataclass(slots=True)
class EventForm:
    """What was sent, read field by field; `problem` is the first value that cannot be read."""

    sent: Mapping[str, str]
    panels: list[Panel] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    problem: tuple[str, str] | None = None
    missing: tuple[str, str] | None = None
    # What has still to be said before it can be set up; no error of a form that is being filled.
    series: dict[str, Any] | None = None
    # When it comes again and again; None: once.
    entrants: int = 8

    def text(self, name: str) -> str:
        return str(self.sent.get(name, "")).strip()

    def whole(self, name: str, usual: Any) -> Any:  # noqa: ANN401 - whole or none
        text = self.text(name)
        if not text:
            return usual
        if text.isascii() and text.isdigit() and len(text) < 10:
            return int(text)
        self.blame(name, f"Expected a whole number, not {text[:20]!r}.")
        return usual

    def blame(self, name: str, message: str) -> None:
        """The value of that field cannot be read."""
        self.problem = self.problem or (name, message)

    def ask(self, name: str, message: str) -> None:
        """That field has still to be filled."""
        self.missing = self.missing or (name, message)

    def refused(self, name: str, message: str) -> bool:
        """Put the sentence beside the field of that name; False if there is no such field."""
        found = False
        for index, panel in enumerate(self.panels):
            fields = tuple(
                replace(each, error=message) if each.name == name else each for each in panel.fields
            )
            found = found or fields != panel.fields
            self.panels[index] = replace(panel, fields=fields)
        return found


def checked(is_on: bool) -> str:
    return YES if is_on else ""


def label_of(name: str) -> str:
    return name.replace("_", " ").capitalize()
