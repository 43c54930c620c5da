"""What runs by the clock at tables: the heartbeat and missed deadlines."""

from __future__ import annotations

import logging
import time

from celery import shared_task

from games import actions

logger = logging.getLogger(__name__)

PERIOD_SECONDS = 1.0
SWEEP = 500


@shared_task(ignore_result=True)
def expire_due() -> None:
    """Seats whose time is over leave. Stays for its second, to serve those that fall into it."""
    until = time.monotonic() + PERIOD_SECONDS * 0.8
    actions.beat_heart()
    while True:
        for table_id, seat in actions.due_seats(SWEEP):
            _expire(table_id, seat)
            if time.monotonic() >= until:
                return  # The next tick goes on; two that walk the same list help nobody.
        if time.monotonic() >= until:
            return
        time.sleep(0.1)


def _expire(table_id: int, seat: int) -> None:
    try:
        actions.expire_seat(table_id=table_id, seat=seat)
    except Exception as error:
        # Only the kind of error is told: its text may name cards of a hand.
        kind = type(error).__name__
        logger.error("seat %s of table %s could not be timed out: %s", seat, table_id, kind)
        actions.push_back_seat(table_id=table_id, seat=seat)


@shared_task(ignore_result=True)
def expire_open() -> None:
    """Open tables that nobody filled, and deals that two tables left closed."""
    actions.expire_open_tables()
    actions.reveal_ended_deals()
