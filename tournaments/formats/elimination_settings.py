"""What all eliminations can be told: the size of a match, how many go on, and ties at the cut."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.formats.contract import Config
from tournaments.formats.settings import Problem, Setting

MAX_SEATS = 6
CUT_POLICIES = ("higher_seed", "lot")
SEATS = Setting("seats", "whole", 2, "How many sit at a match.", 2, MAX_SEATS)
ADVANCE = Setting("advance", "whole", 1, "How many go on from a table.", 1, MAX_SEATS - 1)
TIE_POLICY = Setting(
    "tie_policy",
    "choice",
    "higher_seed",
    "Who goes on when places tie at the cut: the higher seed, or by lot.",
    choices=CUT_POLICIES,
)


def advance_problems(config: Config) -> Iterator[Problem]:
    """Somebody has to go home from every table; the settings by themselves are right."""
    seats, advance = config.get("seats", 2), config.get("advance", 1)
    if advance >= seats:
        yield Problem("advance", f"At {seats} seats 1 to {seats - 1} can go on, not {advance!r}.")
