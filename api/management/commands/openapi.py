"""`manage.py openapi` writes docs/openapi.yaml anew; `--check` only says whether it is fresh."""

from __future__ import annotations

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from api.docs import as_yaml

KEPT = settings.BASE_DIR / "docs" / "openapi.yaml"


class Command(BaseCommand):
    """Keeps the committed description of the API true."""

    requires_system_checks = []
    help = "Write docs/openapi.yaml from the routes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing, fail if stale")

    def handle(self, *args: object, **options: object) -> None:
        fresh = as_yaml()
        if not options["check"]:
            KEPT.write_text(fresh)
        elif not KEPT.exists() or KEPT.read_text() != fresh:
            raise CommandError("docs/openapi.yaml is stale; run: ./podium manage openapi")
