"""The Swiss system as a format: rounds from facts, byes, late entries, and FIDE's Dutch system."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.courses import (
    STORMY,
    Chances,
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
from tests.formats.playing import Lot, entrants, withdrawn, won
from tournaments.formats.registry import format_for
from tournaments.formats.slots import MatchOutcome, StageState
from tournaments.formats.swiss_costs import Contender
from tournaments.formats.swiss_facts import accelerated
from tournaments.formats.swiss_words import why_paired

SWISS = format_for("swiss")
DUTCH = {"pairing": "fide_dutch"}
numbers = st.integers(4, 130)
few = st.integers(4, 24)
chance = st.builds(Random, st.integers(0, 2**32))
configs = st.sampled_from([{}, {"pairing": "monrad"}, {"acceleration": True}, {"bye": "half"}])


def begun(n: int, config=None) -> StageState:
    return with_next(SWISS, config or {}, StageState(entrants(n), (), {}))


def pairs(state: StageState, number: int) -> list[tuple[int, ...]]:
    return [ids_of(match) for match in rounds_of(state)[number]]


def problems(config, n: int) -> list[tuple[str, str]]:
    return [(each.field, each.message) for each in SWISS.validate(config, n)]


def test_four_entrants_play_two_rounds():
    state = begun(4)
    assert pairs(state, 1) == [(101, 103), (104, 102)]
    state = with_next(SWISS, {}, won(won(state, "R1.1", 101, 103), "R1.2", 102, 104))
    assert pairs(state, 2) == [(102, 101), (103, 104)]
    state = won(won(state, "R2.1", 101, 102), "R2.2", 104, 103)
    assert SWISS.is_done({}, state)
    rows = SWISS.standings({}, state)
    assert [(row.entrant, row.place, row.points) for row in rows] == [
        (101, 1, 2),
        (102, 2, 1),
        (104, 3, 1),
        (103, 4, 0),
    ]


def test_a_pairing_says_why():
    state = begun(4)
    assert state.matches[0].why == (
        "Seeds 1 and 3: both have 0 points; they have not met; "
        "neither has sat yet, so seed 1 sits first."
    )
    state = with_next(SWISS, {}, won(won(state, "R1.1", 101, 103), "R1.2", 102, 104))
    assert [match.why for match in rounds_of(state)[2]] == [
        "Seeds 2 and 1: both have 1 point; they have not met; "
        "seed 2 sits first, having done so in 0 of 1 match.",
        "Seeds 3 and 4: both have 0 points; they have not met; "
        "seed 3 sits first, having done so in 0 of 1 match.",
    ]


def test_a_round_waits_for_the_last_result_of_the_one_before():
    state = won(begun(4), "R1.1", 101, 103)
    assert SWISS.next_round({}, state, Lot()) == ()


def test_an_odd_number_gives_the_last_one_a_bye_that_counts_as_a_win():
    state = won(won(begun(5), "R1.1", 101, 103), "R1.2", 102, 104)
    rows = {row.entrant: row for row in SWISS.standings({}, state)}
    assert rows[105].points == 1
    assert rows[105].explanation == "A bye."


def test_a_walkover_is_no_meeting_and_the_two_can_still_be_paired():
    state = begun(6)
    walkover = MatchOutcome("R1.1", (101,), (1,), "walkover")
    state = replace(state, results={"R1.1": walkover})
    state = won(won(state, "R1.2", 105, 102), "R1.3", 103, 106)
    assert "they have not met" in with_next(SWISS, {}, state).matches[3].why


def test_who_withdraws_is_paired_no_more_and_keeps_its_points():
    state = withdrawn(begun(6), 101)
    assert pairs(with_next(SWISS, {}, state), 1)[0] == (101, 104)
    state = with_next(SWISS, {}, won(won(state, "R1.2", 102, 105), "R1.3", 103, 106))
    assert 101 not in {entrant for pair in pairs(state, 2) for entrant in pair}
    assert {row.entrant: row.points for row in SWISS.standings({}, state)}[104] == 1


def test_a_late_entrant_is_paired_from_its_round_on_and_missed_the_others():
    field = tuple(replace(each, from_round=2 if each.seed == 5 else 1) for each in entrants(5))
    state = with_next(SWISS, {}, StageState(field, (), {}))
    assert len(pairs(state, 1)) == 2
    state = with_next(SWISS, {}, won(won(state, "R1.1", 101, 103), "R1.2", 102, 104))
    assert pairs(state, 2) == [(102, 101), (103, 105)]
    rows = {row.entrant: row for row in SWISS.standings({}, state)}
    assert (rows[105].points, rows[105].explanation) == (0, "Absent once.")
    assert (rows[104].points, rows[104].points_told) == (1, "0 + 1 (bye) = 1")


def test_late_entrants_do_not_add_rounds():
    field = tuple(replace(each, from_round=2 if each.seed > 8 else 1) for each in entrants(11))
    state = course(SWISS, {}, 8, Random(1))
    assert len(rounds_of(state)) == 3
    state = replace(state, entrants=field)
    assert SWISS.is_done({}, state)


def test_a_stage_whose_time_is_over_pairs_no_further_round():
    state = won(won(begun(4), "R1.1", 101, 103), "R1.2", 102, 104)
    assert SWISS.is_done({}, replace(state, is_closing=True))


def test_too_many_rounds_are_refused_with_what_to_take_instead():
    assert problems({"rounds": 7}, 8) == [
        (
            "entrants",
            "8 entrants can play at most 6 rounds of a Swiss, not 7: in 7 everybody meets "
            "everybody, so take a round robin.",
        )
    ]
    assert problems({"rounds": 6}, 8) == []


@pytest.mark.parametrize("n", [2, 3])
def test_two_or_three_entrants_are_sent_to_a_round_robin(n):
    assert problems({}, n) == [
        ("entrants", f"A Swiss needs at least 4 entrants, not {n}: take a round robin.")
    ]


def test_the_dutch_system_is_refused_where_its_engine_is_too_slow_or_the_points_are_not_its_own():
    assert problems(DUTCH, 256) == []
    assert problems(DUTCH, 257) == [
        (
            "entrants",
            "FIDE's Dutch system pairs 256 entrants at most, not 257: take fold or monrad.",
        )
    ]
    assert problems({**DUTCH, "points": "three_one"}, 16) == [
        ("points", "FIDE's Dutch system counts 1, ½ and 0, not 'three_one'.")
    ]


def test_every_number_is_paired_or_refused():
    assert [n for n in range(2, 131) if SWISS.validate({}, n)] == [2, 3]


def test_an_outline_has_a_bye_in_every_round_of_an_odd_number():
    outline = SWISS.outline({}, 9)
    assert len(outline) == 4
    assert (outline[0].byes, outline[0].sizes) == (1, (2, 2, 2, 2))


def test_a_config_is_described():
    assert SWISS.describe({}) == "Swiss"
    assert SWISS.describe({"rounds": 5, "acceleration": True, "pairing": "fide_dutch"}) == (
        "Swiss, 5 rounds, FIDE Dutch pairing, accelerated"
    )


def test_baku_lifts_the_upper_half_in_the_first_half_of_nine_rounds():
    field = entrants(13)
    lifted = [accelerated(field, number, 9, 13) for number in range(1, 7)]
    assert [sorted(each) for each in lifted[:5]] == [list(range(101, 109))] * 5
    assert [each.get(101, 0) for each in lifted] == [1, 1, 1, Fraction(1, 2), Fraction(1, 2), 0]


def test_acceleration_lets_the_upper_half_meet_itself_first():
    assert pairs(begun(8, {"acceleration": True}), 1) == [
        (101, 103),
        (104, 102),
        (105, 107),
        (108, 106),
    ]


@given(configs, numbers, chance)
def test_every_swiss_is_played_to_its_end(config, n, chance):
    state = course(SWISS, config, n, chance)
    assert_one_match_a_round(state)
    assert_keys_are_sound(state)
    assert_all_are_placed(SWISS, config, state)
    assert set(meetings(state).values()) == {1}
    byes = byes_of(state, [each.id for each in state.entrants])
    assert max(byes.values()) - min(byes.values()) <= 1
    worth = Fraction(1, 2) if config.get("bye") == "half" else 1
    points = sum(row.points for row in SWISS.standings(config, state))
    assert points == len(state.matches) + worth * byes.total()


@given(configs, st.integers(4, 40), chance)
def test_nothing_stops_a_swiss(config, n, chance):
    state = course(SWISS, config, n, chance, STORMY)
    assert_all_are_decided(state)
    assert_one_match_a_round(state)
    assert_all_are_placed(SWISS, config, state)


@given(numbers, chance)
def test_seats_are_taken_in_turn(n, chance):
    state = course(SWISS, {}, n, chance)
    seats: dict[int, list[int]] = {}
    for match in state.matches:
        for seat, entrant in zip((1, -1), ids_of(match), strict=True):
            seats.setdefault(entrant, []).append(seat)
    assert max(abs(sum(own)) for own in seats.values()) <= 2
    for own in seats.values():
        assert all(abs(sum(own[here : here + 3])) < 3 for here in range(len(own) - 2))


@given(few, chance)
def test_the_dutch_system_is_played_to_its_end(n, chance):
    state = course(SWISS, DUTCH, n, chance, Chances(late=2))
    assert_one_match_a_round(state)
    assert_keys_are_sound(state)
    assert_all_are_placed(SWISS, DUTCH, state)


@given(few, chance)
def test_nothing_stops_the_dutch_system(n, chance):
    state = course(SWISS, {**DUTCH, "acceleration": True}, n, chance, STORMY)
    assert_all_are_decided(state)
    assert_one_match_a_round(state)


def test_the_first_round_of_the_dutch_system_folds():
    assert pairs(begun(8, DUTCH), 1) == [(101, 105), (106, 102), (103, 107), (108, 104)]


def test_a_round_that_the_dutch_system_cannot_pair_is_folded_and_says_so():
    """Four entrants in three rounds have met all; one of the two left had the bye already."""
    config = {**DUTCH, "rounds": 4}
    state = with_next(SWISS, config, StageState(entrants(6), (), {}))
    for _ in range(3):
        for match in rounds_of(state)[max(rounds_of(state))]:
            state = won(state, match.key, *ids_of(match))
        if len(rounds_of(state)) == 3:
            state = withdrawn(state, 103, 104, 105, 106)
            break
        state = with_next(SWISS, config, state)
    first, second = 101, 102
    assert frozenset((first, second)) in meetings(state)
    assert (
        with_next(SWISS, config, state)
        .matches[-1]
        .why.endswith(" No FIDE Dutch pairing is left, so the fold is used.")
    )


@given(configs, numbers, chance)
def test_the_same_facts_give_the_same_pairs(config, n, chance):
    state = course(SWISS, config, n, chance)
    last = max(rounds_of(state))
    earlier = tuple(match for match in state.matches if match.round < last)
    results = {match.key: state.results[match.key] for match in reversed(earlier)}
    before = StageState(tuple(reversed(state.entrants)), earlier, results)
    made = SWISS.next_round(config, before, Lot(99))
    assert made == tuple(match for match in state.matches if match.round == last)


def test_the_longest_reason_still_fits():
    both = {"apart": frozenset({"owner:1"}), "seats": (1, -1) * 10}
    high = Contender(4095, 37, {4096: 1}, **both)
    low = Contender(4096, 35, {4095: 1}, **both)
    assert why_paired(high, low, 3, " No FIDE Dutch pairing is left, so the fold is used.") == (
        "Seeds 4095 and 4096: 12⅓ and 11⅔ points; they meet a second time, as nobody else was "
        "left; of one owner or club, as nobody else was left. "
        "No FIDE Dutch pairing is left, so the fold is used."
    )
