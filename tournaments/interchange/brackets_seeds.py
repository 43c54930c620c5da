"""Which seeds make our drawing the one that a brackets-model file shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.chain import NOTHING_DRAWN
from tournaments.formats.groups import group_sizes
from tournaments.formats.seeding import SEED_ORDERS, bracket_order, leaf_order, snake
from tournaments.interchange.brackets_words import DOUBLE, SINGLE

Key = int | str
# "random" would be another draw.
ORDERS = {
    SINGLE: tuple(order for order in SEED_ORDERS if order != "random"),
    DOUBLE: ("standard",),
}


@dataclass(frozen=True, slots=True)
class Side:
    """Who sits there, None where nobody is known; `position` is its seed where the file says."""

    entrant: Key | None
    position: int | None
    is_bye: bool


@dataclass(frozen=True, slots=True)
class Drawn:
    """The first round of the first group, side by side, and all sides of each group."""

    leaves: tuple[Side, ...]
    groups: tuple[tuple[Side, ...], ...]


def seeds_of(code: str, drawn: Drawn, keys: Sequence[Key]) -> tuple[str, tuple[Key, ...]]:
    """The order of seeds to set, empty for the usual one, and all `keys` by seed.

    Where no seeds of ours give that drawing, they stand as the file states them.
    """
    stated = _stated(code, drawn, keys)
    if code not in ORDERS:
        return "", _by_groups(drawn, stated)
    if not _is_whole(drawn.leaves, len(keys)):
        return "", stated
    line = tuple(side.entrant for side in drawn.leaves)
    for order in ORDERS[code]:
        ours = _line(stated, leaf_order(order, len(keys), NOTHING_DRAWN))
        if _pairs(ours) == _pairs(line):
            return "" if order == "standard" else order, stated
    return "", _as_seated(line) or stated


def _is_whole(leaves: Sequence[Side], entrants: int) -> bool:
    """Everybody is there once, and the rest are byes: the drawing is known to its last leaf."""
    seated = {side.entrant for side in leaves if side.entrant is not None}
    nobody = [side for side in leaves if side.entrant is None]
    return (
        len(seated) == entrants
        and len(leaves) == 1 << (entrants - 1).bit_length()
        and len(seated) + len(nobody) == len(leaves)
        and all(side.is_bye for side in nobody)
    )


def _line(seeds: Sequence[Key], order: Sequence[int]) -> tuple[Key | None, ...]:
    return tuple([seeds[seed - 1] if seed <= len(seeds) else None for seed in order])


def _pairs(line: Sequence[Key | None]) -> list[frozenset[Key | None]]:
    """Who meets whom, whoever is named first."""
    return [frozenset(pair) for pair in zip(line[::2], line[1::2], strict=True)]


def _as_seated(line: Sequence[Key | None]) -> tuple[Key, ...]:
    """The seeds that put everybody where they sit; none where byes would be elsewhere."""
    seats = [
        each
        for pair in zip(line[::2], line[1::2], strict=True)
        for each in (pair[::-1] if pair[0] is None else pair)
    ]
    held = dict(zip(bracket_order(len(line)), seats, strict=True))
    by_seed = [held[seed] for seed in range(1, len(line) + 1)]
    seeds = tuple(each for each in by_seed if each is not None)
    return seeds if None not in by_seed[: len(seeds)] else ()


def _stated(code: str, drawn: Drawn, keys: Sequence[Key]) -> tuple[Key, ...]:
    """By the positions that the file gives, else as a tree seats them, else in its order."""
    place: dict[Key, int] = {}
    if code in ORDERS:
        size = len(drawn.leaves)
        usual = bracket_order(size) if size.bit_count() == 1 else tuple(range(1, size + 1))
        for side, seed in zip(drawn.leaves, usual, strict=True):
            if side.entrant is not None:
                place.setdefault(side.entrant, side.position or seed)
    else:
        for side in (side for group in drawn.groups for side in group):
            if side.entrant is not None and side.position is not None:
                place.setdefault(side.entrant, side.position)
    last = max(place.values(), default=0) + 1
    return tuple(sorted(keys, key=lambda key: place.get(key, last)))


def _by_groups(drawn: Drawn, stated: Sequence[Key]) -> tuple[Key, ...]:
    """The seeds that the snake deals into the groups of the file, in the stated order there."""
    members = [{side.entrant for side in group} - {None} for group in drawn.groups]
    members = sorted((each for each in members if each), key=len, reverse=True)
    sizes = group_sizes(len(stated), max(len(members), 1))
    if tuple(map(len, members)) != sizes or len(set().union(*members)) != len(stated):
        return tuple(stated)
    by_seed: dict[int, Key] = {}
    for seeds, group in zip(snake(range(1, len(stated) + 1), sizes), members, strict=True):
        by_seed |= zip(seeds, [key for key in stated if key in group], strict=True)
    return tuple(by_seed[seed] for seed in sorted(by_seed))
