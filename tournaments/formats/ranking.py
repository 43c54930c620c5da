"""Places by points, and by what parts equal points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from tournaments.formats.amounts import amount, told_sum
from tournaments.formats.direct import LONE
from tournaments.formats.points import AT_THE_TABLE, Cause, Played, Record
from tournaments.formats.slots import EntrantFact, StageState
from tournaments.formats.standings import StandingRow, TieBreak
from tournaments.formats.tally import Measured, Tally
from tournaments.formats.tie_breaks import TIE_BREAKS, TieBreakRule

NO_GROUPS: Mapping[int, str] = {}
# cause -> what a sum calls it, and how one and several of them are told.
NOT_PLAYED: Mapping[Cause, tuple[str, str, str]] = {
    "bye": ("bye", "a bye", "byes"),
    "walkover": ("walkover", "a walkover", "walkovers"),
    "forfeit": ("missed", "missed a match", "matches missed"),
    "absent": ("absent", "absent once", "times absent"),
}


def ranked(
    state: StageState,
    records: Mapping[int, Record],
    tie_breaks: Sequence[str],
    *,
    groups: Mapping[int, str] = NO_GROUPS,
) -> tuple[StandingRow, ...]:
    """A row for everybody, group by group, best first; the disqualified come last."""
    order = _Order(Tally(state, records), tie_breaks)
    rows: list[StandingRow] = []
    keys = {groups.get(each.id, "") for each in state.entrants}
    for group in sorted(keys, key=lambda key: (len(key), key)):
        members = [each for each in state.entrants if groups.get(each.id, "") == group]
        place = 1
        for level in order.of(members):
            rows += [order.row(each, place, group) for each in level]
            place += len(level)
    return tuple(rows)


def ranked_order(
    state: StageState, records: Mapping[int, Record], tie_breaks: Sequence[str] = ()
) -> tuple[int, ...]:
    """Everybody, best first and then by seed, without the words of a standing."""
    order = _Order(Tally(state, records), tie_breaks)
    return tuple(entrant for level in order.of(state.entrants) for entrant in level)


class _Order:
    """Parts entrants by points and tie-breaks, and keeps what parted them."""

    def __init__(self, tally: Tally, tie_breaks: Sequence[str]) -> None:
        self.tally = tally
        self.rules = [TIE_BREAKS[code] for code in tie_breaks]
        self.measured: dict[str, Measured] = {
            rule.code: rule.measure(tally) for rule in self.rules if rule.measure
        }
        # What the rules that look at those who are level said of each, the first time.
        self.among: dict[tuple[str, int], tuple[Fraction, str]] = {}

    def of(self, members: Sequence[EntrantFact]) -> list[list[int]]:
        """Best first; those on one list share their place and are listed by seed."""
        points = self.tally.points.units
        by_points = _parted(
            [each.id for each in sorted(members, key=lambda each: each.seed)],
            {each.id: (not each.disqualified, points[each.id]) for each in members},
        )
        return [level for tied in by_points for level in self._part(tied, 0)]

    def _part(self, tied: list[int], index: int) -> list[list[int]]:
        if len(tied) == 1 or index == len(self.rules):
            return [tied]
        rule = self.rules[index]
        if rule.among is None:
            levels = _parted(tied, self.measured[rule.code].units)
            return [level for part in levels for level in self._part(part, index + 1)]
        said = rule.among(self.tally, tied)
        for entrant in tied:
            self.among.setdefault((rule.code, entrant), said[entrant])
        levels = _parted(tied, {entrant: said[entrant][0] for entrant in tied})
        # Those who are still level are looked at again among themselves.
        again = index if len(levels) > 1 else index + 1
        return [level for part in levels for level in self._part(part, again)]

    def row(self, entrant: int, place: int, group: str) -> StandingRow:
        record, fact = self.tally.records[entrant], self.tally.facts[entrant]
        points = self.tally.scores[entrant]
        return StandingRow(
            entrant,
            place,
            points,
            tuple([self._tie_break(rule, entrant) for rule in self.rules]),
            explained(record, fact),
            not fact.active,
            group,
            sum(played.cause in AT_THE_TABLE for played in record.rounds),
            told_sum([_told(played) for played in record.rounds], amount(points)),
        )

    def _tie_break(self, rule: TieBreakRule, entrant: int) -> TieBreak:
        if rule.code in self.measured:
            value = self.measured[rule.code].of(entrant)
            return TieBreak(rule.code, rule.name, value, rule.told(self.tally, entrant))
        value, told = self.among.get((rule.code, entrant), LONE)
        return TieBreak(rule.code, rule.name, value, told)


def _parted(tied: list[int], keys: Mapping[int, Any]) -> list[list[int]]:
    """Those of equal keys together, the greater first, each in the order they came in."""
    ordered = sorted(tied, key=keys.__getitem__, reverse=True)
    return [list(level) for _, level in groupby(ordered, key=keys.__getitem__)]


def _told(played: Played) -> str:
    points = amount(played.points)
    if played.cause in AT_THE_TABLE:
        return points
    return f"{points} ({NOT_PLAYED[played.cause][0]})"


def explained(record: Record, fact: EntrantFact) -> str:
    """What an entrant did, in one sentence."""
    played = [each for each in record.rounds if each.cause in AT_THE_TABLE]
    parts = [_told_played(played)] if played else []
    if len(played) < len(record.rounds):
        causes = Counter(each.cause for each in record.rounds)
        for cause, (_, once, several) in NOT_PLAYED.items():
            if causes[cause]:
                parts.append(once if causes[cause] == 1 else f"{causes[cause]} {several}")
    if not fact.active:
        parts.append("disqualified" if fact.disqualified else "withdrew")
    told = ", ".join(parts) or "no match played yet"
    return f"{told[0].upper()}{told[1:]}."


def _told_played(played: Sequence[Played]) -> str:
    if all(each.size == 2 for each in played):
        results = [result for each in played for _, result in each.opponents]
        drew = len([each for each in results if each.denominator != 1])
        won = sum([each.numerator for each in results]) - drew
        lost = len(results) - won - drew
        return ", ".join([f"won {won}", *([f"drew {drew}"] if drew else []), f"lost {lost}"])
    firsts = sum(each.place == 1 for each in played)
    matches = "match" if len(played) == 1 else "matches"
    return f"first in {firsts} of {len(played)} {matches}"
