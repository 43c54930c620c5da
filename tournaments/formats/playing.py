"""Play a stage in memory: each result moves only what depends on it.

The same facts give the same stage as `resolver.resolve`, which works everything out afresh.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import cast

from tournaments.formats.contract import Config, Format
from tournaments.formats.quick import quick
from tournaments.formats.resolver import DECIDED, MatchState, is_called_for
from tournaments.formats.slots import (
    EntrantFact,
    EntrantSlot,
    MatchOutcome,
    PlaceSlot,
    PlannedMatch,
    RankSlot,
    SeedSlot,
    Slot,
    StageState,
    Stream,
)
from tournaments.formats.standings import StandingRow

# Where an outcome goes: the place that is asked for from 0, the match, its slot (-1: none, the
# match only waits for it).
Feed = tuple[int, int, int]
# An outcome that nobody has asked for as a value yet: entrants, places, cause.
_Raw = tuple[tuple[int, ...], tuple[int, ...], str]
_IN_ORDER = tuple(tuple(range(1, size + 1)) for size in range(9))


class NotReady(ValueError):
    """A result came for a match that cannot be played, or with others than its entrants."""

    code = "not_ready"


class FirstDrawn:
    """A lot that always draws the first: enough where a format draws nothing."""

    def below(self, n: int) -> int:
        return 0


class Run:
    """A stage being played. `ready` matches get their results by `record`, in any order.

    Walkovers and further rounds follow by themselves.
    """

    __slots__ = (
        "_active",
        "_awaited",
        "_by_seed",
        "_config",
        "_facts",
        "_feeds",
        "_format",
        "_index",
        "_live",
        "_matches",
        "_orders",
        "_ranks",
        "_ready",
        "_results",
        "_seats",
        "_seed_of",
        "_state",
        "_states",
        "_stream",
    )

    def __init__(
        self,
        format_: Format,
        config: Config,
        entrants: Sequence[EntrantFact],
        stream: Stream | None = None,
    ) -> None:
        """The stage as it is planned for these entrants, before anything was played."""
        stream = stream or FirstDrawn()
        planned = format_.plan(config, len(entrants), stream)
        self._begin(format_, config, StageState(tuple(entrants), planned, {}), stream)

    @classmethod
    def resumed(
        cls, format_: Format, config: Config, state: StageState, stream: Stream | None = None
    ) -> Run:
        """The stage from its facts on; matches at their tables count as ready."""
        run = cls.__new__(cls)
        run._begin(format_, config, state, stream or FirstDrawn())
        return run

    def _begin(self, format_: Format, config: Config, state: StageState, stream: Stream) -> None:
        self._format, self._config, self._stream = format_, config, stream
        self._facts = state.entrants
        self._active = {entrant.id for entrant in state.entrants if entrant.active}
        self._by_seed = {entrant.seed: entrant.id for entrant in state.entrants}
        self._seed_of = {entrant.id: entrant.seed for entrant in state.entrants}
        self._ranks, self._live = state.ranks, state.live
        self._matches: list[PlannedMatch] = []
        self._index: dict[str, int] = {}
        self._feeds: list[tuple[Feed, ...]] = []
        self._seats: list[list[int | None]] = []
        # How many sources a match still waits for.
        self._awaited: list[int] = []
        self._states: list[MatchState] = []
        self._orders: list[tuple[int, ...]] = []
        self._ready: dict[int, None] = {}
        self._results: dict[str, MatchOutcome | _Raw] = dict(state.results)
        self._state: StageState | None = None
        self._add(state.matches)
        self._go_on()

    def fork(self) -> Run:
        """A copy that goes its own way; what is decided is shared."""
        twin = Run.__new__(Run)
        for name in Run.__slots__:
            setattr(twin, name, getattr(self, name))
        twin._active = set(self._active)
        twin._matches = list(self._matches)
        twin._index = dict(self._index)
        twin._feeds = list(self._feeds)
        twin._seats = [
            seats.copy() if awaited else seats
            for seats, awaited in zip(self._seats, self._awaited, strict=True)
        ]
        twin._awaited = list(self._awaited)
        twin._states = list(self._states)
        twin._orders = list(self._orders)
        twin._ready = dict(self._ready)
        twin._results = dict(self._results)
        return twin

    # ------------------------------------------------------------ questions

    def ready(self) -> tuple[str, ...]:
        """The matches that can be played now, those that became ready first before others."""
        return tuple(self._matches[index].key for index in self._ready)

    def present(self, key: str) -> tuple[int, ...]:
        """Those who play a match that is ready, in the order of its slots."""
        return tuple(self._present(self._index[key]))

    def match(self, key: str) -> PlannedMatch:
        return self._matches[self._index[key]]

    def state_of(self, key: str) -> MatchState:
        return self._states[self._index[key]]

    def entrants_of(self, key: str) -> tuple[int | None, ...]:
        """By slot; None where nobody is known yet, or nobody comes."""
        return tuple(self._seats[self._index[key]])

    def order_of(self, key: str) -> tuple[int, ...]:
        """The finishing order that later slots read; empty before the match is decided."""
        return self._orders[self._index[key]]

    @property
    def is_over(self) -> bool:
        """Nothing can be played any more."""
        return not self._ready

    def state(self) -> StageState:
        """The facts as they now are, walkovers among them."""
        if self._state is None:
            for key, each in self._results.items():
                if type(each) is tuple:
                    self._results[key] = quick(MatchOutcome, (key, *each, ()))
            self._state = StageState(
                entrants=self._entrants(),
                matches=tuple(self._matches),
                results=cast(dict[str, MatchOutcome], dict(self._results)),
                live=frozenset(key for key in self._live if key not in self._results),
                ranks=self._ranks,
            )
        return self._state

    def standings(self) -> tuple[StandingRow, ...]:
        return self._format.standings(self._config, self.state())

    # ------------------------------------------------------------ what happens

    def record(
        self, key: str, order: Sequence[int], places: Sequence[int] = (), cause: str = "played"
    ) -> None:
        """A match ended in this order, best first; `places[i]` of `order[i]` where some tie.

        Raises NotReady.
        """
        index = self._index.get(key, -1)
        if index not in self._ready:
            raise NotReady(f"Expected a match that is ready, not {key!r}.")
        own = set(order)
        if len(own) != len(order) or not own.issubset(self._seats[index]):
            raise NotReady(f"Expected the entrants of {key}, each once, not {tuple(order)}.")
        order = tuple(order)
        stands = tuple(places) or _in_order(len(order))
        self._results[key] = (order, stands, cause)
        if places:
            order = self._parted(order, stands)
        del self._ready[index]
        self._decide(index, order, "walkover" if cause == "walkover" else "done")
        self._go_on()

    def withdraw(self, entrant: int) -> None:
        """Plays no further match; those at their table now are played out."""
        self._active.discard(entrant)
        self._state = None
        for index in [each for each in self._ready if entrant in self._seats[each]]:
            if self._matches[index].key not in self._live:
                del self._ready[index]
                self._settle(index)
        self._go_on()

    # ------------------------------------------------------------ what follows

    def _go_on(self) -> None:
        """Publish further rounds as long as nothing can be played and nothing is awaited."""
        while not self._ready and not any(self._awaited):
            added = self._format.next_round(self._config, self.state(), self._stream)
            if not added:
                return
            self._add(added)

    def _add(self, matches: Iterable[PlannedMatch]) -> None:
        """In the order of planning: what feeds a match has been added before it."""
        self._state = None
        for match in matches:
            index = len(self._matches)
            self._index[match.key] = index
            self._matches.append(match)
            self._feeds.append(())
            self._states.append("blocked")
            self._orders.append(())
            self._seats.append([])
            self._awaited.append(0)
            self._seats[index] = [
                self._entrant_of(slot, index, number) for number, slot in enumerate(match.slots)
            ]
            if match.condition is not None:
                self._await(match.condition.match, 0, index, -1)
            self._start(index, match.key)

    def _start(self, index: int, key: str) -> None:
        """What a match is when it is published."""
        known = self._results.get(key)
        if isinstance(known, MatchOutcome):
            state: MatchState = "walkover" if known.cause == "walkover" else "done"
            # Nothing that depends on it has been added yet.
            order = self._parted(known.entrants, known.places)
            self._states[index], self._orders[index] = state, order
        elif key in self._live:
            self._states[index] = "live"
            self._ready[index] = None
        elif not self._awaited[index]:
            self._settle(index)

    def _entrant_of(self, slot: Slot, index: int, number: int) -> int | None:
        if isinstance(slot, PlaceSlot):
            return self._await(slot.match, slot.place - 1, index, number)
        if isinstance(slot, SeedSlot):
            return self._by_seed.get(slot.seed)
        if isinstance(slot, EntrantSlot):
            return slot.entrant
        if isinstance(slot, RankSlot) and slot not in self._ranks:
            self._awaited[index] += 1
            return None
        return self._ranks[slot] if isinstance(slot, RankSlot) else None

    def _await(self, source_key: str, place: int, index: int, number: int) -> int | None:
        """Whoever took the place, if that is known; else they are sent here once it is."""
        source = self._index[source_key]
        if self._states[source] not in DECIDED:
            self._feeds[source] = (*self._feeds[source], (place, index, number))
            self._awaited[index] += 1
            return None
        order = self._orders[source]
        return order[place] if place < len(order) else None

    def _decide(self, index: int, order: tuple[int, ...], state: MatchState) -> None:
        """Send everybody on, and whatever follows from that without play."""
        self._state = None
        self._states[index], self._orders[index] = state, order
        seats, awaited = self._seats, self._awaited
        for place, target, number in self._feeds[index]:
            if number >= 0 and place < len(order):
                seats[target][number] = order[place]
            awaited[target] -= 1
            if not awaited[target] and self._states[target] == "blocked":
                self._settle(target)

    def _settle(self, index: int) -> None:
        """All its entrants are known: it is played, or decided without play."""
        match = self._matches[index]
        if match.condition is not None:
            asked = self._index[match.condition.match]
            if not is_called_for(match.condition, self._seats[asked], self._orders[asked]):
                self._decide(index, (), "skipped")
                return
        present = self._present(index)
        if len(present) > max(match.advance, 1):
            self._states[index] = "ready"
            self._ready[index] = None
        elif present:
            order = tuple(sorted(present, key=self._seed_of.__getitem__))
            self._results[match.key] = (order, _in_order(len(order)), "walkover")
            self._decide(index, order, "walkover")
        else:
            self._decide(index, (), "skipped")

    def _present(self, index: int) -> list[int]:
        active = self._active
        return [each for each in self._seats[index] if each is not None and each in active]

    def _parted(self, entrants: Sequence[int], places: Sequence[int]) -> tuple[int, ...]:
        """By place; ties by seed, which only decides which slot of the next round."""
        place_of = dict(zip(entrants, places, strict=True))
        return tuple(sorted(entrants, key=lambda each: (place_of[each], self._seed_of[each])))

    def _entrants(self) -> tuple[EntrantFact, ...]:
        gone = [each for each in self._facts if each.active and each.id not in self._active]
        if gone:
            self._facts = tuple(_with_activity(each, self._active) for each in self._facts)
        return self._facts


def _with_activity(entrant: EntrantFact, active: set[int]) -> EntrantFact:
    return entrant if entrant.id in active else replace(entrant, active=False)


def _in_order(size: int) -> tuple[int, ...]:
    return _IN_ORDER[size] if size < len(_IN_ORDER) else tuple(range(1, size + 1))
