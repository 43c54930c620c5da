"""manage.py load_event cup.yaml: an event from one file, checked first."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.errors import TableError
from games.rules.protocol import RulesError
from players.errors import PlayerError
from players.models import User
from tournaments.errors import BadTournament, TournamentError
from tournaments.interchange.declared import BadDeclaration, Declared, read_declaration
from tournaments.interchange.loading import check_event, load_event

REFUSALS = (BadDeclaration, TournamentError, PlayerError, TableError, RulesError)


class Command(BaseCommand):
    help = "Set up an event that a YAML or JSON file declares."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--check", action="store_true", help="Only say whether it would do.")
        parser.add_argument("--organiser", default="", help="A user name; left out: the service.")

    def handle(self, *args: str, **options: Any) -> None:  # noqa: ANN401 - parsed words
        declared = _read(options["file"])
        organiser = _organiser(options["organiser"])
        try:
            if options["check"]:
                check_event(declared, organiser=organiser)
                self.stdout.write(f"{options['file']} is an event that can be set up.")
                return
            event = load_event(declared, organiser=organiser)
        except BadTournament as error:
            raise CommandError(f"{error.field}: {error}") from error
        except REFUSALS as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{event.name} is {event.state}, with {event.entrants.count()} entrants:"
            f" /events/{event.public_id}"
        )


def _read(path: Path) -> Declared:
    try:
        return read_declaration(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is no UTF-8 text.") from error
    except BadDeclaration as error:
        raise CommandError(f"{path}: {error}") from error


def _organiser(name: str) -> User | None:
    if not name:
        return None
    found = User.objects.filter(username=name).first()
    if found is None:
        raise CommandError(f"There is no user {name!r}.")
    return found
