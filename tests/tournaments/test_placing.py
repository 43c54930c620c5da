"""From the places at a table to a result, ties at the cut included."""

from __future__ import annotations

from tests.formats.playing import Lot
from tournaments.placing import Placing, place_versus

SEEDS = {11: 1, 12: 2, 13: 3, 14: 4}


def placed(places: tuple[int, ...], *, advance: int, policy: str = "higher_seed") -> Placing:
    return place_versus(
        (11, 12, 13, 14), places, advance=advance, policy=policy, seeds=SEEDS, stream=Lot(5)
    )


def test_entrants_stand_in_the_order_of_the_table():
    assert placed((3, 1, 4, 2), advance=2) == Placing((12, 14, 11, 13), (1, 2, 3, 4))


def test_a_tie_above_the_cut_stays_a_tie():
    assert placed((1, 3, 1, 4), advance=2) == Placing((11, 13, 12, 14), (1, 1, 3, 4))


def test_a_tie_below_the_cut_stays_a_tie():
    assert placed((1, 2, 3, 3), advance=2).places == (1, 2, 3, 3)


def test_a_tie_at_the_cut_goes_to_the_higher_seed():
    placing = placed((1, 2, 2, 2), advance=2)
    assert placing == Placing((11, 12, 13, 14), (1, 2, 3, 4), tied=(12, 13, 14))


def test_a_tie_at_the_cut_may_be_left_to_the_lot():
    placing = placed((2, 2, 1, 4), advance=2, policy="lot")
    assert placing.tied == (11, 12)
    assert placing.places == (1, 2, 3, 4)
    assert placing == placed((2, 2, 1, 4), advance=2, policy="lot")
    winners = {
        place_versus(
            (11, 12, 13, 14), (2, 2, 1, 4), advance=2, policy="lot", seeds=SEEDS, stream=Lot(secret)
        ).entrants[1]
        for secret in range(20)
    }
    assert winners == {11, 12}


def test_in_a_final_a_tie_is_shared():
    assert placed((1, 1, 3, 4), advance=0).places == (1, 1, 3, 4)
