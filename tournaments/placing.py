"""From what happened at the tables of a match to its result; pure.

Source: docs/decisions/match-kinds.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tournaments.formats.seeding import drawn_order
from tournaments.formats.slots import Stream

# What entrants are ordered by: compared part by part, more is better.
Merit = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class TablePlayed:
    """A table that has ended and counts.

    `seating[seat]` is the entrant, `places` and `scores` go with it; a score counts against its
    seat. `left` names the seats that gave up. Tables with the same `deal` had the same cards.
    `is_forfeit`: the team did not finish; only then may scores be unknown (None).
    """

    deal: int
    seating: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int | None, ...] = ()
    left: frozenset[int] = frozenset()
    is_forfeit: bool = False


@dataclass(frozen=True, slots=True)
class Cut:
    """How many go on (0: nobody does), and who of those that are level there.

    A tie that straddles the cut is parted as `policy` says: the `higher_seed` goes on, or the
    `lot` decides. Every other tie stays.
    """

    advance: int
    policy: str
    seeds: Mapping[int, int]
    stream: Stream


@dataclass(frozen=True, slots=True)
class Placing:
    """places[i] of entrants[i], best first; `tied` are those whom the policy had to part.

    `scores[i]` is what decided, empty where the places of one table say all.
    """

    entrants: tuple[int, ...]
    places: tuple[int, ...]
    tied: tuple[int, ...] = ()
    scores: tuple[Fraction, ...] = ()


def place_table(table: TablePlayed, cut: Cut) -> Placing:
    """The result of a match of one table. Leavers already stand last in its places."""
    return _cut_off(dict(zip(table.seating, table.places, strict=True)), {}, cut)


def place_best_of(tables: Sequence[TablePlayed], cut: Cut) -> Placing:
    """Most tables won; level ones by the sum of their match points. A shared win is shared out."""
    won, points = tables_won(tables), _match_points(tables)
    merits = {each: (won[each], points[each]) for each in points}
    return _cut_off(_places(merits), won, cut)


def place_sum(tables: Sequence[TablePlayed], cut: Cut) -> Placing:
    """The sum of match points over tables with deals of their own, or over a duplicate set."""
    points = _match_points(tables)
    return _cut_off(_places({each: (own,) for each, own in points.items()}), points, cut)


def place_scores(tables: Sequence[TablePlayed], cut: Cut) -> Placing:
    """The sum of what the game counts against a seat, fewest first; for duplicate sets.

    Who leaves a table is charged one more than anybody else there, at least its own count.
    """
    against = _summed(pair for table in tables for pair in _charged(table))
    return _cut_off(_places({each: (-own,) for each, own in against.items()}), against, cut)


def place_compare(tables: Sequence[TablePlayed], scoring: str, cut: Cut) -> Placing:
    """Teams that played the same deals, a table each.

    `matchpoints`: per deal one for every team beaten and a half for every team level, 0 for a
    team that did not finish. `cards_left`: the sum of the cards left, fewest first; a deal that
    was not finished adds nothing, but puts the team below all that finished more of them.
    All cards placed beats everything, as nothing is left.
    """
    if scoring == "matchpoints":
        points = _matchpoints(tables)
        return _cut_off(_places({each: (own,) for each, own in points.items()}), points, cut)
    unfinished = _summed((table.seating[0], Fraction(table.is_forfeit)) for table in tables)
    left = _summed((table.seating[0], Fraction(_cards_left(table))) for table in tables)
    merits = {each: (-unfinished[each], -left[each]) for each in left}
    return _cut_off(_places(merits), left, cut)


def tables_won(tables: Iterable[TablePlayed]) -> dict[int, Fraction]:
    """Of every entrant who sat there."""
    return _summed(
        (each, Fraction(place == 1, table.places.count(1)))
        for table in tables
        for each, place in zip(table.seating, table.places, strict=True)
    )


def is_decided(tables: Sequence[TablePlayed], best_of: int) -> bool:
    """Nothing that is left of a best-of match can change it, or nothing is left.

    With more than two entrants every place counts, so that all tables are played.
    """
    left = best_of - len(tables)
    if left <= 0 or not tables:
        return left <= 0
    won = sorted(tables_won(tables).values(), reverse=True)
    return len(won) == 2 and won[0] > won[1] + left


def _match_points(tables: Iterable[TablePlayed]) -> dict[int, Fraction]:
    """1 for the first and 0 for the last of a table, in equal steps; who ties shares."""
    return _summed(
        (each, _match_point(place, table.places))
        for table in tables
        for each, place in zip(table.seating, table.places, strict=True)
    )


def _match_point(place: int, places: Sequence[int]) -> Fraction:
    seats, sharing = len(places), places.count(place)
    return (seats - place - Fraction(sharing - 1, 2)) / (seats - 1)


def _charged(table: TablePlayed) -> Iterable[tuple[int, Fraction]]:
    scores = [score or 0 for score in table.scores]
    most = max(scores) + 1
    for seat, (entrant, score) in enumerate(zip(table.seating, scores, strict=True)):
        yield entrant, Fraction(most if seat in table.left else score)


def _matchpoints(tables: Iterable[TablePlayed]) -> dict[int, Fraction]:
    by_deal = sorted(tables, key=lambda table: table.deal)
    return _summed(
        (table.seating[0], _beaten(table, others))
        for _, group in groupby(by_deal, key=lambda table: table.deal)
        for others in [list(group)]
        for table in others
    )


def _beaten(table: TablePlayed, tables: Sequence[TablePlayed]) -> Fraction:
    if table.is_forfeit:
        return Fraction(0)
    own = _cards_left(table)
    others = [other for other in tables if other is not table]
    below = sum(other.is_forfeit or _cards_left(other) > own for other in others)
    level = sum(not other.is_forfeit and _cards_left(other) == own for other in others)
    return below + Fraction(level, 2)


def _cards_left(table: TablePlayed) -> int:
    """One result for all seats of a table that was finished."""
    return 0 if table.is_forfeit else table.scores[0] or 0


def _summed(parts: Iterable[tuple[int, Fraction]]) -> dict[int, Fraction]:
    sums: dict[int, Fraction] = {}
    for entrant, part in parts:
        sums[entrant] = sums.get(entrant, Fraction(0)) + part
    return sums


def _places(merits: Mapping[int, Merit]) -> dict[int, int]:
    """Standard competition ranking: ties share, and the next place is skipped."""
    return {
        entrant: 1 + sum(other > merit for other in merits.values())
        for entrant, merit in merits.items()
    }


def _cut_off(place_of: dict[int, int], scores: Mapping[int, Fraction], cut: Cut) -> Placing:
    tied = _tied_at_cut(place_of, cut.advance)
    if tied:
        by_seed = sorted(tied, key=lambda entrant: cut.seeds[entrant])
        parted = drawn_order(by_seed, cut.stream) if cut.policy == "lot" else by_seed
        best = place_of[tied[0]]
        place_of |= {entrant: best + index for index, entrant in enumerate(parted)}
    ranked = sorted(place_of, key=lambda entrant: (place_of[entrant], cut.seeds[entrant]))
    return Placing(
        tuple(ranked),
        tuple(place_of[entrant] for entrant in ranked),
        tied,
        tuple(scores[entrant] for entrant in ranked) if scores else (),
    )


def _tied_at_cut(place_of: Mapping[int, int], advance: int) -> tuple[int, ...]:
    """The entrants who share a place that lies on both sides of the cut."""
    for place in set(place_of.values()):
        sharing = tuple(entrant for entrant, own in place_of.items() if own == place)
        if place <= advance < place + len(sharing) - 1:
            return sharing
    return ()
