"""What a ledger entry is the result of, as words and a link."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """`table_id` is a table's public id, "" where the result is not one table's.

    Of a match that counts as one, `event_id`, `stage` and `match_key` say which.
    """

    words: str
    table_id: str = ""
    event_id: str = ""
    stage: int = 0
    match_key: str = ""


def source_of(source: str) -> Source:
    """A source is a kind and what it names, such as `table:k3m9…` or `match:k3m9…:1:W1.1`."""
    kind, _, rest = source.partition(":")
    if kind == "table":
        return Source(f"table {rest}", rest)
    parts = rest.split(":")
    if kind == "match" and len(parts) >= 3 and parts[1].isdigit():
        event, stage, key = parts[:3]
        return Source(f"match {key}", event_id=event, stage=int(stage), match_key=key)
    return Source(f"{kind} {rest}".strip())
