"""From what happened at the tables of a match to its result, ties at the cut included."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.playing import Lot
from tournaments.placing import (
    Cut,
    Placing,
    TablePlayed,
    is_decided,
    place_best_of,
    place_compare,
    place_scores,
    place_sum,
    place_table,
)

SEEDS = {11: 1, 12: 2, 13: 3, 14: 4}
ALL = (11, 12, 13, 14)


def a_cut(advance: int = 0, policy: str = "higher_seed", secret: int = 5) -> Cut:
    return Cut(advance, policy, SEEDS, Lot(secret))


def placed(places: tuple[int, ...], cut: Cut) -> Placing:
    return place_table(TablePlayed(0, ALL, places), cut)


def won_by(*winners: int) -> list[TablePlayed]:
    """Tables of 11 and 12, won by these in turn; 0 is a tie."""
    return [
        TablePlayed(0, (11, 12), (1, 1) if not winner else (1, 2) if winner == 11 else (2, 1))
        for winner in winners
    ]


def halves(*numbers: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(number, 2) for number in numbers)


def test_entrants_stand_in_the_order_of_the_table():
    assert placed((3, 1, 4, 2), a_cut(2)) == Placing((12, 14, 11, 13), (1, 2, 3, 4))


def test_a_tie_above_the_cut_stays_a_tie():
    assert placed((1, 3, 1, 4), a_cut(2)) == Placing((11, 13, 12, 14), (1, 1, 3, 4))


def test_a_tie_below_the_cut_stays_a_tie():
    assert placed((1, 2, 3, 3), a_cut(2)).places == (1, 2, 3, 3)


def test_a_tie_at_the_cut_goes_to_the_higher_seed():
    placing = placed((1, 2, 2, 2), a_cut(2))
    assert placing == Placing((11, 12, 13, 14), (1, 2, 3, 4), tied=(12, 13, 14))


def test_a_tie_at_the_cut_may_be_left_to_the_lot():
    placing = placed((2, 2, 1, 4), a_cut(2, "lot"))
    assert placing.tied == (11, 12)
    assert placing.places == (1, 2, 3, 4)
    assert placing == placed((2, 2, 1, 4), a_cut(2, "lot"))
    winners = {placed((2, 2, 1, 4), a_cut(2, "lot", secret)).entrants[1] for secret in range(20)}
    assert winners == {11, 12}


def test_in_a_final_a_tie_is_shared():
    assert placed((1, 1, 3, 4), a_cut()).places == (1, 1, 3, 4)


@pytest.mark.parametrize(
    ("winners", "best_of", "over"),
    [
        ((), 1, False),
        ((11,), 1, True),
        ((11,), 3, False),
        ((11, 11), 3, True),
        ((11, 12), 3, False),
        ((11, 12, 12), 3, True),
        ((11, 0), 3, False),
        ((11, 0, 0), 3, True),
        ((11, 11), 5, False),
        ((11, 11, 12, 11), 5, True),
        ((11, 11, 12, 11), 7, False),
    ],
)
def test_a_best_of_is_over_once_one_cannot_be_caught_up_with(winners, best_of, over):
    assert is_decided(won_by(*winners), best_of) is over


def test_of_more_than_two_every_table_of_a_best_of_is_played():
    table = TablePlayed(0, ALL, (1, 2, 3, 4))
    assert not is_decided([table, table], 3)
    assert is_decided([table, table, table], 3)


def test_a_best_of_goes_to_who_won_more_tables():
    placing = place_best_of(won_by(11, 12, 12), a_cut(1))
    assert placing == Placing((12, 11), (1, 2), scores=halves(4, 2))


def test_a_shared_win_is_half_a_table():
    assert place_best_of(won_by(0, 0, 12), a_cut(1)).scores == halves(4, 2)


def test_a_best_of_that_stays_level_is_parted_at_the_cut():
    assert place_best_of(won_by(0, 0, 0), a_cut(1)) == Placing(
        (11, 12), (1, 2), tied=(11, 12), scores=halves(3, 3)
    )
    assert place_best_of(won_by(0, 0, 0), a_cut()).places == (1, 1)


def test_of_as_many_tables_won_the_match_points_decide():
    tables = [
        TablePlayed(0, (11, 12, 13), (1, 2, 3)),
        TablePlayed(0, (11, 12, 13), (3, 1, 2)),
    ]
    assert place_best_of(tables, a_cut()) == Placing(
        (12, 11, 13), (1, 2, 3), scores=halves(2, 2, 0)
    )


def test_tables_are_added_up_by_match_points():
    tables = [
        TablePlayed(0, (11, 12, 13), (1, 2, 3)),
        TablePlayed(0, (12, 13, 11), (1, 1, 3)),
    ]
    assert place_sum(tables, a_cut()) == Placing(
        (12, 11, 13), (1, 2, 3), scores=(Fraction(5, 4), Fraction(1), Fraction(3, 4))
    )


def test_a_duplicate_of_two_where_the_same_hand_wins_twice_is_a_tie():
    tables = [TablePlayed(9, (11, 12), (1, 2)), TablePlayed(9, (12, 11), (1, 2))]
    assert place_sum(tables, a_cut()) == Placing((11, 12), (1, 1), scores=halves(2, 2))


def test_scores_may_be_added_up_fewest_first():
    tables = [
        TablePlayed(9, (11, 12), (1, 2), (0, 7)),
        TablePlayed(9, (12, 11), (1, 2), (0, 3)),
    ]
    placing = place_scores(tables, a_cut())
    assert placing == Placing((11, 12), (1, 2), scores=(Fraction(3), Fraction(7)))


def test_who_leaves_is_charged_one_more_than_anybody_else_there():
    tables = [TablePlayed(9, (11, 12, 13), (1, 3, 2), (0, 4, 9), left=frozenset({1}))]
    assert place_scores(tables, a_cut()).scores == (Fraction(0), Fraction(9), Fraction(10))
    assert place_scores(tables, a_cut()).entrants == (11, 13, 12)


def test_who_leaves_last_is_still_charged_more_than_it_held():
    table = TablePlayed(9, (11, 12), (1, 2), (0, 13), left=frozenset({1}))
    assert place_scores([table], a_cut()).scores == (Fraction(0), Fraction(14))


def a_team(team: int, left: int | None, deal: int = 1, *, forfeit: bool = False) -> TablePlayed:
    places = (1, 2) if forfeit else (1, 1)
    return TablePlayed(deal, (team, team), places, (left, left), is_forfeit=forfeit)


def compared(*tables: TablePlayed, scoring: str = "matchpoints", advance: int = 0) -> Placing:
    return place_compare(tables, scoring, a_cut(advance))


def test_teams_are_ranked_by_whom_they_beat_and_half_of_whom_they_tie():
    placing = compared(a_team(11, 5), a_team(12, 0), a_team(13, 5), a_team(14, 20))
    assert placing == Placing((12, 11, 13, 14), (1, 2, 2, 4), scores=halves(6, 3, 3, 0))


def test_a_team_that_did_not_finish_stands_below_every_other():
    placing = compared(a_team(11, 2, forfeit=True), a_team(12, 40), a_team(13, 60))
    assert placing == Placing((12, 13, 11), (1, 2, 3), scores=halves(4, 2, 0))


def test_two_teams_that_did_not_finish_are_level_whatever_they_had_placed():
    placing = compared(a_team(11, 2, forfeit=True), a_team(12, None, forfeit=True), a_team(13, 60))
    assert placing == Placing((13, 11, 12), (1, 2, 2), scores=halves(4, 0, 0))


def test_matchpoints_of_all_deals_are_added_up():
    placing = compared(
        a_team(11, 90, deal=1), a_team(12, 3, deal=1), a_team(13, 4, deal=1),
        a_team(11, 0, deal=2), a_team(12, 1, deal=2), a_team(13, 2, deal=2),
    )  # fmt: skip
    assert placing == Placing((12, 11, 13), (1, 2, 3), scores=halves(6, 4, 2))


def test_cards_left_are_added_up_fewest_first():
    placing = compared(
        a_team(11, 30, deal=1), a_team(12, 3, deal=1),
        a_team(11, 0, deal=2), a_team(12, 1, deal=2),
        scoring="cards_left",
    )  # fmt: skip
    assert placing == Placing((12, 11), (1, 2), scores=(Fraction(4), Fraction(30)))


def test_by_cards_left_a_deal_not_finished_outweighs_all_cards():
    placing = compared(
        a_team(11, 90, deal=1), a_team(12, 0, deal=1),
        a_team(11, 90, deal=2), a_team(12, None, deal=2, forfeit=True),
        scoring="cards_left",
    )  # fmt: skip
    assert placing.entrants == (11, 12)


def test_teams_that_are_level_at_the_cut_are_parted():
    assert compared(a_team(11, 5), a_team(12, 5), advance=1).tied == (11, 12)


results = st.lists(st.permutations([1, 2, 3]), min_size=1, max_size=6)


@given(results)
def test_match_points_of_a_match_add_up_to_half_of_those_who_sat_there(tables: Sequence):
    played = [TablePlayed(0, (11, 12, 13), tuple(places)) for places in tables]
    assert sum(place_sum(played, a_cut()).scores) == Fraction(3, 2) * len(tables)


@given(st.lists(st.integers(0, 98), min_size=4, max_size=4))
def test_matchpoints_of_a_deal_add_up_to_the_pairs_of_teams(left):
    tables = [a_team(team, cards) for team, cards in zip(ALL, left, strict=True)]
    placing = compared(*tables)
    assert sum(placing.scores) == 6
    assert list(placing.entrants) == sorted(ALL, key=lambda team: left[team - 11])
