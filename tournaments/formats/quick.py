"""Make the values that a drawing has thousands of, in half the time that their classes take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import repeat

from tournaments.formats.slots import PlaceSlot, PlannedMatch, SeedSlot, Slot

# quick(class, values): past the defaults and names of the class; what is made is the same.
quick = tuple.__new__


def quick_match(
    key: str,
    round_number: int,
    number: int,
    label: str,
    slots: tuple[Slot, ...],
    advance: int,
    section: str = "",
) -> PlannedMatch:
    """A match of a stage without groups, that always happens and explains itself."""
    return quick(
        PlannedMatch,
        (key, round_number, number, "", label, slots, advance, section, None, False, ""),
    )


@cache
def numerals(count: int) -> tuple[str, ...]:
    """From "1" on, for the names of matches."""
    return tuple(map(str, range(1, count + 1)))


@cache
def quick_seed(seed: int) -> SeedSlot:
    """Whoever holds the seed: one value for all drawings, as it never changes."""
    return SeedSlot(seed)


def quick_place(match: str, place: int) -> PlaceSlot:
    """Whoever takes the place in the match."""
    return quick(PlaceSlot, (match, place))


def quick_matches(
    keys: Sequence[str],
    round_number: int,
    numbers: Sequence[int],
    labels: Sequence[str],
    slots: Sequence[tuple[Slot, ...]],
    advance: int,
    section: str,
) -> Iterator[PlannedMatch]:
    """All such matches of a round, without a step of Python for any one of them."""
    columns = zip(
        keys, repeat(round_number), numbers, repeat(""), labels, slots, repeat(advance),
        repeat(section), repeat(None), repeat(False), repeat(""),
    )  # fmt: skip
    return map(quick, repeat(PlannedMatch), columns)


def quick_places(matches: Iterable[str], place: int) -> Iterator[Slot]:
    """Whoever takes the place in each of the matches."""
    return map(quick, repeat(PlaceSlot), zip(matches, repeat(place)))
