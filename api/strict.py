"""JSON bodies, read with suspicion: size, kind and depth are checked before any parsing."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from django.http import HttpRequest
from django.http.request import UnreadablePostError

from api.problems import BadJson, BadRequest, BodyTooLarge, WrongContentType

MOST_BYTES = 16 * 1024
DEEPEST = 20
CHUNKS = re.compile(rb'"(?:[^"\\]|\\.)*"?|[\[{]|[\]}]', re.DOTALL)
SURROGATE = re.compile("[\ud800-\udfff]")


def body_of(request: HttpRequest) -> Any:  # noqa: ANN401 -- whatever the JSON says
    """The JSON of the body, `{}` for none at all.

    Raises BodyTooLarge, WrongContentType, BadJson.
    """
    raw = _bytes_of(request)
    if not raw.strip():
        return {}
    if request.content_type != "application/json":
        raise WrongContentType(
            f"Send application/json, not {request.content_type or 'a body without a type'}."
        )
    return parsed(raw)


def parsed(raw: bytes) -> Any:  # noqa: ANN401 -- whatever the JSON says
    """Raises BadJson."""
    _refuse_depth(raw)
    try:
        value = json.loads(
            raw.decode(),
            object_pairs_hook=_object,
            parse_constant=_refuse_constant,
            parse_float=_float,
        )
    except UnicodeDecodeError as error:
        raise BadJson(f"The body is not UTF-8 (byte {error.start}).") from error
    except json.JSONDecodeError as error:
        raise BadJson(
            f"The body is no JSON: {error.msg} (line {error.lineno}, column {error.colno})."
        ) from error
    except ValueError as error:  # An integer of thousands of digits.
        raise BadJson("A number in the body is too long.") from error
    _refuse_text(value)
    return value


def _bytes_of(request: HttpRequest) -> bytes:
    stated = request.META.get("CONTENT_LENGTH") or "0"
    if stated.isdigit() and int(stated) > MOST_BYTES:
        raise BodyTooLarge(f"A body is at most {MOST_BYTES} bytes; this one has {stated}.")
    try:
        raw = request.read(MOST_BYTES + 1)
    except UnreadablePostError as error:
        raise BadRequest("The body broke off.") from error
    if len(raw) > MOST_BYTES:
        raise BodyTooLarge(f"A body is at most {MOST_BYTES} bytes; this one has more.")
    return raw


def _refuse_depth(raw: bytes) -> None:
    """Before parsing: the parser would run out of stack, or of patience."""
    depth = 0
    for chunk in CHUNKS.finditer(raw):
        first = chunk.group()[:1]
        if first in b"[{":
            depth += 1
        elif first in b"]}":
            depth -= 1
        if depth > DEEPEST:
            raise BadJson(f"The body is nested more than {DEEPEST} deep.")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise BadJson(f"The key {key[:40]!a} stands twice in one object.")
        made[key] = value
    return made


def _refuse_constant(word: str) -> None:
    raise BadJson(f"{word} is no JSON number.")


def _float(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise BadJson(f"The number {text[:20]} is too large.")
    return value


def _refuse_text(value: Any) -> None:  # noqa: ANN401 -- JSON
    """NUL and half characters are refused: no database keeps them."""
    if isinstance(value, str):
        if "\0" in value or SURROGATE.search(value):
            raise BadJson("A text in the body holds NUL or half a character.")
    elif isinstance(value, dict):
        for key, inner in value.items():
            _refuse_text(key)
            _refuse_text(inner)
    elif isinstance(value, list):
        for inner in value:
            _refuse_text(inner)
