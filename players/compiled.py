"""Queries whose SQL is made once: for the few that every move and every request pays.

On that path Django's query building costs more time than PostgreSQL takes to answer. The query
is still written with the ORM; only its text, its converters and its rows are handled here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Expression, Field, QuerySet

Values = Sequence[Any]


class Slot(Expression):
    """Stands in a compiled query for the value with that number."""

    def __init__(self, number: int, output_field: Field[Any, Any]) -> None:
        super().__init__(output_field=output_field)
        self.number = number

    def as_sql(self, compiler: object, connection: object) -> Any:  # noqa: ANN401 -- a Slot is its own parameter
        return "%s", [self]


@dataclass(frozen=True, slots=True)
class _Text:
    sql: str
    params: Sequence[Any]
    converters: Sequence[tuple[int, Sequence[Callable[..., Any]], Any]]


class Compiled:
    """A query of `values_list` with Slots, built and compiled at its first use.

    Values are handed to the driver as they come, so they are numbers and texts.
    """

    def __init__(self, build: Callable[[], QuerySet[Any, Any]]) -> None:
        self._build = build
        self._text: _Text | None = None

    def rows(self, *values: object) -> list[Values]:
        """The rows for these values, converted as the ORM would."""
        text = self._text
        if text is None:
            text = self._text = _compiled(self._build())
        params: list[Any] = [
            values[each.number] if isinstance(each, Slot) else each for each in text.params
        ]
        with connection.cursor() as cursor:
            cursor.execute(text.sql, params)
            found = cursor.fetchall()
        return [_converted(row, text) for row in found] if text.converters else found


def _compiled(query: QuerySet[Any, Any]) -> _Text:
    compiler = query.query.get_compiler(connection=connection)
    sql, params = compiler.as_sql()
    columns = [column for column, _, _ in compiler.select]
    converters = compiler.get_converters(columns)
    return _Text(
        sql, params, [(place, steps, column) for place, (steps, column) in converters.items()]
    )


def _converted(row: Values, text: _Text) -> Values:
    values = list(row)
    for place, steps, column in text.converters:
        for step in steps:
            values[place] = step(values[place], column, connection)
    return values
