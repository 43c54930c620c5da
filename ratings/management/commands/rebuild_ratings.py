"""Fold the ledgers again and tell what differs from the stored ratings."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ratings.actions import Rebuilt, rebuild_ratings
from ratings.queries import pools

TOLD = 50


class Command(BaseCommand):
    help = (
        "Folds the ledger of every pool again from its beginning and lists each rating or change "
        "that differs from what is stored. Fails if any does; with --write it stores them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", help="only the pools of this game")
        parser.add_argument("--write", action="store_true", help="store what the ledger says")

    def handle(self, *, game: str | None, write: bool, **options: object) -> None:
        chosen = [pool for pool in pools() if game in (None, pool.game)]
        found = [rebuild_ratings(pool.id, write=write) for pool in chosen]
        for rebuilt in found:
            self._tell(rebuilt)
        if any(rebuilt.differences and not rebuilt.is_written for rebuilt in found):
            raise CommandError("The stored ratings are not what the ledgers say; see above.")

    def _tell(self, rebuilt: Rebuilt) -> None:
        count = len(rebuilt.differences)
        verdict = "no row changes" if not count else f"{count} rows differ"
        self.stdout.write(f"{rebuilt.pool}: {verdict}{', stored' if rebuilt.is_written else ''}")
        for difference in rebuilt.differences[:TOLD]:
            self.stdout.write(f"  {difference}")
        if count > TOLD:
            self.stdout.write(f"  … and {count - TOLD} more")
