"""Wake-ups: somebody who waits is told to look again. Losing one costs a second, never a fact.

In one process the bells hang here; with Redis a nudge also reaches the other processes.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import redis
from asgiref.sync import SyncToAsync
from django.conf import settings
from django.db import connections, transaction

logger = logging.getLogger(__name__)

CHANNEL = "podium:nudges:"
QUIET_SECONDS = 2.0  # After a failed nudge Redis is left alone for so long.


class Bell:
    """Rings when one of its topics is announced; bound to the event loop that made it."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._rung = asyncio.Event()

    def ring(self) -> None:
        self._loop.call_soon_threadsafe(self._rung.set)

    @property
    def has_rung(self) -> bool:
        return self._rung.is_set()

    async def wait(self, timeout: float) -> bool:
        """True if it rang within `timeout` seconds (or since the last wait)."""
        try:
            await asyncio.wait_for(self._rung.wait(), timeout)
        except TimeoutError:
            return False
        self._rung.clear()
        return True


_bells: defaultdict[str, set[Bell]] = defaultdict(set)
_lock = threading.Lock()
_publisher: redis.Redis | None = None
_quiet_until = 0.0
_listener: threading.Thread | None = None


@contextmanager
def listening(*topics: str) -> Iterator[Bell]:
    """A bell for the topics. Look at the state after entering, then wait: nothing is missed."""
    bell = Bell()
    _hear_other_processes()
    with _lock:
        for topic in topics:
            _bells[topic].add(bell)
    try:
        yield bell
    finally:
        with _lock:
            for topic in topics:
                _bells[topic].discard(bell)
                if not _bells[topic]:
                    del _bells[topic]


async def let_the_thread_go() -> None:
    """Before a long wait: what the request has asked so far left it a thread and a connection.

    Under ASGI both would idle along until its end. The next sync piece of it gets new ones.
    """
    context = SyncToAsync.thread_sensitive_context.get(None)
    executor = SyncToAsync.context_to_thread_executor.pop(context, None) if context else None
    if executor is not None:
        await asyncio.get_running_loop().run_in_executor(executor, connections.close_all)
        executor.shutdown(wait=False)


def announce(*topics: str) -> None:
    """Something about the topics has changed: said once the change is committed.

    Never raises, and waits for nobody for long. Inside a transaction it waits for the commit: a
    bell before it would show the old state, and no lock is held while Redis answers.
    """

    def send() -> None:
        _ring(topics)
        if settings.REDIS_URL:
            _publish(topics)

    transaction.on_commit(send, robust=True)


def _ring(topics: tuple[str, ...]) -> None:
    with _lock:
        bells = {bell for topic in topics for bell in _bells.get(topic, ())}
    for bell in bells:
        try:
            bell.ring()
        except RuntimeError:  # Its loop has been closed meanwhile.
            logger.debug("a bell without its loop was passed over")


def _channel() -> str:
    """A channel is heard in all databases of a Redis; its name says which one is ours."""
    return CHANNEL + (urlsplit(settings.REDIS_URL).path.strip("/") or "0")


def _publish(topics: tuple[str, ...]) -> None:
    global _publisher, _quiet_until
    if time.monotonic() < _quiet_until:
        return
    try:
        if _publisher is None:
            _publisher = redis.Redis.from_url(
                settings.REDIS_URL, socket_timeout=0.5, socket_connect_timeout=0.5
            )
        _publisher.publish(_channel(), json.dumps(topics))
    except redis.RedisError:
        _quiet_until = time.monotonic() + QUIET_SECONDS
        logger.warning(
            "a nudge was not sent: Redis does not answer; waiting ones look by themselves"
        )


def _hear_other_processes() -> None:
    global _listener
    if not settings.REDIS_URL:
        return
    with _lock:
        if _listener is None or not _listener.is_alive():
            _listener = threading.Thread(target=_relay, name="podium-nudges", daemon=True)
            _listener.start()


def _relay() -> None:
    while True:
        try:
            client: Any = redis.Redis.from_url(settings.REDIS_URL)
            pubsub = client.pubsub(ignore_subscribe_messages=True)
            pubsub.subscribe(_channel())
            for message in pubsub.listen():
                _ring(tuple(json.loads(message["data"])))
        except redis.RedisError:
            time.sleep(QUIET_SECONDS)
