"""One transaction, tried again when the database asks for it; and the database's clock."""

from __future__ import annotations

import datetime as dt
import functools
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection, transaction
from django.db.models import DateTimeField, Func, Value

P = ParamSpec("P")
R = TypeVar("R")

TRIES = 3
# Serialization failure, deadlock: the database undid one side so that the other could go on.
RETRIED_STATES = {"40001", "40P01"}

# SQLite has one writer at a time. Queueing in the process is fair; its busy handler is not.
_sqlite_writer = threading.RLock()


def in_one_transaction(action: Callable[P, R]) -> Callable[P, R]:
    """Run the action in a transaction of its own, or inside the caller's if there is one."""

    @functools.wraps(action)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        if connection.in_atomic_block:
            with transaction.atomic():
                return action(*args, **kwargs)
        return _tried(lambda: action(*args, **kwargs))

    return wrapped


def database_now() -> dt.datetime:
    """The instant by the database's clock, the only one that all processes share."""
    if connection.vendor != "postgresql":
        return dt.datetime.now(dt.UTC)  # SQLite runs in this process, on this clock.
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        instant: dt.datetime = cursor.fetchone()[0]
    return instant


def read_at() -> Func | Value:
    """The same instant as a column of a reading statement, which saves asking for it apart.

    It is that of the statement's beginning: a clock that moved on would part rows that are counted.
    """
    if connection.vendor == "postgresql":
        return Func(function="statement_timestamp", output_field=DateTimeField())
    return Value(database_now(), output_field=DateTimeField())


@contextmanager
def one_snapshot() -> Iterator[None]:
    """Reads inside see one state of the data, however long they take, and hold nobody up."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    else:
        # Not atomic(): that would take SQLite's one lock for writing.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")


def snapshot_began() -> dt.datetime:
    """When the transaction began: what is overdue in a snapshot was so by then."""
    if connection.vendor != "postgresql":
        return database_now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT now()")
        instant: dt.datetime = cursor.fetchone()[0]
    return instant


def _tried(call: Callable[[], R]) -> R:
    for tries_left in range(TRIES - 1, -1, -1):
        try:
            with _writer(), transaction.atomic():
                return call()
        except OperationalError as error:
            if not tries_left or _state(error) not in RETRIED_STATES:
                raise
    raise AssertionError("the last try returns or raises")


def _writer() -> AbstractContextManager[object]:
    return _sqlite_writer if connection.vendor == "sqlite" else nullcontext()


def _state(error: OperationalError) -> str | None:
    return getattr(error.__cause__, "sqlstate", None)
