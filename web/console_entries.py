"""Whom a director brings into an event, by handle, and what the console offers for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from players.errors import PlayerNotFound
from players.models import Player, User
from tournaments import actions
from tournaments.models import Entrant
from tournaments.queries import TournamentSeen

HOUSE_NAMED = 24
# Bots of the house, of which a service has a dozen or two.


def entry_context(event: TournamentSeen) -> dict[str, Any]:
    """Whether anybody may still come, or check in, and which bots of the house could."""
    is_open, opens_at = event.state == "open", event.check_in_opens_at
    return {
        "takes_entries": is_open or (event.state == "running" and event.late_entry_rounds > 0),
        "is_check_in_open": is_open and opens_at is not None and opens_at <= event.server_now,
        "house": Player.objects.filter(owner=None).order_by("handle")[:HOUSE_NAMED],
    }


def enter_named(event: TournamentSeen, by: User, text: str, name: str) -> Iterator[Entrant]:
    """Each handle of the text enters, or all as one team where teams play.

    Raises PlayerNotFound and what `enter` raises, at the first that cannot.
    """
    handles = [each.strip() for each in text.split(",") if each.strip()]
    for one in [handles] if event.team_size > 1 and handles else [[each] for each in handles]:
        first, *others = _keys(one)
        yield actions.enter(
            tournament_id=event.id, player_id=first, by=by, team=others, name=name.strip()
        )


def _keys(handles: Sequence[str]) -> list[int]:
    known = dict(Player.objects.filter(handle__in=handles).values_list("handle", "pk"))
    for handle in handles:
        if handle not in known:
            raise PlayerNotFound(f"Nobody is called {handle[:40]!r} here.")
    return [known[handle] for handle in handles]
