"""What pods need to know of each entrant: with whom, where and behind whom it has sat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from tournaments.formats.pods_pairing import MOST_SEATS, Sitter
from tournaments.formats.pods_seats import lean
from tournaments.formats.points import AT_THE_TABLE, Record
from tournaments.formats.slots import EntrantFact, EntrantSlot, PlannedMatch, StageState
from tournaments.formats.units import WholePoints


class Past:
    """All tables so far; scores of sitters are whole numbers of 1 / `unit`."""

    def __init__(self, state: StageState, records: Mapping[int, Record]) -> None:
        self._seeds = {each.id: each.seed for each in state.entrants}
        self._often = {entrant: [0] * MOST_SEATS for entrant in self._seeds}
        self._leaning = dict.fromkeys(self._seeds, 0)
        self._met: dict[int, list[int]] = {entrant: [] for entrant in self._seeds}
        self._followers: dict[int, list[int]] = {entrant: [] for entrant in self._seeds}
        self._small: Counter[int] = Counter()
        points = WholePoints(records)
        self.unit, self._scores = points.unit, points.scores
        self._take_tables(state)

    def sitters(self, entrants: Iterable[EntrantFact]) -> list[Sitter]:
        """The entrants by their seeds."""
        return [
            Sitter(
                each.seed,
                self._scores[each.id],
                Counter(self._met[each.id]),
                self._small[each.id],
                self._often[each.id],
                self._leaning[each.id],
                Counter(self._followers[each.id]),
            )
            for each in entrants
        ]

    def _take_tables(self, state: StageState) -> None:
        full: dict[int, int] = {}
        for match in state.matches:
            full[match.round] = max(full.get(match.round, 0), len(match.slots))
        for match in state.matches:
            named = _named(match)
            if len(named) < full[match.round]:
                self._small.update(named)
            outcome = state.results.get(match.key)
            if outcome is not None and outcome.cause in AT_THE_TABLE:
                self._take_seats([each for each in named if each in outcome.entrants])

    def _take_seats(self, sat: list[int]) -> None:
        """They sat together in this order. Whoever was alone has met nobody."""
        seeds = [self._seeds[each] for each in sat]
        size = len(sat)
        for seat, entrant in enumerate(sat if size > 1 else ()):
            self._often[entrant][seat] += 1
            self._leaning[entrant] += lean(seat, size)
            self._met[entrant] += seeds[:seat] + seeds[seat + 1 :]
            self._followers[entrant].append(seeds[seat + 1 - size])


def _named(match: PlannedMatch) -> list[int]:
    return [slot.entrant for slot in match.slots if isinstance(slot, EntrantSlot)]
