"""The shapes in which ratings are shown."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from ratings.skill import Belief

PROVISIONAL_SIGMA = 2.5
# Above it a belief is too vague for a place: some 7 games of four, or 15 duels.
IDLE_DAYS = 90


def board_number(exposure: float) -> int:
    """The lower edge of the belief as a number that people like."""
    return round(100 * exposure)


@dataclass(frozen=True, slots=True)
class PoolSeen:
    """A pool and how full it is; `resting` ones have not played for IDLE_DAYS."""

    id: int
    game: str
    division: str
    contests: int
    placed: int
    provisional: int
    resting: int


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A player on the board.

    `place` is None while the belief is provisional or the player rests; equal ratings share a
    place. `last_change` and `recent` are board numbers, `recent` from old to new.
    """

    place: int | None
    player_id: int
    player_public_id: str
    handle: str
    kind: str
    version_label: str
    owner_handle: str | None
    # None: a bot of the house.
    mu: float
    sigma: float
    exposure: float
    board: int
    contests: int
    is_provisional: bool
    is_resting: bool
    last_change: int
    recent: tuple[int, ...]
    last_played_at: dt.datetime


@dataclass(frozen=True, slots=True)
class Board:
    """A page of the board: placed rows first, provisional ones below them."""

    pool: PoolSeen
    rows: tuple[BoardRow, ...]
    next: str | None
    # The cursor of the page after this one; None on the last.


@dataclass(frozen=True, slots=True)
class RatingSeen:
    """A player's rating in one pool."""

    pool: PoolSeen
    row: BoardRow


@dataclass(frozen=True, slots=True)
class Change:
    """What one contest did to one player's rating; `change` is in board numbers."""

    handle: str
    player_public_id: str
    place: int
    expected_place: float
    before: Belief
    after: Belief
    board_before: int
    board_after: int
    change: int


@dataclass(frozen=True, slots=True)
class Opponent:
    """Another player of the contest; of the own team if the seat is the same."""

    handle: str
    player_public_id: str
    seat: int
    place: int


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A contest in a player's history."""

    sequence: int
    source: str
    played_at: dt.datetime
    teams: int
    change: Change
    others: tuple[Opponent, ...]


@dataclass(frozen=True, slots=True)
class History:
    """A page of a player's history, newest first."""

    lines: tuple[HistoryLine, ...]
    next: str | None


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two players who met: how often one came out ahead, and the share that was to be expected.

    `level` counts the ties.
    """

    handle: str
    player_public_id: str
    ahead: int
    behind: int
    level: int
    expected_share: float


@dataclass(frozen=True, slots=True)
class Point:
    """A rating after one contest, for drawing; `low` and `high` lie three deviations off."""

    number: int
    sequence: int
    source: str
    played_at: dt.datetime
    before: Belief
    mu: float
    low: float
    high: float
    place: int
    expected_place: float
    board_before: int
    board_after: int


@dataclass(frozen=True, slots=True)
class ContestSeen:
    """What came of one result; no changes until it is folded."""

    source: str
    played_at: dt.datetime
    is_folded: bool
    is_void: bool
    refusal: str
    changes: tuple[Change, ...]
