"""What a director does to a running event: each with a reason, in the trail, and undoable."""

from tournaments.actions.directing.asked import KINDS, NEEDS, Asked, act_of
from tournaments.actions.directing.pausing import pause_tournament, resume_tournament
from tournaments.actions.directing.previewing import (
    MatchMoved,
    Preview,
    preview,
)
from tournaments.actions.directing.repairing import repair_round
from tournaments.actions.directing.results import give_walkover, override_result, void_result
from tournaments.actions.directing.tables import give_more_time, remove_from_table
from tournaments.actions.directing.undoing import undo_act

__all__ = [
    "KINDS",
    "NEEDS",
    "Asked",
    "MatchMoved",
    "Preview",
    "act_of",
    "give_more_time",
    "give_walkover",
    "override_result",
    "pause_tournament",
    "preview",
    "remove_from_table",
    "repair_round",
    "resume_tournament",
    "undo_act",
    "void_result",
]
