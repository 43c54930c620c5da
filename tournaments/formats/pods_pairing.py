"""Put a Swiss round of tables together: near in points, with nobody whom one has sat with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tournaments.formats.seeding import drawn_order
from tournaments.formats.slots import Stream

MOST_SEATS = 6
ALL_WAYS, FEW = 12, 36
# So few entrants leave few ways without a meeting again: all are tried, or many by lot.
STEPS = 10_000
HEAT = 5
SMALL = 1 << 32
AGAIN = 1 << 52
# What a turn at a small table and a meeting again weigh; differences of points stay far below.


@dataclass(frozen=True, slots=True)
class Sitter:
    """An entrant before a round of tables.

    `score` is in a unit that all share. `met[number]` is how often two have sat together, `small`
    how often it sat at a table that was smaller than others of its round. `often[seat]` counts the
    seats it had, `leaning` adds up how far off the middle they were (`pods_seats.lean`);
    `followers[number]` is how often that one sat next after it.
    """

    number: int
    score: int = 0
    met: Mapping[int, int] = field(default_factory=dict)
    small: int = 0
    often: Sequence[int] = (0,) * MOST_SEATS
    leaning: int = 0
    followers: Mapping[int, int] = field(default_factory=dict)


def make_tables(
    sitters: Sequence[Sitter], sizes: Sequence[int], stream: Stream, *, steps: int = STEPS
) -> tuple[tuple[int, ...], ...]:
    """The numbers at each table, larger tables first as in `sizes`; equal scores by lot.

    `steps` limit the search by lot where there are few.
    """
    drawn = drawn_order(sorted(sitters, key=lambda each: each.number), stream)
    ranked = sorted(drawn, key=lambda each: -each.score)
    search = _Search(ranked, _cut(ranked, sizes))
    search.part()
    if search.is_flawed():
        if len(ranked) <= ALL_WAYS:
            search.try_all()
        elif len(ranked) <= FEW:
            search.wander(stream, steps)
    return tuple(map(tuple, search.tables))


def _cut(ranked: Sequence[Sitter], sizes: Sequence[int]) -> list[list[int]]:
    """Tables in the order of rank; small ones for the last of those who sat at one least often."""
    large = sum(size for size in sizes if size == sizes[0])
    by_turn = sorted(range(len(ranked)), key=lambda here: (ranked[here].small, -here))
    small = set(by_turn[: len(ranked) - large])
    order = [each.number for here, each in enumerate(ranked) if here not in small]
    order += [each.number for here, each in enumerate(ranked) if here in small]
    tables: list[list[int]] = []
    begin = 0
    for size in sizes:
        tables.append(order[begin : begin + size])
        begin += size
    return tables


class _Search:
    """Tables while entrants change places; what a table costs is one number.

    Each meeting again outweighs all turns at small tables, and those all differences in points.
    """

    def __init__(self, ranked: Sequence[Sitter], tables: list[list[int]]) -> None:
        self.tables = tables
        self._full = len(tables[0])
        self._points = {each.number: each.score for each in ranked}
        self._met = {each.number: each.met for each in ranked}
        least = min(each.small for each in ranked)
        self._turns = {each.number: each.small - least for each in ranked}
        self._costs = [self.cost(table) for table in tables]
        self._least, self._best = 0, tables

    def cost(self, table: Sequence[int]) -> int:
        points = [self._points[each] for each in table]
        cost = (max(points) - min(points)) ** 2
        if len(table) < self._full:
            cost += SMALL * sum(self._turns[each] for each in table)
        return cost + AGAIN * self._again(table)

    def _again(self, table: Sequence[int]) -> int:
        """Those who have met before, weighed so that nobody meets often."""
        again = 0
        for here, one in enumerate(table):
            met = self._met[one]
            for other in table[:here]:
                if other in met:
                    again += 2 * met[other] + 1
        return again

    def is_flawed(self) -> bool:
        """Somebody meets again, or sits at a small table out of turn."""
        return any(cost >= SMALL for cost in self._costs)

    def part(self) -> None:
        """Swap those who meet again with the nearest who make it better, till nobody does."""
        for _ in range(4):
            flawed = [here for here, cost in enumerate(self._costs) if cost >= SMALL]
            if not [here for here in flawed if self._better(here)]:
                return

    def _better(self, here: int) -> bool:
        """Some swap with this table was worth it."""
        was = self._costs[here]
        for seat in range(len(self.tables[here])):
            if self._is_bad(here, seat):
                self._swap_best(here, seat)
        return self._costs[here] < was

    def _is_bad(self, here: int, seat: int) -> bool:
        table = self.tables[here]
        met = self._met[table[seat]]
        is_out_of_turn = len(table) < self._full and self._turns[table[seat]] > 0
        return is_out_of_turn or any(other in met for other in table)

    def _swap_best(self, here: int, seat: int) -> None:
        """Look further and further away, and take the best of the first distance that has one."""
        for ring in _rings(here, len(self.tables)):
            ways = [
                (self._change(here, seat, there, other), there, other)
                for there in ring
                for other in range(len(self.tables[there]))
            ]
            change, there, other = min(ways)
            if change < 0:
                self._swap(here, seat, there, other)
                return

    def _change(self, here: int, seat: int, there: int, other: int) -> int:
        """What the two tables would cost more if the two changed places."""
        own, theirs = self.tables[here], self.tables[there]
        own[seat], theirs[other] = theirs[other], own[seat]
        cost = self.cost(own) + self.cost(theirs)
        own[seat], theirs[other] = theirs[other], own[seat]
        return cost - self._costs[here] - self._costs[there]

    def _swap(self, here: int, seat: int, there: int, other: int) -> None:
        own, theirs = self.tables[here], self.tables[there]
        own[seat], theirs[other] = theirs[other], own[seat]
        self._costs[here], self._costs[there] = self.cost(own), self.cost(theirs)

    def try_all(self) -> None:
        """The best tables there are, found by trying all that could still be better."""
        numbers = sorted(each for table in self.tables for each in table)
        sizes = [len(table) for table in self.tables]
        self._least, self._best = sum(self._costs), self.tables
        self._fill(numbers, sizes, [], 0)
        self.tables = sorted(self._best, key=len, reverse=True)
        self._costs = [self.cost(table) for table in self.tables]

    def _fill(self, left: list[int], sizes: list[int], made: list[list[int]], cost: int) -> None:
        """Go on with the tables that are made, for those who are left."""
        if cost >= self._least:
            return
        if not left:
            self._least, self._best = cost, made
            return
        first, *others = left
        # Tables of one size are alike, so the first who is left sits at the next of each size.
        for size in sorted(set(sizes)):
            open_sizes = list(sizes)
            open_sizes.remove(size)
            for company in combinations(others, size - 1):
                table = [first, *company]
                staying = [each for each in others if each not in company]
                self._fill(staying, open_sizes, [*made, table], cost + self.cost(table))

    def wander(self, stream: Stream, steps: int) -> None:
        """Swap by lot, at first even for the worse, and keep the best that was found."""
        best, least = [list(table) for table in self.tables], sum(self._costs)
        places = [
            (here, seat) for here, table in enumerate(self.tables) for seat in range(len(table))
        ]
        for step in range(steps):
            here, seat = places[stream.below(len(places))]
            there, other = places[stream.below(len(places))]
            if here == there or not self._is_bad(here, seat):
                continue
            allowed = HEAT * AGAIN * (steps - step) // steps * stream.below(1024) // 1024
            if self._change(here, seat, there, other) <= allowed:
                self._swap(here, seat, there, other)
                if sum(self._costs) < least:
                    best, least = [list(table) for table in self.tables], sum(self._costs)
                    if not self.is_flawed():
                        break
        self.tables, self._costs = best, [self.cost(table) for table in best]
        self._settle(places)

    def _settle(self, places: Sequence[tuple[int, int]]) -> None:
        """Make every swap that helps, until none does."""
        helped = True
        while helped:
            helped = False
            for (here, seat), (there, other) in combinations(places, 2):
                if here != there and self._change(here, seat, there, other) < 0:
                    self._swap(here, seat, there, other)
                    helped = True


def _rings(here: int, count: int) -> Iterator[list[int]]:
    """All other tables in rings around this one, each as wide as all before it."""
    near, far = 1, 1
    while near < count:
        ring = [
            there
            for distance in range(near, far + 1)
            for there in (here - distance, here + distance)
            if 0 <= there < count
        ]
        if ring:
            yield ring
        near, far = far + 1, 2 * far + 1
