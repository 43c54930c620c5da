"""Trees, snakes, lots, and the sizes of tables."""

import pytest

from tests.formats.playing import Lot
from tournaments.formats.seeding import bracket_order, drawn_order, snake
from tournaments.formats.tables import RoundOutline, fewest_byes, outline_tables, table_sizes


def nothing(_item):
    return None


@pytest.mark.parametrize(
    ("size", "order"),
    [(1, (1,)), (2, (1, 2)), (4, (1, 4, 2, 3)), (8, (1, 8, 4, 5, 2, 7, 3, 6))],
)
def test_the_best_seeds_meet_as_late_as_can_be(size, order):
    assert bracket_order(size) == order


def test_a_snake_deals_there_and_back_again():
    assert snake(range(1, 9), (4, 4), nothing) == ((1, 4, 5, 8), (2, 3, 6, 7))


def test_a_snake_gives_the_larger_tables_their_last_seat():
    assert snake(range(1, 8), (4, 3), nothing) == ((1, 4, 5, 7), (2, 3, 6))


def test_a_snake_parts_those_who_come_from_one_table():
    firsts_then_seconds = ["A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2"]
    dealt = snake(firsts_then_seconds, (4, 4), lambda name: name[0])
    assert dealt == (("A1", "D1", "B2", "C2"), ("B1", "C1", "A2", "D2"))


def test_a_lot_keeps_everybody_and_repeats_with_its_secret():
    once = drawn_order("abcdefgh", Lot(7))
    assert sorted(once) == list("abcdefgh")
    assert drawn_order("abcdefgh", Lot(7)) == once
    assert drawn_order("abcdefgh", Lot(8)) != once


def test_every_order_of_three_is_drawn():
    assert len({drawn_order("abc", Lot(secret)) for secret in range(100)}) == 6


@pytest.mark.parametrize(
    ("entrants", "seats", "sizes"),
    [
        (16, 4, (4, 4, 4, 4)),
        (5, 4, (3, 2)),
        (13, 4, (4, 3, 3, 3)),
        (13, 5, (5, 4, 4)),
        (7, 3, (3, 2, 2)),
        (2, 6, (2,)),
    ],
)
def test_tables_are_few_and_balanced(entrants, seats, sizes):
    assert table_sizes(entrants, seats) == sizes


def test_sizes_of_a_round_never_differ_by_more_than_one():
    for entrants in range(2, 131):
        for seats in range(2, 7):
            sizes = table_sizes(entrants, seats)
            assert sum(sizes) == entrants
            assert max(sizes) - min(sizes) <= 1
            assert max(sizes) <= seats


@pytest.mark.parametrize(
    ("entrants", "seats", "advance", "byes"),
    [(16, 4, 2, 0), (5, 4, 2, 1), (5, 4, 1, 0), (7, 4, 3, 3), (10, 4, 2, 0), (11, 4, 2, 0)],
)
def test_byes_are_the_fewest_that_send_somebody_home_at_every_table(entrants, seats, advance, byes):
    assert fewest_byes(entrants, seats, advance) == byes


def test_sixteen_at_tables_of_four_need_three_rounds():
    assert outline_tables(16, 4, 2) == (
        RoundOutline(16, 0, (4, 4, 4, 4), 2),
        RoundOutline(8, 0, (4, 4), 2),
        RoundOutline(4, 0, (4,), 0),
    )


def test_five_at_tables_of_four_give_one_bye_and_a_final_of_three():
    assert outline_tables(5, 4, 2) == (RoundOutline(5, 1, (4,), 2), RoundOutline(3, 0, (3,), 0))
