"""What a single elimination plays beside its tree: third place, consolation, orders, wildcards."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from tests.formats.playing import (
    ELIMINATION,
    Lot,
    entrants,
    fresh,
    keep_walkovers,
    ready,
    withdrawn,
    won,
)
from tournaments.formats.playing import Run
from tournaments.formats.slots import MatchOutcome, PlaceSlot, SeedSlot, StageState


def slots_of(state: StageState) -> dict[str, tuple]:
    return {match.key: match.slots for match in state.matches}


def places_of(config, state) -> dict[int, int]:
    return {row.entrant: row.place for row in ELIMINATION.standings(config, state)}


def told_of(config, state) -> dict[int, str]:
    return {row.entrant: row.explanation for row in ELIMINATION.standings(config, state)}


THIRD = {"third_place": True}
CONSOLATION = {"consolation": True}


def played(state: StageState, *results: tuple) -> StageState:
    for key, *order in results:
        state = won(state, key, *order)
    return state


def followed(config, state: StageState) -> StageState:
    """What the format adds now is published."""
    added = ELIMINATION.next_round(config, state, Lot())
    return replace(state, matches=(*state.matches, *added))


def test_the_losing_semi_finalists_play_for_third_place_beside_the_final():
    third, final = sorted(fresh(THIRD, 8).matches[-2:], key=lambda match: match.section != "third")
    assert (third.key, third.round, third.section) == ("T1.1", 3, "third")
    assert third.slots == (PlaceSlot("W2.1", 2), PlaceSlot("W2.2", 2))
    assert (final.key, final.round) == ("W3.1", 3)
    assert [match.key for match in fresh(THIRD, 3).matches] == ["W1.2", "W2.1"]


def test_the_third_place_match_parts_the_losing_semi_finalists():
    state = played(fresh(THIRD, 4), ("W1.1", 101, 104), ("W1.2", 102, 103), ("W2.1", 101, 102))
    assert places_of(THIRD, state) == {101: 1, 102: 2, 103: 3, 104: 3}
    rows = {row.entrant: row for row in ELIMINATION.standings(THIRD, state)}
    assert (rows[103].is_out, rows[102].is_out) == (False, True)
    assert rows[103].explanation == "Lost W1.2. Next is the third place match."
    assert not ELIMINATION.is_done(THIRD, state)
    state = won(state, "T1.1", 104, 103)
    assert places_of(THIRD, state) == {101: 1, 102: 2, 104: 3, 103: 4}
    assert told_of(THIRD, state)[104] == "Lost W1.1. Won the third place match."
    assert ELIMINATION.is_done(THIRD, state)


def test_a_tie_for_third_place_is_shared():
    state = played(fresh(THIRD, 4), ("W1.1", 101, 104), ("W1.2", 102, 103), ("W2.1", 101, 102))
    tie = MatchOutcome("T1.1", (103, 104), (1, 1), "played")
    state = replace(state, results={**state.results, "T1.1": tie})
    assert places_of(THIRD, state) == {101: 1, 102: 2, 103: 3, 104: 3}


def test_who_withdraws_from_the_third_place_match_is_fourth():
    state = played(fresh(THIRD, 4), ("W1.1", 101, 104), ("W1.2", 102, 103))
    state = keep_walkovers(withdrawn(state, 103))
    assert places_of(THIRD, won(state, "W2.1", 101, 102)) == {101: 1, 102: 2, 104: 3, 103: 4}


def test_first_round_losers_of_eight_play_a_consolation():
    slots = slots_of(fresh(CONSOLATION, 8))
    assert slots["C1.1"] == (PlaceSlot("W1.1", 2), PlaceSlot("W1.2", 2))
    assert slots["C2.1"] == (PlaceSlot("C1.1", 1), PlaceSlot("C1.2", 1))
    rounds = {
        (match.section, match.round): match.advance for match in fresh(CONSOLATION, 8).matches
    }
    assert ELIMINATION.round_names(CONSOLATION, rounds) == {
        ("", 1): "Quarter-finals",
        ("", 2): "Semi-finals",
        ("consolation", 2): "Consolation round 1",
        ("", 3): "Final",
        ("consolation", 3): "Consolation final",
    }


def test_the_consolation_parts_who_lost_in_the_first_round():
    state = played(
        fresh(CONSOLATION, 8),
        ("W1.1", 101, 108), ("W1.2", 104, 105), ("W1.3", 102, 107), ("W1.4", 103, 106),
        ("C1.1", 108, 105), ("C1.2", 107, 106), ("C2.1", 107, 108),
    )  # fmt: skip
    assert places_of(CONSOLATION, state) == {
        101: 1, 102: 1, 103: 1, 104: 1, 107: 5, 108: 6, 105: 7, 106: 7,
    }  # fmt: skip
    assert told_of(CONSOLATION, state)[107] == "Lost W1.3. Won the consolation final."


def test_with_byes_the_consolation_waits_until_all_first_matches_are_over():
    """Of six, seeds 1 and 2 play first in round 2: only if they lose it, they come too."""
    state = played(fresh(CONSOLATION, 6), ("W1.2", 104, 105), ("W1.4", 103, 106))
    assert ELIMINATION.next_round(CONSOLATION, state, Lot()) == ()
    state = played(state, ("W2.1", 104, 101), ("W2.2", 102, 103))
    rows = {row.entrant: row for row in ELIMINATION.standings(CONSOLATION, state)}
    assert [rows[each].is_out for each in (101, 105, 103)] == [False, False, True]
    state = followed(CONSOLATION, state)
    assert {match.key: match.present for match in ready(state)} == {
        "W3.1": (104, 102),
        "C1.2": (105, 106),
    }
    state = played(state, ("W3.1", 102, 104), ("C1.2", 106, 105))
    assert not ELIMINATION.is_done(CONSOLATION, state)
    assert [match.present for match in ready(state)] == [(101, 106)]
    state = won(state, "C2.1", 106, 101)
    assert ELIMINATION.is_done(CONSOLATION, state)
    assert places_of(CONSOLATION, state) == {102: 1, 104: 2, 101: 3, 103: 3, 106: 5, 105: 6}


def test_who_plays_for_third_place_is_not_in_the_consolation():
    both = {"third_place": True, "consolation": True}
    keys = {match.key for match in fresh(both, 4).matches}
    assert keys == {"W1.1", "W1.2", "W2.1", "T1.1"}
    state = played(fresh(both, 6), ("W1.2", 104, 105), ("W1.4", 103, 106))
    assert [match.present for match in ready(followed(both, state))][-1] == (105, 106)


@pytest.mark.parametrize(
    ("order", "pairs"),
    [
        ("natural", [(1, 2), (3, 4), (5, 6), (7, 8)]),
        ("reverse", [(8, 7), (6, 5), (4, 3), (2, 1)]),
        ("half_shift", [(5, 6), (7, 8), (1, 2), (3, 4)]),
        ("reverse_half_shift", [(4, 3), (2, 1), (8, 7), (6, 5)]),
        ("pair_flip", [(2, 1), (4, 3), (6, 5), (8, 7)]),
    ],
)
def test_seeds_can_stand_in_another_order(order, pairs):
    matches = fresh({"order": order}, 8).matches[:4]
    assert [tuple(slot.seed for slot in match.slots) for match in matches] == pairs


def test_byes_are_the_top_seeds_in_every_order():
    assert slots_of(fresh({"order": "natural"}, 5)) == {
        "W1.4": (SeedSlot(4), SeedSlot(5)),
        "W2.1": (SeedSlot(1), SeedSlot(2)),
        "W2.2": (SeedSlot(3), PlaceSlot("W1.4", 1)),
        "W3.1": (PlaceSlot("W2.1", 1), PlaceSlot("W2.2", 1)),
    }


def test_a_draw_by_lot_repeats_with_its_secret():
    config = {"order": "random"}
    once, again, other = (ELIMINATION.plan(config, 16, Lot(secret)) for secret in (5, 5, 6))
    assert once == again
    assert once != other


WILD = {"seats": 4, "advance": 1, "wildcards": 1}


def test_the_best_losers_fill_the_final():
    state = fresh(WILD, 12)
    assert [outline.entrants for outline in ELIMINATION.outline(WILD, 12)] == [12, 4]
    state = played(
        state,
        ("F1.T1", 101, 106, 107, 112),
        ("F1.T2", 102, 105, 108, 111),
        ("F1.T3", 103, 104, 109, 110),
    )
    state = followed(WILD, state)
    assert [match.present for match in ready(state)] == [(101, 102, 103, 104)]


def test_scores_decide_between_losers_of_one_place():
    """106 came nearer to its table's first than the others did to theirs."""
    state = fresh(WILD, 12)
    results = {
        "F1.T1": MatchOutcome("F1.T1", (101, 106, 107, 112), (1, 2, 3, 4), "played", _scores(90)),
        "F1.T2": MatchOutcome("F1.T2", (102, 105, 108, 111), (1, 2, 3, 4), "played", _scores(50)),
        "F1.T3": MatchOutcome("F1.T3", (103, 104, 109, 110), (1, 2, 3, 4), "played", _scores(60)),
    }
    state = followed(WILD, replace(state, results=results))
    assert [match.present for match in ready(state)] == [(101, 102, 103, 106)]


def _scores(second: int) -> tuple[Fraction, ...]:
    return (Fraction(100), Fraction(second), Fraction(10), Fraction(0))


def test_losers_who_may_still_come_back_are_not_out():
    state = won(fresh(WILD, 12), "F1.T1", 101, 106, 107, 112)
    rows = {row.entrant: row for row in ELIMINATION.standings(WILD, state)}
    assert not rows[106].is_out
    assert rows[106].explanation == ("2nd of F1.T1. May still go on as one of the best losers.")
    everywhere = played(state, ("F1.T2", 102, 105, 108, 111), ("F1.T3", 103, 104, 109, 110))
    rows = {row.entrant: row for row in ELIMINATION.standings(WILD, followed(WILD, everywhere))}
    assert (rows[106].is_out, rows[104].is_out) == (True, False)


def test_an_event_says_what_is_played_beside_the_tree():
    assert ELIMINATION.describe({"third_place": True, "consolation": True}) == (
        "single elimination with a match for third place and with a consolation"
    )
    assert ELIMINATION.describe({"order": "half_shift"}) == (
        "single elimination, seeds in half shift order"
    )
    assert ELIMINATION.describe(WILD) == (
        "tables of 4, the first goes on, with 1 of the best losers"
    )


EXTRAS = [
    {"third_place": True},
    {"consolation": True},
    {"third_place": True, "consolation": True, "order": "random"},
    {"order": "natural", "consolation": True},
    {"seats": 3, "advance": 1, "wildcards": 6},
    {"seats": 4, "advance": 2, "wildcards": 2},
    {"seats": 6, "advance": 5, "wildcards": 3},
]


@pytest.mark.parametrize("config", EXTRAS, ids=str)
@pytest.mark.parametrize("leaving", [0, 0.2])
def test_every_number_of_entrants_is_played_to_the_end(config, leaving):
    for n in [*range(2, 35), 63, 64, 65, 130]:
        chance = Random(n)
        run = Run(ELIMINATION, config, entrants(n), Lot(n))
        while not run.is_over:
            if chance.random() < leaving:
                run.withdraw(100 + chance.randint(1, n))
                continue
            key = chance.choice(run.ready())
            run.record(key, chance.sample(run.present(key), len(run.present(key))))
        assert ELIMINATION.is_done(config, run.state())
        rows = run.standings()
        assert sorted(row.entrant for row in rows) == [100 + seed for seed in range(1, n + 1)]
        assert all(row.is_out for row in rows)
        if not leaving:
            assert [row.place for row in rows].count(1) == 1


def test_the_outline_lists_what_is_played_beside_the_tree():
    both = {"third_place": True, "consolation": True}
    told = [(each.name, len(each.sizes), each.is_beside) for each in ELIMINATION.outline(both, 8)]
    assert told == [
        ("Quarter-finals", 4, False),
        ("Semi-finals", 2, False),
        ("Consolation round 1", 2, True),
        ("Final", 1, False),
        ("Consolation final", 1, True),
        ("Third place", 1, True),
    ]


def test_with_byes_the_outline_counts_all_who_can_come_to_the_consolation():
    told = [(each.name, each.entrants) for each in ELIMINATION.outline(CONSOLATION, 6)]
    assert told == [
        ("Quarter-finals", 6),
        ("Semi-finals", 4),
        ("Final", 2),
        ("Consolation round 1", 4),
        ("Consolation final", 2),
    ]
