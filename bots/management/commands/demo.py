"""Makes the house bots of the demo and announces its first event."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from bots import demo


class Command(BaseCommand):
    """May be called at every start: what exists already is left alone."""

    help = "Make the demo's house bots and announce its next event, unless one is on."

    def handle(self, *args: object, **options: object) -> None:
        event = demo.announce_next()
        if event is not None:
            self.stdout.write(f"The demo event {event.name} starts at {event.starts_at:%H:%M:%S}.")
