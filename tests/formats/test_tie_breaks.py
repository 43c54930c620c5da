"""Tie-breaks of cross tables that are small enough to work out by hand."""

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.counting import stage, table, told, values
from tournaments.formats.customs import CUSTOMS
from tournaments.formats.points import records_of
from tournaments.formats.scoring import POINT_VECTORS, Scoring
from tournaments.formats.slots import EntrantFact, MatchOutcome
from tournaments.formats.tie_breaks import TIE_BREAKS, tie_breaks_setting

F = Fraction
HALF = F(1, 2)
ALL = Scoring(everybody_meets=True)

# Everybody met everybody. Scores 2½, 1½, 1½, ½:
#        1    2    3    4
#   1    -    1    ½    1
#   2    0    -    1    ½
#   3    ½    0    -    1
#   4    0    ½    0    -
FOUR = stage(4, ["1>4", "2>3"], ["1=3", "2=4"], ["1>2", "3>4"])

# Three Swiss rounds of five; 4 had a walkover over 5. Scores 2½, 2, 2, 1½, 1.
FIVE = stage(5, ["1>4", "2>5"], ["1>2", "3=4"], ["1=3", "4+5"])


def test_the_cross_table_has_these_scores():
    points = {row.entrant: row.points for row in table(FOUR)}
    assert points == {1: F(5, 2), 2: F(3, 2), 3: F(3, 2), 4: HALF}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("buchholz", [F(7, 2), F(9, 2), F(9, 2), F(11, 2)]),
        ("buchholz_cut1", [3, 4, 4, 4]),
        ("median_buchholz", [F(3, 2)] * 4),
        ("opponents_average", [F(7, 6), F(3, 2), F(3, 2), F(11, 6)]),
        ("sonneborn_berger", [F(11, 4), F(7, 4), F(7, 4), F(3, 4)]),
        ("wins", [2, 1, 1, 0]),
        ("games_won", [F(5, 2), F(3, 2), F(3, 2), HALF]),
        ("places", [F(5, 2), F(3, 2), F(3, 2), HALF]),
        ("progressive", [5, 4, 2, 1]),
        ("koya", [F(3, 2), 1, HALF, HALF]),
        ("fewer_firsts", [0, 1, 2, 3]),
        ("opponents_rating", [0, 0, 0, 0]),
        ("lot", [-1, -2, -3, -4]),
        ("direct", [0, 1, 0, 0]),
    ],
)
def test_tie_breaks_of_the_cross_table(code, expected):
    assert values(FOUR, code, ALL) == expected


def test_the_swiss_has_these_scores():
    points = {row.entrant: row.points for row in table(FIVE)}
    assert points == {1: F(5, 2), 2: 2, 3: 2, 4: F(3, 2), 5: 1}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # Entrant 2: 1 + 2½ + 2, the own score for the bye; 5: 2 + 1 + 1 for bye and missed match.
        ("buchholz", [F(11, 2), F(11, 2), 6, 6, 4]),
        ("buchholz_cut1", [4, F(9, 2), F(9, 2), F(9, 2), 3]),
        ("median_buchholz", [2, 2, 2, 2, 1]),
        # 3: 2 for the bye, ¾ for half of 4's score, 1¼ for half of 1's.
        ("sonneborn_berger", [F(9, 2), 3, 4, F(5, 2), 1]),
        ("wins", [2, 1, 0, 0, 0]),
        ("progressive", [F(11, 2), 4, F(9, 2), 2, 2]),
        ("places", [F(5, 2), 1, 1, HALF, 0]),
    ],
)
def test_tie_breaks_of_a_swiss_with_byes_and_a_walkover(code, expected):
    assert values(FIVE, code) == expected


def test_each_sum_is_told():
    assert told(FIVE, "buchholz", 1) == "1½ + 2 + 2 = 5½"
    assert told(FIVE, "buchholz_cut1", 2) == "2½ + 2 = 4½, without 1"
    assert told(FIVE, "median_buchholz", 2) == "2, without 1 and 2½"
    assert told(FIVE, "opponents_average", 1) == "5½ / 3 = 1⅚"
    assert told(FIVE, "sonneborn_berger", 3) == "2 + ¾ + 1¼ = 4"
    assert told(FIVE, "wins", 1) == "1 + 1 + 0 = 2"
    assert told(FIVE, "progressive", 1) == "1 + 2 + 2½ = 5½"
    assert told(FOUR, "koya", 1, ALL) == "½ + 1 = 1½"
    assert told(FOUR, "fewer_firsts", 3, ALL) == "2 of 3"
    assert told(FOUR, "lot", 3, ALL) == "seed 3"
    assert told(FOUR, "opponents_rating", 3, ALL) == "mean of 3: 0.00"


def test_a_missed_round_is_cut_before_a_weak_opponent():
    # 1 has 2 points, missed a match (own score 2 counts) and met 3, who has 0.
    state = stage(4, ["1>3", "2>4"], ["2+1", "4>3"], ["1>4", "2>3"])
    assert told(state, "buchholz", 1) == "0 + 2 + 1 = 3"
    assert told(state, "buchholz_cut1", 1) == "0 + 1 = 1, without 2"


def test_an_opponent_who_left_keeps_its_score():
    before = stage(4, ["1>2", "3>4"], ["1>3", "2>4"])
    gone = replace(before.entrants[2], active=False, until_round=2)
    after = stage((*before.entrants[:2], gone, before.entrants[3]),
                  ["1>2", "3>4"], ["1>3", "2>4"], ["1>4"])  # fmt: skip
    assert told(before, "buchholz", 1) == "1 + 1 = 2"
    assert told(after, "buchholz", 1) == "2 + 1 + 0 = 3"
    assert told(after, "buchholz", 4) == "1 + 2 + 3 = 6"


def test_at_larger_tables_each_round_gives_a_mean():
    state = stage(3, ["1>2>3"], ["3=2>1"], ["1>2>3"])
    assert [row.points for row in table(state)] == [2, F(7, 4), F(3, 4)]
    assert values(state, "buchholz") == [F(15, 4), F(33, 8), F(45, 8)]
    # 2 beat 3 twice, and in the second round 1 while it was level with 3: ⅜ + 1³⁄₁₆ + ⅜.
    assert values(state, "sonneborn_berger") == [F(5, 2), F(31, 16), F(23, 16)]
    assert values(state, "places") == [2, F(7, 4), F(3, 4)]


def test_direct_encounter_parts_two_who_met():
    rows = table(FOUR, "sonneborn_berger", "direct", scoring=ALL)
    assert [(row.entrant, row.place) for row in rows] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert [row.tie_breaks[1].told for row in rows] == [
        "Nobody else is level.", "1", "0", "Nobody else is level.",
    ]  # fmt: skip


def test_direct_encounter_says_nothing_of_those_who_did_not_meet():
    rows = table(stage(4, ["1>3", "2>4"]), "direct")
    assert [row.place for row in rows] == [1, 1, 3, 3]
    assert rows[0].tie_breaks[0].told == "Met 0 of 1 who are level."


def test_a_circle_of_three_stays_level():
    state = stage(4, ["1>2", "3>4"], ["2>3", "1>4"], ["3>1", "2>4"])
    rows = table(state, "direct")
    assert [row.place for row in rows] == [1, 1, 1, 4]
    assert rows[0].tie_breaks[0].told == "1 + 0 = 1"


def test_those_still_level_after_a_direct_encounter_are_looked_at_again():
    # 1 to 4 have two points. Among them 3 and 4 have two, 1 and 2 one; 4 beat 3, and 2 beat 1.
    state = stage(
        6, ["4>3", "2>1"], ["4>2", "3>1"], ["1>4", "3>2"], ["2>5", "1>6"]
    )  # fmt: skip
    rows = table(state, "direct", scoring=Scoring(bye="nothing"))
    assert [(row.entrant, row.place) for row in rows][:4] == [(4, 1), (3, 2), (2, 3), (1, 4)]
    assert [row.tie_breaks[0].value for row in rows][:4] == [2, 2, 1, 1]


def test_direct_encounter_names_a_leader_whom_nobody_can_catch():
    # 1, 2 and 3 have two points. 3 beat the others, who have not met.
    state = stage(5, ["3>2"], ["3>1"], ["2>4", "1>5"], ["2>5", "1>4"])
    rows = table(state, "direct", scoring=Scoring(bye="nothing"))
    assert [(row.entrant, row.place) for row in rows][:3] == [(3, 1), (1, 2), (2, 2)]
    assert [row.tie_breaks[0].told for row in rows][:2] == [
        "1 + 1 = 2", "Met 1 of 2 who are level.",
    ]  # fmt: skip


def test_several_meetings_with_one_count_as_their_mean():
    # 1 and 2 met twice, and 1 has a half and a win of them.
    state = stage(3, ["1>2"], ["1=2"], ["2>3"])
    rows = table(state, "direct", scoring=Scoring(bye="nothing"))
    assert [(row.entrant, row.tie_breaks[0].value) for row in rows][:2] == [
        (1, F(3, 4)),
        (2, F(1, 4)),
    ]


def test_games_won_adds_up_what_the_matches_were_decided_by():
    state = stage(2, ["1>2"], ["2>1"])
    best_of_five = MatchOutcome("R1.1", (1, 2), (1, 2), "played", (F(3), F(2)))
    state = replace(state, results={**state.results, "R1.1": best_of_five})
    assert values(state, "games_won") == [3, 3]
    assert told(state, "games_won", 1) == "3 + 0 = 3"


def test_a_shared_first_place_is_shared_in_games_and_no_win():
    state = stage(3, ["1=2>3"])
    assert values(state, "games_won") == [HALF, HALF, 0]
    assert values(state, "wins") == [0, 0, 0]


def test_the_rating_of_opponents_is_a_mean_of_what_was_believed_at_the_start():
    entrants = (
        EntrantFact(1, 1, True, mu=31.0, sigma=1.5),
        EntrantFact(2, 2, True, mu=25.25, sigma=2.0),
        EntrantFact(3, 3, True),
    )
    state = stage(entrants, ["1>2>3"])
    # 26½ for the first, 19¼ for the second, 0 for a newcomer.
    assert values(state, "opponents_rating") == [F(77, 8), F(53, 4), F(183, 8)]
    assert told(state, "opponents_rating", 3) == "mean of 2: 22.88"


def test_points_of_another_custom_are_what_tie_breaks_add_up():
    state = stage(2, ["1>2"], ["1=2"])
    scoring = Scoring(POINT_VECTORS["three_one"])
    assert values(state, "buchholz", scoring) == [2, 8]
    assert values(state, "sonneborn_berger", scoring) == [F(3, 2), 2]


def test_a_tie_break_decides_only_where_those_before_it_are_level():
    by_wins = [row.entrant for row in table(FIVE, "wins", "buchholz")]
    assert by_wins == [1, 2, 3, 4, 5]
    by_buchholz = [row.entrant for row in table(FIVE, "buchholz", "wins")]
    assert by_buchholz == [1, 3, 2, 4, 5]


def test_every_tie_break_has_its_formula_and_every_custom_names_known_ones():
    for code, rule in TIE_BREAKS.items():
        assert rule.code == code
        assert rule.formula.endswith(".")
        assert (rule.measure is None) != (rule.among is None)
    for custom in CUSTOMS.values():
        assert custom.points in POINT_VECTORS
        assert set(custom.tie_breaks) <= set(TIE_BREAKS)


def test_the_setting_offers_all_of_them():
    setting = tie_breaks_setting("direct", "wins")
    assert setting.default == ["direct", "wins"]
    assert setting.accepts(["koya", "lot"])
    assert not setting.accepts(["koya", "koya"])


orders = st.permutations([1, 2, 3, 4])


@given(st.lists(orders, min_size=0, max_size=6))
def test_whatever_happens_each_value_is_told_and_places_are_standard(rounds):
    state = stage(5, *([">".join(map(str, order))] for order in rounds))
    rows = table(state, *TIE_BREAKS)
    assert {row.entrant for row in rows} == {1, 2, 3, 4, 5}
    for index, row in enumerate(rows):
        assert row.place in (index + 1, rows[index - 1].place)
        assert all(tie_break.told for tie_break in row.tie_breaks)


@st.composite
def mixed_rounds(draw: st.DrawFn) -> list[list[str]]:
    """Rounds of nine entrants at tables of 2 to 6, with ties; some have no match."""
    rounds = []
    for _ in range(draw(st.integers(1, 5))):
        line = draw(st.permutations(range(1, 10)))
        size = draw(st.integers(2, 6))
        tables = [line[start : start + size] for start in range(0, 9, size)]
        rounds.append([_texts(draw, each) for each in tables if len(each) > 1])
    return rounds


def _texts(draw: st.DrawFn, order: Sequence[int]) -> str:
    signs = [draw(st.sampled_from(">>=")) for _ in order[1:]]
    return str(order[0]) + "".join(
        f"{sign}{each}" for sign, each in zip(signs, order[1:], strict=True)
    )


@given(mixed_rounds())
def test_sums_are_exact_at_tables_of_any_size(rounds):
    state = stage(9, *rounds)
    records = records_of(state, Scoring())
    points = {row.entrant: row.points for row in table(state)}
    met = dict.fromkeys(points, F(0))
    beaten = dict.fromkeys(points, F(0))
    for entrant, record in records.items():
        for played in record.rounds:
            others = played.opponents or ((entrant, played.points),)
            met[entrant] += F(sum(points[other] for other, _ in others)) / len(others)
            beaten[entrant] += F(sum(r * points[other] for other, r in others)) / len(others)
    assert values(state, "buchholz") == [met[each] for each in range(1, 10)]
    assert values(state, "sonneborn_berger") == [beaten[each] for each in range(1, 10)]


@given(mixed_rounds())
def test_places_are_the_points_that_were_played_for(rounds):
    state = stage(9, *rounds)
    records = records_of(state, Scoring())
    played = {
        entrant: sum(each.points for each in record.rounds if each.cause == "played")
        for entrant, record in records.items()
    }
    assert values(state, "places") == [played[each] for each in range(1, 10)]
    byes = sum(each.cause == "bye" for record in records.values() for each in record.rounds)
    matches = [match for texts in rounds for match in texts]
    seats = sum(len(re.findall(r"\d+", match)) for match in matches)
    assert sum(row.points for row in table(state)) == F(seats, 2) + byes


@given(mixed_rounds())
def test_standings_do_not_depend_on_the_order_of_facts(rounds):
    state = stage(9, *rounds)
    turned = replace(
        state,
        entrants=state.entrants[::-1],
        results=dict(reversed(list(state.results.items()))),
    )
    assert table(turned, *TIE_BREAKS) == table(state, *TIE_BREAKS)
