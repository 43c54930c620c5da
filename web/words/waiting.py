"""The wait line with clocks that run: times in its words become deadlines."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.queries import WaitLine

WITHIN = re.compile(r"within (\d+):(\d\d)")
NEAR_SECONDS = 2.5  # the words are rounded, and were said a moment ago


@dataclass(frozen=True, slots=True)
class Part:
    """Words, or the deadline that stood there as a time left."""

    text: str = ""
    deadline_at: dt.datetime | None = None


def parts_of(wait: WaitLine, now: dt.datetime, deadlines: Iterable[dt.datetime]) -> list[Part]:
    """The rest of the line; a time that belongs to none of the deadlines stays words."""
    known = [*deadlines, *([wait.deadline_at] if wait.deadline_at else [])]
    parts: list[Part] = []
    at = 0
    for found in WITHIN.finditer(wait.rest):
        left = dt.timedelta(minutes=int(found[1]), seconds=int(found[2]))
        deadline_at = _nearest(now + left, known)
        if deadline_at is not None:
            parts += [Part(wait.rest[at : found.start(1)]), Part(deadline_at=deadline_at)]
            at = found.end()
    return [*parts, Part(wait.rest[at:])]


def _nearest(wanted: dt.datetime, known: Sequence[dt.datetime]) -> dt.datetime | None:
    near = [one for one in known if abs((one - wanted).total_seconds()) <= NEAR_SECONDS]
    return min(near, key=lambda one: abs(one - wanted), default=None)
