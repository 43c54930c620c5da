"""manage.py export_event ID --as csv|brackets|trf|jsonl|yaml"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.errors import TournamentError
from tournaments.interchange.exports import EXPORTS, WHOLE, export_event
from tournaments.queries import tournament_by_public_id


class Command(BaseCommand):
    help = "Write an event in a format that other programs read."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="Its public id, as in its address.")
        parser.add_argument("--as", dest="kind", choices=[*EXPORTS, *WHOLE], default="jsonl")
        parser.add_argument("--stage", type=int, default=None)

    def handle(self, *args: str, **options: Any) -> None:  # noqa: ANN401 - parsed words
        try:
            event = tournament_by_public_id(options["event"])
            exported = export_event(event.pk, options["kind"], stage=options["stage"])
        except TournamentError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(exported.text, ending="")
