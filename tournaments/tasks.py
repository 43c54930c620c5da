"""What runs by the clock: tables to settle, events to start and to move on."""

from __future__ import annotations

import logging
import time

from celery import shared_task

from games.actions import push_back as push_back_table
from games.queries import tables_to_settle
from tournaments import actions
from tournaments.queries import tournaments_to_advance

logger = logging.getLogger(__name__)

PERIOD_SECONDS = 1.0
STAY = 0.8
SWEEP = 200


@shared_task(ignore_result=True)
def settle_due() -> None:
    """Draw the consequences of ended tables. Stays for its second, so that brackets flow."""
    until = time.monotonic() + PERIOD_SECONDS * STAY
    while True:
        for table_id in tables_to_settle(SWEEP):
            _settle(table_id)
            if time.monotonic() >= until:
                return  # The next tick goes on; two that walk the same list help nobody.
        if time.monotonic() >= until:
            return
        time.sleep(0.1)


@shared_task(ignore_result=True)
def advance_due() -> None:
    """Start events whose time has come and deal what is ready, round by round."""
    until = time.monotonic() + PERIOD_SECONDS * STAY
    while True:
        due = tournaments_to_advance(SWEEP)
        for tournament_id in due:
            _advance(tournament_id)
        if not due or time.monotonic() >= until:
            return


def _settle(table_id: int) -> None:
    try:
        actions.settle_table(table_id)
    except Exception:
        logger.exception("table %s could not be settled", table_id)
        push_back_table(table_id=table_id)


def _advance(tournament_id: int) -> None:
    try:
        actions.advance(tournament_id)
    except Exception:
        logger.exception("event %s could not be moved on", tournament_id)
        actions.push_back(tournament_id)
