"""Folding: one contest, whole ledgers of real results, and what may be cut where."""

from __future__ import annotations

import csv
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.errors import BadContest, TieImpossible
from ratings.fold import Contest, ContestTeam, fold, fold_all
from ratings.skill import Belief, Parameters

VECTORS = Path(__file__).parent.parent / "vectors"
USUAL = Parameters()
ADA, BEN, CAT, DAN = 1, 2, 3, 4


def order(*players: int, draw_probability: float = 0) -> Contest:
    """A contest in which the players finish in this order, each alone."""
    teams = tuple(ContestTeam((player,), place) for place, player in enumerate(players, 1))
    return Contest(teams, draw_probability)


def test_a_stranger_begins_as_a_newcomer():
    first, last = fold(USUAL, {}, order(ADA, BEN))
    assert (first.player, first.place, first.before) == (ADA, 1, Belief(25, 25 / 3))
    assert (last.player, last.place, last.before) == (BEN, 2, Belief(25, 25 / 3))
    assert first.after.mu > 25 > last.after.mu


def test_a_change_tells_the_place_that_was_expected():
    changes = fold(USUAL, {ADA: Belief(40, 1)}, order(BEN, ADA, CAT))
    assert [round(change.expected_place, 2) for change in changes] == [2.43, 1.14, 2.43]


def test_the_beliefs_that_went_in_stay_as_they_are():
    beliefs = {ADA: Belief(30, 4)}
    fold(USUAL, beliefs, order(ADA, BEN))
    assert beliefs == {ADA: Belief(30, 4)}


def test_changes_come_in_seat_order_whatever_the_places():
    contest = Contest((ContestTeam((CAT,), 2), ContestTeam((ADA,), 1)), 0)
    assert [(change.player, change.place) for change in fold(USUAL, {}, contest)] == [
        (CAT, 2),
        (ADA, 1),
    ]


def test_all_players_of_a_team_share_its_place():
    pairs = Contest((ContestTeam((ADA, BEN), 1), ContestTeam((CAT, DAN), 2)), 0.1)
    assert [change.place for change in fold(USUAL, {}, pairs)] == [1, 1, 2, 2]


def test_weights_of_one_team_leave_the_other_whole():
    weighted = Contest((ContestTeam((ADA, BEN), 1, (1, 0.5)), ContestTeam((CAT,), 2)), 0.1)
    spelled = Contest((ContestTeam((ADA, BEN), 1, (1, 0.5)), ContestTeam((CAT,), 2, (1,))), 0.1)
    assert fold(USUAL, {}, weighted) == fold(USUAL, {}, spelled)


def test_nobody_plays_twice_in_a_contest():
    with pytest.raises(BadContest, match=r"twice came \[1\]"):
        fold(USUAL, {}, order(ADA, BEN, ADA))


def test_a_tie_is_refused_where_the_contest_cannot_tie():
    with pytest.raises(TieImpossible):
        fold(USUAL, {}, Contest((ContestTeam((ADA,), 1), ContestTeam((BEN,), 1)), 0))


def test_somebody_who_sat_out_keeps_the_belief():
    assert fold_all(USUAL, {DAN: Belief(20, 2)}, [order(ADA, BEN)])[DAN] == Belief(20, 2)


contests = st.lists(
    st.permutations([ADA, BEN, CAT, DAN]).map(lambda players: order(*players)), max_size=12
)


@given(contests, st.integers(0, 12))
def test_a_ledger_may_be_folded_in_two_parts(ledger, cut):
    """Equal to the last bit: a rating that was stored in between makes no difference."""
    whole = fold_all(USUAL, {}, ledger)
    assert fold_all(USUAL, fold_all(USUAL, {}, ledger[:cut]), ledger[cut:]) == whole


# ------------------------------------------------------------------ real results


def rows_of(name: str) -> list[dict[str, str]]:
    with (VECTORS / f"{name}.csv").open() as file:
        return list(csv.DictReader(file))


def ledger_of(name: str, draw_probability: float) -> tuple[dict[str, int], list[Contest]]:
    rows = rows_of(name)
    numbers = {handle: number for number, handle in enumerate(sorted({r["player"] for r in rows}))}
    contests = [
        Contest(
            tuple(ContestTeam((numbers[row["player"]],), int(row["rank"])) for row in seats),
            draw_probability,
        )
        for _, seats in groupby(rows, key=lambda row: row["game"])
    ]
    return numbers, contests


@pytest.mark.parametrize(
    ("name", "draw_probability", "contests", "players"),
    [("bigtwo2013", 0.10, 1104, 20), ("f1_top6", 0, 1160, 349)],
)
def test_a_ledger_of_real_results_ends_where_it_should(name, draw_probability, contests, players):
    numbers, ledger = ledger_of(name, draw_probability)
    assert (len(ledger), len(numbers)) == (contests, players)
    final = fold_all(USUAL, {}, ledger)
    for row in rows_of(f"{name}.ratings"):
        belief = final[numbers[row["player"]]]
        assert belief.mu == pytest.approx(float(row["mu"]), abs=1e-6)
        assert belief.sigma == pytest.approx(float(row["sigma"]), abs=1e-6)
