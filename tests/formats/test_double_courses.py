"""Double elimination for every number of entrants, at two seats and at tables."""

from collections import Counter
from itertools import groupby
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.playing import Lot, entrants
from tournaments.formats.playing import Run
from tournaments.formats.registry import format_for
from tournaments.formats.slots import PlaceSlot

DOUBLE = format_for("double-elimination")
IS_DEEP = settings.default.max_examples > 100
FINALS = ["none", "single", "reset"]
TREES = [{"final": final} for final in FINALS]
TABLES = [
    {"seats": seats, "advance": advance, "final": final}
    for seats in range(3, 7)
    for advance in range(1, seats)
    for final in ("single", "reset")
]
NUMBERS = range(2, 131) if IS_DEEP else [*range(2, 15), 17, 32, 33, 65, 130]
numbers = st.integers(2, 130)
courses = st.builds(Random, st.integers(0, 2**32))


class Course:
    """A stage played to its end at random, with what happened counted."""

    def __init__(self, config, n: int, chance: Random, leaving: float = 0.0) -> None:
        self.config = config
        self.run = Run(DOUBLE, config, entrants(n), Lot())
        self.lost: Counter[int] = Counter()
        self.finalists: set[int] = set()
        self.rematches = 0
        self._met: set[frozenset[int]] = set()
        while not self.run.is_over:
            if chance.random() < leaving:
                self.run.withdraw(100 + chance.randint(1, n))
            else:
                self._play(chance.choice(self.run.ready()), chance)

    def _play(self, key: str, chance: Random) -> None:
        match = self.run.match(key)
        order = chance.sample(self.run.present(key), len(self.run.present(key)))
        self.lost.update(order[max(match.advance, 1) :])
        if match.section == "final":
            self.finalists |= set(order)
        pair = frozenset(order)
        self.rematches += match.section == "losers" and pair in self._met
        self._met.add(pair)
        self.run.record(key, order)


def assert_places_are_standard(places: list[int]) -> None:
    assert places == sorted(places)
    for index, place in enumerate(places):
        assert place in (index + 1, places[index - 1])


@pytest.mark.parametrize("config", TREES, ids=str)
def test_everybody_but_the_champion_loses_twice(config):
    """But for the runner-up where the unbeaten may not lose the final: two losses are not asked."""
    for n in range(2, 131):
        course = Course(config, n, Random(n))
        rows = course.run.standings()
        champion, runner_up = rows[0].entrant, rows[1].entrant
        assert course.lost[champion] < 2
        once = {
            row.entrant for row in rows if row.entrant != champion and course.lost[row.entrant] != 2
        }
        if config["final"] == "reset" and n > 2:
            assert once == set()
        else:
            assert once <= {runner_up}
            assert course.lost[runner_up] >= 1
        assert [row.place for row in rows].count(1) == 1


@pytest.mark.parametrize("config", TABLES, ids=str)
def test_at_tables_all_who_miss_the_final_lose_twice(config):
    for n in NUMBERS:
        course = Course(config, n, Random(n))
        rows = course.run.standings()
        assert DOUBLE.is_done(config, course.run.state())
        assert sorted(row.entrant for row in rows) == [100 + seed for seed in range(1, n + 1)]
        for row in rows:
            if row.entrant not in course.finalists:
                assert course.lost[row.entrant] == 2
        assert course.lost[rows[0].entrant] < 2
        assert all(course.lost[row.entrant] >= 1 for row in rows[1:])
        assert_places_are_standard([row.place for row in rows])
        assert [row.place for row in rows].count(1) == 1


@given(st.sampled_from(TREES + TABLES), numbers, courses, st.sampled_from([0.05, 0.3]))
def test_withdrawals_at_any_time_never_stop_a_stage(config, n, course, leaving):
    run = Course(config, n, course, leaving).run
    rows = run.standings()
    assert DOUBLE.is_done(config, run.state())
    assert len(rows) == n
    assert all(row.is_out for row in rows)
    assert_places_are_standard([row.place for row in rows])


@given(st.sampled_from(TREES + TABLES), numbers, courses)
def test_everybody_is_in_one_match_of_a_round_and_sizes_differ_by_one(config, n, course):
    run = Course(config, n, course).run
    state = run.state()
    for _, matches in groupby(sorted(state.matches, key=lambda m: m.round), lambda m: m.round):
        keys = [match.key for match in matches if run.state_of(match.key) != "skipped"]
        seated = Counter(each for key in keys for each in run.entrants_of(key))
        assert set(seated.values()) <= {1}
        sizes = [len(run.entrants_of(key)) for key in keys]
        assert max(sizes, default=2) - min(sizes, default=2) <= 1
        assert max(sizes, default=2) <= DOUBLE.seats(config)


@given(st.sampled_from(TREES + TABLES), numbers)
def test_no_match_waits_for_a_later_round_and_keys_are_short(config, n):
    matches = DOUBLE.plan(config, n, Lot())
    rounds = {match.key: match.round for match in matches}
    assert len(rounds) == len(matches)
    assert max(map(len, rounds)) <= 16
    for match in matches:
        for slot in match.slots:
            if isinstance(slot, PlaceSlot):
                assert rounds[slot.match] < match.round


@given(st.sampled_from(TREES + TABLES), numbers)
def test_the_outline_lists_the_rounds_that_are_played(config, n):
    run = Course(config, n, Random(n)).run
    rounds = {}
    for match in run.state().matches:
        rounds.setdefault((match.section, match.round), []).append(len(match.slots))
    outline = DOUBLE.outline(config, n)
    told = [each.sizes for each in outline]
    played = [tuple(sizes) for sizes in rounds.values()]
    assert told[: len(played)] == played
    names = DOUBLE.round_names(config, dict.fromkeys(rounds, 1))
    if config in TREES:
        assert [each.name for each in outline] == [names[key] for key in rounds]
    # A reset at tables is published only once it is called for.
    assert [each.name for each in outline[len(played) :]] in ([], ["Reset"])


@given(st.sampled_from(TABLES), numbers, courses)
def test_nobody_rests_twice_while_another_of_its_part_never_did(config, n, course):
    run = Course(config, n, course).run
    rested: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    alive = {entrant.id for entrant in run.state().entrants}
    fresh: set[int] = set()
    for _, matches in groupby(run.state().matches, lambda match: match.round):
        played = list(matches)
        if played[0].section == "final":
            break
        lives = 0 if played[0].section == "winners" else 1
        playing = {each for match in played for each in run.order_of(match.key)}
        resting = {each for each in alive - playing if lost[each] == lives}
        if not playing & fresh:
            resting -= fresh
        if any(rested[each] for each in resting):
            assert all(rested[each] for each in playing)
        rested.update(resting)
        fallen = {each for m in played for each in run.order_of(m.key)[m.advance :]}
        lost.update(fallen)
        fresh = fallen if lives == 0 else set()


@pytest.mark.parametrize("n", [8, 16, 32, 64, 128, 256, 512, *([1024, 4096] if IS_DEEP else [])])
def test_less_than_one_match_of_the_losers_is_a_rematch(n):
    """On average, when every match is a coin toss."""
    chance = Random(n)
    times = max(10, 6000 // n)
    met = sum(Course({"final": "single"}, n, chance).rematches for _ in range(times))
    assert met / times <= 1


@pytest.mark.parametrize("config", TREES, ids=str)
def test_byes_are_the_top_seeds(config):
    for n in range(3, 131):
        first = [match for match in DOUBLE.plan(config, n, Lot()) if match.round == 1]
        playing = {slot.seed for match in first for slot in match.slots}
        byes = n - len(playing)
        assert playing == set(range(byes + 1, n + 1))
        assert byes == DOUBLE.outline(config, n)[0].byes
