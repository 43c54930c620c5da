"""manage.py import_brackets bracket.json --game big-two: the draw of a brackets-model file."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.errors import BadTournament, TournamentError
from tournaments.interchange.brackets_model import NotABracket, load
from tournaments.interchange.declared import BadDeclaration, declared
from tournaments.interchange.loading import load_event


class Command(BaseCommand):
    help = "Set up an event with the format, entrants and seeds of a brackets-model file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--game", required=True)
        parser.add_argument("--name", default="", help="Left out: as the file calls it.")

    def handle(self, *args: str, **options: Any) -> None:  # noqa: ANN401 - parsed words
        try:
            found = load(json.loads(options["file"].read_text(encoding="utf-8")))
            event = load_event(
                declared(
                    {
                        "name": options["name"] or found.name,
                        "game": options["game"],
                        "format": found.format,
                        "config": found.config,
                        "seeding": "manual",
                        "entrants": [
                            {"player": name, "seed": seed}
                            for seed, name in enumerate(found.names, start=1)
                        ],
                    }
                ),
                organiser=None,
            )
        except (OSError, json.JSONDecodeError, NotABracket, BadDeclaration) as error:
            raise CommandError(f"{options['file']}: {error}") from error
        except BadTournament as error:
            raise CommandError(f"{error.field}: {error}") from error
        except TournamentError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{event.name} is open with {event.entrants.count()} entrants in the order of the"
            f" file; {len(found.results)} results stay there: they were not played here."
        )
