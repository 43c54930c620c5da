"""What a request may hold, said once: read strictly, and described in OpenAPI."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from api.problems import BadInput

Json = Any
REQUIRED = object()
LARGEST = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Field:
    """One value: `read` gives it back or raises ValueError with what was expected."""

    read: Callable[[Json], Json]
    schema: Mapping[str, Json]
    default: Json = REQUIRED

    @property
    def is_required(self) -> bool:
        return self.default is REQUIRED


class Fields:
    """The keys of an object, each with its Field; others are refused."""

    def __init__(self, **fields: Field) -> None:
        self.fields = fields

    def read(self, value: Json) -> dict[str, Any]:
        """Raises BadInput, naming the field."""
        if not isinstance(value, dict):
            raise BadInput(f"The body is an object with {self._keys()}, not {shown(value)}.")
        unknown = next((key for key in value if key not in self.fields), None)
        if unknown is not None:
            raise BadInput(
                f"{unknown[:40]!a} is not known here; known: {self._keys()}.",
                extras={"field": unknown[:40]},
            )
        return {name: self._one(name, field, value) for name, field in self.fields.items()}

    def _one(self, name: str, field: Field, value: Mapping[str, Json]) -> Json:
        if name not in value:
            if field.is_required:
                raise BadInput(f"{name} is missing.", extras={"field": name})
            return field.default
        try:
            return field.read(value[name])
        except ValueError as error:
            raise BadInput(
                f"{name} is {error}, not {shown(value[name])}.", extras={"field": name}
            ) from error

    def _keys(self) -> str:
        return ", ".join(self.fields) or "no keys"

    def schema(self) -> dict[str, Json]:
        required = [name for name, field in self.fields.items() if field.is_required]
        return {
            "type": "object",
            "properties": {name: dict(field.schema) for name, field in self.fields.items()},
            "additionalProperties": False,
            **({"required": required} if required else {}),
        }


def shown(value: Json) -> str:
    """A refused value as JSON writes it, cut short."""
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def whole(
    least: int = 0, most: int = LARGEST, *, default: Json = REQUIRED, about: str = ""
) -> Field:
    """A whole number; 3.0 and "3" and true are none."""

    def read(value: Json) -> int:
        if type(value) is int and least <= value <= most:
            return value
        raise ValueError(f"a whole number from {least} to {most}")

    schema = {"type": "integer", "minimum": least, "maximum": most}
    return Field(read, _described(schema, about, default), default)


def text(most: int = 200, *, default: Json = REQUIRED, about: str = "") -> Field:
    """A string; what it may say is the action's business."""

    def read(value: Json) -> str:
        if isinstance(value, str) and len(value) <= most and "\0" not in value:
            return value
        raise ValueError(f"a text of at most {most} characters")

    schema = {"type": "string", "maxLength": most}
    return Field(read, _described(schema, about, default), default)


def one_of(*words: str, default: Json = REQUIRED, about: str = "") -> Field:
    def read(value: Json) -> str:
        if isinstance(value, str) and value in words:
            return value
        raise ValueError(f"one of {', '.join(words)}")

    schema = {"type": "string", "enum": list(words)}
    return Field(read, _described(schema, about, default), default)


def flag(*, default: Json = REQUIRED, about: str = "") -> Field:
    def read(value: Json) -> bool:
        if isinstance(value, bool):
            return value
        raise ValueError("true or false")

    return Field(read, _described({"type": "boolean"}, about, default), default)


def mapping(*, default: Json = REQUIRED, about: str = "") -> Field:
    """An object of anything; its reader is the rules' or the format's."""

    def read(value: Json) -> dict[str, Any]:
        if isinstance(value, dict):
            return value
        raise ValueError("an object")

    return Field(read, _described({"type": "object"}, about, default), default)


def texts(most: int, *, default: Json = REQUIRED, about: str = "") -> Field:
    """A list of short strings."""

    def read(value: Json) -> list[str]:
        fits = isinstance(value, list) and 1 <= len(value) <= most
        if fits and all(isinstance(word, str) and len(word) <= 40 for word in value):
            return list(value)
        raise ValueError(f"a list of 1 to {most} texts of at most 40 characters")

    schema = {
        "type": "array",
        "items": {"type": "string", "maxLength": 40},
        "minItems": 1,
        "maxItems": most,
    }
    return Field(read, _described(schema, about, default), default)


def objects(most: int, *, default: Json = REQUIRED, about: str = "") -> Field:
    """A list of objects of anything; their reader is the action's."""

    def read(value: Json) -> list[dict[str, Any]]:
        fits = isinstance(value, list) and len(value) <= most
        if fits and all(isinstance(each, dict) for each in value):
            return list(value)
        raise ValueError(f"a list of at most {most} objects")

    schema = {"type": "array", "items": {"type": "object"}, "maxItems": most}
    return Field(read, _described(schema, about, default), default)


def instant(*, default: Json = REQUIRED, about: str = "") -> Field:
    """A date and time with its offset from UTC."""

    def read(value: Json) -> dt.datetime:
        wanted = "a date and time with offset, such as 2031-05-01T19:00:00Z"
        if not isinstance(value, str) or len(value) > 40:
            raise ValueError(wanted)
        try:
            found = dt.datetime.fromisoformat(value).astimezone(dt.UTC)
        except (ValueError, OverflowError) as error:
            raise ValueError(wanted) from error
        if dt.datetime.fromisoformat(value).tzinfo is None:
            raise ValueError(wanted)
        return found

    return Field(
        read, _described({"type": "string", "format": "date-time"}, about, default), default
    )


def hexadecimal(most_bytes: int, *, default: Json = REQUIRED, about: str = "") -> Field:
    """Bytes, two hexadecimal digits each."""

    def read(value: Json) -> bytes:
        wanted = f"an even number of hexadecimal digits, at most {2 * most_bytes}"
        if not isinstance(value, str) or len(value) > 2 * most_bytes:
            raise ValueError(wanted)
        try:
            return bytes.fromhex(value) if not set(value) & set(" \t\n\r\f\v") else _no(wanted)
        except ValueError as error:
            raise ValueError(wanted) from error

    schema = {"type": "string", "pattern": "^([0-9a-fA-F]{2})*$", "maxLength": 2 * most_bytes}
    return Field(read, _described(schema, about, default), default)


def anything(*, about: str = "") -> Field:
    """Any JSON: the rules read it."""
    return Field(lambda value: value, _described({}, about, REQUIRED))


def from_text(field: Field) -> Field:
    """The same for a query parameter, where numbers come as digits."""

    def read(value: Json) -> Json:
        if not value.isascii() or not value.isdigit() or len(value) > 10:
            return field.read(None)
        return field.read(int(value))

    return Field(read, field.schema, field.default)


def _no(wanted: str) -> bytes:
    raise ValueError(wanted)


def _described(schema: dict[str, Json], about: str, default: Json) -> dict[str, Json]:
    if about:
        schema["description"] = about
    if default is not REQUIRED and isinstance(default, str | int | bool | list):
        schema["default"] = default
    return schema
