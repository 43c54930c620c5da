"""What every page knows: how it is to look, who looks, and where it stands."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from games.queries import urgent_tables
from web.viewer import viewer_of

THEMES = ("light", "dark", "system")
SUITS = ("four", "two")


def page(request: HttpRequest) -> dict[str, Any]:
    viewer = viewer_of(request)
    return {
        "theme": chosen(request, "theme", THEMES, "system"),
        "suits": chosen(request, "suits", SUITS, "four"),
        "viewer": viewer,
        # Asked only by pages with a top bar.
        "own_turns": lambda: urgent_tables(viewer.player_id) if viewer.player_id else [],
        "is_sign_up_open": settings.SIGN_UP != "closed",
    }


def chosen(request: HttpRequest, name: str, allowed: tuple[str, ...], default: str) -> str:
    """A cookie's value if it is one that we set."""
    value = request.COOKIES.get(name, default)
    return value if value in allowed else default
