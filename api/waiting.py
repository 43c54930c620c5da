"""Waiting for news without holding a thread or a connection: a bell, and a look now and then."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from asgiref.sync import sync_to_async
from django.db import connections
from django.http import HttpRequest

from api.fields import from_text, whole
from games.hub import listening

T = TypeVar("T")

LONGEST_WAIT = 25
# A nudge may be lost (Redis is wiped, a process dies), so those who wait look by themselves.
LOOK_EVERY_SECONDS = 1.0
# Few threads: each look is a millisecond, and each holds a connection of the pool.
_lookers = ThreadPoolExecutor(8, thread_name_prefix="looks")

WAIT = from_text(
    whole(0, LONGEST_WAIT, default=0, about="Seconds to wait until there is something to tell.")
)


class Look(Protocol):
    """Runs a question to the database outside the event loop."""

    def __call__(self, question: Callable[[], T]) -> Awaitable[T]: ...


def looking(request: HttpRequest) -> Look:
    """How this request asks the database: who waits may keep neither thread nor connection."""
    return _look_apart if request.GET.get("wait", "0") not in {"", "0"} else _look_here


async def until(look: Callable[[], Awaitable[tuple[bool, T]]], seconds: float, *topics: str) -> T:
    """What `look` sees once it says that it is enough, or when the time is over."""
    ends = time.monotonic() + seconds
    with listening(*topics) as bell:
        while True:
            enough, seen = await look()
            left = ends - time.monotonic()
            if enough or left <= 0:
                return seen
            await bell.wait(min(left, LOOK_EVERY_SECONDS))


async def _look_here(question: Callable[[], T]) -> T:
    return await sync_to_async(question)()


async def _look_apart(question: Callable[[], T]) -> T:
    def ask() -> T:
        try:
            return question()
        finally:
            connections.close_all()

    return await sync_to_async(ask, thread_sensitive=False, executor=_lookers)()
