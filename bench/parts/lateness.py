"""How late 300 missed deadlines are served when they fall within twelve seconds.

The real worker and the real beat on Redis; late counts from the deadline and its grace.
"""

from __future__ import annotations

import datetime as dt
import os
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings

from bench.kit.figures import Figure
from bench.kit.processes import beat, running, worker
from bench.parts.answer import hand_over, say
from bench.parts.world import bots, dealt
from games.models import Heartbeat, Seat, Table
from players.transactions import database_now

DEADLINES = 300
WITHIN_SECONDS = 12.0
LIMIT_SECONDS = 1.5
QUIET_SECONDS = 6.0  # from the start of worker and beat to the first deadline
GIVE_UP_SECONDS = 60.0


def main() -> None:
    pair = bots(2)
    tables = [dealt(pair) for _ in range(DEADLINES)]
    with tempfile.TemporaryDirectory() as scratch:
        logs, redis = Path(scratch), _own_redis()
        processes = (
            worker(logs / "worker.log", REDIS_URL=redis),
            beat(logs / "beat.log", REDIS_URL=redis),
        )
        with running(*processes):
            _wait_for_a_beat()
            deadlines = _spread(tables)
            _wait_for_the_end()
    late = sorted(_lateness(deadlines))
    say(f"late by {late[0]:.2f} to {late[-1]:.2f} s, the median {late[len(late) // 2]:.2f} s")
    p99 = late[int(len(late) * 0.99)]
    hand_over([Figure("lateness p99 of 300", "s", p99, LIMIT_SECONDS, 1.0, at_least=False)])


def _own_redis() -> str:
    """Another database of the same Redis, so that no task of somebody else is taken."""
    return urlunsplit(urlsplit(os.environ["REDIS_URL"])._replace(path="/9"))


def _wait_for_a_beat() -> None:
    until = time.monotonic() + GIVE_UP_SECONDS
    while not Heartbeat.objects.exists():
        if time.monotonic() > until:
            raise RuntimeError("worker and beat did not start")
        time.sleep(0.1)
    time.sleep(2)


def _spread(tables: list[int]) -> dict[int, dt.datetime]:
    """deadlines[table], evenly over the time, from a few seconds hence."""
    first = database_now() + dt.timedelta(seconds=QUIET_SECONDS - settings.GRACE_SECONDS)
    step = dt.timedelta(seconds=WITHIN_SECONDS / len(tables))
    deadlines = {table: first + step * number for number, table in enumerate(tables)}
    for table, deadline in deadlines.items():
        Seat.objects.filter(table_id=table, deadline_at__isnull=False).update(deadline_at=deadline)
    return deadlines


def _wait_for_the_end() -> None:
    until = time.monotonic() + QUIET_SECONDS + WITHIN_SECONDS + GIVE_UP_SECONDS
    while running_tables := Table.objects.filter(status=Table.Status.RUNNING).count():
        if time.monotonic() > until:
            raise RuntimeError(f"{running_tables} tables still wait for their missed deadline")
        time.sleep(0.5)


def _lateness(deadlines: dict[int, dt.datetime]) -> list[float]:
    grace = dt.timedelta(seconds=settings.GRACE_SECONDS)
    ended = Table.objects.filter(pk__in=deadlines).values_list("pk", "over_at")
    return [(over_at - deadlines[key] - grace).total_seconds() for key, over_at in ended if over_at]


if __name__ == "__main__":
    main()
