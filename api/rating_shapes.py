"""What ratings look like in an answer."""

from __future__ import annotations

import datetime as dt
from typing import TypedDict

from ratings.queries import BoardRow, HistoryLine, PoolSeen, RatingSeen
from ratings.skill import Belief


class PoolShape(TypedDict):
    """What one rating is kept for: a game and a division; with how many players it has."""

    game: str
    division: str
    contests: int
    placed: int
    provisional: int
    resting: int


class PoolsShape(TypedDict):
    """Every pool in which anything was ever played."""

    pools: list[PoolShape]


class BoardRowShape(TypedDict):
    """A line of a leaderboard: strength `mu`, deviation `sigma`, `exposure` = mu - 3 sigma.

    `board` is the exposure as a number people like. `place` is null while the belief is
    provisional, or while the player rests.
    """

    place: int | None
    player: str
    handle: str
    kind: str
    owner: str | None
    version: str
    mu: float
    sigma: float
    exposure: float
    board: int
    contests: int
    provisional: bool
    resting: bool
    last_change: int
    last_played_at: dt.datetime


class BoardShape(TypedDict):
    """A page of a leaderboard: placed players, then provisional ones."""

    pool: PoolShape
    items: list[BoardRowShape]
    next: str | None


class RatingShape(TypedDict):
    """A player's rating in one pool."""

    game: str
    division: str
    rating: BoardRowShape


class BeliefShape(TypedDict):
    """A normal distribution of strength."""

    mu: float
    sigma: float


class OtherShape(TypedDict):
    """Somebody else of the contest; of the own team if the seat is the same."""

    player: str
    handle: str
    seat: int
    place: int


class HistoryLineShape(TypedDict):
    """A contest and what it did to the rating; `change` is in board numbers."""

    sequence: int
    source: str
    played_at: dt.datetime
    teams: int
    place: int
    expected_place: float
    before: BeliefShape
    after: BeliefShape
    board_before: int
    board_after: int
    change: int
    others: list[OtherShape]


def pool_shape(pool: PoolSeen) -> PoolShape:
    return PoolShape(
        game=pool.game,
        division=pool.division,
        contests=pool.contests,
        placed=pool.placed,
        provisional=pool.provisional,
        resting=pool.resting,
    )


def board_row_shape(row: BoardRow) -> BoardRowShape:
    return BoardRowShape(
        place=row.place,
        player=row.player_public_id,
        handle=row.handle,
        kind=row.kind,
        owner=row.owner_handle,
        version=row.version_label,
        mu=row.mu,
        sigma=row.sigma,
        exposure=row.exposure,
        board=row.board,
        contests=row.contests,
        provisional=row.is_provisional,
        resting=row.is_resting,
        last_change=row.last_change,
        last_played_at=row.last_played_at,
    )


def rating_shape(seen: RatingSeen) -> RatingShape:
    return RatingShape(
        game=seen.pool.game, division=seen.pool.division, rating=board_row_shape(seen.row)
    )


def history_line_shape(line: HistoryLine) -> HistoryLineShape:
    change = line.change
    return HistoryLineShape(
        sequence=line.sequence,
        source=line.source,
        played_at=line.played_at,
        teams=line.teams,
        place=change.place,
        expected_place=change.expected_place,
        before=_belief_shape(change.before),
        after=_belief_shape(change.after),
        board_before=change.board_before,
        board_after=change.board_after,
        change=change.change,
        others=[
            OtherShape(
                player=other.player_public_id,
                handle=other.handle,
                seat=other.seat,
                place=other.place,
            )
            for other in line.others
        ],
    )


def _belief_shape(belief: Belief) -> BeliefShape:
    return BeliefShape(mu=belief.mu, sigma=belief.sigma)
