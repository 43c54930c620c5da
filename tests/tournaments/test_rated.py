"""One test a row of the table that says what is not rated, and why."""

from __future__ import annotations

from tournaments.rated import (
    UNRATED_WORDS,
    SeatFact,
    contest_groups,
    match_source,
    unrated_code,
    unrated_match_code,
)


def a_seat(kind="bot", owner=1, *, is_filler=False, has_moved=True) -> SeatFact:
    return SeatFact(kind, owner, is_filler, has_moved)


def code_of(*seats: SeatFact, is_casual: bool = False, is_void: bool = False) -> str:
    return unrated_code(seats, is_casual=is_casual, is_void=is_void)


def test_a_table_with_one_result_for_all_seats_has_no_contest_of_its_own():
    seats = [a_seat(owner=1), a_seat(owner=2)]
    code = unrated_code(seats, is_casual=False, is_void=False, is_cooperative=True)
    assert code == "cooperative"


def test_bots_of_different_owners_who_both_moved_are_rated():
    assert code_of(a_seat(owner=1), a_seat(owner=2)) == ""


def test_people_among_themselves_are_rated():
    assert code_of(a_seat("human", 1), a_seat("human", 2)) == ""


def test_house_bots_as_entrants_are_competitors_like_any_other():
    assert code_of(a_seat(owner=None), a_seat(owner=None), a_seat(owner=3)) == ""


def test_a_filler_makes_it_unrated():
    assert code_of(a_seat(), a_seat(owner=None, is_filler=True)) == "filler"


def test_a_person_with_a_filler_is_told_of_the_filler_first():
    assert code_of(a_seat("human"), a_seat("bot", None, is_filler=True)) == "filler"


def test_people_and_bots_together_are_unrated():
    assert code_of(a_seat("human", 1), a_seat("bot", 2)) == "mixed"


def test_fewer_than_two_who_moved_are_no_contest():
    assert code_of(a_seat(owner=1), a_seat(owner=2, has_moved=False)) == "no_contest"


def test_two_who_moved_are_enough_at_a_table_of_four():
    idle = [a_seat(owner=owner, has_moved=False) for owner in (3, 4)]
    assert code_of(a_seat(owner=1), a_seat(owner=2), *idle) == ""


def test_two_seats_of_one_owner_are_unrated():
    assert code_of(a_seat(owner=1), a_seat(owner=2), a_seat(owner=1)) == "same_owner"


def test_casual_is_unrated():
    assert code_of(a_seat(owner=1), a_seat(owner=2), is_casual=True) == "casual"


def test_void_is_unrated_whatever_else_holds():
    assert code_of(a_seat(owner=1), a_seat(owner=1), is_casual=True, is_void=True) == "void"


def test_every_reason_has_its_sentence():
    assert set(UNRATED_WORDS) == {
        "", "filler", "mixed", "no_contest", "same_owner", "casual", "void", "cooperative",
        "replaced", "part_of_match",
    }  # fmt: skip


def match_code(*teams: list[SeatFact], is_casual: bool = False) -> str:
    return unrated_match_code(teams, is_casual=is_casual)


def test_two_players_of_one_owner_may_be_in_one_team():
    assert match_code([a_seat(owner=1), a_seat(owner=1)], [a_seat(owner=2)]) == ""


def test_two_teams_with_players_of_one_owner_are_unrated():
    code = match_code([a_seat(owner=1), a_seat(owner=2)], [a_seat(owner=3), a_seat(owner=2)])
    assert code == "same_owner"


def test_one_move_of_a_team_is_enough():
    idle = a_seat(owner=5, has_moved=False)
    assert match_code([a_seat(owner=1), idle], [a_seat(owner=2)]) == ""
    assert match_code([a_seat(owner=1)], [idle, idle]) == "no_contest"


def test_a_filler_at_any_table_makes_the_match_unrated():
    assert match_code([a_seat()], [a_seat(owner=2), a_seat(owner=2, is_filler=True)]) == "filler"


def test_a_casual_match_is_unrated():
    assert match_code([a_seat(owner=1)], [a_seat(owner=2)], is_casual=True) == "casual"


def test_up_to_eight_entrants_are_one_contest():
    assert contest_groups({7: 2, 8: 1, 9: 2}, {7: 1, 8: 2, 9: 3}) == (((7, 8, 9), (2, 1, 2)),)


def test_more_than_eight_are_parted_by_seed_and_ranked_anew():
    places = {entrant: entrant for entrant in range(1, 11)}
    seeds = {entrant: 11 - entrant for entrant in places}
    assert contest_groups(places, seeds) == (
        ((10, 9, 8, 7, 6), (5, 4, 3, 2, 1)),
        ((5, 4, 3, 2, 1), (5, 4, 3, 2, 1)),
    )


def test_a_match_is_named_in_the_ledger_and_numbered_from_the_second_time_on():
    assert match_source("abc", 1, "W1.1") == "match:abc:1:W1.1"
    assert match_source("abc", 1, "W1.1", 2) == "match:abc:1:W1.1:2"
