"""What can happen to ratings: a contest is recorded or voided; the ledger is folded."""

from ratings.actions.folding import FOLD_AT_ONCE, Rebuilt, fold_ledger, rebuild_ratings
from ratings.actions.recording import record_contest, restore_contest, void_contest

__all__ = [
    "FOLD_AT_ONCE",
    "Rebuilt",
    "fold_ledger",
    "rebuild_ratings",
    "record_contest",
    "restore_contest",
    "void_contest",
]
