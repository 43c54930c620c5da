"""Tiers by seed, all who meet in them, and who goes up and down."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.playing import Lot, fresh, play, withdrawn, won
from tournaments.formats.league import League
from tournaments.formats.settings import Problem
from tournaments.formats.slots import SeedSlot, StageState
from tournaments.formats.standings import StandingRow

LEAGUE = League()
TWO = {"tiers": 2, "tie_breaks": ["lot"]}
THREE = {"tiers": 3, "tie_breaks": ["lot"]}


def season(config: dict[str, object], n: int, *best_first: int) -> StageState:
    """Every match won by whoever is named first."""
    state = fresh(config, n, LEAGUE)
    for match in state.matches:
        pair = [slot.seed for slot in match.slots if isinstance(slot, SeedSlot)]
        first, second = sorted(pair, key=best_first.index)
        state = won(state, match.key, 100 + first, 100 + second)
    return state


def rows_of(config: dict[str, object], state: StageState) -> dict[int, StandingRow]:
    return {row.entrant: row for row in LEAGUE.standings(config, state)}


def test_the_best_seeds_play_in_the_first_tier():
    members: dict[str, set[int]] = {}
    for match in LEAGUE.plan(THREE, 10, Lot()):
        for slot in match.slots:
            assert isinstance(slot, SeedSlot)
            members.setdefault(match.group, set()).add(slot.seed)
    assert members == {"T1": {1, 2, 3}, "T2": {4, 5, 6}, "T3": {7, 8, 9, 10}}


def test_matches_are_called_by_their_tier():
    assert [match.key for match in LEAGUE.plan(TWO, 6, Lot())][:3] == ["R1.T1.1", "R1.T2.1",
                                                                       "R2.T1.1"]  # fmt: skip


def test_the_last_goes_down_and_the_first_goes_up():
    state = season(TWO, 6, 3, 1, 2, 6, 5, 4)
    assert LEAGUE.going_on(TWO, state) == (103, 101, 106, 102, 105, 104)
    rows = rows_of(TWO, state)
    assert rows[102].explanation == "Won 0, lost 2. Goes down to tier 2."
    assert rows[106].explanation == "Won 2, lost 0. Goes up to tier 1."
    assert rows[103].explanation == "Won 2, lost 0."


def test_a_middle_tier_gives_up_its_first_and_its_last():
    state = season(THREE, 9, *range(1, 10))
    assert LEAGUE.going_on(THREE, state) == (101, 102, 104, 103, 105, 107, 106, 108, 109)


def test_two_seasons_in_a_row():
    first = season(TWO, 6, 3, 1, 2, 6, 5, 4)
    # The second season is seeded by the first: 103, 101, 106 in tier 1.
    assert LEAGUE.going_on(TWO, first)[:3] == (103, 101, 106)
    second = season(TWO, 6, 1, 2, 3, 4, 5, 6)
    assert LEAGUE.going_on(TWO, second)[2:4] == (104, 103)


def test_words_are_careful_while_the_season_runs():
    state = fresh(TWO, 6, LEAGUE)
    match = next(each for each in state.matches if each.group == "T2")
    state = won(state, match.key, 106, 105)
    assert rows_of(TWO, state)[106].explanation == "Won 1, lost 0. Would go up to tier 1 now."
    assert not LEAGUE.is_done(TWO, state)


def test_whoever_left_does_not_go_up():
    state = withdrawn(season(TWO, 6, 3, 1, 2, 6, 5, 4), 106)
    assert LEAGUE.going_on(TWO, state) == (103, 101, 105, 102, 104, 106)


def test_nobody_moves_where_nobody_shall():
    config = {**TWO, "promote": 0}
    state = season(config, 6, 3, 1, 2, 6, 5, 4)
    assert LEAGUE.going_on(config, state) == (103, 101, 102, 106, 105, 104)
    assert LEAGUE.describe(config) == "league of 2 tiers, nobody up and down"


@pytest.mark.parametrize(
    ("config", "n", "message"),
    [
        ({"tiers": 4}, 7, "4 tiers need at least 8 entrants, not 7."),
        (
            {"tiers": 3, "promote": 2},
            9,
            "Of 3 entrants in tier 2 at most 1 can move, not 2; there are 9 entrants in 3 tiers.",
        ),
        (
            {"tiers": 2, "promote": 3},
            6,
            "Of 3 entrants in tier 1 at most 2 can move, not 3; there are 6 entrants in 2 tiers.",
        ),
    ],
)
def test_tiers_too_small_are_refused_with_the_reason(config, n, message):
    assert LEAGUE.validate(config, n) == (Problem("entrants", message),)


def test_what_fits_is_accepted():
    assert LEAGUE.validate({"tiers": 3, "promote": 2, "legs": 2}, 12) == ()
    assert LEAGUE.validate({"tiers": 1, "promote": 5}, 4) == ()
    assert [each.field for each in LEAGUE.validate({"seats": 4, "tiers": 0}, 9)] == [
        "seats", "tiers",
    ]  # fmt: skip


def test_a_league_of_one_tier_is_a_round_robin():
    state = season({"tiers": 1}, 4, 4, 3, 2, 1)
    assert LEAGUE.going_on({"tiers": 1}, state) == (104, 103, 102, 101)
    assert LEAGUE.describe({"tiers": 1}) == "league"
    assert LEAGUE.describe(TWO) == "league of 2 tiers, 1 up and down"


def test_the_outline_has_the_rounds_of_the_largest_tier():
    outline = LEAGUE.outline({"tiers": 2}, 7)
    assert [(each.entrants, each.byes, len(each.sizes)) for each in outline] == [
        (7, 1, 3), (7, 1, 3), (7, 1, 3),
    ]  # fmt: skip


@given(st.integers(2, 4), st.integers(0, 2), st.integers(16, 24), st.integers(0, 2**32))
def test_everybody_has_a_tier_next_season_and_tiers_keep_their_sizes(tiers, promote, n, secret):
    config = {"tiers": tiers, "promote": promote}
    assert LEAGUE.validate(config, n) == ()
    state = play(config, n, Random(secret), format_=LEAGUE).state
    rows = LEAGUE.standings(config, state)
    sizes = [sum(row.group == f"T{tier}" for row in rows) for tier in range(1, tiers + 1)]
    going_on = LEAGUE.going_on(config, state)
    assert sorted(going_on) == sorted(row.entrant for row in rows)
    tier_of = {row.entrant: int(row.group[1:]) for row in rows}
    start = 0
    for tier, size in enumerate(sizes, start=1):
        came = [tier_of[each] for each in going_on[start : start + size]]
        assert came.count(tier - 1) == (promote if tier > 1 else 0)
        assert came.count(tier + 1) == (promote if tier < tiers else 0)
        start += size


@given(st.integers(8, 14), st.integers(0, 2**32))
def test_whoever_leaves_the_season_ends_and_all_are_placed(n, secret):
    state = play(TWO, n, Random(secret), leaving=0.1, format_=LEAGUE).state
    assert LEAGUE.is_done(TWO, state)
    everybody = sorted(100 + seed for seed in range(1, n + 1))
    assert sorted(row.entrant for row in LEAGUE.standings(TWO, state)) == everybody
    assert sorted(LEAGUE.going_on(TWO, state)) == everybody


def test_all_is_planned_at_once():
    assert LEAGUE.next_round(TWO, fresh(TWO, 6, LEAGUE), Lot()) == ()
    assert LEAGUE.round_names(TWO, {("", 3): 0}) == {("", 3): "Round 3"}
    assert LEAGUE.seats(TWO) == 2
