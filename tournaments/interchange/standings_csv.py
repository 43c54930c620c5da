"""Standings as a table that every spreadsheet opens."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from fractions import Fraction

from tournaments.formats.standings import StandingRow

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def dump_standings(
    rows: Sequence[StandingRow], names: Mapping[int, str], seeds: Mapping[int, int]
) -> str:
    """One line an entrant, in the order given; a column for each tie-break that any row has."""
    breaks = list(dict.fromkeys(each.code for row in rows for each in row.tie_breaks))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["group", "place", "name", "seed", "points", *breaks, "played", "out"])
    for row in rows:
        values = {each.code: each.value for each in row.tie_breaks}
        writer.writerow(
            [
                row.group,
                row.place,
                plain(names[row.entrant]),
                seeds[row.entrant],
                decimal(row.points),
                *(decimal(values[code]) if code in values else "" for code in breaks),
                row.played,
                "yes" if row.is_out else "no",
            ]
        )
    return text.getvalue()


def decimal(value: Fraction) -> str:
    """Short and exact where it can be: 3, 2.5, else rounded to six digits."""
    return f"{float(value):.6f}".rstrip("0").rstrip(".")


def plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(FORMULA_STARTS) else name
