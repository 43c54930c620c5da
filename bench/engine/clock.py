"""How long something takes by itself, whatever else the machine does."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

LEAST_RUNS, MOST_RUNS = 3, 99
MOST_SECONDS = 3.0


def typical_seconds(once: Callable[[], object]) -> float:
    """Processor time of a run: the median of up to 99, as `bench/js/peers.mjs` counts."""
    return median(_spent(once))


def least_seconds(once: Callable[[], object]) -> float:
    """The same of the best run, beside a limit: others on the machine only ever add to it."""
    return min(_spent(once))


def _spent(once: Callable[[], object]) -> list[float]:
    spent: list[float] = []
    while len(spent) < LEAST_RUNS or (len(spent) < MOST_RUNS and sum(spent) < MOST_SECONDS):
        began = time.process_time()
        once()
        spent.append(time.process_time() - began)
    return spent
