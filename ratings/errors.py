"""What can go wrong with ratings."""

from __future__ import annotations

from typing import ClassVar


class RatingError(Exception):
    """A contest or a question that the ratings refuse; nothing has changed."""

    code: ClassVar[str] = "rating_error"


class BadContest(RatingError):
    """Teams, places, weights or beliefs from which no rating can be worked out."""

    code = "bad_contest"


class TieImpossible(BadContest):
    """A tie in a contest that was recorded as one that cannot tie (draw probability 0)."""

    code = "tie_impossible"


class OutOfReach(RatingError):
    """Beliefs so far apart that floating point cannot tell the surprise of the result."""

    code = "out_of_reach"


class SourceTaken(RatingError):
    """The ledger already holds another result from this source."""

    code = "source_taken"


class PoolNotFound(RatingError):
    """No rating is kept for this game and division."""

    code = "pool_not_found"


class BadCursor(RatingError):
    """A cursor that no page of this list has given out."""

    code = "bad_cursor"
