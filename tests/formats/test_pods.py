"""Swiss at tables of three to six: sizes, neighbours, seats, small tables in turn."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.courses import (
    STORMY,
    assert_all_are_decided,
    assert_all_are_placed,
    assert_keys_are_sound,
    assert_one_match_a_round,
    byes_of,
    course,
    ids_of,
    meetings,
    rounds_of,
    with_next,
)
from tests.formats.playing import Lot, entrants, won
from tournaments.formats.pods_pairing import Sitter, make_tables
from tournaments.formats.pods_seats import lean, seat_table
from tournaments.formats.pods_words import why_together
from tournaments.formats.registry import format_for
from tournaments.formats.slots import StageState
from tournaments.formats.tables import table_sizes

PODS = format_for("pods")
sizes = st.integers(3, 6)
numbers = st.integers(2, 130)
chance = st.builds(Random, st.integers(0, 2**32))


def begun(n: int, config=None) -> StageState:
    return with_next(PODS, config or {}, StageState(entrants(n), (), {}))


def table_counts(state: StageState, number: int) -> list[int]:
    return [len(match.slots) for match in rounds_of(state)[number]]


@pytest.mark.parametrize(
    ("n", "seats", "expected"),
    [(5, 4, [3, 2]), (7, 4, [4, 3]), (9, 4, [3, 3, 3]), (13, 5, [5, 4, 4]), (13, 6, [5, 4, 4])],
)
def test_tables_are_as_few_and_as_equal_as_can_be(n, seats, expected):
    assert table_counts(begun(n, {"seats": seats}), 1) == expected


def test_equal_points_sit_together_in_the_second_round():
    state = begun(16)
    for match in rounds_of(state)[1]:
        state = won(state, match.key, *ids_of(match))
    winners = {ids_of(match)[0] for match in rounds_of(state)[1]}
    state = with_next(PODS, {}, state)
    assert {frozenset(ids_of(match)) for match in rounds_of(state)[2]} >= {frozenset(winners)}
    assert "all have 1 point; no two have met." in rounds_of(state)[2][0].why


def test_a_table_says_why():
    table = [
        Sitter(3, 7),
        Sitter(12, 6, met={9: 1}),
        Sitter(9, 6, met={12: 1}),
    ]
    assert why_together(table, 4, 3) == (
        "Seeds 3, 9 and 12: 2 to 2⅓ points; 1 pair meets again, as none could be spared; "
        "a smaller table, for those who sat at one least often."
    )


def test_one_table_of_all_meets_in_every_round():
    state = course(PODS, {"rounds": 3}, 4, Random(1))
    assert [len(matches) for matches in rounds_of(state).values()] == [1, 1, 1]
    assert sorted(len(set(seats)) for seats in seats_of(state).values()) == [3, 3, 3, 3]


def seats_of(state: StageState) -> dict[int, list[int]]:
    seats: dict[int, list[int]] = {}
    for match in state.matches:
        for seat, entrant in enumerate(ids_of(match)):
            seats.setdefault(entrant, []).append(seat)
    return seats


def test_the_first_seat_of_a_table_leans_as_far_as_the_last_whatever_its_size():
    assert [lean(seat, 4) for seat in range(4)] == [-60, -20, 20, 60]
    assert [lean(seat, 2) for seat in range(2)] == [-60, 60]


def test_whoever_sat_first_sits_last_next():
    assert seat_table([Sitter(1, often=(1, 0, 0, 0, 0, 0), leaning=-60), Sitter(2)]) == (2, 1)


def test_seats_are_taken_in_turn_over_four_rounds_at_one_table():
    state = course(PODS, {"rounds": 4}, 4, Random(3))
    assert all(sorted(seats) == [0, 1, 2, 3] for seats in seats_of(state).values())


def test_nobody_follows_the_same_one_if_another_seat_is_as_good():
    table = [Sitter(1, followers={2: 1}), Sitter(2), Sitter(3)]
    seated = seat_table(table)
    assert seated[(seated.index(1) + 1) % 3] == 3


def test_small_tables_go_round():
    """Of 19 one table of three is left over each round; in four rounds nobody is there twice."""
    state = course(PODS, {"rounds": 4}, 19, Random(2))
    small = Counter(
        entrant for match in state.matches if len(match.slots) == 3 for entrant in ids_of(match)
    )
    assert (len(small), max(small.values())) == (12, 1)


def test_sixteen_meet_twelve_others_in_three_rounds_at_most():
    assert set(meetings(course(PODS, {"rounds": 3}, 16, Random(4))).values()) == {1}


def test_thirty_in_fours_meet_nobody_twice_in_five_rounds():
    state = course(PODS, {"rounds": 5}, 30, Random(1))
    assert set(meetings(state).values()) == {1}
    assert table_counts(state, 1) == [4, 4, 4, 4, 4, 4, 3, 3]


def test_hundreds_meet_nobody_twice():
    state = course(PODS, {"seats": 4, "rounds": 6}, 200, Random(1))
    assert set(meetings(state).values()) == {1}


def test_a_late_entrant_sits_down_in_its_round():
    field = tuple(replace(each, from_round=2 if each.seed == 9 else 1) for each in entrants(9))
    state = with_next(PODS, {}, StageState(field, (), {}))
    assert table_counts(state, 1) == [4, 4]
    for match in rounds_of(state)[1]:
        state = won(state, match.key, *ids_of(match))
    assert table_counts(with_next(PODS, {}, state), 2) == [3, 3, 3]


def test_a_config_is_described():
    assert PODS.describe({"seats": 5}) == "Swiss at tables of 5"
    assert PODS.describe({"rounds": 1}) == "Swiss at tables of 4, 1 round"


def test_one_entrant_or_tables_of_two_are_refused():
    assert [each.field for each in PODS.validate({}, 1)] == ["entrants"]
    assert (
        PODS.validate({"seats": 2}, 8)[0].message == "Expected a whole number from 3 to 6, not 2."
    )


@given(sizes, numbers, chance)
def test_everybody_sits_at_a_table_every_round(seats, n, chance):
    config = {"seats": seats}
    assert PODS.validate(config, n) == ()
    state = course(PODS, config, n, chance)
    assert_one_match_a_round(state)
    assert_keys_are_sound(state)
    assert_all_are_placed(PODS, config, state)
    assert byes_of(state, [each.id for each in state.entrants]).total() == 0
    outline = PODS.outline(config, n)
    assert len(outline) == len(rounds_of(state))
    for number in rounds_of(state):
        assert tuple(table_counts(state, number)) == outline[0].sizes


@given(sizes, st.integers(2, 40), chance)
def test_nothing_stops_pods(seats, n, chance):
    state = course(PODS, {"seats": seats}, n, chance, STORMY)
    assert_all_are_decided(state)
    assert_one_match_a_round(state)
    assert_all_are_placed(PODS, {"seats": seats}, state)
    for number in rounds_of(state):
        counts = table_counts(state, number)
        assert max(counts) - min(counts) <= 1
        assert min(counts) > 1


@given(sizes, st.integers(12, 36), chance)
def test_hardly_anybody_has_a_seat_more_than_twice_oftener_than_another(seats, n, chance):
    """Where all of a table are due the same seats, one of them has to take what is left."""
    state = course(PODS, {"seats": seats}, n, chance)
    smallest = min(len(match.slots) for match in state.matches)
    apart = []
    for own in seats_of(state).values():
        counts = [own.count(seat) for seat in range(smallest)]
        apart.append(max(counts) - min(counts))
    assert max(apart) <= 3
    assert apart.count(3) <= 1


def fewest_meetings(left: frozenset[int], counts: tuple[int, ...], met) -> int:
    """The least sum of meetings again over all ways to fill the tables, by trying all."""
    if not counts:
        return 0
    ways = []
    # Tables of the same size are alike, so the first of those left sits at one of this size.
    for size in sorted(set(counts)):
        first = min(left)
        rest = list(counts)
        rest.remove(size)
        for others in combinations(sorted(left - {first}), size - 1):
            table = (first, *others)
            cost = sum(2 * met[one][other] + 1 for one, other in combinations(table, 2)
                       if other in met[one])  # fmt: skip
            ways.append(cost + fewest_meetings(left - set(table), tuple(rest), met))
    return min(ways)


@given(st.integers(3, 4), st.integers(5, 9), chance)
def test_no_meeting_again_could_have_been_avoided(seats, n, chance):
    met: dict[int, dict[int, int]] = {number: {} for number in range(1, n + 1)}
    for one, other in combinations(met, 2):
        if chance.random() < 0.5:
            met[one][other] = met[other][one] = chance.randint(1, 2)
    sitters = [Sitter(number, chance.randint(0, 6), met[number]) for number in met]
    counts = table_sizes(n, seats)
    tables = make_tables(sitters, counts, Lot(1))
    made = sum(
        2 * met[one][other] + 1
        for table in tables
        for one, other in combinations(table, 2)
        if other in met[one]
    )
    assert made == fewest_meetings(frozenset(met), counts, met)


@given(sizes, st.integers(2, 60), chance)
def test_the_same_draw_gives_the_same_tables(seats, n, chance):
    config = {"seats": seats}
    state = course(PODS, config, n, chance)
    last = max(rounds_of(state))
    earlier = tuple(match for match in state.matches if match.round < last)
    results = {match.key: state.results[match.key] for match in reversed(earlier)}
    before = StageState(tuple(reversed(state.entrants)), earlier, results)
    once = PODS.next_round(config, before, Lot(len(earlier)))
    assert once == tuple(match for match in state.matches if match.round == last)
