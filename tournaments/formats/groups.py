"""Groups of a stage: their sizes, their letters, and the order in which their members go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

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


def across_groups(
    rows: Sequence[StandingRow], counted: Mapping[int, int], entrants: Sequence[EntrantFact]
) -> tuple[int, ...]:
    """All entrants: the firsts of all groups, then the seconds, and so on; who left comes last.

    Equal ranks stand by points a match, then by each tie-break a match, since groups may differ
    in size; `counted` are the matches of every entrant that count. Then the better seed.
    """
    facts = {each.id: each for each in entrants}
    rank: Counter[str] = Counter()
    keys: dict[int, tuple[bool, int, list[Fraction], int]] = {}
    for row in rows:
        fact = facts[row.entrant]
        rank[row.group] += fact.active
        keys[row.entrant] = (
            not fact.active,
            rank[row.group],
            _compared(row, max(counted[row.entrant], 1)),
            fact.seed,
        )
    return tuple(sorted(keys, key=keys.__getitem__))


def _compared(row: StandingRow, matches: int) -> list[Fraction]:
    """What ranks members of different groups, the smaller the better."""
    return [
        -row.points / matches,
        *(
            -each.value if each.code in MEANS else -each.value / matches
            for each in row.tie_breaks
            if each.code not in NOT_COMPARED
        ),
    ]
