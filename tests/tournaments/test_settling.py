"""Tables without an event take the same road: rated or not, and why."""

from __future__ import annotations

import pytest

from games.actions import open_table, remove_player, start_table, void_table
from games.models import Move, Seat, Table
from games.queries import tables_to_settle
from players.models import Player
from ratings.models import Contest, ContestTeam
from tests.builders import a_bot, a_house_bot, a_user
from tests.games.helpers import a_table, play_one, play_to_the_end
from tests.tournaments.helpers import a_running_event, bots, finish, settle_all, states_of, table_of
from tournaments import actions, tasks
from tournaments.models import MatchTable
from tournaments.queries.due import settled_together

pytestmark = pytest.mark.django_db


def code_of(table: Table) -> str:
    settle_all()
    table.refresh_from_db()
    assert table.settled_at is not None
    return table.unrated_code


def a_person(name: str) -> Player:
    return Player.objects.get(owner=a_user(name))


def ended(table: Table, *, moves: int) -> Table:
    """So many moves are made; then all but one leave."""
    for _ in range(moves):
        play_one(table)
    for seat in table.seats.order_by("number")[1:]:
        assert seat.player_id is not None
        remove_player(table_id=table.pk, player_id=seat.player_id)
    return table


def test_a_table_played_out_is_rated_once_with_its_finishing_order():
    table = play_to_the_end(a_table(a_bot("one"), a_bot("two"), a_bot("three")))
    assert code_of(table) == ""
    contest = Contest.objects.get()
    assert (contest.source, contest.pool.division) == (f"table:{table.public_id}", "bot")
    assert contest.played_at == table.over_at
    places = list(table.seats.order_by("number").values_list("place", flat=True))
    teams = ContestTeam.objects.order_by("seat")
    assert list(teams.values_list("place", flat=True)) == places
    assert tables_to_settle(10) == []


def test_people_have_a_pool_of_their_own():
    table = ended(a_table(a_person("ada"), a_person("bob")), moves=2)
    assert code_of(table) == ""
    assert Contest.objects.get().pool.division == "human"


def test_a_leaver_is_rated_in_last_place():
    table = ended(a_table(a_bot("stays"), a_bot("leaves")), moves=2)
    assert code_of(table) == ""
    assert list(table.seats.order_by("number").values_list("place", flat=True)) == [1, 2]


def test_a_table_with_a_filler_is_unrated():
    opener = a_bot("opener")
    table = open_table(
        game="big-two", options={}, seat_count=2, patience_seconds=60, opened_by=opener
    )
    start_table(public_id=table.public_id, player_id=opener.pk)
    assert code_of(ended(table, moves=2)) == "filler"


def test_people_and_bots_together_are_unrated():
    assert code_of(ended(a_table(a_person("ada"), a_bot("robo")), moves=2)) == "mixed"


def test_a_table_where_one_seat_moved_is_no_contest():
    assert code_of(ended(a_table(a_bot("one"), a_bot("two")), moves=1)) == "no_contest"


def test_two_bots_of_one_owner_are_unrated():
    owner = a_user("ada")
    table = a_table(a_bot("one", owner=owner), a_bot("two", owner=owner))
    assert code_of(ended(table, moves=2)) == "same_owner"


def test_house_bots_that_nobody_owns_are_rated_among_each_other():
    table = a_table(a_house_bot("House-1"), a_house_bot("House-2"))
    assert code_of(ended(table, moves=2)) == ""


def test_a_casual_table_is_unrated():
    table = a_table(a_bot("one"), a_bot("two"), casual=True)
    assert code_of(ended(table, moves=2)) == "casual"


def test_a_void_table_is_settled_without_a_contest():
    table = a_table(a_bot("one"), a_bot("two"))
    void_table(table_id=table.pk, why="operator")
    assert code_of(table) == "void"
    assert Contest.objects.count() == 0


def test_the_tick_settles_what_has_ended():
    table = ended(a_table(a_bot("one"), a_bot("two")), moves=2)
    tasks.settle_due()
    table.refresh_from_db()
    assert table.settled_at is not None
    assert Move.objects.filter(table=table, cause="move").count() == 2


def test_a_contest_is_found_again_where_settling_was_cut_short():
    table = ended(a_table(a_bot("one"), a_bot("two")), moves=2)
    actions.settle_table(table.pk)
    Table.objects.filter(pk=table.pk).update(settled_at=None)
    assert actions.settle_table(table.pk)
    assert Contest.objects.count() == 1


def test_tables_of_one_event_are_settled_together_and_others_by_themselves():
    event = a_running_event(*bots(4))
    first, second = (finish(table_of(event, key)) for key in ("W1.1", "W1.2"))
    alone = ended(a_table(a_bot("one"), a_bot("two")), moves=2)
    due = [first.pk, alone.pk, second.pk]
    assert settled_together(due) == [[first.pk, second.pk], [alone.pk]]
    assert actions.settle_tables([first.pk, second.pk]) == 2
    assert states_of(event) == {"W1.1": "done", "W1.2": "done", "W2.1": "live"}
    assert actions.settle_tables([first.pk, second.pk]) == 0


def test_no_more_tables_are_settled_together_than_a_transaction_should_hold(monkeypatch):
    monkeypatch.setattr("tournaments.queries.due.SETTLED_AT_ONCE", 2)
    event = a_running_event(*bots(6))
    tables = [link.table_id for link in MatchTable.objects.filter(match__stage__tournament=event)]
    assert [len(group) for group in settled_together(tables * 2)] == [2, 2]


def test_the_tick_settles_what_can_be_where_one_table_of_an_event_cannot():
    event = a_running_event(*bots(4))
    first, second = (finish(table_of(event, key)) for key in ("W1.1", "W1.2"))
    Seat.objects.filter(table=first).delete()
    tasks.settle_due()
    second.refresh_from_db()
    first.refresh_from_db()
    assert second.settled_at is not None
    assert (first.settled_at, first.settle_failures) == (None, 1)
