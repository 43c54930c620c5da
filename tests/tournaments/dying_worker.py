"""A worker that settles a table, publishes what follows, and hangs before it can commit.

Run as a program by tests/tournaments/test_races.py, which then kills it.
"""

from __future__ import annotations

import sys
import time
from unittest import mock

import django


def main(table_id: int) -> None:
    django.setup()
    from tournaments import actions

    def hang(*args: object) -> int:
        sys.stdout.write("published\n")
        sys.stdout.flush()
        time.sleep(600)
        return 0

    with mock.patch("tournaments.actions.advancing.deal_ready", hang):
        actions.settle_table(table_id)


if __name__ == "__main__":
    main(int(sys.argv[1]))
