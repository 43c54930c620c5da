"""How often is too often: counted atomically, so that parallel requests do not slip through.

Counts live in Redis if there is one, else in this process. They are no facts: losing them only
opens the gate once more.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass

import redis
from django.conf import settings
from django.http import HttpRequest

from players.errors import TooOften

logger = logging.getLogger(__name__)

PREFIX = "podium:limit"
MOST_COUNTERS = 20_000
PAUSE_SECONDS = 5.0  # After a failure Redis is left alone for so long.


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` times in each window of `seconds`."""

    name: str
    most: int
    seconds: int


SIGN_UP = Limit("sign-up", 20, 3600)
SIGN_IN = Limit("sign-in", 60, 60)
SIGN_IN_NAME = Limit("sign-in-name", 10, 300)
RESET = Limit("reset", 5, 3600)
NEW_TOKEN = Limit("new-token", 30, 3600)
NEW_BOT = Limit("new-bot", 60, 3600)
NEW_TABLE = Limit("new-table", 60, 60)
NEW_TOURNAMENT = Limit("new-tournament", 60, 3600)


def count(limit: Limit, who: str) -> None:
    """One more by `who`. Raises TooOften."""
    now = time.time()  # noqa: TID251 - limits are no facts, so any clock will do
    window = int(now // limit.seconds)
    used = _counted(f"{PREFIX}:{limit.name}:{who}:{window}", limit.seconds)
    if used <= limit.most:
        return
    wait = max(1, int((window + 1) * limit.seconds - now + 1))
    raise TooOften(limit.most, wait)


def count_sign_in(request: HttpRequest, username: str) -> None:
    """A try to sign in: by address, and by name from wherever. Raises TooOften."""
    count(SIGN_IN, address_of(request))
    count(SIGN_IN_NAME, username.lower()[:150])


def count_reset(request: HttpRequest, email: str) -> None:
    """A mail asked for: by address of the asker, and of the mail. Raises TooOften."""
    count(RESET, address_of(request))
    count(RESET, f"mail:{email.lower()[:254]}")


def address_of(request: HttpRequest) -> str:
    """The client's address, as seen by the nearest proxy that is ours."""
    proxies: int = settings.REST_FRAMEWORK["NUM_PROXIES"]
    forwarded = str(request.META.get("HTTP_X_FORWARDED_FOR", "")).split(",")
    if not proxies or len(forwarded) < proxies:
        return str(request.META.get("REMOTE_ADDR", ""))
    return forwarded[-proxies].strip()[:60]


def _counted(key: str, seconds: int) -> int:
    if settings.REDIS_URL and time.monotonic() >= _Shared.paused_until:
        try:
            return _Shared.counted(key, seconds)
        except redis.RedisError:
            _Shared.paused_until = time.monotonic() + PAUSE_SECONDS
            logger.warning("Redis does not answer: requests are counted in this process")
    return _own.counted(key, seconds)


class _Shared:
    """Counters in Redis: both commands run as one, and each key ends by itself."""

    client: redis.Redis | None = None
    paused_until = 0.0

    @classmethod
    def counted(cls, key: str, seconds: int) -> int:
        if cls.client is None:
            cls.client = redis.Redis.from_url(
                settings.REDIS_URL, socket_timeout=0.5, socket_connect_timeout=0.5
            )
        with cls.client.pipeline(transaction=True) as both:
            both.set(key, 0, ex=seconds, nx=True)
            both.incr(key)
            return int(both.execute()[1])


class _Own:
    """Counters in this process; the oldest are dropped."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: OrderedDict[str, int] = OrderedDict()

    def counted(self, key: str, _seconds: int) -> int:
        with self._lock:
            self._counts[key] = self._counts.get(key, 0) + 1
            while len(self._counts) > MOST_COUNTERS:
                self._counts.popitem(last=False)
            return self._counts[key]


_own = _Own()
