"""Scripts as they travel: joined where every page needs them, ours without their comments.

Each request saved is a wait saved. A joined file lies under `VAR_DIR` and is made anew whenever
static files are looked for. `collectstatic` takes it like any other.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.checks import CheckMessage
from django.core.files.storage import FileSystemStorage

JOINED = {
    "web/site.js": (
        ("django_htmx", "django_htmx/htmx-2.min.js"),
        ("django_htmx", "django_htmx/ext/hx-sse-2.min.js"),
        ("web", "web/podium.js"),
    ),
    "web/seat.js": (("web", "web/play.js"),),
    "web/event.js": (("web", "web/bracket.js"),),
}
"""Name of the joined file -> (app, static file) of each part, in order."""

# A part may end without one, and what follows it may begin with a bracket.
BETWEEN = ";\n"


def joined(name: str) -> str:
    """The text of a joined file."""
    return BETWEEN.join(_part(app, part) for app, part in JOINED[name])


def _part(app: str, part: str) -> str:
    text = (Path(apps.get_app_config(app).path) / "static" / part).read_text("utf-8")
    return bare(text) if app == "web" else text


def bare(script: str) -> str:
    """Without indentation and lines of comment; our scripts have no text over several lines."""
    lines = map(str.strip, script.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


class JoinedFinder(BaseFinder):
    """Finds joined files beside those that lie in apps."""

    def __init__(self) -> None:
        self.place: Path = settings.VAR_DIR / "joined"
        self.storage = FileSystemStorage(location=self.place)

    def check(self, **_: object) -> list[CheckMessage]:
        return []

    def find(self, path: str, find_all: bool = False) -> Any:  # noqa: ANN401 -- one, or a list
        if path not in JOINED:
            return []
        found = str(self._made(path))
        return [found] if find_all else found

    def list(self, _: Iterable[str] | None) -> Iterable[tuple[str, FileSystemStorage]]:
        for name in JOINED:
            self._made(name)
            yield name, self.storage

    def _made(self, name: str) -> Path:
        """Whole or not at all: another process may be reading it."""
        path, text = self.place / name, joined(name)
        if path.exists() and path.read_text("utf-8") == text:
            return path
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_suffix(f".{os.getpid()}")
        half.write_text(text, "utf-8")
        half.replace(path)
        return path
