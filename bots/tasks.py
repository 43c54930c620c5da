"""What runs by the clock for bots: the house's own moves, and the demo event."""

from __future__ import annotations

import time

from celery import shared_task
from django.conf import settings

from bots import demo, house

PERIOD_SECONDS = 1.0
LOOK_EVERY_SECONDS = 0.1


@shared_task(ignore_result=True)
def play_house_seats() -> None:
    """House bots that must act do so. Stays for its second, so that their pace is even."""
    until = time.monotonic() + PERIOD_SECONDS * 0.9
    while True:
        house.play_due()
        if time.monotonic() + LOOK_EVERY_SECONDS >= until:
            return
        time.sleep(LOOK_EVERY_SECONDS)


@shared_task(ignore_result=True)
def keep_demo_going() -> None:
    """When the last demo event is over, the next one is announced."""
    if settings.DEMO:
        demo.announce_next()
