"""/healthz: green while deadlines are watched and nothing overdue lies about."""

from __future__ import annotations

import datetime as dt
from dataclasses import asdict, dataclass

from django.conf import settings
from django.http import HttpRequest, JsonResponse

from games.queries import Pulse, pulse
from players.transactions import database_now
from ratings.queries import unfolded_contests
from tournaments.queries import stuck_tournaments

ALLOWED = dt.timedelta(seconds=15)  # a tick may be late, and a sweep takes its time


@dataclass(frozen=True, slots=True)
class Backlog:
    """What should have followed by now from what was played."""

    stuck_events: int
    unfolded_contests: int


def show(request: HttpRequest) -> JsonResponse:
    found, left = pulse(), _backlog()
    problems = problems_of(found) + _left_over(left)
    status = "red" if problems else "green"
    body = {"status": status, "problems": problems, **asdict(found), **asdict(left)}
    response = JsonResponse(body, status=503 if problems else 200)
    response.headers["Cache-Control"] = "no-store"
    return response


def problems_of(found: Pulse) -> list[str]:
    """What is wrong, a sentence each; empty when all is well."""
    late = settings.HEARTBEAT_LATE_SECONDS
    problems = []
    if found.beat_age_seconds is None:
        problems.append("Nobody watches the deadlines: the clock has never ticked.")
    elif found.beat_age_seconds > late:
        age = f"{found.beat_age_seconds:.0f} s"
        problems.append(f"The clock is late: it ticked {age} ago, {late} s are allowed.")
    if found.overdue_seats:
        problems.append(f"{found.overdue_seats} seats are overdue and have not been timed out.")
    if found.unsettled_tables:
        problems.append(f"{found.unsettled_tables} tables have ended and are not settled.")
    return problems


def _backlog() -> Backlog:
    late = database_now() - ALLOWED
    return Backlog(stuck_tournaments(late), unfolded_contests(late))


def _left_over(left: Backlog) -> list[str]:
    problems = []
    if left.stuck_events:
        problems.append(f"{left.stuck_events} events should have gone on and have not.")
    if left.unfolded_contests:
        problems.append(f"{left.unfolded_contests} results have not reached the ratings.")
    return problems
