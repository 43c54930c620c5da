"""What can happen to events, and what follows when a table has ended."""

from tournaments.actions.creating import check_settings, create_tournament, open_entry
from tournaments.actions.entering import check_entry, check_in, enter, withdraw
from tournaments.actions.running import advance, cancel_tournament, push_back, start_tournament
from tournaments.actions.settling import settle_table

__all__ = [
    "advance",
    "cancel_tournament",
    "check_entry",
    "check_in",
    "check_settings",
    "create_tournament",
    "enter",
    "open_entry",
    "push_back",
    "settle_table",
    "start_tournament",
    "withdraw",
]
