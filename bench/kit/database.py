"""A database of its own for one run, on the PostgreSQL that DATABASE_URL names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

import psycopg


@contextmanager
def scratch_database(server: str) -> Iterator[str]:
    """The address of a new, empty database, which is dropped after the block."""
    name = f"podium_bench_{os.getpid()}"
    address = urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield address
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
