"""Everybody meets everybody: pairings, seats, groups, and whoever leaves."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.playing import Lot, fresh, keep_walkovers, play, withdrawn, won
from tournaments.formats.circle import circle, match_key
from tournaments.formats.cut import cuts_of_stage
from tournaments.formats.groups import group_letters, group_sizes
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.settings import Problem
from tournaments.formats.slots import PlannedMatch, SeedSlot, StageState
from tournaments.formats.standings import StandingRow

ROBIN = RoundRobin()
SIZES = range(2, 61)
F = Fraction


def plan(n: int, **config: object) -> tuple[PlannedMatch, ...]:
    return ROBIN.plan(config, n, Lot())


def seeds(match: PlannedMatch) -> tuple[int, ...]:
    return tuple(slot.seed for slot in match.slots if isinstance(slot, SeedSlot))


def rows_of(state: StageState, **config: object) -> dict[int, StandingRow]:
    return {row.entrant: row for row in ROBIN.standings(config, state)}


def after(n: int, **results: str) -> StageState:
    """The stage with results by pair: `a=\"1>2\"`, whatever the seats."""
    state = fresh({}, n, ROBIN)
    keys = {frozenset(seeds(match)): match.key for match in state.matches}
    for text in results.values():
        winner, loser = map(int, text.split(">"))
        state = won(state, keys[frozenset((winner, loser))], 100 + winner, 100 + loser)
    return state


def test_four_meet_in_three_rounds():
    assert circle(4) == (
        ((1, 4), (2, 3)),
        ((3, 1), (4, 2)),
        ((1, 2), (3, 4)),
    )  # fmt: skip


def test_of_five_one_rests_in_each_round():
    assert circle(5) == (
        ((2, 5), (3, 4)),
        ((5, 1), (4, 2)),
        ((1, 4), (2, 3)),
        ((3, 1), (4, 5)),
        ((1, 2), (5, 3)),
    )


@pytest.mark.parametrize("n", SIZES)
def test_everybody_meets_everybody_once(n):
    rounds = circle(n)
    assert len(rounds) == n - 1 + n % 2
    assert Counter(frozenset(pair) for each in rounds for pair in each) == {
        frozenset(pair): 1 for pair in combinations(range(1, n + 1), 2)
    }


@pytest.mark.parametrize("n", SIZES)
def test_everybody_plays_every_round_but_one_who_rests_where_n_is_odd(n):
    for pairs in circle(n):
        playing = [each for pair in pairs for each in pair]
        assert len(playing) == len(set(playing)) == n - n % 2


@pytest.mark.parametrize("n", SIZES)
def test_first_seats_are_level_and_change_but_once(n):
    seats: dict[int, list[int]] = {each: [] for each in range(1, n + 1)}
    for pairs in circle(n):
        for first, second in pairs:
            seats[first].append(0)
            seats[second].append(1)
    for own in seats.values():
        assert abs(own.count(0) - own.count(1)) == 1 - n % 2
        assert sum(a == b for a, b in pairwise(own)) <= 1


@pytest.mark.parametrize("n", range(3, 61))
def test_the_best_two_meet_in_the_last_round(n):
    assert (1, 2) in circle(n)[-1]


def test_matches_are_seated_and_have_keys_of_round_and_number():
    first, second, third, *_ = plan(4)
    assert first == PlannedMatch(
        "R1.1", 1, 1, "", "R1.1", (SeedSlot(1), SeedSlot(4)), 0, seated=True
    )
    assert (second.key, second.number, third.key, third.number) == ("R1.2", 2, "R2.1", 1)


def test_the_second_leg_has_the_same_order_and_the_seats_swapped():
    single, double = plan(5), plan(5, legs=2)
    assert double[: len(single)] == single
    for first, second in zip(single, double[len(single) :], strict=True):
        assert second.round == first.round + 5
        assert second.slots == first.slots[::-1]


@pytest.mark.parametrize("n", SIZES)
def test_two_legs_level_all_seats(n):
    firsts: Counter[int] = Counter()
    seconds: Counter[int] = Counter()
    for match in plan(n, legs=2):
        firsts[seeds(match)[0]] += 1
        seconds[seeds(match)[1]] += 1
    assert firsts == seconds


def test_groups_are_dealt_by_a_snake():
    members: dict[str, set[int]] = {}
    for match in plan(8, groups=2):
        members.setdefault(match.group, set()).update(seeds(match))
    assert members == {"A": {1, 4, 5, 8}, "B": {2, 3, 6, 7}}


def test_groups_have_keys_of_their_own():
    matches = plan(8, groups=2)
    assert [match.key for match in matches][:5] == ["R1.A1", "R1.A2", "R1.B1", "R1.B2", "R2.A1"]
    assert [match.number for match in matches][:5] == [1, 2, 3, 4, 1]
    assert match_key(3, "T2", 1) == "R3.T2.1"


def test_letters_go_on_as_columns_do():
    assert [group_letters(index) for index in (0, 25, 26, 51, 52, 701, 702)] == [
        "A", "Z", "AA", "AZ", "BA", "ZZ", "AAA",
    ]  # fmt: skip


@pytest.mark.parametrize("groups", [1, 2, 3, 5])
@pytest.mark.parametrize("n", [10, 11, 16, 23, 60])
def test_groups_are_complete_and_as_equal_as_can_be(n, groups):
    matches = plan(n, groups=groups)
    sizes = group_sizes(n, groups)
    met: dict[str, list[frozenset[int]]] = {}
    for match in matches:
        met.setdefault(match.group, []).append(frozenset(seeds(match)))
    members = [frozenset().union(*pairs) for pairs in met.values()]
    assert [len(each) for each in members] == list(sizes)
    assert max(sizes) - min(sizes) <= 1
    assert frozenset().union(*members) == set(range(1, n + 1))
    for pairs, own in zip(met.values(), members, strict=True):
        assert Counter(pairs) == {frozenset(pair): 1 for pair in combinations(own, 2)}
    assert len({match.key for match in matches}) == len(matches)
    assert max(len(match.key) for match in matches) <= 16


@pytest.mark.parametrize("config", [{}, {"legs": 2}, {"groups": 3}, {"groups": 3, "legs": 2}])
def test_the_outline_tells_the_rounds_that_are_planned(config):
    for n in range(6, 30):
        outline = ROBIN.outline(config, n)
        played = Counter(match.round for match in ROBIN.plan(config, n, Lot()))
        assert [len(each.sizes) for each in outline] == [played[r] for r in sorted(played)]
        assert all(each.entrants == 2 * len(each.sizes) + each.byes for each in outline)


def test_a_group_has_two_members_at_least():
    assert ROBIN.validate({"groups": 4}, 8) == ()
    assert ROBIN.validate({"groups": 4}, 7) == (
        Problem("entrants", "4 groups need at least 8 entrants, not 7."),
    )
    assert ROBIN.validate({}, 1) == (
        Problem("entrants", "1 group needs at least 2 entrants, not 1."),
    )


def test_more_matches_than_can_be_planned_are_refused_with_their_number():
    assert ROBIN.validate({}, 316) == ()
    (problem,) = ROBIN.validate({}, 1024)
    assert problem.field == "entrants"
    assert problem.message == (
        "At most 50000 matches can be planned; 1024 entrants would play 523776 of them. "
        "Smaller groups have fewer, and a Swiss far fewer."
    )
    assert ROBIN.validate({"groups": 64}, 1024) == ()


def test_tables_of_four_are_for_pods():
    (problem,) = ROBIN.validate({"seats": 4}, 8)
    assert problem.field == "seats"
    assert "pods" in problem.message


def test_other_settings_are_checked_too():
    problems = ROBIN.validate({"legs": 3, "tie_breaks": ["luck"], "rounds": 2}, 8)
    assert [problem.field for problem in problems] == ["rounds", "legs", "tie_breaks"]


def test_resting_counts_nothing():
    state = after(3, a="2>3")
    rows = rows_of(state)
    assert [(rows[each].points, rows[each].played) for each in (101, 102, 103)] == [
        (0, 0), (1, 1), (0, 1),
    ]  # fmt: skip


def test_places_of_a_finished_group():
    state = after(4, a="1>2", b="2>3", c="3>1", d="1>4", e="2>4", f="3>4")
    rows = ROBIN.standings({"tie_breaks": ["direct", "lot"]}, state)
    assert [(row.entrant, row.place, row.points) for row in rows] == [
        (101, 1, 2), (102, 2, 2), (103, 3, 2), (104, 4, 0),
    ]  # fmt: skip
    assert all(row.is_out for row in rows)
    assert rows[0].explanation == "Won 2, lost 1."
    assert ROBIN.is_done({}, state)


def test_nobody_is_out_while_a_match_is_left():
    rows = rows_of(after(4, a="1>2", b="1>3", c="1>4"))
    assert [rows[each].is_out for each in (101, 102)] == [True, False]


# Entrant 5 of five beat 1, lost to 2, and left; half of its four matches were played.
HALF = withdrawn(after(5, a="5>1", b="2>5"), 105)
# The same one match earlier.
LESS = withdrawn(after(5, a="5>1"), 105)


def points(state: StageState, policy: str) -> list[Fraction]:
    rows = rows_of(state, withdrawn=policy)
    return [rows[100 + seed].points for seed in range(1, 6)]


@pytest.mark.parametrize(
    ("state", "policy", "expected"),
    [
        (HALF, "keep", [0, 1, 1, 1, 1]),
        (HALF, "forfeit", [0, 1, 1, 1, 1]),
        (HALF, "annul", [0, 0, 0, 0, 0]),
        (LESS, "keep", [0, 0, 0, 0, 0]),
        (LESS, "forfeit", [0, 1, 1, 1, 1]),
        (LESS, "annul", [0, 0, 0, 0, 0]),
    ],
    ids=["half-keep", "half-forfeit", "half-annul", "less-keep", "less-forfeit", "less-annul"],
)
def test_what_becomes_of_the_matches_of_whoever_leaves(state, policy, expected):
    assert points(state, policy) == expected
    assert points(keep_walkovers(state), policy) == expected


def test_whoever_is_annulled_stands_last_and_is_told_so():
    row = ROBIN.standings({"withdrawn": "annul"}, LESS)[-1]
    assert (row.entrant, row.place, row.played, row.is_out) == (105, 5, 0, True)
    assert row.explanation == "Withdrew; all its matches are annulled."


def test_whoever_keeps_its_points_stands_where_they_put_it():
    rows = rows_of(HALF, withdrawn="keep", tie_breaks=["wins"])
    assert (rows[105].place, rows[105].is_out) == (1, True)
    assert rows[105].explanation == "Won 1, lost 1, 2 matches missed, withdrew."


def test_firsts_go_on_before_seconds_and_the_better_ones_first():
    # Groups of 3, 2, 2: A has 1, 6, 7; B has 2, 5; C has 3, 4.
    config = {"groups": 3, "tie_breaks": ["wins"]}
    state = fresh(config, 7, ROBIN)
    winners = {(1, 6): 6, (1, 7): 1, (6, 7): 6, (2, 5): 5, (3, 4): 3}
    for match in state.matches:
        pair = sorted(seeds(match))
        best = winners[pair[0], pair[1]]
        state = won(state, match.key, 100 + best, 100 + sum(pair) - best)
    # Every first won all; then 1 won half of its matches, 2 and 4 none of theirs.
    assert ROBIN.going_on(config, state) == (103, 105, 106, 101, 102, 104, 107)


def test_who_shares_a_place_in_a_group_is_as_near_to_the_cut_as_the_others_there():
    # Groups of 4, by seeds: A has 1, 4, 5, 8, of whom 1, 4, 5 beat each other in a ring.
    config = {"groups": 2}
    state = fresh(config, 8, ROBIN)
    ring = {(1, 4): 1, (4, 5): 4, (1, 5): 5}
    for match in state.matches:
        pair = sorted(seeds(match))
        best = ring.get((pair[0], pair[1]), pair[0])
        state = won(state, match.key, 100 + best, 100 + sum(pair) - best)
    assert ROBIN.going_on(config, state)[:5] == (102, 101, 104, 105, 103)
    rows = ROBIN.standings(config, state)
    order = ROBIN.going_on(config, state)
    seeding = {entrant: entrant for entrant in order}
    for take, level in ((3, (101, 104, 105)), (4, ())):
        (cut,) = cuts_of_stage(
            rows, order, Lot(), take=take, per_group=None, policy="playoff", seeds=seeding
        )
        assert (cut.tied, len(cut.advancing) + cut.spots * bool(level)) == (level, take)


def test_equal_shares_of_unequal_groups_are_level_at_the_cut():
    # Groups of 3 and 2, by seeds: A has 1, 4, 5, and B has 2, 3. Both firsts won all they could.
    config = {"groups": 2, "tie_breaks": ["wins"]}
    state = fresh(config, 5, ROBIN)
    for match in state.matches:
        best, other = sorted(seeds(match))
        state = won(state, match.key, 100 + best, 100 + other)
    first, second = (row for row in ROBIN.standings(config, state) if row.place == 1)
    assert (first.points, second.points) == (2, 1)
    assert first.across == second.across == (1, -1, -1)


def test_who_left_goes_on_behind_everybody():
    state = withdrawn(after(3, a="1>2", b="1>3", c="2>3"), 101)
    assert ROBIN.going_on({}, state) == (102, 103, 101)


CONFIGS = [{}, {"legs": 2}, {"groups": 2}, {"groups": 3, "withdrawn": "annul"},
           {"withdrawn": "forfeit"}]  # fmt: skip


@given(st.sampled_from(CONFIGS), st.integers(6, 16), st.integers(0, 2**32))
def test_whoever_leaves_when_ever_the_stage_ends_and_all_are_placed(config, n, secret):
    story = play(config, n, Random(secret), leaving=0.1, format_=ROBIN)
    assert ROBIN.is_done(config, story.state)
    rows = ROBIN.standings(config, story.state)
    assert sorted(row.entrant for row in rows) == [100 + seed for seed in range(1, n + 1)]
    assert all(row.is_out for row in rows)
    assert sorted(ROBIN.going_on(config, story.state)) == sorted(row.entrant for row in rows)


@given(st.sampled_from(CONFIGS), st.integers(6, 20), st.integers(0, 2**32))
def test_every_match_gives_away_one_point(config, n, secret):
    story = play(config, n, Random(secret), format_=ROBIN)
    total = sum(row.points for row in ROBIN.standings(config, story.state))
    assert total == len(story.state.matches)


def test_standings_do_not_depend_on_the_order_of_results():
    state = after(5, a="1>2", b="4>3", c="5>1", d="2>4")
    turned = replace(state, results=dict(reversed(list(state.results.items()))))
    assert ROBIN.standings({}, turned) == ROBIN.standings({}, state)


def test_the_stage_is_planned_at_once_and_described():
    state = fresh({}, 4, ROBIN)
    assert ROBIN.next_round({}, state, Lot()) == ()
    assert not ROBIN.is_done({}, state)
    assert ROBIN.describe({"legs": 2, "groups": 4}) == "double round robin in 4 groups"
    assert ROBIN.describe({}) == "round robin"
    assert ROBIN.round_names({}, {("", 2): 0}) == {("", 2): "Round 2"}
    assert ROBIN.seats({}) == 2
