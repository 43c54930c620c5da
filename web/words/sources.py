"""What a ledger entry is the result of, as words and a link."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """`table_id` is a table's public id, "" where the result is not one table's."""

    words: str
    table_id: str = ""


def source_of(source: str) -> Source:
    """A source is a kind and an id, such as `table:k3m9…`."""
    kind, _, rest = source.partition(":")
    if kind == "table":
        return Source(f"table {rest}", rest)
    return Source(f"{kind} {rest}".strip())
