"""Moves/s over HTTP beside pgbench with the same statements, and how many statements those are."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from django.db import connection

from bench.kit.figures import Figure
from bench.kit.load import Load, drive
from bench.kit.pgbench import transactions_per_second
from bench.kit.processes import free_port, running, wait_until_it_answers, wsgi
from bench.parts.answer import hand_over, say
from bench.parts.capture import BENCH_NAME, FIRST_NUMBER, as_script, statements_of_a_move
from bench.parts.world import Bot, bots, dealt, planned_table, rename_table

CONNECTIONS = 16
SEATS = 4
TABLES_A_CONNECTION = 14
WARM_UP_SECONDS = 2.0
SECONDS = 12
FIRST_KEY = 700_000  # far from any other number in a statement, so that it can be told apart
STATEMENTS_GOAL = 9
SHARE_GOAL = 0.20


def main() -> None:
    playing = bots(CONNECTIONS)
    script, statements = _peer_script(playing[:SEATS])
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "move.sql"
        path.write_text(script)
        before = _pgbench(path, 1_000)
        ours = _ours(playing, Path(scratch))
        after = _pgbench(path, 1_000_000)
    say(f"pgbench did {before:.0f} transactions/s before and {after:.0f} after")
    say(f"{ours.answers} moves in {ours.seconds:.1f} s, p99 {_p99_ms(ours):.0f} ms")
    hand_over(
        [
            Figure("moves over HTTP, pgbench", "1/s", ours.rate, (before + after) / 2, SHARE_GOAL),
            Figure("SQL statements", "a move", statements, STATEMENTS_GOAL, 1.0, at_least=False),
        ]
    )


def _peer_script(seated: list[Bot]) -> tuple[str, int]:
    """The statements of one real move as a script, and their number; with a table a client."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT setval(pg_get_serial_sequence('games_table', 'id'), %s)", [FIRST_KEY]
        )
    table = planned_table(seated)
    for client in range(CONNECTIONS):
        rename_table(dealt(seated), BENCH_NAME.format(FIRST_NUMBER + 1 + client))
    statements = statements_of_a_move(table)
    for statement in statements:
        say(f"{'  ' if statement.in_transaction else ''}{statement.text[:150]}")
    return as_script(statements, table), len(statements)


def _pgbench(script: Path, first_ply: int) -> float:
    return transactions_per_second(
        script,
        os.environ["DATABASE_URL"],
        clients=CONNECTIONS,
        seconds=SECONDS,
        first_ply=first_ply,
    )


def _ours(playing: list[Bot], scratch: Path) -> Load:
    say(f"dealing {CONNECTIONS * TABLES_A_CONNECTION} tables")
    lines = [_line(playing, number) for number in range(CONNECTIONS)]
    warming = [requests[:20] for requests in lines]
    port = free_port()
    with running(wsgi(port, scratch / "web.log")):
        wait_until_it_answers(port)
        drive(port, warming, WARM_UP_SECONDS * 10)
        return drive(port, [requests[20:] for requests in lines], SECONDS)


def _line(playing: list[Bot], number: int) -> list[bytes]:
    """The requests of one connection: several tables, one after the other."""
    seated = [playing[(number + step) % len(playing)] for step in range(SEATS)]
    tables = [planned_table(seated) for _ in range(TABLES_A_CONNECTION)]
    return [request for table in tables for request in table.requests()]


def _p99_ms(load: Load) -> float:
    return sorted(load.latencies)[int(len(load.latencies) * 0.99)] * 1000


if __name__ == "__main__":
    main()
