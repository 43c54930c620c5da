"""Answers: compact JSON, instants in UTC."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse


def json_response(
    shape: Any,  # noqa: ANN401 -- any shape of api shapes
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    content_type: str = "application/json",
) -> HttpResponse:
    body = json.dumps(shape, separators=(",", ":"), default=plain)
    response = HttpResponse(body, status=status, content_type=content_type, headers=headers)
    # Views differ by token, and none of them may linger in anybody's cache.
    response["Cache-Control"] = "no-store"
    return response


def plain(value: object) -> str:
    """JSON for what JSON has no form for."""
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat().replace("+00:00", "Z")
    raise TypeError(f"{type(value).__name__} has no JSON form here")
