"""Plans of matches: what may stand in them, what fits a game, and who sits where."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.playing import Lot
from tournaments.match_plans import (
    MatchPlan,
    described,
    plan_of,
    problems,
    problems_for,
    seats_of_a_table,
    spelled,
    tables_at_most,
)
from tournaments.seatings import (
    PlannedTable,
    compare_tables,
    duplicate_tables,
    orders_by_lot,
    seatings,
    seatings_of_a_deal,
    tables_in_turn,
)

CYCLIC = {"kind": "duplicate"}
TEAMS = {"kind": "compare"}


def refused(json: object) -> list[str]:
    return [problem.field for problem in problems(json)]


def misfits(game: str, team_size: int, json: object, seats: int) -> list[str]:
    return [problem.field for problem in problems_for(game, team_size, json, seats)]


def test_an_empty_plan_is_one_table():
    assert plan_of({}) == MatchPlan()
    assert plan_of({}).is_one_table
    assert spelled({}) == {"kind": "versus", "best_of": 1, "tables": 1}


def test_a_plan_is_spelled_out_with_its_defaults():
    assert spelled(CYCLIC) == {
        "kind": "duplicate", "rotation": "cyclic", "deals": 1, "scoring": "places"
    }  # fmt: skip
    assert spelled({"kind": "compare", "deals": 4}) == {
        "kind": "compare", "deals": 4, "scoring": "matchpoints"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("json", "fields"),
    [
        ({"best_of": 5}, []),
        ({"kind": "versus", "tables": 3}, []),
        ({"kind": "duplicate", "rotation": "full", "deals": 2, "scoring": "scores"}, []),
        ("best of 3", [""]),
        ({"kind": "mirror"}, ["kind"]),
        ({"kind": ["versus"]}, ["kind"]),
        ({"best_of": 2}, ["best_of"]),
        ({"best_of": 9}, ["best_of"]),
        ({"best_of": True}, ["best_of"]),
        ({"best_of": 3, "tables": 2}, ["tables"]),
        ({"kind": "duplicate", "rotation": "howell"}, ["rotation"]),
        ({"kind": "compare", "rotation": "cyclic"}, ["rotation"]),
        ({"kind": "compare", "deals": 0}, ["deals"]),
    ],
)
def test_what_a_plan_may_hold(json, fields):
    assert refused(json) == fields


@pytest.mark.parametrize(
    ("game", "team_size", "json", "seats", "fields"),
    [
        ("big-two", 1, {}, 4, []),
        ("big-two", 1, {"kind": "duplicate", "rotation": "full"}, 4, []),
        ("big-two", 1, {}, 5, ["seats"]),
        ("big-two", 2, {}, 4, ["team_size"]),
        ("big-two", 2, TEAMS, 4, ["kind"]),
        ("big-number", 1, {"kind": "duplicate", "rotation": "full", "deals": 2}, 5, ["deals"]),
        ("the-game", 3, TEAMS, 6, []),
        ("the-game", 5, {"kind": "compare", "deals": 16}, 6, []),
        ("the-game", 3, {}, 2, ["kind", "team_size"]),
        ("the-game", 1, CYCLIC, 2, ["kind"]),
        ("the-game", 1, TEAMS, 2, ["team_size"]),
        ("the-game", 6, TEAMS, 2, ["team_size"]),
    ],
)
def test_what_fits_a_game_and_the_size_of_its_entrants(game, team_size, json, seats, fields):
    assert misfits(game, team_size, json, seats) == fields


def test_at_a_table_of_a_comparison_sits_one_team():
    assert seats_of_a_table(TEAMS, team_size=3, seats=6) == 3
    assert seats_of_a_table(CYCLIC, team_size=1, seats=4) == 4


@pytest.mark.parametrize(
    ("json", "words"),
    [
        ({}, ""),
        ({"best_of": 3}, "best of three"),
        ({"tables": 4}, "four tables added up"),
        (CYCLIC, "one deal with seats changed in turn"),
        (
            {"kind": "duplicate", "rotation": "full", "deals": 2, "scoring": "scores"},
            "two deals with seats changed in every order, scores added up",
        ),
        (TEAMS, "teams on the same deal, by matchpoints"),
        (
            {"kind": "compare", "deals": 8, "scoring": "cards_left"},
            "teams on equal deals, by cards left over eight deals",
        ),
    ],
)
def test_a_plan_in_a_few_words(json, words):
    assert described(plan_of(json)) == words


def test_two_hold_each_hand_once_in_a_duplicate_of_two_tables():
    assert duplicate_tables([(7, 8)], "cyclic") == (
        PlannedTable(1, 1, (7, 8)),
        PlannedTable(2, 1, (8, 7)),
    )


def test_four_in_balance_sit_next_to_everybody_on_either_side():
    assert seatings("balanced", 4) == ((0, 3, 1, 2), (1, 0, 2, 3), (2, 1, 3, 0), (3, 2, 0, 1))


def test_three_in_balance_take_every_order_there_is():
    assert sorted(seatings("balanced", 3)) == sorted(seatings("full", 3))


def test_every_deal_has_an_order_of_its_own():
    tables = duplicate_tables([(7, 8, 9), (9, 7, 8)], "cyclic")
    assert [(table.part, table.deal, table.seating) for table in tables] == [
        (1, 1, (7, 8, 9)), (2, 1, (8, 9, 7)), (3, 1, (9, 7, 8)),
        (4, 2, (9, 7, 8)), (5, 2, (7, 8, 9)), (6, 2, (8, 9, 7)),
    ]  # fmt: skip


def test_in_a_best_of_everybody_moves_one_seat_on():
    assert [table.seating for table in tables_in_turn((7, 8), 3)] == [(7, 8), (8, 7), (7, 8)]
    assert {table.deal for table in tables_in_turn((7, 8), 3)} == {0}


def test_teams_keep_their_seats_over_all_deals():
    assert compare_tables((7, 8), team_size=3, deals=2) == (
        PlannedTable(1, 1, (7, 7, 7)),
        PlannedTable(2, 1, (8, 8, 8)),
        PlannedTable(3, 2, (7, 7, 7)),
        PlannedTable(4, 2, (8, 8, 8)),
    )


def test_orders_are_drawn_from_the_stream_one_after_the_other():
    drawn = orders_by_lot((7, 8, 9), 2, Lot(3))
    assert drawn == orders_by_lot((7, 8, 9), 2, Lot(3))
    assert orders_by_lot((7, 8, 9), 1, Lot(3)) == drawn[:1]
    assert all(sorted(order) == [7, 8, 9] for order in drawn)


@given(st.sampled_from(["cyclic", "balanced", "full"]), st.integers(2, 6))
def test_everybody_holds_every_hand_equally_often(rotation, k):
    tables = seatings(rotation, k)
    assert len(tables) == seatings_of_a_deal(rotation, k)
    assert all(sorted(seating) == list(range(k)) for seating in tables)
    held = Counter((seat, who) for seating in tables for seat, who in enumerate(seating))
    assert set(held.values()) == {len(tables) // k}
    assert len(held) == k * k


@given(st.sampled_from(["balanced", "full"]), st.integers(2, 6))
def test_in_balance_every_pair_sits_side_by_side_equally_often(rotation, k):
    tables = seatings(rotation, k)
    beside = Counter(pair for seating in tables for pair in pairwise(seating))
    assert len(beside) == k * (k - 1)
    assert set(beside.values()) == {len(tables) // k}


@given(st.integers(2, 6))
def test_how_many_tables_a_match_has_at_most(k):
    assert tables_at_most(plan_of({"kind": "duplicate", "rotation": "full"}), k) == factorial(k)
    assert tables_at_most(plan_of({"kind": "duplicate", "deals": 3}), k) == 3 * k
    assert tables_at_most(plan_of({"kind": "compare", "deals": 4}), k) == 4 * k
    assert tables_at_most(plan_of({"best_of": 5}), k) == 5
