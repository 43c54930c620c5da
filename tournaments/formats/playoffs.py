"""Extra matches among those who are level at a cut.

Who fits at one table plays one match. More are dealt to tables that each send equally many on;
the places that are left over go to a further match of the next at each table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.seeding import snake
from tournaments.formats.slots import EntrantSlot, PlannedMatch
from tournaments.formats.tables import table_sizes

PLAYOFF = "playoff"
DECISION = "decision"
# A match of this section is never dealt: a director says how it ended.

# The finishing order of the playoff of just these entrants; None while it is open.
Orders = Mapping[frozenset[int], Sequence[int] | None]


@dataclass(frozen=True, slots=True)
class Playoff:
    """`entrants`, best seed first, of whom `advance` go on."""

    entrants: tuple[int, ...]
    advance: int


@dataclass(frozen=True, slots=True)
class PlayoffStep:
    """Who is through so far; `is_open` while others have to play for it.

    `missing` are the matches that have to be published first.
    """

    through: tuple[int, ...]
    is_open: bool
    missing: tuple[Playoff, ...] = ()


def play_off(tied: Sequence[int], spots: int, seats: int, orders: Orders) -> PlayoffStep:
    """What follows from the playoffs there are. `tied` by seed; at most `seats` sit at a table."""
    through: list[int] = []
    left = tuple(tied)
    while spots and len(left) > spots:
        playoffs = _tables(left, spots, seats)
        missing = tuple(
            each
            for each in playoffs
            if len(each.entrants) > max(each.advance, 1) and frozenset(each.entrants) not in orders
        )
        if missing:
            return PlayoffStep(tuple(through), True, missing)
        ended = [_order(each, orders) for each in playoffs]
        if any(order is None for order in ended):
            return PlayoffStep(tuple(through), True)
        safe = spots // len(playoffs) if len(playoffs) > 1 else spots
        finished = [tuple(order) for order in ended if order is not None]
        through += [each for order in finished for each in order[:safe]]
        left = tuple(order[safe] for order in finished if len(order) > safe)
        spots = max(0, spots - sum(len(order[:safe]) for order in finished))
    return PlayoffStep((*through, *left[:spots]), False)


def _tables(left: Sequence[int], spots: int, seats: int) -> tuple[Playoff, ...]:
    if len(left) <= seats:
        return (Playoff(tuple(left), spots),)
    dealt = snake(left, table_sizes(len(left), seats), lambda each: None)
    # At least one goes on from each as far as the further match.
    return tuple(Playoff(each, max(1, spots // len(dealt))) for each in dealt)


def _order(playoff: Playoff, orders: Orders) -> Sequence[int] | None:
    """All of a table go on where nobody has to be sent home."""
    if len(playoff.entrants) <= max(playoff.advance, 1):
        return playoff.entrants
    return orders[frozenset(playoff.entrants)]


def planned_playoffs(
    missing: Sequence[Playoff],
    section: str,
    seeds: Mapping[int, int],
    *,
    number: int,
    round_number: int,
) -> tuple[PlannedMatch, ...]:
    """The matches to publish, numbered from `number` on."""
    prefix, label = ("PO", "Play-off") if section == PLAYOFF else ("TIE", "Tie")
    return tuple(
        PlannedMatch(
            key=f"{prefix}{index}",
            round=round_number,
            number=index - number + 1,
            group="",
            label=f"{label} {index}",
            slots=tuple(EntrantSlot(each) for each in playoff.entrants),
            advance=playoff.advance,
            section=section,
            why=_why(playoff, section, seeds),
        )
        for index, playoff in enumerate(missing, start=number)
    )


def _why(playoff: Playoff, section: str, seeds: Mapping[int, int]) -> str:
    names = [f"seed {seeds[each]}" for each in playoff.entrants[:6]]
    names += ["others"] if len(playoff.entrants) > 6 else []
    who = f"{', '.join(names[:-1])} and {names[-1]}"
    on = "one goes on" if playoff.advance == 1 else f"{playoff.advance} go on"
    how = "" if section == PLAYOFF else ", as a director says"
    return f"At the cut {who} are level on everything; {on}{how}."
