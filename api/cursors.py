"""Cursors: where a list goes on, in a form that tells the client nothing and cannot be made up."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from django.conf import settings

from api.fields import Field, from_text, text, whole
from api.problems import BadCursor

MARK = 8  # Bytes that prove that we made it.
T = TypeVar("T")

LIMIT = from_text(whole(1, 100, default=50, about="How many lines."))
CURSOR = text(400, default=None, about="Where to go on: `next` of the page before.")


def page_fields() -> dict[str, Field]:
    """The two parameters of every list."""
    return {"limit": LIMIT, "cursor": CURSOR}


def page(
    kind: str,
    lines: Sequence[T],
    limit: int,
    key_of: Callable[[T], Any],
    shape: Callable[[T], Any],
) -> dict[str, Any]:
    """A page of a list asked for `limit + 1` lines: the one too many tells that there is more."""
    kept = lines[:limit]
    more = len(lines) > limit
    return {
        "items": [shape(line) for line in kept],
        "next": cursor_of(kind, key_of(kept[-1])) if more else None,
    }


def numbered(
    kind: str, lines: Sequence[T], query: Mapping[str, Any], shape: Callable[[T], Any]
) -> dict[str, Any]:
    """A page of a list that is worked out whole; its cursor counts lines."""
    begin = key_of(kind, query["cursor"]) or 0
    end = begin + query["limit"]
    return {
        "items": [shape(line) for line in lines[begin:end]],
        "next": cursor_of(kind, end) if end < len(lines) else None,
    }


def cursor_of(kind: str, key: Any) -> str:  # noqa: ANN401 -- a key of any list
    plain = json.dumps(key, separators=(",", ":")).encode()
    mark = _mark(kind, plain)
    return base64.urlsafe_b64encode(mark + _veiled(mark, plain)).decode().rstrip("=")


def key_of(kind: str, cursor: str | None) -> Any:  # noqa: ANN401 -- as above
    """The key after which the list goes on, None to begin. Raises BadCursor."""
    if cursor is None:
        return None
    try:
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raw = b""
    mark, plain = raw[:MARK], _veiled(raw[:MARK], raw[MARK:])
    if len(raw) <= MARK or not hmac.compare_digest(mark, _mark(kind, plain)):
        raise BadCursor("This cursor was not given out for this list; begin without one.")
    return json.loads(plain)


def _mark(kind: str, plain: bytes) -> bytes:
    return _digest(kind.encode() + b"\0" + plain)[:MARK]


def _veiled(mark: bytes, text: bytes) -> bytes:
    veil = b""
    while len(veil) < len(text):
        veil += _digest(b"veil\0" + mark + len(veil).to_bytes(4, "big"))
    return bytes(one ^ other for one, other in zip(text, veil, strict=False))


def _digest(text: bytes) -> bytes:
    return hmac.new(
        settings.SECRET_KEY.encode(), b"podium.cursor\0" + text, hashlib.sha256
    ).digest()
