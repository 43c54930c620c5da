"""Cursors: the place in a list where the next page begins, as text without meaning for others."""

from __future__ import annotations

import base64
import json
from typing import Any

from ratings.errors import BadCursor


def dump_cursor(*values: str | int | float) -> str:
    text = json.dumps(values, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def load_cursor(cursor: str, *types: type) -> list[Any]:
    """The values that went in; raises BadCursor if they are not of these types."""
    try:
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        values = json.loads(raw)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, list) or [type(value) for value in values] != list(types):
        raise BadCursor(f"No page of this list ends at {cursor[:80]!r}.")
    return values
