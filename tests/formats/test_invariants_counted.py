"""What can be counted over a whole stage of any format: points, byes, who met again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, groupby
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.formats.cases import CASES, DOUBLE, ROBIN, TREE, accepted, by_round
from tests.formats.chronicle import LEVEL, Case, Chronicle
from tests.formats.courses import ids_of
from tournaments.formats.resolver import resolve
from tournaments.formats.slots import PlannedMatch, StageState
from tournaments.formats.tables import table_sizes

POINTS = frozenset({"swiss", "pods", "arena", ROBIN, "league"})
SENDS_HOME = frozenset({TREE, DOUBLE, "stepladder"})
PAIRED_EACH_ROUND = frozenset({"swiss", "pods", ROBIN, "league"})
BESIDE = frozenset({"third", "consolation"})
cases = st.sampled_from(CASES)
courses = st.builds(Random, st.integers(0, 2**32))


def byes(state: StageState) -> Counter[int]:
    rested: Counter[int] = Counter()
    for matches in by_round(state).values():
        playing = {each for match in matches for each in ids_of(match)}
        rested.update(each.id for each in state.entrants if each.id not in playing)
    return rested


def points_given(case: Case, state: StageState) -> Fraction:
    """Half a point for everybody at a table, one for a walkover, and what byes are worth."""
    played = sum(
        1 if outcome.cause == "walkover" else Fraction(len(outcome.entrants), 2)
        for outcome in state.results.values()
    )
    if case.code != "swiss":
        return Fraction(played)
    worth = Fraction(1, 2) if case.config.get("bye") == "half" else 1
    return played + worth * byes(state).total()


@given(cases.filter(lambda case: case.code in POINTS), st.integers(2, 30), courses)
def test_points_are_those_that_the_matches_give_away(case, n, course):
    told = Chronicle(case, accepted(case, n), course, LEVEL).to_the_end()
    assert sum(row.points for row in told.rows()) == points_given(case, told.facts)


@given(cases.filter(lambda case: case.code in SENDS_HOME), st.integers(2, 30), courses)
def test_whoever_goes_on_from_a_match_has_a_point(case, n, course):
    told = Chronicle(case, accepted(case, n), course, LEVEL).to_the_end()
    going_on = sum(
        max(match.advance, 1)
        for match in told.facts.matches
        if match.key in told.facts.results and match.section not in BESIDE
    )
    assert sum(row.points for row in told.rows()) == going_on


@given(cases.filter(lambda case: case.code in PAIRED_EACH_ROUND), st.integers(2, 40), courses)
def test_nobody_rests_twice_more_than_another(case, n, course):
    """In a group or tier of its own; where all sit at tables nobody ever rests."""
    state = Chronicle(case, accepted(case, n), course, LEVEL).to_the_end().facts
    for _, rested in grouped_byes(case, state):
        assert max(rested.values()) - min(rested.values()) <= 1
        assert case.code != "pods" or not any(rested.values())


def grouped_byes(case: Case, state: StageState) -> list[tuple[str, Counter[int]]]:
    """By group: rounds that were played in the group, but not by the entrant."""
    found = []
    by_group = sorted(state.matches, key=lambda match: match.group)
    for group, matches in groupby(by_group, lambda match: match.group):
        part = tuple(matches)
        members = {each for match in part for each in seated(state, match)}
        entrants = tuple(each for each in state.entrants if each.id in members)
        if case.code in ("swiss", "pods"):
            entrants = state.entrants
        rested: Counter[int] = Counter({each.id: 0 for each in entrants})
        for played in by_round(replace(state, matches=part)).values():
            playing = {each for match in played for each in seated(state, match)}
            rested.update(each.id for each in entrants if each.id not in playing)
        found.append((group, rested))
    return found


def seated(state: StageState, match: PlannedMatch) -> list[int]:
    return [each for each in resolve(replace(state, matches=(match,)))[match.key].entrants if each]


@given(cases.filter(lambda case: case.code in ("swiss", "pods")), st.integers(4, 8), courses)
def test_nobody_meets_again_if_that_can_be_avoided(case, n, course):
    """Against all ways to pair the round, whoever rests. A walkover is no meeting."""
    state = Chronicle(case, accepted(case, n), course, LEVEL).to_the_end().facts
    met: Counter[frozenset[int]] = Counter()
    for matches in by_round(state).values():
        everybody = frozenset(each.id for each in state.entrants)
        sizes = table_sizes(len(everybody), case.format.seats(case.config))
        if case.code == "swiss":
            sizes = (2,) * (len(everybody) // 2)
        pairs = [pair for match in matches for pair in pairs_of(ids_of(match))]
        assert sum(met[pair] for pair in pairs) == fewest_again(everybody, sizes, met)
        played = [match for match in matches if state.results[match.key].cause == "played"]
        met.update(pair for match in played for pair in pairs_of(ids_of(match)))


def pairs_of(table: Iterable[int]) -> list[frozenset[int]]:
    return [frozenset(pair) for pair in combinations(table, 2)]


def fewest_again(left: frozenset[int], sizes: tuple[int, ...], met: Counter[frozenset[int]]) -> int:
    """The least number of meetings again over all ways to fill the tables; others rest."""
    if not sizes:
        return 0
    first = min(left)
    ways = [
        sum(met[pair] for pair in pairs_of((first, *others)))
        + fewest_again(left - {first, *others}, tuple(rest), met)
        for size in set(sizes)
        for rest in [sorted(sizes)]
        if rest.remove(size) is None
        for others in combinations(sorted(left - {first}), size - 1)
    ]
    if len(left) > sum(sizes):
        ways.append(fewest_again(left - {first}, sizes, met))
    return min(ways)
