"""Web, worker and clock in one process: what `./podium run` serves once its port is taken."""

from __future__ import annotations

import logging
import secrets
import signal
import socket
import threading
import time

import django

django.setup()  # the imports below need the models

import uvicorn  # noqa: E402
from celery import beat  # noqa: E402
from celery.worker import WorkController  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.management import call_command, get_commands  # noqa: E402

from config.asgi import application  # noqa: E402
from config.celery import app as celery_app  # noqa: E402
from players.models import User  # noqa: E402

WORKER_THREADS = 10  # two of them always watch: deadlines, and the seats of house bots
STOP_SECONDS = 1  # how long open requests and streams may go on after a stop is asked for
ADMIN = "admin"


def serve(listener: socket.socket) -> None:
    """Serves on the bound socket until SIGINT or SIGTERM."""
    began = time.monotonic()
    _prepare()
    # uvicorn sends itself the signal again after stopping; the rest has to stop as well.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    clock = _Clock()
    clock.start()
    try:
        _Server(began, listener).run(sockets=[listener])
    finally:
        clock.stop()
    print("podium: stopped; the data is kept, ./podium run goes on from here.", flush=True)


def _prepare() -> None:
    call_command("migrate", verbosity=0, interactive=False)
    _make_admin()
    if "demo" in get_commands():
        call_command("demo")


def _make_admin() -> None:
    """The first start makes an administrator and shows the password, once."""
    if User.objects.filter(is_superuser=True).exists():
        return
    password = secrets.token_urlsafe(12)
    User.objects.create_superuser(username=ADMIN, email="", password=password)
    print(f"podium: administrator's login: {ADMIN}  password: {password}  (shown only now)")


class _Server(uvicorn.Server):
    """Says where it is as soon as it answers."""

    def __init__(self, began: float, listener: socket.socket) -> None:
        super().__init__(
            uvicorn.Config(
                application,
                log_level="warning",
                lifespan="off",
                timeout_graceful_shutdown=STOP_SECONDS,
            )
        )
        self._began = began
        self._address = listener.getsockname()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        host, port = self._address[:2]
        shown = "localhost" if host in {"127.0.0.1", "0.0.0.0", "::", "::1"} else host  # noqa: S104
        took = time.monotonic() - self._began
        print(f"podium: http://{shown}:{port}/ is open after {took:.1f} s; Ctrl-C stops it.")
        print(f"podium: data in {settings.VAR_DIR}", flush=True)


class _Clock:
    """Celery's worker and beat in threads: the same tasks as in production, no other process."""

    def __init__(self) -> None:
        logging.getLogger("celery").setLevel(logging.WARNING)
        celery_app.finalize()
        self._worker = WorkController(
            app=celery_app,
            hostname="embedded",
            pool="threads",
            concurrency=WORKER_THREADS,
            # No limit: from memory, what is done is only acknowledged when something new arrives,
            # so a full ration of late acknowledgements would stop the ticks for two seconds.
            prefetch_multiplier=0,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
            quiet=True,
        )
        self._beat = beat.Service(celery_app, max_interval=1, scheduler_cls="celery.beat:Scheduler")
        self._threads = [
            threading.Thread(target=self._worker.start, name="worker", daemon=True),
            threading.Thread(target=self._beat.start, name="beat", daemon=True),
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._beat.stop()
        self._worker.stop(exitcode=0)
        for thread in self._threads:
            thread.join(timeout=STOP_SECONDS)
