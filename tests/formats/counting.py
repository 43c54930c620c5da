"""Stages written as results: entrant 1 is seed 1, and each round is a list of matches.

`1>2` won, `1=2` level, `1>2=3>4` at a table, `4+5` a walkover for 4, `1?2` not decided yet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from tournaments.formats.points import records_of
from tournaments.formats.ranking import ranked
from tournaments.formats.scoring import Scoring
from tournaments.formats.slots import (
    EntrantFact,
    EntrantSlot,
    MatchOutcome,
    PlannedMatch,
    StageState,
)
from tournaments.formats.standings import StandingRow


def stage(n: int | Sequence[EntrantFact], *rounds: Sequence[str]) -> StageState:
    """The stage after these rounds; `n` entrants, or those given."""
    entrants = (
        tuple(EntrantFact(seed, seed, True) for seed in range(1, n + 1))
        if isinstance(n, int)
        else tuple(n)
    )
    matches: list[PlannedMatch] = []
    results: dict[str, MatchOutcome] = {}
    for number, texts in enumerate(rounds, start=1):
        for position, text in enumerate(texts, start=1):
            key = f"R{number}.{position}"
            seats = tuple(EntrantSlot(int(each)) for each in re.findall(r"\d+", text))
            matches.append(PlannedMatch(key, number, position, "", key, seats, 0, seated=True))
            if "?" not in text:
                results[key] = _outcome(key, text)
    return StageState(entrants, tuple(matches), results)


def _outcome(key: str, text: str) -> MatchOutcome:
    if "+" in text:
        return MatchOutcome(key, (int(text.split("+")[0]),), (1,), "walkover")
    entrants: list[int] = []
    places: list[int] = []
    for level in text.split(">"):
        place = len(entrants) + 1
        for each in level.split("="):
            entrants.append(int(each))
            places.append(place)
    return MatchOutcome(key, tuple(entrants), tuple(places), "played")


def table(
    state: StageState, *tie_breaks: str, scoring: Scoring | None = None
) -> tuple[StandingRow, ...]:
    """The standings by these tie-breaks."""
    return ranked(state, records_of(state, scoring or Scoring()), tie_breaks)


def values(state: StageState, code: str, scoring: Scoring | None = None) -> list[Fraction]:
    """The tie-break of entrant 1, 2, ..."""
    rows = sorted(table(state, code, scoring=scoring), key=lambda row: row.entrant)
    return [row.tie_breaks[0].value for row in rows]


def told(state: StageState, code: str, entrant: int, scoring: Scoring | None = None) -> str:
    """The sum of an entrant's tie-break in words."""
    rows = table(state, code, scoring=scoring)
    return next(row for row in rows if row.entrant == entrant).tie_breaks[0].told
