"""Waiting for news without holding a thread or a connection: a bell for each who waits.

A nudge may be lost (Redis is wiped, a process dies), so a watch asks the database once a second
what concerns anybody who waits in this process, in a few statements for all of them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol, TypeVar
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from django.db import DatabaseError, connections
from django.http import HttpRequest

from api.fields import from_text, whole
from games.hub import Bell, let_the_thread_go, listening
from games.queries import players_to_act, plies_of
from players.queries import tokens_in_use

T = TypeVar("T")
logger = logging.getLogger(__name__)

LONGEST_WAIT = 25
WATCH_EVERY_SECONDS = 1.0
# Few threads: each look is a millisecond, and each holds a connection of the pool.
_lookers = ThreadPoolExecutor(4, thread_name_prefix="looks")

WAIT = from_text(
    whole(0, LONGEST_WAIT, default=0, about="Seconds to wait until there is something to tell.")
)


class Look(Protocol):
    """Runs a question to the database outside the event loop."""

    def __call__(self, question: Callable[[], T]) -> Awaitable[T]: ...


@dataclass(frozen=True, slots=True)
class Awaited:
    """What is waited for: a player's turn, or a ply after `ply` at a table; by what token."""

    player_id: int | None = None
    table_id: int | None = None
    ply: int = 0
    token_id: int | None = None

    @property
    def topic(self) -> str:
        return f"table:{self.table_id}" if self.table_id else f"player:{self.player_id}"


def looking(request: HttpRequest) -> Look:
    """How this request asks the database: who waits may keep neither thread nor connection."""
    return _look_apart if request.GET.get("wait", "0") not in {"", "0"} else _look_here


async def until(
    look: Callable[[], Awaitable[tuple[bool, T]]], seconds: float, awaited: Awaited
) -> T:
    """What `look` sees once it says that it is enough, or when the time is over."""
    ends = time.monotonic() + seconds
    await let_the_thread_go()
    with listening(awaited.topic) as bell, _watching(awaited, bell):
        while True:
            enough, seen = await look()
            left = ends - time.monotonic()
            if enough or left <= 0:
                return seen
            await bell.wait(left)


async def _look_here(question: Callable[[], T]) -> T:
    return await sync_to_async(question)()


async def _look_apart(question: Callable[[], T]) -> T:
    def ask() -> T:
        try:
            return question()
        finally:
            connections.close_all()

    return await sync_to_async(ask, thread_sensitive=False, executor=_lookers)()


# ------------------------------------------------------------------ the watch


class _Watch:
    """Rings for what happened without a nudge; one for each event loop, while somebody waits."""

    def __init__(self) -> None:
        self.waiting: dict[Bell, Awaited] = {}
        self.task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        if self.task is None or self.task.done():
            self.task = asyncio.get_running_loop().create_task(self._watch())

    async def _watch(self) -> None:
        while self.waiting:
            await asyncio.sleep(WATCH_EVERY_SECONDS)
            waiting = dict(self.waiting)
            try:
                rung = await _look_apart(lambda: _with_news(waiting))  # noqa: B023 - run at once
            except DatabaseError:
                logger.warning("the watch over those who wait could not ask; it asks again")
                continue
            for bell in rung:
                bell.ring()


_watches: WeakKeyDictionary[asyncio.AbstractEventLoop, _Watch] = WeakKeyDictionary()


@contextmanager
def _watching(awaited: Awaited, bell: Bell) -> Iterator[None]:
    watch = _watches.setdefault(asyncio.get_running_loop(), _Watch())
    watch.waiting[bell] = awaited
    watch.begin()
    try:
        yield
    finally:
        del watch.waiting[bell]


def _with_news(waiting: dict[Bell, Awaited]) -> list[Bell]:
    """The bells of those for whom there is something to see, or whose token is gone."""
    everybody = waiting.values()
    to_act = players_to_act({one.player_id for one in everybody if one.player_id})
    plies = plies_of({one.table_id for one in everybody if one.table_id})
    in_use = tokens_in_use({one.token_id for one in everybody if one.token_id})
    return [
        bell
        for bell, one in waiting.items()
        if one.player_id in to_act
        or (one.table_id and plies.get(one.table_id, one.ply + 1) > one.ply)
        or (one.token_id and one.token_id not in in_use)
    ]
