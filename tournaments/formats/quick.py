"""Make the values that a drawing has thousands of, in half the time that their classes take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import repeat

from tournaments.formats.slots import MatchOutcome, PlaceSlot, PlannedMatch, SeedSlot, Slot

_Outcome = tuple[str, tuple[int, ...], tuple[int, ...], str, tuple[Fraction, ...]]
# Past the defaults and names of the class; the values are the same in every way.
_new = tuple.__new__


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
    return _new(
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
    return _new(PlaceSlot, (match, place))


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
    return map(_new, repeat(PlannedMatch), columns)


def quick_places(matches: Iterable[str], place: int) -> Iterator[Slot]:
    """Whoever takes the place in each of the matches."""
    return map(_new, repeat(PlaceSlot), zip(matches, repeat(place)))


# A result from (key, entrants, places, cause, scores).
quick_outcome: Callable[[_Outcome], MatchOutcome] = partial(_new, MatchOutcome)
