"""What pods need to know of each entrant: with whom, where and behind whom it has sat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from tournaments.formats.amounts import exact_sum
from tournaments.formats.pods_pairing import Sitter
from tournaments.formats.points import AT_THE_TABLE, Record
from tournaments.formats.slots import EntrantFact, EntrantSlot, StageState

ZERO = Fraction(0)


def sitters(
    entrants: Iterable[EntrantFact], state: StageState, records: Mapping[int, Record]
) -> list[Sitter]:
    """The entrants by their seeds."""
    past = _Past(state)
    return [past.sitter(each, records[each.id]) for each in entrants]


class _Past:
    """Seats and neighbours of all tables so far."""

    def __init__(self, state: StageState) -> None:
        self._seeds = {each.id: each.seed for each in state.entrants}
        self._seats: dict[int, list[tuple[int, int]]] = {each: [] for each in self._seeds}
        self._followers: dict[int, list[int]] = {each: [] for each in self._seeds}
        self._small: Counter[int] = Counter()
        self._take_seats(state)
        self._take_small_tables(state)

    def _take_seats(self, state: StageState) -> None:
        for match in state.matches:
            outcome = state.results.get(match.key)
            if outcome is None or outcome.cause not in AT_THE_TABLE:
                continue
            named = [slot.entrant for slot in match.slots if isinstance(slot, EntrantSlot)]
            sat = [entrant for entrant in named if entrant in outcome.entrants]
            for seat, entrant in enumerate(sat):
                self._seats[entrant].append((seat, len(sat)))
                self._followers[entrant].append(self._seeds[sat[(seat + 1) % len(sat)]])

    def _take_small_tables(self, state: StageState) -> None:
        full: dict[int, int] = {}
        for match in state.matches:
            full[match.round] = max(full.get(match.round, 0), len(match.slots))
        for match in state.matches:
            if len(match.slots) < full[match.round]:
                self._small.update(
                    [slot.entrant for slot in match.slots if isinstance(slot, EntrantSlot)]
                )

    def sitter(self, entrant: EntrantFact, record: Record) -> Sitter:
        seeds = self._seeds
        seats = [(seat, size) for seat, size in self._seats[entrant.id] if size > 1]
        return Sitter(
            entrant.seed,
            exact_sum([played.points for played in record.rounds]) if record.rounds else ZERO,
            Counter([seeds[other] for played in record.rounds for other, _ in played.opponents]),
            self._small[entrant.id],
            tuple(seats),
            Counter(self._followers[entrant.id]) if seats else {},
        )
