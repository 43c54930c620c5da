"""The last results of an event in words, with what they did to the ratings."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from ratings.queries import Change, changes_of
from tournaments.queries import BracketSeen, Decided, MatchSeen, RowSeen, lately_decided

SHOWN = 3


@dataclass(frozen=True, slots=True)
class Result:
    """`winners` did what `words` say; `changes` are board numbers in finishing order."""

    label: str
    href: str
    winners: tuple[str, ...]
    words: str
    changes: tuple[int, ...]
    at: dt.datetime


def just_in(tournament_id: int, bracket: BracketSeen) -> list[Result]:
    """Two statements; the second only where something was decided."""
    decided = lately_decided(tournament_id, SHOWN) if bracket.is_drawn else []
    matches = {match.key: match for match in bracket.matches}
    known = [(one, matches[one.match_key]) for one in decided if one.match_key in matches]
    sources = [f"table:{match.table_public_id}" for _, match in known if match.table_public_id]
    changes = changes_of(sources)
    return [
        _result(one, match, changes.get(f"table:{match.table_public_id}", {}))
        for one, match in known
    ]


def _result(decided: Decided, match: MatchSeen, changes: Mapping[str, Change]) -> Result:
    rows = match.finishing_order
    going = [row for row in rows if row.goes_on] or [row for row in rows if row.place == 1]
    moved = [changes[row.player_public_id or ""].change for row in rows if _is_in(row, changes)]
    return Result(
        label=match.label,
        href=reverse("table", args=[match.table_public_id]) if match.table_public_id else "",
        winners=tuple(row.name for row in going),
        words=_words(decided, match, going),
        changes=tuple(moved),
        at=decided.recorded_at,
    )


def _is_in(row: RowSeen, changes: Mapping[str, Change]) -> bool:
    return row.player_public_id in changes


def _words(decided: Decided, match: MatchSeen, going: Sequence[RowSeen]) -> str:
    if decided.cause == "walkover":
        return "went on without playing"
    others = [row.name for row in match.rows if row not in going and row.name]
    if len(match.rows) == 2:
        return f"beat {others[0]}" if others else "won"
    return "went on" if match.advance else f"won, ahead of {', '.join(others)}"
