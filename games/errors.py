"""What can go wrong at a table; codes are part of the API."""

from __future__ import annotations

import datetime as dt
from typing import ClassVar


class TableError(Exception):
    """A request that the table refuses; nothing has changed."""

    code: ClassVar[str] = "table_error"


class TableNotFound(TableError):
    """No such table, or it is not open to this viewer (yet)."""

    code = "table_not_found"


class BadPatience(TableError):
    """Seconds a move may take: a whole number from 1 to 1,209,600 (14 days)."""

    code = "bad_patience"


class BadNonce(TableError):
    """A nonce is 0 to 64 bytes."""

    code = "bad_nonce"


class TableNotOpen(TableError):
    """Joining, or starting, is over: the table runs or has ended."""

    code = "table_not_open"


class TableFull(TableError):
    """Every seat is taken."""

    code = "table_full"


class AlreadySeated(TableError):
    """The player sits at this table already."""

    code = "already_seated"


class NotSeated(TableError):
    """The player has no seat at this table."""

    code = "not_seated"


class NotStarted(TableError):
    """The table waits for its seats to be taken; nobody can move yet."""

    code = "table_not_started"


class NotYourTurn(TableError):
    """The seat tried to act while another was to act; `to_act` names the seats that are."""

    code = "not_your_turn"

    def __init__(self, message: str, to_act: tuple[int, ...]) -> None:
        super().__init__(message)
        self.to_act = to_act


class BadTurn(TableError):
    """A turn is a whole number from 0: how many moves this seat has made so far."""

    code = "bad_turn"


class StaleTurn(TableError):
    """The seat has made that turn already, with another move."""

    code = "stale_turn"


class TurnAhead(TableError):
    """The seat's next turn is an earlier one than was stated."""

    code = "turn_ahead"


class DeadlinePassed(TableError):
    """The move came after the deadline and its grace; the seat has left the table."""

    code = "deadline_passed"

    def __init__(self, message: str, deadline_at: dt.datetime, received_at: dt.datetime) -> None:
        super().__init__(message)
        self.deadline_at = deadline_at
        self.received_at = received_at


class TablePaused(TableError):
    """The event is paused: no clock runs, and moves wait until it goes on."""

    code = "table_paused"


class TableOver(TableError):
    """The outcome stands, or the table is void."""

    code = "table_over"


class RecordClosed(TableError):
    """The record opens when the table, and the last one of its deal, is over."""

    code = "record_closed"


class UnknownStrategy(TableError):
    """No house bot plays this game by that name."""

    code = "unknown_strategy"
