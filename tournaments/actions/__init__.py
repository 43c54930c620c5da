"""What can happen to events, and what follows when a table has ended."""

from tournaments.actions.checking import check_settings
from tournaments.actions.creating import create_tournament, open_entry
from tournaments.actions.entering import check_entry, check_in, enter
from tournaments.actions.foretelling import foretell
from tournaments.actions.leaving import disqualify, withdraw
from tournaments.actions.replacing import replace_entrant
from tournaments.actions.running import advance, cancel_tournament, push_back, start_tournament
from tournaments.actions.seeding import set_seeds
from tournaments.actions.series import (
    announce_occurrence,
    create_series,
    drafted_series,
    series_failed,
    stop_series,
)
from tournaments.actions.settling import settle_table, settle_tables

__all__ = [
    "advance",
    "announce_occurrence",
    "cancel_tournament",
    "check_entry",
    "check_in",
    "check_settings",
    "create_series",
    "create_tournament",
    "disqualify",
    "drafted_series",
    "enter",
    "foretell",
    "open_entry",
    "push_back",
    "replace_entrant",
    "series_failed",
    "set_seeds",
    "settle_table",
    "settle_tables",
    "start_tournament",
    "stop_series",
    "withdraw",
]
