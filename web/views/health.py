"""/healthz: green while deadlines are watched and nothing overdue lies about."""

from __future__ import annotations

from dataclasses import asdict

from django.conf import settings
from django.http import HttpRequest, JsonResponse

from games.queries import Pulse, pulse


def show(request: HttpRequest) -> JsonResponse:
    found = pulse()
    problems = problems_of(found)
    body = {"status": "red" if problems else "green", "problems": problems, **asdict(found)}
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
