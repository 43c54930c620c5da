"""Points for places, and for rounds without play."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.counting import stage, table
from tournaments.formats.amounts import amount, told_sum
from tournaments.formats.points import records_of
from tournaments.formats.ranking import ranked, ranked_order
from tournaments.formats.scoring import (
    BYE,
    POINT_VECTORS,
    POINTS,
    Scoring,
    points_for,
    scoring_of,
)
from tournaments.formats.slots import (
    ByeSlot,
    Condition,
    EntrantFact,
    EntrantSlot,
    MatchOutcome,
    PlaceSlot,
    PlannedMatch,
    SeedSlot,
    StageState,
)

F = Fraction
LINEAR = POINT_VECTORS["linear"]


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2), (F(1), F(0))),
        ((1, 1), (F(1, 2), F(1, 2))),
        ((1, 2, 3), (F(1), F(1, 2), F(0))),
        ((1, 2, 3, 4), (F(1), F(2, 3), F(1, 3), F(0))),
        ((1, 1, 3, 4), (F(5, 6), F(5, 6), F(1, 3), F(0))),
        ((1, 2, 2, 2), (F(1), F(1, 3), F(1, 3), F(1, 3))),
        ((4, 1, 2, 2), (F(0), F(1), F(1, 2), F(1, 2))),
        ((1, 2, 3, 4, 5, 6), (F(1), F(4, 5), F(3, 5), F(2, 5), F(1, 5), F(0))),
    ],
)
def test_a_place_is_worth_its_share_of_the_way_from_the_last_to_the_first(places, points):
    assert points_for(places, LINEAR) == points


@pytest.mark.parametrize(
    ("code", "places", "points"),
    [
        ("win_only", (1, 2, 3), (1, 0, 0)),
        ("win_only", (1, 1, 3), (F(1, 2), F(1, 2), 0)),
        ("three_one", (1, 2), (3, 0)),
        ("three_one", (1, 1), (1, 1)),
        ("five_one", (1, 2, 3, 4), (5, 0, 0, 0)),
        ("five_one", (1, 1, 1, 4), (1, 1, 1, 0)),
        ("steps", (1, 2, 3, 4), (3, 2, 1, 0)),
        ("steps", (1, 2, 2, 4), (3, F(3, 2), F(3, 2), 0)),
        ("dozens", (1, 2, 3, 4, 5), (60, 48, 36, 24, 12)),
        ("dozens", (1, 2, 3, 4), (60, 48, 36, 12)),
        ("dozens", (1, 2), (60, 48)),
    ],
)
def test_other_customs_of_points(code, places, points):
    assert points_for(places, POINT_VECTORS[code]) == points


@given(st.integers(2, 6), st.data())
def test_a_match_gives_away_half_a_point_for_each_who_plays(size, data):
    order = sorted(data.draw(st.lists(st.integers(1, size), min_size=size, max_size=size)))
    places = tuple(order.index(each) + 1 for each in order)
    assert sum(points_for(places, LINEAR)) == F(size, 2)


def test_a_bye_counts_as_a_win_or_half_of_it_or_nothing():
    state = stage(3, ["1>2"])
    for bye, points in (("win", 1), ("half", F(1, 2)), ("nothing", 0)):
        (played,) = records_of(state, Scoring(bye=bye))[3].rounds
        assert (played.cause, played.points, played.opponents) == ("bye", points, ())


def test_a_bye_at_tables_of_four_is_worth_the_first_place_there():
    state = stage(5, ["1>2>3>4"])
    scoring = scoring_of({"points": "steps"}, 4)
    assert records_of(state, scoring)[5].rounds[0].points == 3
    half = scoring_of({"points": "steps", "bye": "half"}, 4)
    assert records_of(state, half)[5].rounds[0].points == F(3, 2)


def test_settings_have_the_defaults_of_chess():
    assert (POINTS.default, BYE.default) == ("linear", "win")
    assert scoring_of({}, 2) == Scoring(LINEAR, 2, "win")


def test_the_one_who_came_wins_and_the_one_who_did_not_forfeits():
    records = records_of(stage(2, ["1+2"]), Scoring())
    (came,), (missed,) = records[1].rounds, records[2].rounds
    assert (came.cause, came.points, came.opponents) == ("walkover", 1, ())
    assert (missed.cause, missed.points, missed.opponents) == ("forfeit", 0, ())


def test_a_walkover_follows_from_a_withdrawal_before_it_is_stored():
    state = stage(2, ["1?2"])
    gone = replace(state.entrants[1], active=False)
    records = records_of(replace(state, entrants=(state.entrants[0], gone)), Scoring())
    assert [played.cause for played in records[1].rounds] == ["walkover"]
    assert [played.cause for played in records[2].rounds] == ["forfeit"]


def test_a_match_that_nobody_came_to_is_missed_by_both():
    state = stage(2, ["1?2"])
    gone = tuple(replace(each, active=False) for each in state.entrants)
    records = records_of(replace(state, entrants=gone), Scoring())
    assert [own.rounds[0].cause for own in records.values()] == ["forfeit", "forfeit"]


def test_a_table_that_goes_on_without_one_counts_as_one_of_those_who_played():
    state = stage(4, ["1?2?3?4"])
    outcome = MatchOutcome("R1.1", (3, 1, 4), (1, 2, 3), "played")
    records = records_of(replace(state, results={"R1.1": outcome}), Scoring())
    assert [records[each].rounds[0].points for each in (3, 1, 4, 2)] == [1, F(1, 2), 0, 0]
    assert [records[each].rounds[0].cause for each in (4, 2)] == ["played", "forfeit"]
    assert records[1].rounds[0].opponents == ((3, F(0)), (4, F(1)))


def test_an_override_counts_like_play():
    state = stage(2, ["1>2"])
    outcome = MatchOutcome("R1.1", (2, 1), (1, 2), "override")
    (played,) = records_of(replace(state, results={"R1.1": outcome}), Scoring())[2].rounds
    assert (played.cause, played.points, played.opponents) == ("override", 1, ((1, F(1)),))


def test_an_open_match_is_neither_played_nor_a_bye():
    records = records_of(stage(3, ["1?2"]), Scoring())
    assert [len(own.rounds) for own in records.values()] == [0, 0, 1]


def test_whoever_comes_late_was_absent_before():
    late = EntrantFact(3, 3, True, from_round=2)
    state = stage((EntrantFact(1, 1, True), EntrantFact(2, 2, True), late), ["1>2"], ["1>3"])
    causes = [played.cause for played in records_of(state, Scoring())[3].rounds]
    assert causes == ["absent", "played"]


def test_whoever_left_has_no_bye_after_its_last_round():
    gone = EntrantFact(3, 3, False, until_round=1)
    state = stage((EntrantFact(1, 1, True), EntrantFact(2, 2, True), gone), ["1>2"], ["2>1"])
    rounds = records_of(state, Scoring())[3].rounds
    assert [(played.cause, played.points) for played in rounds] == [("bye", 1), ("absent", 0)]


def test_whoever_left_at_a_time_unknown_keeps_only_the_byes_before_its_last_match():
    gone = EntrantFact(3, 3, False)
    others = (EntrantFact(1, 1, True), EntrantFact(2, 2, True))
    state = stage((*others, gone), ["1>2"], ["3>1"], ["1>2"])
    causes = [played.cause for played in records_of(state, Scoring())[3].rounds]
    assert causes == ["bye", "played", "absent"]


def test_where_everybody_meets_resting_is_no_bye_and_the_missing_count_as_met():
    scoring = Scoring(everybody_meets=True)
    records = records_of(stage(3, ["1+2"]), scoring)
    assert records[3].rounds == ()
    assert records[1].rounds[0].opponents == ((2, F(1)),)
    assert records[2].rounds[0].opponents == ((1, F(0)),)


def test_struck_matches_count_for_nobody():
    scoring = Scoring(everybody_meets=True)
    records = records_of(stage(3, ["1>2"], ["3>1"]), scoring, struck={"R1.1"})
    assert [len(records[each].rounds) for each in (1, 2, 3)] == [1, 0, 1]


def test_seats_are_known_where_the_slots_are_the_seats():
    state = stage(3, ["3>1>2"])
    assert records_of(state, Scoring())[2].rounds[0].seat == 2
    drawn = replace(state, matches=tuple(m._replace(seated=False) for m in state.matches))
    assert records_of(drawn, Scoring())[2].rounds[0].seat is None


def test_a_playoff_counts_once_it_is_known_who_plays_it_and_is_no_bye_for_others():
    first = PlannedMatch("A", 1, 1, "", "A", (SeedSlot(1), SeedSlot(2)), 1)
    second = PlannedMatch("B", 2, 1, "", "B", (PlaceSlot("A", 1), SeedSlot(3)), 0, "playoff")
    again = PlannedMatch("C", 3, 1, "", "C", (PlaceSlot("B", 1), PlaceSlot("B", 2)), 0, "playoff",
                         Condition("B", 1))  # fmt: skip
    entrants = tuple(EntrantFact(each, each, True) for each in (1, 2, 3))
    won = {"A": MatchOutcome("A", (2, 1), (1, 2), "played")}
    state = StageState(entrants, (first, second, again), won)
    assert _matches(state) == {1: ["A"], 2: ["A"], 3: [""]}
    won["B"] = MatchOutcome("B", (2, 3), (1, 2), "played")
    assert _matches(replace(state, results=won)) == {1: ["A"], 2: ["A", "B"], 3: ["", "B"]}


def _matches(state: StageState) -> dict[int, list[str]]:
    records = records_of(state, Scoring())
    return {entrant: [played.match for played in own.rounds] for entrant, own in records.items()}


def test_an_empty_seat_is_nobody():
    match = PlannedMatch("A", 1, 1, "", "A", (EntrantSlot(1), ByeSlot()), 0)
    state = StageState((EntrantFact(1, 1, True),), (match,), {})
    assert [played.cause for played in records_of(state, Scoring())[1].rounds] == ["walkover"]


def test_level_entrants_share_a_place_and_stand_by_seed():
    state = stage(4, ["2>1", "4=3"])
    rows = table(state)
    assert [(row.entrant, row.place, row.points) for row in rows] == [
        (2, 1, 1), (3, 2, F(1, 2)), (4, 2, F(1, 2)), (1, 4, 0),
    ]  # fmt: skip
    assert ranked_order(state, records_of(state, Scoring())) == (2, 3, 4, 1)


def test_places_count_within_a_group_and_groups_come_in_the_order_of_their_letters():
    state = stage(4, ["1>3", "4>2"])
    rows = ranked(
        state, records_of(state, Scoring()), (), groups={1: "AA", 3: "AA", 2: "B", 4: "B"}
    )
    assert [(row.group, row.entrant, row.place) for row in rows] == [
        ("B", 4, 1), ("B", 2, 2), ("AA", 1, 1), ("AA", 3, 2),
    ]  # fmt: skip


def test_the_disqualified_stand_last_whatever_they_won():
    state = stage(2, ["1>2"])
    cheat = replace(state.entrants[0], active=False, disqualified=True)
    rows = table(replace(state, entrants=(cheat, state.entrants[1])))
    assert [(row.entrant, row.place, row.is_out) for row in rows] == [(2, 1, False), (1, 2, True)]
    assert rows[1].explanation == "Won 1, lost 0, disqualified."


def test_a_row_tells_how_its_points_came_about():
    state = stage(3, ["1>2"], ["3=1"], ["3+2"])
    rows = {row.entrant: row for row in table(state)}
    assert rows[3].points_told == "1 (bye) + ½ + 1 (walkover) = 2½"
    assert rows[3].explanation == "Won 0, drew 1, lost 0, a bye, a walkover."
    assert rows[2].points_told == "0 + 1 (bye) + 0 (missed) = 1"
    assert (rows[1].played, rows[2].played, rows[3].played) == (2, 1, 1)


def test_before_the_first_result_everybody_is_first():
    rows = table(stage(3, ["1?2?3"]), "buchholz", "direct")
    assert [row.place for row in rows] == [1, 1, 1]
    assert rows[0].explanation == "No match played yet."
    assert rows[0].points_told == "0"


def test_several_tables_are_told_by_first_places():
    rows = table(stage(3, ["1>2>3"], ["1>3>2"]))
    assert rows[0].explanation == "First in 2 of 2 matches."


@pytest.mark.parametrize(
    ("value", "words"),
    [(F(3), "3"), (F(5, 2), "2½"), (F(0), "0"), (F(1, 3), "⅓"), (F(-7, 4), "-1¾"),
     (F(47, 60), "0.78")],
)  # fmt: skip
def test_amounts_are_written_as_people_write_them(value, words):
    assert amount(value) == words


def test_long_sums_are_told_by_their_number():
    assert told_sum(["1"] * 21, "21") == "21 from 21 rounds"
    assert told_sum(["1"], "1") == "1"
    assert told_sum([], "0") == "0"
