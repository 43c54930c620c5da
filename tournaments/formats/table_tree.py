"""Elimination at tables of three and more, of which the first few go on.

As long as byes are needed in one round only, the whole way to the final is known from the start
and every later seat is a place in an earlier table. Where byes come back in a later round, who
may have one depends on who had one before; there each round is planned when the last one is over.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from tournaments.formats.quick import quick_match, quick_place
from tournaments.formats.seeding import snake
from tournaments.formats.slots import EntrantSlot, PlaceSlot, PlannedMatch, SeedSlot, Slot
from tournaments.formats.tables import RoundOutline, outline_tables

S = TypeVar("S", bound=Slot)


def is_planned_at_once(entrants: int, seats: int, advance: int, wildcards: int = 0) -> bool:
    """Whether nobody can be offered a second bye, so that all rounds can be laid out.

    The best losers of a round are known only when it is over.
    """
    if wildcards and entrants > seats:
        return False
    return sum(outline.byes > 0 for outline in outline_tables(entrants, seats, advance)) <= 1


def plan_tables(
    entrants: int, seats: int, advance: int, wildcards: int = 0
) -> tuple[PlannedMatch, ...]:
    """All rounds, or only the first one where later ones depend on what happens."""
    outlines = outline_tables(entrants, seats, advance)
    if not is_planned_at_once(entrants, seats, advance, wildcards):
        outlines = outlines[:1]
    field: list[Slot] = [SeedSlot(seed) for seed in range(1, entrants + 1)]
    matches: list[PlannedMatch] = []
    for round_number, outline in enumerate(outlines, start=1):
        # Nobody has met anybody before the first round.
        source = source_of if round_number > 1 else None
        planned = plan_round(field[outline.byes :], outline, round_number, source)
        matches.extend(planned)
        field = [*field[: outline.byes], *_places(planned, advance)]
    return tuple(matches)


def plan_next(
    survivors: Sequence[int],
    byes_had: Callable[[int], int],
    source: Callable[[EntrantSlot], Hashable | None],
    *,
    round_number: int,
    seats: int,
    advance: int,
) -> tuple[PlannedMatch, ...]:
    """The next round of `survivors`, best first; byes go to those who had the fewest."""
    outline = outline_tables(len(survivors), seats, advance)[0]
    resting = set(sorted(survivors, key=byes_had)[: outline.byes])
    playing = [EntrantSlot(each) for each in survivors if each not in resting]
    return plan_round(playing, outline, round_number, source)


def plan_round(
    playing: Sequence[S],
    outline: RoundOutline,
    round_number: int,
    source: Callable[[S], Hashable | None] | None,
) -> tuple[PlannedMatch, ...]:
    """The tables of a round: `playing`, best first, dealt out by a snake."""
    matches = []
    for number, slots in enumerate(snake(playing, outline.sizes, source), start=1):
        key = f"F{round_number}.T{number}"
        label = key if outline.advance else "Final"
        matches.append(quick_match(key, round_number, number, label, slots, outline.advance))
    return tuple(matches)


def source_of(slot: Slot) -> str | None:
    """The match a slot comes from: those who sat at one table had better part."""
    return slot.match if isinstance(slot, PlaceSlot) else None


def _places(matches: Sequence[PlannedMatch], advance: int) -> list[Slot]:
    """Everybody who goes on, by place and then by the best seed of the table."""
    return [quick_place(match.key, place) for place in range(1, advance + 1) for match in matches]
