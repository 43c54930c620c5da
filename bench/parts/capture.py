"""The SQL of one ordinary move, taken from the real endpoint, as numbers and as a script."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.test import Client

from bench.parts.world import PlannedTable, rename_table
from games.rules.protocol import Json

Values = Any  # what a database driver takes beside a statement
PLY, TURN = 987_654_321, 987_654_322  # stand for the variables until the text is made
BENCH_NAME = "bench{}"  # a public id, twelve letters and digits, with the number of its client
FIRST_NUMBER = 1_000_000


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement with its values, and whether it ran inside the move's transaction."""

    text: str
    in_transaction: bool


def statements_of_a_move(table: PlannedTable, after: int = 9) -> list[Statement]:
    """Play `after` moves of the table and return what the next one sends to the database."""
    rename_table(table.key, BENCH_NAME.format(FIRST_NUMBER))
    for move in table.moves[:after]:
        _post(table, *move)
    statements: list[Statement] = []
    with _logged(statements):
        _post(table, *table.moves[after])
    return statements


def as_script(statements: list[Statement], table: PlannedTable) -> str:
    """For pgbench: each client has a table of its own, and every transaction is one ply more."""
    lines = [
        rf"\set who {FIRST_NUMBER} + 1 + :client_id",
        rf"\set table {table.key} + 1 + :client_id",
        r"\set ply :ply + 1",
    ]
    inside = False
    for statement in statements:
        if statement.in_transaction != inside:
            lines.append("BEGIN;" if statement.in_transaction else "COMMIT;")
            inside = statement.in_transaction
        lines.append(_with_variables(statement.text, table) + ";")
    return "\n".join([*lines, *(["COMMIT;"] if inside else []), ""])


def _with_variables(text: str, table: PlannedTable) -> str:
    text = re.sub(rf"\b{table.key}\b", ":table", text)
    text = text.replace(f"'{BENCH_NAME.format(FIRST_NUMBER)}'", f"'{BENCH_NAME.format(':who')}'")
    return re.sub(rf"\b({PLY}|{TURN})\b", ":ply", text).replace("\n", " ")


def _post(table: PlannedTable, seat: int, turn: int, move: Json) -> None:
    answer = Client().post(
        f"/api/v1/tables/{BENCH_NAME.format(FIRST_NUMBER)}/moves",
        json.dumps({"turn": turn, "move": move}),
        content_type="application/json",
        headers={"authorization": f"Bearer {table.bots[seat].token}"},
    )
    if answer.status_code != 200:
        raise RuntimeError(f"a move was refused: {answer.status_code} {answer.content!r}")


@contextmanager
def _logged(statements: list[Statement]) -> Iterator[None]:
    def keep(
        execute: Callable[..., Values],
        sql: str,
        params: Values,
        many: bool,
        context: dict[str, Any],
    ) -> Values:
        text = context["cursor"].cursor.mogrify(sql, _numbered(sql, params))
        statements.append(Statement(text, connection.in_atomic_block))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(keep):
        yield


def _numbered(sql: str, params: Values) -> Values:
    """The new line of the log gets stand-ins where each transaction needs other numbers."""
    found = re.match(r'INSERT INTO "?games_move"? \(([^)]*)\)', sql)
    if not found:
        return params
    columns = [column.strip(' "') for column in found[1].split(",")]
    stand_ins = {"ply": PLY, "turn": TURN}
    return tuple(
        stand_ins.get(column, value) for column, value in zip(columns, params, strict=True)
    )
