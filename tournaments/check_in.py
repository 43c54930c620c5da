"""When entrants may check in."""

from __future__ import annotations

import datetime as dt

from tournaments.models import Tournament


def check_in_opens_at(tournament: Tournament) -> dt.datetime | None:
    """The instant from which entrants can check in; None where nobody has to."""
    if not tournament.check_in or tournament.starts_at is None:
        return None
    return tournament.starts_at - dt.timedelta(seconds=tournament.check_in_seconds)
