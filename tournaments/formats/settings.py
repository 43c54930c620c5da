"""What a format can be told, declared once: it is checked, offered and explained from here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a config is refused: the field, and a sentence of what was expected and what came."""

    field: str
    message: str


@dataclass(frozen=True, slots=True)
class Setting:
    """A field of a config. `kind` is `whole` (from `low` to `high`), `choice`, `flag` or `choices`.

    `choices` as a kind is a list of different ones of the choices, in an order that counts.
    `says` is what an organiser has to know, as a sentence.
    """

    name: str
    kind: str
    default: Any
    says: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    @property
    def expects(self) -> str:
        """What may stand there, in words."""
        match self.kind:
            case "whole":
                return f"a whole number from {self.low} to {self.high}"
            case "flag":
                return "true or false"
            case "choice":
                return " or ".join(self.choices)
        return f"a list of {', '.join(self.choices)}"

    def accepts(self, value: object) -> bool:
        match self.kind:
            case "whole":
                return type(value) is int and self.low <= value <= self.high
            case "flag":
                return type(value) is bool
            case "choice":
                return value in self.choices
        return (
            isinstance(value, list)
            and len(set(map(str, value))) == len(value)
            and all(each in self.choices for each in value)
        )


def problems_of(
    settings: Sequence[Setting], config: Mapping[str, Any], name: str
) -> tuple[Problem, ...]:
    """What is wrong with a config by itself; `name` is that of the format."""
    known = {setting.name: setting for setting in settings}
    unknown = [
        Problem(field, f"{name} has no setting {field!r}; there are {', '.join(known) or 'none'}.")
        for field in sorted(map(str, set(config) - set(known)))
    ]
    wrong = [
        Problem(field, f"Expected {known[field].expects}, not {value!r}.")
        for field, value in config.items()
        if field in known and not known[field].accepts(value)
    ]
    return (*unknown, *wrong)


def spelled_out(settings: Sequence[Setting], config: Mapping[str, Any]) -> dict[str, Any]:
    """The config with every default filled in."""
    return {setting.name: config.get(setting.name, setting.default) for setting in settings}
