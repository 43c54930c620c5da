"""The service's processes as production starts them, on a free port of this machine."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 30.0
STOP_SECONDS = 10.0


class Process:
    """One program with its output in a file; it dies with the block that started it."""

    def __init__(self, arguments: Sequence[str], log: Path, **environment: str) -> None:
        self.arguments = list(arguments)
        self.log = log
        self._environment = {**os.environ, **environment}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", *self.arguments],
                cwd=ROOT,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """As a power cut would, its children included."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As an operator would, and harder if it does not listen."""
        if not self._end(signal.SIGTERM):
            self.kill()

    def _end(self, number: int) -> bool:
        if self._process is None:
            return True
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            return False
        return True


@contextmanager
def running(*processes: Process) -> Iterator[None]:
    """The processes run inside the block and are gone after it."""
    try:
        for process in processes:
            process.start()
        yield
    finally:
        for process in reversed(processes):
            process.stop()
            process.kill()


def wsgi(port: int, log: Path, **environment: str) -> Process:
    """Pages and API, as in production."""
    arguments = (
        "granian --interface wsgi --host 127.0.0.1 --workers 2 --blocking-threads 8 --no-ws"
        f" --port {port} --log-level warning config.wsgi:application"
    )
    return Process(arguments.split(), log, **environment)


def asgi(port: int, log: Path, **environment: str) -> Process:
    """Everything, those who wait included, in one process."""
    arguments = (
        "uvicorn --host 127.0.0.1 --no-access-log --lifespan off --log-level warning"
        f" --timeout-graceful-shutdown 1 --port {port} config.asgi:application"
    )
    return Process(arguments.split(), log, **environment)


def worker(log: Path, **environment: str) -> Process:
    arguments = (
        "celery --app config.celery worker --without-gossip --without-mingle --loglevel WARNING"
    )
    return Process(arguments.split(), log, **environment)


def beat(log: Path, **environment: str) -> Process:
    arguments = (
        "celery --app config.celery beat --scheduler celery.beat:Scheduler --pidfile="
        " --loglevel WARNING"
    )
    return Process(arguments.split(), log, **environment)


def free_port() -> int:
    """Below the range from which the kernel takes ports for outgoing connections."""
    for port in random.sample(range(20_000, 32_000), 50):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port
    raise RuntimeError("no free port among fifty tried")


def wait_until_it_answers(port: int, path: str = "/api/v1/leaderboards") -> None:
    """Any answer will do, a refusal as well."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5).close()
        except urllib.error.HTTPError as refusal:
            refusal.close()
            return
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"nothing answers on port {port} after {START_SECONDS:g} s")
