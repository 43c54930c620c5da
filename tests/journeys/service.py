"""The service as production runs it, on the test's own database and a corner of its Redis."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import redis
from django.conf import settings
from django.db import connection

from bench.kit.processes import (
    ROOT,
    Process,
    asgi,
    beat,
    free_port,
    running,
    wait_until_it_answers,
    worker,
)

REDIS_CORNER = 7  # a database of the tests' Redis that nobody else uses


class Service:
    """Web, worker and beat as processes; what they say is in `logs`."""

    def __init__(self, logs: Path) -> None:
        self.logs = logs
        self.redis_url = urlunsplit(urlsplit(settings.REDIS_URL)._replace(path=f"/{REDIS_CORNER}"))
        self.port = free_port()
        environment = {
            "DATABASE_URL": _address_of_the_test_database(),
            "REDIS_URL": self.redis_url,
            "SECRET_KEY": settings.SECRET_KEY,
            "PODIUM_VAR": str(logs),
            "PODIUM_HOUSE_PACE_MS": "20",
            "PODIUM_DEMO": "0",
            "LOG_LEVEL": "INFO",
            "DATABASE_POOL": "6",
        }
        self.web = asgi(self.port, logs / "web.log", **environment)
        self.worker = worker(logs / "worker.log", **environment)
        self.beat = beat(logs / "beat.log", **environment)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def flush_redis(self) -> None:
        with redis.Redis.from_url(self.redis_url) as client:
            client.flushdb()

    def said(self) -> str:
        """The end of every log, for the message of a test that fails."""
        ends = (path.read_text()[-3000:] for path in sorted(self.logs.glob("*.log")))
        return "\n----\n".join(ends)

    def bot(self, token: str, strategy: str = "greedy") -> Process:
        """A bot of its own process, as an author would start it."""
        arguments = ["bots.runner", "--server", self.url, strategy]
        return Process(arguments, self.logs / f"bot-{token[-6:]}.log", PODIUM_TOKEN=token)

    def wait_until(self, is_so: Callable[[], bool], seconds: float, what: str) -> None:
        until = time.monotonic() + seconds
        while not is_so():
            assert time.monotonic() < until, f"not within {seconds:g} s: {what}\n{self.said()}"
            time.sleep(0.1)


@contextmanager
def a_service(logs: Path) -> Iterator[Service]:
    """The service runs inside the block, and its corner of Redis begins empty."""
    service = Service(logs)
    service.flush_redis()
    with running(service.web, service.worker, service.beat):
        wait_until_it_answers(service.port)
        yield service


def audit() -> str:
    """What `manage.py audit` says of the test's database; fails with its findings."""
    environment = {**os.environ, "DATABASE_URL": _address_of_the_test_database()}
    command = [sys.executable, "manage.py", "audit"]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _address_of_the_test_database() -> str:
    own = connection.settings_dict
    login = own["USER"] + (f":{own['PASSWORD']}" if own["PASSWORD"] else "")
    return f"postgres://{login}@{own['HOST']}:{own['PORT']}/{own['NAME']}"
