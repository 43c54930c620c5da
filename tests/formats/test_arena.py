"""Arena: who is free is paired again, near in rank, not twice running with the same."""

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.formats.courses import (
    Chances,
    assert_all_are_decided,
    assert_all_are_placed,
    assert_keys_are_sound,
    assert_one_match_a_round,
    course,
    ids_of,
    rounds_of,
    with_next,
)
from tests.formats.playing import Lot, entrants, ready, withdrawn, won
from tournaments.formats.arena_pairing import Idler, evenness, pair_idlers, table_idlers
from tournaments.formats.registry import format_for
from tournaments.formats.slots import StageState

ARENA = format_for("arena")
ONE_BY_ONE = Chances(one_by_one=True)
sizes = st.integers(2, 6)
chance = st.builds(Random, st.integers(0, 2**32))


def begun(n: int, config=None) -> StageState:
    return with_next(ARENA, config or {}, StageState(entrants(n), (), {}))


def pairs(state: StageState, wave: int) -> list[set[int]]:
    return [set(ids_of(match)) for match in rounds_of(state).get(wave, [])]


def test_neighbours_by_seed_meet_first():
    assert pairs(begun(6), 1) == [{101, 102}, {103, 104}, {105, 106}]


def test_the_first_two_who_are_free_wait_for_two_more():
    state = with_next(ARENA, {}, won(begun(8), "A1.1", 101, 102))
    assert pairs(state, 2) == []
    state = with_next(ARENA, {}, won(state, "A1.2", 103, 104))
    assert pairs(state, 2) == [{101, 103}, {102, 104}]


def test_two_alone_play_each_other_again_and_again():
    state = course(ARENA, {"matches_each": 3}, 2, Random(1))
    assert [pairs(state, wave) for wave in (1, 2, 3)] == [[{101, 102}]] * 3


def test_of_three_everybody_waits_in_turn():
    state = course(ARENA, {"matches_each": 4}, 3, Random(1), ONE_BY_ONE)
    assert Counter(entrant for match in state.matches for entrant in ids_of(match)) == {
        101: 4,
        102: 4,
        103: 4,
    }


def test_who_comes_late_is_paired_as_soon_as_enough_are_free():
    state = begun(4)
    state = replace(state, entrants=(*state.entrants, replace(entrants(5)[4], from_round=2)))
    state = with_next(ARENA, {}, won(state, "A1.1", 101, 102))
    assert pairs(state, 2) == []
    state = with_next(ARENA, {}, won(state, "A1.2", 103, 104))
    assert 105 in set().union(*pairs(state, 2))


def test_nothing_is_paired_once_the_time_is_over_and_what_is_open_is_played():
    config = {"matches_each": 0}
    state = replace(begun(4, config), is_closing=True)
    state = won(state, "A1.1", 101, 102)
    assert not ARENA.is_done(config, state)
    state = won(state, "A1.2", 103, 104)
    assert ARENA.next_round(config, state, Lot()) == ()
    assert ARENA.is_done(config, state)


def test_without_a_number_of_matches_only_the_time_ends_it():
    config = {"matches_each": 0}
    state = begun(2, config)
    for wave in range(1, 12):
        state = with_next(ARENA, config, won(state, f"A{wave}.1", 101, 102))
    assert not ARENA.is_done(config, state)


def test_waiting_is_no_bye():
    state = won(won(begun(5), "A1.1", 101, 102), "A1.2", 103, 104)
    rows = {row.entrant: row for row in ARENA.standings({}, state)}
    assert (rows[105].points, rows[105].explanation) == (0, "No match played yet.")


def test_a_pairing_says_who_was_free():
    assert begun(4).matches[0].why == "Seeds 1 and 2 were free: 1st to 2nd of 4, no two have met."


def test_only_one_who_is_left_ends_it():
    state = withdrawn(begun(3), 101, 102)
    assert ARENA.is_done({}, with_next(ARENA, {}, state))


def test_tables_are_filled_while_others_play_and_the_rest_waits():
    config = {"seats": 3}
    state = begun(12, config)
    assert [len(match.slots) for match in state.matches] == [3, 3, 3, 3]
    for match in state.matches[:2]:
        state = won(state, match.key, *ids_of(match))
    state = with_next(ARENA, config, withdrawn(state, 101))
    assert pairs(state, 2) == []
    state = won(state, "A1.3", *ids_of(state.matches[2]))
    assert [len(pair) for pair in pairs(with_next(ARENA, config, state), 2)] == [3, 3]


def test_strength_counts_among_equal_ranks():
    idlers = [
        Idler(number, 0, 4, mu=mu, sigma=1.0)
        for number, mu in ((1, 30.0), (2, 20.0), (3, 20.5), (4, 29.0))
    ]
    assert {frozenset(pair) for pair in pair_idlers(idlers, may_repeat=False)} == {
        frozenset((1, 4)),
        frozenset((2, 3)),
    }


def test_even_strength_makes_the_best_match():
    """Two newcomers: sqrt(2 b² / (2 b² + 2 s²)) for b = 25/6 and s = 25/3."""
    assert round(evenness(Idler(1, 0, 2), Idler(2, 1, 2)), 4) == 0.4472


def test_two_who_just_met_are_not_paired_while_others_play():
    idlers = [Idler(1, 0, 2, latest=frozenset({2})), Idler(2, 1, 2, latest=frozenset({1}))]
    assert pair_idlers(idlers, may_repeat=False) == []
    assert pair_idlers(idlers, may_repeat=True) == [(1, 2)]


def test_whoever_played_most_waits_when_the_number_is_odd():
    idlers = [Idler(1, 0, 3, played=2), Idler(2, 1, 3, played=3), Idler(3, 2, 3, played=2)]
    assert pair_idlers(idlers, may_repeat=False) == [(1, 3)]


def test_a_hundred_and_fifty_are_paired_in_two_parts():
    idlers = [Idler(number, number, 150) for number in range(150)]
    assert pair_idlers(idlers, may_repeat=False) == [(here, here + 1) for here in range(0, 150, 2)]


def test_those_of_the_last_table_are_parted():
    last = [frozenset(range(begin, begin + 3)) for begin in (0, 3, 6)]
    idlers = [Idler(number, number, 9, latest=last[number // 3] - {number}) for number in range(9)]
    tables = table_idlers(idlers, (3, 3, 3), Lot(1))
    assert all(len({number // 3 for number in table}) == 3 for table in tables)


def test_a_config_is_described():
    assert ARENA.describe({"seats": 4, "matches_each": 1}) == (
        "arena at tables of 4, at most 1 match each"
    )


@given(sizes, st.integers(2, 24), st.integers(1, 4), chance)
def test_everybody_plays_its_matches_and_no_more(seats, n, each, chance):
    config = {"seats": seats, "matches_each": each}
    assert ARENA.validate(config, n) == ()
    state = course(ARENA, config, n, chance, ONE_BY_ONE)
    played = Counter(entrant for match in state.matches for entrant in ids_of(match))
    assert max(played.values()) <= each
    assert sum(played[entrant.id] < each for entrant in state.entrants) < 2 or seats > 2
    assert_one_match_a_round(state)
    assert_keys_are_sound(state)
    assert_all_are_placed(ARENA, config, state)


@given(sizes, st.integers(2, 24), chance)
def test_nothing_stops_an_arena(seats, n, chance):
    config = {"seats": seats, "matches_each": 3}
    state = course(ARENA, config, n, chance, Chances(leaving=0.1))
    assert_all_are_decided(state)
    assert_all_are_placed(ARENA, config, state)


@given(sizes, st.integers(2, 24), chance)
def test_nobody_is_at_two_open_matches(seats, n, chance):
    config = {"seats": seats}
    state = begun(n, config)
    for _ in range(15):
        open_matches = ready(state)
        sitting = [entrant for made in open_matches for entrant in made.present]
        assert len(sitting) == len(set(sitting))
        if not open_matches:
            return
        made = chance.choice(open_matches)
        state = with_next(ARENA, config, won(state, made.key, *made.present))


@given(st.integers(8, 20), chance)
def test_the_same_two_never_meet_twice_running_while_four_have_matches_left(n, chance):
    state = course(ARENA, {"matches_each": 4}, n, chance, ONE_BY_ONE)
    last: dict[int, int] = {}
    left = Counter(entrant for match in state.matches for entrant in ids_of(match))
    for match in state.matches:
        one, other = ids_of(match)
        if len(+left) >= 4:
            assert (last.get(one), last.get(other)) != (other, one)
        last[one], last[other] = other, one
        left -= Counter((one, other))


@given(sizes, st.integers(2, 16), chance)
def test_the_same_facts_give_the_same_matches(seats, n, chance):
    config = {"seats": seats, "matches_each": 3}
    state = course(ARENA, config, n, chance, ONE_BY_ONE)
    half = state.matches[: len(state.matches) // 2]
    results = {match.key: state.results[match.key] for match in reversed(half)}
    before = StageState(state.entrants, half, results)
    turned = StageState(tuple(reversed(state.entrants)), half, dict(reversed(results.items())))
    assert ARENA.next_round(config, before, Lot(5)) == ARENA.next_round(config, turned, Lot(5))


def test_without_a_number_of_matches_it_needs_its_minutes():
    (problem,) = ARENA.validate({"matches_each": 0}, 8)
    assert (problem.field, problem.message) == (
        "minutes", "Without a number of matches_each it needs minutes, or never ends.",
    )  # fmt: skip
    assert ARENA.validate({"matches_each": 0, "minutes": 30}, 8) == ()
    assert ARENA.describe({"matches_each": 0, "minutes": 30}) == "arena, for 30 minutes"
