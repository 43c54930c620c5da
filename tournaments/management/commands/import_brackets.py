"""manage.py import_brackets bracket.json --game big-two: an event as a bracket elsewhere."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rules.protocol import RulesError
from players.models import User
from tournaments.errors import BadTournament, TournamentError
from tournaments.interchange.brackets_reading import Imported, load
from tournaments.interchange.importing import import_bracket
from tournaments.models import MatchResult, Tournament


class Command(BaseCommand):
    help = "Set up an event as a brackets-model file has it, and go on from its results."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--game", required=True)
        parser.add_argument("--name", default="", help="Left out: as the file calls it.")
        parser.add_argument("--organiser", default="", help="A user name; left out: the service.")
        parser.add_argument(
            "--without-results",
            action="store_true",
            help="Only format, entrants and seeds: all of it is to be played here.",
        )

    def handle(self, *args: str, **options: Any) -> None:  # noqa: ANN401 - parsed words
        file: Path = options["file"]
        try:
            found = load(json.loads(file.read_text(encoding="utf-8")))
            event = import_bracket(
                found,
                game=options["game"],
                organiser=_organiser(options["organiser"]),
                source=file.name,
                name=options["name"],
                with_results=not options["without_results"],
            )
        except (OSError, ValueError) as error:
            raise CommandError(f"{file}: {error}") from error
        except BadTournament as error:
            raise CommandError(f"{error.field}: {error}") from error
        except (TournamentError, RulesError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(_told(event, found))


def _organiser(name: str) -> User | None:
    found = User.objects.filter(username=name).first()
    if name and found is None:
        raise CommandError(f"There is no user {name!r}.")
    return found


def _told(event: Tournament, found: Imported) -> str:
    entrants = event.entrants.count()
    if event.started_at is None:
        left = f"; {found.decided} results stay there" if found.decided else ""
        return f"{event.name} is open with {entrants} entrants in the order of the file{left}."
    brought = MatchResult.objects.filter(match__stage__tournament=event).count()
    return (
        f"{event.name} is {event.state} with {entrants} entrants, where it stood there:"
        f" {brought} matches are decided. /events/{event.public_id}"
    )
