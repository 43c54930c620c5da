"""Orders of seeds that keep members of one group, or of one owner, apart as long as can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import groupby, islice
from typing import Generic, TypeVar

from tournaments.formats.seeding import bracket_order

T = TypeVar("T")


def spread(
    ranked: Sequence[T],
    group: Callable[[T], Hashable | None],
    level: Callable[[T], Hashable] = lambda item: None,
) -> tuple[T, ...]:
    """The same items, best first, in an order of seeds for a bracket.

    Members of one `group` (None: of none) go to different halves of the tree, then to different
    quarters, and so on. For that, those change places who have the same band of seeds (1, 2, 3-4,
    5-8, ...) and the same `level`, such as the place in a group; where it keeps more of them apart,
    those of the same band, or those of the same level. A bye is never lost by it.
    """
    named = [each for each in map(group, ranked) if each is not None]
    if len(set(named)) == len(named):
        return tuple(ranked)
    leaves = 1 << (len(ranked) - 1).bit_length()
    byes = leaves - len(ranked)
    habits: list[Callable[[int, T], Hashable]] = [
        lambda seed, item: (_band(seed), seed <= byes, level(item)),
        lambda seed, item: (_band(seed), seed <= byes),
        lambda seed, item: (seed <= byes, level(item) if len(levels) > 1 else _band(seed)),
    ]
    levels = {level(item) for item in ranked}
    orders = [tuple(ranked), *(_spread_within(ranked, leaves, group, each) for each in habits)]
    return min(orders, key=lambda order: _clashes(order, leaves, group))


def _spread_within(
    ranked: Sequence[T],
    leaves: int,
    group: Callable[[T], Hashable | None],
    habit: Callable[[int, T], Hashable],
) -> tuple[T, ...]:
    """The order where only neighbours of one habit change places."""
    leaf_of = _leaves_of_seeds(leaves)
    tree = _Tree(leaves)
    at_leaf: dict[int, T] = {}
    seeded = enumerate(ranked, start=1)
    for _, block in groupby(seeded, key=lambda each: habit(*each)):
        members = [(leaf_of[seed], item) for seed, item in block]
        at_leaf.update(tree.place(members, group))
    return tuple(at_leaf[leaf_of[seed]] for seed in range(1, len(ranked) + 1))


def _clashes(
    order: Sequence[T], leaves: int, group: Callable[[T], Hashable | None]
) -> tuple[int, ...]:
    """How many pairs of a group could meet in round 1, how many in rounds 1 and 2, and so on."""
    leaf_of = _leaves_of_seeds(leaves)
    clashes = []
    for rounds in range(1, leaves.bit_length()):
        met = Counter(
            (leaf_of[seed] >> rounds, group(item))
            for seed, item in enumerate(order, start=1)
            if group(item) is not None
        )
        clashes.append(sum(count * (count - 1) // 2 for count in met.values()))
    return tuple(clashes)


def _leaves_of_seeds(leaves: int) -> dict[int, int]:
    return {seed: leaf for leaf, seed in enumerate(bracket_order(leaves))}


def _band(seed: int) -> int:
    """0 for seed 1, 1 for 2, 2 for 3-4, 3 for 5-8."""
    return (seed - 1).bit_length()


class _Tree:
    """How many of each group are below every node: 1 is the root, 2k and 2k + 1 are below k."""

    def __init__(self, leaves: int) -> None:
        self.leaves = leaves
        self.below: Counter[tuple[int, Hashable]] = Counter()

    def place(
        self, members: Sequence[tuple[int, T]], group: Callable[[T], Hashable | None]
    ) -> list[tuple[int, T]]:
        """The leaves of the members, dealt out anew among the members."""
        placed = self._deal(1, [leaf for leaf, _ in members], list(members), group)
        for leaf, item in placed:
            node = leaf + self.leaves
            while node and group(item) is not None:
                self.below[node, group(item)] += 1
                node //= 2
        return placed

    def _deal(
        self,
        node: int,
        leaves: Sequence[int],
        members: list[tuple[int, T]],
        group: Callable[[T], Hashable | None],
    ) -> list[tuple[int, T]]:
        """Split the members between the halves below a node; each half has room for its leaves."""
        if not members:
            return []
        if node >= self.leaves:
            return [(leaves[0], members[0][1])]
        left = [leaf for leaf in leaves if self._is_left(node, leaf)]
        right = [leaf for leaf in leaves if not self._is_left(node, leaf)]
        goes_left = self._choose(node, len(left), members, group)
        return [
            *self._deal(
                2 * node, left, [m for i, m in enumerate(members) if i in goes_left], group
            ),
            *self._deal(
                2 * node + 1, right, [m for i, m in enumerate(members) if i not in goes_left], group
            ),
        ]

    def _is_left(self, node: int, leaf: int) -> bool:
        """Whether the leaf lies below the left one of the two nodes below this one."""
        depth = self.leaves.bit_length() - node.bit_length()
        return not (leaf >> (depth - 1)) & 1

    def _choose(
        self,
        node: int,
        room: int,
        members: Sequence[tuple[int, T]],
        group: Callable[[T], Hashable | None],
    ) -> set[int]:
        """The indices of those who go to the left half, `room` of them.

        One after another, a member of the group that the right half has most of; where several
        groups are equal, whoever stands on the left already.
        """
        waiting: dict[tuple[Hashable, int], list[tuple[bool, int]]] = {}
        for index, (leaf, item) in enumerate(members):
            # Whoever is of no group is a group of its own.
            key = (group(item), 0) if group(item) is not None else (None, index)
            waiting.setdefault(key, []).append((not self._is_left(node, leaf), index))
        heap: list[tuple[int, bool, int, tuple[Hashable, int]]] = []
        for key, queue in waiting.items():
            queue.sort(reverse=True)
            below = self.below[2 * node, key[0]] - self.below[2 * node + 1, key[0]]
            heap.append((below - len(queue), *queue[-1], key))
        heapify(heap)
        chosen: set[int] = set()
        while len(chosen) < room:
            surplus, _, index, key = heappop(heap)
            chosen.add(index)
            waiting[key].pop()
            if waiting[key]:
                heappush(heap, (surplus + 2, *waiting[key][-1], key))
        return chosen


def apart_in_groups(
    ranked: Sequence[T], sizes: Sequence[int], words: Callable[[T], frozenset[str]]
) -> tuple[T, ...]:
    """The same items, best first, in an order of seeds for groups that a snake deals out.

    Everybody keeps its row of the snake. Within the rows they change places until no swap of two
    leaves fewer pairs with a common word in one group.
    """
    return _Rows(ranked, sizes, words).order()


class _Rows(Generic[T]):
    """The rows of a snake: rows[r][g] sits in group g."""

    def __init__(
        self, ranked: Sequence[T], sizes: Sequence[int], words: Callable[[T], frozenset[str]]
    ) -> None:
        self.words = words
        self.columns = _columns(sizes)
        waiting = iter(ranked)
        self.rows = [
            dict(zip(columns, islice(waiting, len(columns)), strict=True))
            for columns in self.columns
        ]
        self.held: Counter[tuple[int, str]] = Counter(
            (group, word)
            for row in self.rows
            for group, item in row.items()
            for word in words(item)
        )

    def order(self) -> tuple[T, ...]:
        # The last row first, so that the best stay where the snake put them.
        while any(self._improve(row) for row in reversed(self.rows)):
            pass
        return tuple(
            row[column]
            for row, columns in zip(self.rows, self.columns, strict=True)
            for column in columns
        )

    def _improve(self, row: dict[int, T]) -> bool:
        """Make the best swap for everybody in the row who clashes; whether there was one."""
        improved = False
        for here in row:
            if not self._clashes(row[here], here, row[here]):
                continue
            gain, there = max((self._gain(row, here, other), -other) for other in row)
            if gain > 0:
                self._swap(row, here, -there)
                improved = True
        return improved

    def _clashes(self, item: T, group: int, leaving: T) -> int:
        """How often its words occur in the group once somebody has left."""
        gone = self.words(leaving)
        return sum(self.held[group, word] - (word in gone) for word in self.words(item))

    def _gain(self, row: Mapping[int, T], here: int, there: int) -> int:
        """How many clashes fewer there are once two of a row change places."""
        if here == there:
            return 0
        mine, theirs = row[here], row[there]
        now = self._clashes(mine, here, mine) + self._clashes(theirs, there, theirs)
        then = self._clashes(mine, there, theirs) + self._clashes(theirs, here, mine)
        return now - then

    def _swap(self, row: dict[int, T], here: int, there: int) -> None:
        for word in self.words(row[here]):
            self.held[here, word] -= 1
            self.held[there, word] += 1
        for word in self.words(row[there]):
            self.held[there, word] -= 1
            self.held[here, word] += 1
        row[here], row[there] = row[there], row[here]


def _columns(sizes: Sequence[int]) -> list[list[int]]:
    """Per row of the snake the groups in the order in which they get somebody."""
    rows = []
    for number in range(max(sizes)):
        columns = [group for group, size in enumerate(sizes) if size > number]
        rows.append(columns[::-1] if number % 2 else columns)
    return rows
