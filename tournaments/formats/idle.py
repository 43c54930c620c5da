"""Stages without rounds: who is free to play now, and what each has behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.formats import rounds as stage_rounds
from tournaments.formats.settings import Problem, Setting
from tournaments.formats.slots import EntrantFact, EntrantSlot, PlannedMatch, StageState

MOST_MINUTES = 30 * 1440
MINUTES = Setting(
    "minutes",
    "whole",
    0,
    "For how many minutes matches are made; 0: until all have had their matches.",
    0,
    MOST_MINUTES,
)


def endless(config: Mapping[str, Any], matches_each: int) -> Iterator[Problem]:
    """Something has to end a stage without rounds."""
    if not matches_each and not config.get("minutes", MINUTES.default):
        yield Problem(
            "minutes", "Without a number of matches_each it needs minutes, or never ends."
        )


def told_minutes(config: Mapping[str, Any]) -> list[str]:
    """For the line of settings; nothing where no time ends it."""
    minutes = config.get("minutes", MINUTES.default)
    return [f"for {minutes} minutes"] if minutes else []


class Floor:
    """A stage at one instant. Whoever is active takes part, whenever it came.

    `wave` is the number of the matches that are made now; `played[entrant]` counts all its
    matches, those won without play too; `latest[entrant]` are those of its last match.
    """

    def __init__(self, state: StageState, matches_each: int) -> None:
        self.open = stage_rounds.open_matches(state)
        self.wave = max((match.round for match in state.matches), default=0) + 1
        self.played: Counter[int] = Counter()
        self.latest: dict[int, frozenset[int]] = {}
        for match in state.matches:
            self._take(match)
        busy = {entrant for made in self.open.values() for entrant in made.entrants}
        active = [each for each in state.entrants if each.active]
        self.active = sorted(active, key=lambda each: each.seed)
        # Everybody who may play another match, and of these who is at none.
        self.willing = [
            each for each in self.active if not matches_each or self.played[each.id] < matches_each
        ]
        self.free = [each for each in self.willing if each.id not in busy]

    def _take(self, match: PlannedMatch) -> None:
        seated = [slot.entrant for slot in match.slots if isinstance(slot, EntrantSlot)]
        self.played.update(seated)
        for entrant in seated:
            self.latest[entrant] = frozenset(seated) - {entrant}

    def just_met(self, one: EntrantFact, other: EntrantFact) -> bool:
        """The last match of both was the same."""
        return other.id in self.latest.get(one.id, ()) and one.id in self.latest.get(other.id, ())
