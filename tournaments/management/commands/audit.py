"""Proves the stored data: logs, results, ledger and ratings fit each other."""

from __future__ import annotations

import sys

from django.core.management.base import BaseCommand

from games.audit import audit_findings as audit_games
from players.transactions import one_snapshot
from ratings.queries import audit_findings as audit_ratings
from tournaments.queries import audit_findings as audit_tournaments


class Command(BaseCommand):
    """Prints one line a finding and exits with 1, or says that everything holds."""

    help = "Prove the invariants of the stored data; exit 1 with a list of what does not hold."

    def handle(self, *args: object, **options: object) -> None:
        with one_snapshot():
            findings = [*audit_games(), *audit_tournaments(), *audit_ratings()]
        for finding in findings:
            self.stdout.write(str(finding))
        if findings:
            self.stdout.write(f"{len(findings)} findings.")
            sys.exit(1)
        self.stdout.write("Everything holds.")
