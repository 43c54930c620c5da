"""The ledger: what is recorded, in which order it is folded, and what a replay must find."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db import IntegrityError, transaction

from players.models import Player
from ratings.actions import (
    fold_ledger,
    record_contest,
    void_contest,
)
from ratings.errors import BadContest, PoolNotFound, SourceTaken, TieImpossible
from ratings.fold import Contest as PureContest
from ratings.fold import ContestTeam as PureTeam
from ratings.fold import fold_all
from ratings.models import Contest, ContestPlayer, ContestTeam, Pool, Rating, RatingChange
from ratings.queries import (
    audit_findings,
    pools_to_fold,
    pools_to_refold,
    refused_contests,
)
from ratings.skill import Belief
from ratings.tasks import fold_due
from tests.builders import some_bots
from tests.ratings.helpers import NOON, a_contest, folded, the_pool

pytestmark = pytest.mark.django_db


def beliefs() -> dict[str, Belief]:
    return {
        rating.player.handle: rating.belief for rating in Rating.objects.select_related("player")
    }


def codes() -> list[str]:
    return [finding.code for finding in audit_findings()]


# ------------------------------------------------------------------ recording


def test_a_contest_is_recorded_with_its_teams_in_seat_order():
    ada, ben = some_bots("ada", "ben")
    contest = a_contest("table:1", ben, ada, places=[2, 1])
    assert list(contest.teams.order_by("seat").values_list("seat", "place")) == [(0, 2), (1, 1)]
    assert list(contest.players.order_by("team__seat").values_list("player", "weight")) == [
        (ben.pk, 1.0),
        (ada.pk, 1.0),
    ]
    assert (contest.sequence, contest.voided_at, contest.refusal) == (None, None, "")


def test_the_same_result_recorded_twice_is_one_contest():
    ada, ben = some_bots("ada", "ben")
    assert a_contest("table:1", ada, ben) == a_contest("table:1", ada, ben)
    assert (Contest.objects.count(), ContestTeam.objects.count()) == (1, 2)


def test_another_result_from_the_same_source_is_refused():
    ada, ben = some_bots("ada", "ben")
    a_contest("table:1", ada, ben)
    with pytest.raises(SourceTaken, match="table:1 was recorded"):
        a_contest("table:1", ben, ada)


def test_a_new_pool_begins_with_the_usual_parameters():
    a_contest("table:1", *some_bots("ada", "ben"))
    pool = the_pool()
    assert (pool.mu, pool.sigma, pool.beta, pool.tau) == (25, 25 / 3, 25 / 6, 25 / 300)
    assert (pool.draw_probability, pool.generation) == (0.1, 1)


@pytest.mark.parametrize(
    ("places", "says"),
    [
        ([1], "has a place"),
        ([2, 3], "begin at 1"),
        ([1, 3], "ties skip"),
        ([0, 1], "begin at 1"),
        ([1.0, 2], "whole number"),
        ([None, 1], "whole number"),
    ],
)
def test_places_that_make_no_order_are_refused_and_leave_nothing(places, says):
    ada, ben = some_bots("ada", "ben")
    with pytest.raises(BadContest, match=says):
        a_contest("table:1", ada, ben, places=places)
    assert not Contest.objects.exists()


def test_a_tie_is_refused_at_the_door_where_the_contest_cannot_tie():
    ada, ben = some_bots("ada", "ben")
    with pytest.raises(TieImpossible):
        a_contest("table:1", ada, ben, places=[1, 1], draw_probability=0)


def test_nobody_is_recorded_twice_in_a_contest():
    (ada,) = some_bots("ada")
    with pytest.raises(BadContest, match="twice"):
        a_contest("table:1", ada, ada)


def test_the_database_itself_refuses_a_player_in_two_teams():
    ada, ben = some_bots("ada", "ben")
    contest = a_contest("table:1", ada, ben)
    second = contest.teams.get(seat=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        ContestPlayer.objects.create(contest=contest, team=second, number=1, player=ada)


# ------------------------------------------------------------------ draw probability


def test_without_a_word_ties_are_as_likely_as_the_pool_says():
    ada, ben = some_bots("ada", "ben")
    assert a_contest("match:1", ada, ben, draw_probability=None).draw_probability == 0.1


def test_after_a_hundred_neighbours_ties_are_as_likely_as_they_were():
    players = some_bots("ada", "ben", "cat", "dan", "eve")
    for number in range(25):
        a_contest(f"match:{number}", *players, places=[1, 2, 2, 4, 5], draw_probability=0.1)
    contest = a_contest("match:25", *players, draw_probability=None)
    assert contest.draw_probability == 0.25


def test_tables_that_cannot_tie_say_nothing_about_those_that_can():
    players = some_bots("ada", "ben", "cat", "dan", "eve")
    for number in range(25):
        a_contest(f"table:{number}", *players, draw_probability=0)
    contest = a_contest("match:1", *players, draw_probability=None)
    assert contest.draw_probability == 0.1


def test_a_pool_that_never_tied_still_expects_a_tie_in_a_hundred():
    players = some_bots("ada", "ben", "cat", "dan", "eve")
    for number in range(25):
        a_contest(f"match:{number}", *players, draw_probability=0.1)
    assert a_contest("match:25", *players, draw_probability=None).draw_probability == 0.01


# ------------------------------------------------------------------ folding


def test_a_folded_contest_has_a_number_changes_and_ratings():
    ada, ben = some_bots("ada", "ben")
    contest = a_contest("table:1", ada, ben)
    assert folded() == 1
    contest.refresh_from_db()
    assert contest.sequence == 1
    change = RatingChange.objects.get(player=ada)
    assert (change.sequence, change.generation, change.place, change.expected_place) == (
        1,
        1,
        1,
        1.5,
    )
    assert change.before == Belief(25, 25 / 3)
    rating = Rating.objects.get(player=ada)
    assert change.after == rating.belief
    assert rating.exposure == rating.mu - 3 * rating.sigma
    assert (rating.contests, rating.last_sequence, rating.last_played_at) == (1, 1, NOON)


def test_contests_are_numbered_by_when_they_were_played():
    ada, ben = some_bots("ada", "ben")
    a_contest("table:late", ada, ben, minute=2)
    a_contest("table:early", ben, ada, minute=1)
    folded()
    assert list(Contest.objects.order_by("sequence").values_list("source", flat=True)) == [
        "table:early",
        "table:late",
    ]


def test_what_arrives_after_the_folder_is_numbered_after_it():
    ada, ben = some_bots("ada", "ben")
    a_contest("table:late", ada, ben, minute=2)
    folded()
    a_contest("table:early", ben, ada, minute=1)
    folded()
    assert Contest.objects.get(source="table:early").sequence == 2
    assert Rating.objects.get(player=ada).last_played_at == NOON + dt.timedelta(minutes=2)


def test_a_stretch_at_a_time_ends_where_one_stretch_does():
    ada, ben, cat = some_bots("ada", "ben", "cat")
    for minute, order in enumerate([(ada, ben, cat), (cat, ada), (ben, cat, ada), (ada, cat)]):
        a_contest(f"table:{minute}", *order, minute=minute)
    assert [fold_ledger(the_pool().pk, 3), fold_ledger(the_pool().pk, 3)] == [3, 1]
    ledger = [(ada, ben, cat), (cat, ada), (ben, cat, ada), (ada, cat)]
    pure = fold_all(
        the_pool().parameters,
        {},
        [
            PureContest(
                tuple(PureTeam((player.pk,), place) for place, player in enumerate(order, 1)), 0
            )
            for order in ledger
        ],
    )
    assert beliefs() == {player.handle: pure[player.pk] for player in (ada, ben, cat)}


def test_folding_an_empty_ledger_does_nothing():
    a_contest("table:1", *some_bots("ada", "ben"))
    assert [folded(), folded()] == [1, 0]


def test_a_pool_that_is_not_there_is_named():
    with pytest.raises(PoolNotFound, match="no pool 77"):
        fold_ledger(77)


def test_pools_do_not_touch_each_other():
    ada, ben = some_bots("ada", "ben")
    a_contest("table:1", ada, ben)
    record_contest(
        game="big_two",
        division="team",
        source="match:1",
        played_at=NOON,
        teams=[[ben.pk], [ada.pk]],
        places=[1, 2],
    )
    for pool_id in pools_to_fold():
        fold_ledger(pool_id)
    assert sorted(Rating.objects.filter(player=ada).values_list("pool__division", "contests")) == [
        ("bot", 1),
        ("team", 1),
    ]
    assert set(Contest.objects.values_list("sequence", flat=True)) == {1}


def test_a_stretch_is_folded_in_few_statements(django_assert_max_num_queries):
    players = some_bots("ada", "ben", "cat", "dan")
    for number in range(40):
        a_contest(f"table:{number}", *players, minute=number)
    with django_assert_max_num_queries(16):  # SQLite splits the 160 changes into parts
        assert folded() == 40


# ------------------------------------------------------------------ what cannot be folded


def far_apart(*players: Player) -> None:
    """Ratings that no ledger leads to; 300 strengths apart."""
    for number, player in enumerate(players):
        Rating.objects.filter(player=player).update(mu=300 * number, sigma=0.1)


def test_a_contest_that_cannot_be_folded_is_set_aside_and_the_others_go_on(caplog):
    ada, ben, cat, dan = some_bots("ada", "ben", "cat", "dan")
    a_contest("table:1", ada, ben)
    folded()
    far_apart(ada, ben)
    a_contest("table:bad", ada, ben, minute=1)
    a_contest("table:good", cat, dan, minute=2)
    assert folded() == 2
    bad, good = Contest.objects.get(source="table:bad"), Contest.objects.get(source="table:good")
    assert (bad.sequence, bad.refusal, good.sequence) == (None, "out_of_reach", 2)
    assert "set aside" in caplog.text
    assert (refused_contests(), folded()) == (1, 0)
    assert "contest_set_aside" in codes()


def test_the_tick_folds_every_pool_even_if_one_fails(monkeypatch, caplog):
    ada, ben = some_bots("ada", "ben")
    a_contest("table:1", ada, ben)
    record_contest(
        game="big_number",
        division="bot",
        source="table:2",
        played_at=NOON,
        teams=[[ada.pk], [ben.pk]],
        places=[1, 2],
    )
    Pool.objects.filter(game="big_two").update(mu=float("inf"))
    fold_due()
    assert "could not be folded" in caplog.text
    assert Contest.objects.get(source="table:2").sequence == 1


# ------------------------------------------------------------------ void


def test_a_contest_voided_in_time_is_never_folded():
    ada, ben = some_bots("ada", "ben")
    a_contest("table:1", ada, ben)
    assert void_contest(source="table:1").voided_at is not None
    assert folded() == 0
    assert codes() == []


def test_voiding_what_is_not_there_or_void_already_changes_nothing():
    a_contest("table:1", *some_bots("ada", "ben"))
    first = void_contest(source="table:1").voided_at
    assert void_contest(source="table:1").voided_at == first
    assert void_contest(source="table:none") is None


def test_after_a_void_the_ratings_are_as_if_it_had_not_been_played():
    ada, ben, cat = some_bots("ada", "ben", "cat")
    a_contest("table:1", ada, ben, minute=1)
    a_contest("table:2", cat, ben, minute=2)
    folded()
    void_contest(source="table:1")
    assert codes() == ["void_unfolded"]
    fold_due()
    assert codes() == []
    pool = the_pool()
    assert pool.generation == 2
    alone = fold_all(
        pool.parameters,
        {},
        [PureContest((PureTeam((cat.pk,), 1), PureTeam((ben.pk,), 2)), 0)],
    )
    assert beliefs() == {"cat": alone[cat.pk], "ben": alone[ben.pk]}
    assert pools_to_refold() == []


def test_the_history_of_an_older_generation_stays():
    ada, ben = some_bots("ada", "ben")
    a_contest("table:1", ada, ben)
    folded()
    void_contest(source="table:1")
    fold_due()
    assert RatingChange.objects.filter(generation=1).count() == 2
    assert not Rating.objects.exists()
