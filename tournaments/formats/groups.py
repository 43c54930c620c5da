"""Groups of a stage: their sizes, their letters, and the order in which their members go on."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from tournaments.formats.slots import EntrantFact
from tournaments.formats.standings import StandingRow

# What was decided inside a group says nothing of the members of another one, and the seed
# decides last in any case.
NOT_COMPARED = frozenset({"direct", "lot"})
MEANS = frozenset({"opponents_average", "opponents_rating"})


def group_sizes(entrants: int, groups: int) -> tuple[int, ...]:
    """As equal as can be, larger ones first."""
    small, larger = divmod(entrants, groups)
    return (small + 1,) * larger + (small,) * (groups - larger)


def group_letters(index: int) -> str:
    """A for 0, Z for 25, AA for 26, as columns of a sheet are called."""
    letters = ""
    index += 1
    while index:
        index, letter = divmod(index - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def compared(
    rows: Sequence[StandingRow], counted: Mapping[int, int], entrants: Sequence[EntrantFact]
) -> tuple[StandingRow, ...]:
    """The rows, which say how their entrants stand among the members of all groups.

    The firsts of all groups come before the seconds, and so on; who left takes up no place. Equal
    ranks stand by points a match, then by each tie-break a match, since groups may differ in
    size; `counted` are the matches of every entrant that count.
    """
    active = {each.id for each in entrants if each.active}
    ahead = {
        group: [row.place for row in members if row.entrant in active]
        for group, members in groupby(rows, key=lambda row: row.group)
    }
    return tuple(
        replace(
            row,
            across=(
                bisect_left(ahead[row.group], row.place) + 1,
                *_rates(row, max(counted[row.entrant], 1)),
            ),
        )
        for row in rows
    )


def across_groups(rows: Sequence[StandingRow], entrants: Sequence[EntrantFact]) -> tuple[int, ...]:
    """All entrants, best first and then by seed; who left comes last. The rows are `compared`."""
    facts = {each.id: each for each in entrants}
    keys = {
        row.entrant: (not facts[row.entrant].active, row.across, facts[row.entrant].seed)
        for row in rows
    }
    return tuple(sorted(keys, key=keys.__getitem__))


def _rates(row: StandingRow, matches: int) -> list[Fraction]:
    """What ranks equal places of different groups, the smaller the better."""
    return [
        -row.points / matches,
        *(
            -each.value if each.code in MEANS else -each.value / matches
            for each in row.tie_breaks
            if each.code not in NOT_COMPARED
        ),
    ]
