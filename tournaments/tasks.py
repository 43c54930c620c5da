"""What runs by the clock: tables to settle, events to start and to move on."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Sequence

from celery import shared_task

from games.actions import push_back as push_back_table
from games.queries import tables_to_settle
from tournaments import actions
from tournaments.queries.due import (
    series_to_announce,
    settled_together,
    tournaments_to_advance,
)
from tournaments.queries.foretold import events_to_foretell

logger = logging.getLogger(__name__)

PERIOD_SECONDS = 1.0
STAY = 0.8
SWEEP = 200
FORETOLD_AT_ONCE = 4
# Working out chances takes the processor, and nothing waits for them.
_foretelling = threading.Lock()


@shared_task(ignore_result=True)
def settle_due() -> None:
    """Draw the consequences of ended tables. Stays for its second, so that brackets flow."""
    until = time.monotonic() + PERIOD_SECONDS * STAY
    while True:
        for table_ids in settled_together(tables_to_settle(SWEEP)):
            _settle(table_ids)
            if time.monotonic() >= until:
                return  # The next tick goes on; two that walk the same list help nobody.
        if time.monotonic() >= until:
            return
        time.sleep(0.1)


@shared_task(ignore_result=True)
def advance_due() -> None:
    """Start events whose time has come and deal what is ready, round by round."""
    until = time.monotonic() + PERIOD_SECONDS * STAY
    idle: set[int] = set()
    while True:
        due = [key for key in tournaments_to_advance(SWEEP) if key not in idle]
        # What is ready but waits for players to be free is looked at once a tick.
        idle |= {key for key in due if not _advance(key)}
        if not due or time.monotonic() >= until:
            return


@shared_task(ignore_result=True)
def series_due() -> None:
    """Create and open what comes again and again, as long before as it is announced."""
    for series_id in series_to_announce():
        _announce(series_id)


@shared_task(ignore_result=True)
def foretell_due() -> None:
    """Chances anew where results have landed; one event that fails keeps no other back.

    One thread of a worker at most: the clock needs the others, however long this one takes.
    """
    if not _foretelling.acquire(blocking=False):
        return
    try:
        for tournament_id, mark in events_to_foretell(FORETOLD_AT_ONCE):
            _foretell(tournament_id, mark)
    finally:
        _foretelling.release()


def _foretell(tournament_id: int, mark: str) -> None:
    try:
        actions.foretell(tournament_id, mark)
    except Exception:
        logger.exception("the chances of event %s could not be worked out", tournament_id)


def _settle(table_ids: Sequence[int]) -> None:
    """All at once; where that fails, one by one, so that the others are settled."""
    try:
        actions.settle_tables(table_ids)
    except Exception:
        if len(table_ids) > 1:
            for table_id in table_ids:
                _settle([table_id])
            return
        logger.exception("table %s could not be settled", table_ids[0])
        push_back_table(table_id=table_ids[0])


def _advance(tournament_id: int) -> bool:
    try:
        return actions.advance(tournament_id)
    except Exception:
        logger.exception("event %s could not be moved on", tournament_id)
        actions.push_back(tournament_id)
        return False


def _announce(series_id: int) -> None:
    try:
        actions.announce_occurrence(series_id)
    except Exception as error:
        logger.exception("the next event of series %s could not be set up", series_id)
        actions.series_failed(series_id, str(error))
