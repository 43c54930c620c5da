"""Keep entrants of one owner or club apart in a draw, without touching who is seeded how well.

Seeds keep their band: 1 and 2, 3 and 4, 5 to 8, 9 to 16 and so on. Within a band nobody has a
claim to one position of the tree rather than another, so that there they may change places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.formats.rematches import with_fewer_rematches
from tournaments.formats.seeding import bracket_order

WINDOW = 32  # how many positions of the band are tried to undo a clash
Words = frozenset[str]


@dataclass(frozen=True, slots=True)
class Clash:
    """Two entrants with a common word who play their first match against each other."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Draw:
    """`order[0]` is seed 1. `clashes` are those that no exchange within a band could undo."""

    order: tuple[int, ...]
    clashes: tuple[Clash, ...]


def apart_within_bands(
    seeds: Sequence[int], apart: Mapping[int, Words], leaves: Sequence[int] = ()
) -> Draw:
    """Order the entrants, best first, so that those with a common word meet late.

    `leaves` are the seeds as they stand in the tree (`seeding.leaf_order`), the usual way if
    nothing is given.
    `apart` gives the words (owner, club) of entrants; who has none may be left out. The same
    input gives the same draw. O(N log N) for entrants with few words each.
    """
    tree = _Tree(len(seeds), leaves)
    common = Counter(word for entrant in seeds for word in apart.get(entrant, ()))
    words = {
        entrant: tuple(sorted(word for word in apart.get(entrant, ()) if common[word] > 1))
        for entrant in seeds
    }
    order = list(seeds)
    for band in _bands(len(seeds)):
        _place_band(order, band, words, common, tree)
    for steps in (1, 2):
        for index in range(len(order)):
            if _clash(order, index, words, tree):
                _repair(order, index, words, tree, steps)
    return Draw(tuple(order), tuple(_clashes(order, words, tree)))


def apart_at_tables(
    seeds: Sequence[int], apart: Mapping[int, Words], tables: Sequence[Sequence[int]]
) -> Draw:
    """The same for first tables of several: `tables` holds the seeds that sit together.

    Entrants change only with those of the same seat of another table, who are about as strong.
    """
    relatives: dict[str, set[int]] = {}
    for entrant in seeds:
        for word in apart.get(entrant, ()):
            relatives.setdefault(word, set()).add(entrant)
    known = {
        entrant: set().union(*(relatives[word] for word in apart.get(entrant, ()))) - {entrant}
        for entrant in seeds
    }
    seated = [[seeds[seed - 1] for seed in table] for table in tables]
    changed = with_fewer_rematches(seated, known)
    order = list(seeds)
    for table, entrants in zip(tables, changed, strict=True):
        for seed, entrant in zip(table, entrants, strict=True):
            order[seed - 1] = entrant
    clashes = [
        Clash(*sorted(pair, key=order.index))
        for table in changed
        for pair in combinations(table, 2)
        if pair[1] in known[pair[0]]
    ]
    return Draw(tuple(order), tuple(clashes))


def _bands(entrants: int) -> Iterator[range]:
    """Positions in the list of seeds that may be exchanged: one, one, then 2, 4, 8 ..."""
    start, size = 0, 1
    while start < entrants:
        yield range(start, min(start + size, entrants))
        start, size = start + size, start + size


class _Tree:
    """Where the seeds stand in a tree, and how many of each word sit in each part of it."""

    def __init__(self, entrants: int, leaves: Sequence[int]) -> None:
        self.depth = max(entrants - 1, 0).bit_length()
        leaves = leaves or bracket_order(1 << self.depth)
        self.entrants = entrants
        self.leaf_of = [0] * len(leaves)
        self.index_at = [0] * len(leaves)
        for leaf, seed in enumerate(leaves):
            self.leaf_of[seed - 1] = leaf
            self.index_at[leaf] = seed - 1
        # (level, part, word) -> how many; the parts of level 0 are the leaves.
        self.held: Counter[tuple[int, int, str]] = Counter()

    def add(self, index: int, words: Iterable[str]) -> None:
        leaf = self.leaf_of[index]
        for word in words:
            for level in range(self.depth + 1):
                self.held[level, leaf >> level, word] += 1

    def opponent(self, index: int) -> int | None:
        """Whom the position meets in its first match for certain, as a position; or None."""
        leaf = self.leaf_of[index]
        other = self.index_at[leaf ^ 1] if self.depth else index
        if other < self.entrants:
            return other if other != index else None
        if self.depth < 2:
            return None
        # A bye: the next match is against another one who has a bye, or against a winner.
        beside = leaf ^ 2 & ~1
        pair = sorted((self.index_at[beside & ~1], self.index_at[beside | 1]))
        return pair[0] if pair[1] >= self.entrants else None


def _place_band(
    order: list[int],
    band: range,
    words: Mapping[int, tuple[str, ...]],
    common: Mapping[str, int],
    tree: _Tree,
) -> None:
    """Seat the band: the largest groups first, each entrant where fewest relatives are near."""
    members = [order[index] for index in band]
    own = dict(zip(members, band, strict=True))
    free = _Free(tree, band)
    bound = [entrant for entrant in members if words[entrant]]
    bound.sort(key=lambda each: (-max(common[word] for word in words[each]), own[each]))
    for entrant in bound:
        index = free.best(words[entrant], own[entrant])
        order[index] = entrant
        tree.add(index, words[entrant])
    _fill(order, [each for each in members if not words[each]], own, free)


def _fill(order: list[int], loose: Sequence[int], own: Mapping[int, int], free: _Free) -> None:
    """Whoever has no relatives stays, or takes what is left, better seeds first."""
    moved = []
    for entrant in loose:
        if free.take(own[entrant]):
            order[own[entrant]] = entrant
        else:
            moved.append(entrant)
    for entrant, index in zip(moved, free.left(), strict=True):
        order[index] = entrant


class _Free:
    """The positions of a band that nobody has yet, counted in every part of the tree."""

    def __init__(self, tree: _Tree, band: range) -> None:
        self._tree = tree
        self._open = set(band)
        self._count: Counter[tuple[int, int]] = Counter()
        for index in band:
            self._add(index, 1)

    def _add(self, index: int, count: int) -> None:
        leaf = self._tree.leaf_of[index]
        for level in range(self._tree.depth + 1):
            self._count[level, leaf >> level] += count

    def take(self, index: int) -> bool:
        if index not in self._open:
            return False
        self._open.remove(index)
        self._add(index, -1)
        return True

    def left(self) -> list[int]:
        return sorted(self._open)

    def best(self, words: Sequence[str], own: int) -> int:
        """Go down the tree to where fewer relatives are, towards the own position if as many."""
        part = 0
        wanted = self._tree.leaf_of[own]
        for level in reversed(range(self._tree.depth)):
            halves = [half for half in (2 * part, 2 * part + 1) if self._count[level, half] > 0]
            part = min(
                halves,
                key=lambda half: (
                    sum(self._tree.held[level, half, word] for word in words),
                    half != wanted >> level,
                ),
            )
        index = self._tree.index_at[part]
        self.take(index)
        return index


def _repair(
    order: list[int], index: int, words: Mapping[int, tuple[str, ...]], tree: _Tree, steps: int
) -> bool:
    """Undo a clash by exchanges within bands, the second of which may undo what the first broke."""
    pair = (index, tree.opponent(index))
    return any(_move(order, each, words, tree, steps) for each in pair if each is not None)


def _move(
    order: list[int], index: int, words: Mapping[int, tuple[str, ...]], tree: _Tree, steps: int
) -> bool:
    for other in _around(index, _tier_of(index, len(order))):
        held = _clash(order, other, words, tree)
        order[index], order[other] = order[other], order[index]
        broken = [each for each in (index, other) if _clash(order, each, words, tree)]
        if len(broken) <= held:
            return True
        if steps > 1 and len(broken) == 1 and _repair(order, broken[0], words, tree, steps - 1):
            return True
        order[index], order[other] = order[other], order[index]
    return False


def _tier_of(index: int, entrants: int) -> range:
    start = 1 << index.bit_length() - 1 if index else 0
    return range(start, min(max(2 * start, 1), entrants))


def _around(index: int, band: range) -> Iterator[int]:
    for distance in range(1, WINDOW):
        for other in (index + distance, index - distance):
            if other in band:
                yield other


def _clash(
    order: Sequence[int], index: int, words: Mapping[int, tuple[str, ...]], tree: _Tree
) -> bool:
    other = tree.opponent(index)
    return other is not None and not set(words[order[index]]).isdisjoint(words[order[other]])


def _clashes(
    order: Sequence[int], words: Mapping[int, tuple[str, ...]], tree: _Tree
) -> Iterator[Clash]:
    for index in range(len(order)):
        other = tree.opponent(index)
        if other is not None and index < other and _clash(order, index, words, tree):
            yield Clash(order[index], order[other])
