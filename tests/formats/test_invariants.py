"""One contract for every format: what holds whatever its rule, its size and what happens.

Rules that only one format has are held by the tests of that format.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.cases import CASES, DOUBLE, TREE, accepted, by_round, is_right
from tests.formats.chronicle import CALM, LEVEL, STORMY, Case, Chronicle
from tests.formats.playing import Lot
from tournaments.formats.playing import Run
from tournaments.formats.registry import formats
from tournaments.formats.resolver import resolve
from tournaments.formats.slots import PlaceSlot, PlannedMatch, StageState
from tournaments.formats.standings import StandingRow

IS_DEEP = settings.default.max_examples > 100
FEW = (2, 3, 4, 5, 6, 7, 8, 9, 13, 18)
LIVES = {TREE: 1, DOUBLE: 2, "stepladder": 1}
BESIDE = frozenset({"third", "consolation"})
cases = st.sampled_from(CASES)
small = st.integers(2, 12)
courses = st.builds(Random, st.integers(0, 2**32))


def parts() -> list[range | tuple[int, ...]]:
    """The numbers of entrants that are tried: from 2 to 130 in deep runs, a few at a time."""
    return [range(first, min(first + 6, 131)) for first in range(2, 131, 6)] if IS_DEEP else [FEW]


def is_slow(case: Case, n: int) -> bool:
    """Continuous formats work everything out after every result."""
    return case.is_continuous and n > 40 and n not in (64, 65, 100)


# ------------------------------------------------------------ what holds for facts


def assert_all_are_placed(rows: Iterable[StandingRow], n: int) -> None:
    """Everybody once, with standard competition places in each group."""
    rows = list(rows)
    assert sorted(row.entrant for row in rows) == [100 + seed for seed in range(1, n + 1)]
    for _, group in groupby(rows, key=lambda row: row.group):
        places = [row.place for row in group]
        for index, place in enumerate(places):
            assert place in (index + 1, places[index - 1] if index else 1)


def assert_rounds_are_sound(case: Case, state: StageState) -> None:
    """One match a round for everybody, tables of equal size, keys that name one match only."""
    resolved = resolve(state)
    keys = [match.key for match in state.matches]
    assert len(set(keys)) == len(keys)
    assert all(len(key) <= 16 for key in keys)
    for matches in by_round(state).values():
        made = [resolved[each.key] for each in matches if resolved[each.key].state != "skipped"]
        seated = Counter(one for match in made for one in match.entrants if one is not None)
        assert set(seated.values()) <= {1}
        sizes = {len(match.entrants) for match in made}
        assert max(sizes, default=2) - min(sizes, default=2) <= 1
        assert sizes <= set(range(2, case.format.seats(case.config) + 1))


def assert_nothing_is_left(case: Case, state: StageState) -> None:
    assert case.format.is_done(case.config, state)
    assert case.format.next_round(case.config, state, Lot()) == ()
    assert all(match.is_decided for match in resolve(state).values())


def losses(state: StageState) -> Counter[int]:
    """How often each was sent home; matches beside the main one send nobody home."""
    lost: Counter[int] = Counter({each.id: 0 for each in state.entrants})
    for match in state.matches:
        if match.section not in BESIDE and match.key in state.results:
            lost.update(finishing_order(state, match)[max(match.advance, 1) :])
    return lost


def finishing_order(state: StageState, match: PlannedMatch) -> tuple[int, ...]:
    """By places, ties by seed: entrants are numbered by it."""
    outcome = state.results[match.key]
    return tuple(each for _, each in sorted(zip(outcome.places, outcome.entrants, strict=True)))


def assert_losses_send_home(case: Case, state: StageState, rows: list[StandingRow]) -> None:
    """All but the champion lose so often as they may; who reaches a final may be spared one."""
    lives, lost = LIVES[case.code], losses(state)
    finalists = {
        each
        for match in state.matches
        if match.section == "final" and match.key in state.results
        for each in state.results[match.key].entrants
    }
    champion, *others = [row.entrant for row in rows]
    assert rows[1].place == 2
    assert lost[champion] < lives
    for each in others:
        spared = each in finalists or (case.config.get("final") == "none" and each == others[0])
        assert lost[each] in ({lives - 1, lives} if lives > 1 and spared else {lives})
    if case.config == {"final": "reset"} and len(others) > 1:
        assert {lost[each] for each in others} == {2}


# ------------------------------------------------------------ every number of entrants


def test_every_format_and_every_size_of_table_is_tried():
    assert {case.code for case in CASES} == {each.code for each in formats()}
    for each in formats():
        sizes = next((s for s in each.settings if s.name == "seats"), None)
        tried = {each.seats(case.config) for case in CASES if case.code == each.code}
        assert tried == (set(range(sizes.low, sizes.high + 1)) if sizes else {2})


@pytest.mark.parametrize("numbers", parts(), ids=lambda part: f"{part[0]}-{part[-1]}")
@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_number_is_played_to_its_end_or_refused_with_the_reason(case, numbers):
    for n in numbers:
        if not is_right(case, n) or is_slow(case, n):
            continue
        assert case.format.outline(case.config, n)
        told = Chronicle(case, n, Random(n), CALM).to_the_end()
        rows = list(told.rows())
        assert_nothing_is_left(case, told.facts)
        assert_all_are_placed(rows, n)
        assert_rounds_are_sound(case, told.facts)
        if case.code in LIVES and "wildcards" not in case.config:
            assert_losses_send_home(case, told.facts, rows)


@given(cases, st.integers(2, 24), courses)
def test_nothing_stops_a_stage(case, n, course):
    """Ties, walkovers, late entries, and withdrawals of anybody at any time."""
    n = accepted(case, n)
    told = Chronicle(case, n, course, STORMY).to_the_end()
    assert_nothing_is_left(case, told.facts)
    assert_all_are_placed(told.rows(), n)
    assert_rounds_are_sound(case, told.facts)
    assert sorted(case.format.going_on(case.config, told.facts)) == [
        100 + s for s in range(1, n + 1)
    ]


@given(cases, small, courses)
def test_standings_stand_at_every_instant_and_an_open_round_is_not_paired_again(case, n, course):
    n = accepted(case, n)
    told = Chronicle(case, n, course, STORMY)
    for facts in told.steps():
        assert_all_are_placed(case.format.standings(case.config, facts), n)
        assert_rounds_are_sound(case, facts)
        assert case.format.next_round(case.config, facts, Lot()) == ()
        assert case.format.is_done(case.config, facts) == told.run.is_over


# ------------------------------------------------------------ facts and nothing else


@given(cases.filter(lambda case: not case.is_continuous), small, courses)
def test_a_stage_played_step_by_step_is_what_its_facts_give(case, n, course):
    told = Chronicle(case, accepted(case, n), course, STORMY)
    run = told.run
    assert isinstance(run, Run)
    for facts in told.steps():
        for key, made in resolve(facts).items():
            assert (run.state_of(key), run.entrants_of(key), run.order_of(key)) == (
                made.state, made.entrants, made.order,
            )  # fmt: skip


@given(cases, small, courses)
def test_a_result_undone_and_done_again_gives_the_same_stage(case, n, course):
    """Undone with all that followed from it; of a continuous format the last one is undone."""
    n = accepted(case, n)
    told = Chronicle(case, n, course, LEVEL)
    known: dict[str, int] = {}
    paired = 0
    for facts in told.steps():
        # How many matches had been paired when each result came.
        known |= {key: paired for key in facts.results if key not in known}
        paired = len(facts.matches)
    end, keys = told.facts, list(known)
    key = keys[-1] if case.is_continuous else course.choice(keys)
    undone = without(end, key, known[key])
    assert not case.format.is_done(case.config, undone)
    assert case.format.next_round(case.config, undone, Lot()) == ()
    again = told.resumed(undone)
    while not again.run.is_over:
        outcome = end.results[again.run.ready()[0]]
        again.run.record(outcome.key, outcome.entrants, outcome.places, outcome.cause)
    assert again.facts.matches == end.matches
    assert dict(again.facts.results) == dict(end.results)
    assert again.rows() == told.rows()


def without(state: StageState, key: str, paired: int) -> StageState:
    """The facts before a result, and before whatever came of it; `paired` matches stand."""
    gone = {key, *(match.key for match in state.matches[paired:])}
    for match in state.matches:
        sources = {slot.match for slot in match.slots if isinstance(slot, PlaceSlot)}
        sources |= {match.condition.match} if match.condition else set()
        if sources & gone:
            gone.add(match.key)
    results = {each: outcome for each, outcome in state.results.items() if each not in gone}
    return replace(state, matches=state.matches[:paired], results=results)


@given(cases, small, courses)
def test_voiding_any_result_never_stops_a_stage(case, n, course):
    """Later results stand, with those who played."""
    n = accepted(case, n)
    told = Chronicle(case, n, course, STORMY).to_the_end()
    if not told.facts.results:
        return
    voided = course.choice(list(told.facts.results))
    left = {key: each for key, each in told.facts.results.items() if key != voided}
    again = told.resumed(replace(told.facts, results=left))
    assert_all_are_placed(again.rows(), n)
    again.to_the_end()
    assert_nothing_is_left(case, again.facts)
    assert_all_are_placed(again.rows(), n)


@given(cases, small, courses)
def test_the_order_in_which_facts_are_stored_does_not_matter(case, n, course):
    told = Chronicle(case, accepted(case, n), course, STORMY)
    for _ in range(course.randint(0, 2 * n)):
        if not told.run.is_over:
            told.step()
    state = told.facts
    turned = replace(
        state,
        entrants=tuple(reversed(state.entrants)),
        results=dict(reversed(list(state.results.items()))),
    )
    assert case.format.standings(case.config, turned) == told.rows()
    assert case.format.going_on(case.config, turned) == case.format.going_on(case.config, state)
    assert everything_next(case, turned) == everything_next(case, state)


def everything_next(case: Case, state: StageState) -> tuple[PlannedMatch, ...]:
    """What would be paired if the open matches were not there."""
    made = tuple(match for match in state.matches if match.key in state.results)
    if not case.is_dynamic:
        made = state.matches
    return case.format.next_round(case.config, replace(state, matches=made), Lot(3))


# ------------------------------------------------------------ the same again


def fingerprint() -> str:
    """Of a stage of every case: its matches, results and standings."""
    told = hashlib.sha256()
    for case in CASES:
        played = Chronicle(case, accepted(case, 11), Random(11), STORMY).to_the_end()
        facts = played.facts
        told.update(repr((facts.matches, list(facts.results.items()), played.rows())).encode())
    return told.hexdigest()


def test_the_same_seed_gives_the_same_bytes_in_every_process():
    """Sets are walked in another order there, by another secret of Python's hashes."""
    code = "from tests.formats.test_invariants import fingerprint; print(fingerprint())"
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("0", "1", "77")
    }
    assert told == {fingerprint()}
