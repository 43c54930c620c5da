"""What can be asked of ratings."""

from ratings.queries.audit import audit_findings
from ratings.queries.board import board_row, leaderboard, ratings_of
from ratings.queries.history import changes_of, contest_seen, history_of, rating_series
from ratings.queries.policy import usual_draw_probability
from ratings.queries.pools import (
    pool_seen,
    pools,
    pools_to_fold,
    pools_to_refold,
    refused_contests,
    unfolded_contests,
)
from ratings.queries.replay import Difference, replay_differences
from ratings.queries.rivals import heads_to_heads
from ratings.queries.seen import (
    Board,
    BoardRow,
    Change,
    ContestSeen,
    HeadToHead,
    History,
    HistoryLine,
    Opponent,
    Point,
    PoolSeen,
    RatingSeen,
)
from ratings.queries.supposing import Move, Supposed, without_contests

__all__ = [
    "Board",
    "BoardRow",
    "Change",
    "ContestSeen",
    "Difference",
    "HeadToHead",
    "History",
    "HistoryLine",
    "Move",
    "Opponent",
    "Point",
    "PoolSeen",
    "RatingSeen",
    "Supposed",
    "audit_findings",
    "board_row",
    "changes_of",
    "contest_seen",
    "heads_to_heads",
    "history_of",
    "leaderboard",
    "pool_seen",
    "pools",
    "pools_to_fold",
    "pools_to_refold",
    "rating_series",
    "ratings_of",
    "refused_contests",
    "replay_differences",
    "unfolded_contests",
    "usual_draw_probability",
    "without_contests",
]
