"""What worker and beat do, in the test's own process and without waiting for the clock."""

from __future__ import annotations

from bots import house
from games.queries import tables_to_settle
from ratings.tasks import fold_due
from tournaments import actions
from tournaments.models import Tournament
from tournaments.queries import tournaments_to_advance
from tournaments.queries.due import settled_together

PLIES_A_TICK = 20
MOST_TICKS = 500


def tick() -> None:
    """House bots play for a while, then everything that is due happens once.

    Chances are not worked out: nothing follows from them, and they take longer than all the rest.
    """
    for _ in range(PLIES_A_TICK):
        if not house.play_due():
            break
    for together in settled_together(tables_to_settle(100)):
        actions.settle_tables(together)
    for key in tournaments_to_advance(10):
        actions.advance(key)
    fold_due()


def play_until_closed(event: Tournament) -> Tournament:
    """House bots at every table of the event play it to its end."""
    for _ in range(MOST_TICKS):
        tick()
        event.refresh_from_db()
        if event.state != Tournament.State.RUNNING:
            assert event.state == Tournament.State.CLOSED
            return event
    raise AssertionError(f"the event is still {event.state}")
