"""One stream a page: units of HTML, sent anew when they differ from what was sent before.

Rows are the source; a nudge only says "look again", and losing one costs LOOK_SECONDS.
"""

from __future__ import annotations

import asyncio
import logging
import re
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass

from asgiref.sync import sync_to_async
from django.db import connections
from django.http import Http404, StreamingHttpResponse

from games import hub

logger = logging.getLogger(__name__)

LOOK_SECONDS = 2.0
PING_SECONDS = 7.0
LEAST_BETWEEN_LOOKS = 0.15  # a burst of moves is shown together
MOST_SECONDS = 3_600.0  # then the browser connects again, with whatever login it has by then

# The instant of a look is in every clock; alone it makes no news.
INSTANT = re.compile(r' data-now="\d+"')


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a page shows now: units[event name] is HTML; after `is_over` nothing will change."""

    units: Mapping[str, str]
    is_over: bool = False


Look = Callable[[], Snapshot]


def streamed(look: Look, *topics: str) -> StreamingHttpResponse:
    """An answer that goes on until the snapshot is over or the browser leaves."""
    response = StreamingHttpResponse(_frames(look, topics), content_type="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


async def _frames(look: Look, topics: tuple[str, ...]) -> AsyncIterator[str]:
    sent: dict[str, str] = {}
    began = spoke = time.monotonic()
    await hub.let_the_thread_go()
    with hub.listening(*topics) as bell:
        while time.monotonic() - began < MOST_SECONDS:
            try:
                snapshot = await looked(look)
            except Http404:
                break
            for name, html in changed(snapshot, sent):
                spoke = time.monotonic()
                yield frame(name, html)
            if snapshot.is_over:
                break
            if time.monotonic() - spoke >= PING_SECONDS - 1:
                spoke = time.monotonic()
                yield frame("ping", str(round(time.time() * 1000)))
            await bell.wait(LOOK_SECONDS)
            await asyncio.sleep(LEAST_BETWEEN_LOOKS)
    yield frame("over", "")


class Shared:
    """Looks that are the same for many watchers: whoever comes a moment later gets the last one.

    A look follows its nudge by LEAST_BETWEEN_LOOKS at least, so that one made within SAME_SECONDS
    was made after the nudge. Only for what everybody may see.
    """

    SAME_SECONDS = 0.1
    MOST = 500

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._making: dict[str, threading.Lock] = {}
        self._made: dict[str, tuple[float, Snapshot]] = {}

    def look(self, key: str, look: Look) -> Snapshot:
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
        with making:
            made_at, snapshot = self._made.get(key, (0.0, None))
            if snapshot is None or time.monotonic() - made_at > self.SAME_SECONDS:
                made_at, snapshot = time.monotonic(), look()
                self._keep(key, made_at, snapshot)
        return snapshot

    def _keep(self, key: str, made_at: float, snapshot: Snapshot) -> None:
        with self._lock:
            if len(self._made) >= self.MOST:
                self._made.clear()
                self._making.clear()
            self._made[key] = (made_at, snapshot)


shared = Shared()


async def looked(look: Look) -> Snapshot:
    """A look in a thread, whose connection goes back before anybody waits."""
    return await sync_to_async(_look_and_close, thread_sensitive=False)(look)


def _look_and_close(look: Look) -> Snapshot:
    try:
        return look()
    finally:
        connections.close_all()


def changed(snapshot: Snapshot, sent: dict[str, str]) -> list[tuple[str, str]]:
    """The units that differ from what was sent; notes them as sent."""
    news = []
    for name, html in snapshot.units.items():
        signature = INSTANT.sub("", html)
        if sent.get(name) != signature:
            sent[name] = signature
            news.append((name, html))
    return news


def frame(name: str, data: str) -> str:
    """One message of an event stream; every line of its data has the field's name before it."""
    lines = "".join(f"data: {line}\n" for line in data.splitlines() or [""])
    return f"event: {name}\n{lines}\n"
