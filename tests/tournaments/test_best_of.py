"""Matches of several tables with deals of their own: best of n, and n tables added up."""

from __future__ import annotations

import pytest

from games.actions import void_table
from games.models import Deal, Table
from ratings.models import Contest
from tests.tournaments.helpers import (
    a_running_event,
    an_open_event,
    bots,
    entrant_of,
    play_out,
    settle_all,
    states_of,
    table_of,
    win,
)
from tests.tournaments.sets import handles_of, parts_of, result_of, tables_of, told
from tournaments import actions
from tournaments.actions import directing
from tournaments.models import Match, Tournament
from tournaments.queries import audit_findings

pytestmark = pytest.mark.django_db

BEST_OF_THREE = {"kind": "versus", "best_of": 3}
TWO_TABLES = {"kind": "versus", "tables": 2}


def a_final(**settings) -> Tournament:
    return a_running_event(*bots(2), match_plan=BEST_OF_THREE, **settings)


def test_the_next_table_is_dealt_once_the_one_before_is_settled():
    event = a_final()
    assert len(tables_of(event, "W1.1")) == 1
    win(event, "W1.1", "bot-01", "bot-02")
    assert len(tables_of(event, "W1.1")) == 2
    assert parts_of(event, "W1.1") == [1, 2]
    assert states_of(event) == {"W1.1": "live"}
    assert audit_findings() == []


def test_two_wins_of_three_end_it_and_every_table_is_rated():
    event = a_final()
    win(event, "W1.1", "bot-01", "bot-02")
    win(event, "W1.1", "bot-01", "bot-02")
    assert told(event, "W1.1") == [("bot-01", 1, "2"), ("bot-02", 2, "0")]
    assert len(tables_of(event, "W1.1")) == 2
    assert Contest.objects.count() == 2
    event.refresh_from_db()
    assert event.state == "closed"
    assert audit_findings() == []


def test_one_win_each_asks_for_a_third_table():
    event = a_final()
    for winner, loser in (("bot-01", "bot-02"), ("bot-02", "bot-01"), ("bot-02", "bot-01")):
        win(event, "W1.1", winner, loser)
    assert told(event, "W1.1") == [("bot-02", 1, "2"), ("bot-01", 2, "1")]
    assert Contest.objects.count() == 3


def test_who_sits_first_changes_from_table_to_table():
    event = a_final()
    win(event, "W1.1", "bot-01", "bot-02")
    win(event, "W1.1", "bot-02", "bot-01")
    first, second, third = (handles_of(table) for table in tables_of(event, "W1.1"))
    assert second == first[::-1]
    assert third == first


def test_every_table_has_a_deal_of_its_own_that_anybody_may_watch():
    event = a_final()
    win(event, "W1.1", "bot-01", "bot-02")
    first, second = tables_of(event, "W1.1")
    assert first.deal_id != second.deal_id
    assert not Deal.objects.filter(shared=True).exists()


def test_a_void_table_is_dealt_again_for_its_part_with_the_same_seats():
    event = a_final()
    win(event, "W1.1", "bot-01", "bot-02")
    broken = table_of(event, "W1.1")
    void_table(table_id=broken.pk, why="operator")
    settle_all()
    assert parts_of(event, "W1.1") == [1, 2, 2]
    assert handles_of(table_of(event, "W1.1")) == handles_of(broken)
    win(event, "W1.1", "bot-01", "bot-02")
    assert told(event, "W1.1") == [("bot-01", 1, "2"), ("bot-02", 2, "0")]
    assert audit_findings() == []


def test_who_withdraws_when_a_third_table_is_due_loses_by_walkover():
    event = a_running_event(*bots(4), match_plan=BEST_OF_THREE)
    win(event, "W1.1", "bot-04", "bot-01")
    first, last = (entrant_of(event, players_of(event)[index]) for index in (0, 3))
    actions.withdraw(entrant_id=last.pk, by=None)
    settle_all()
    assert states_of(event)["W1.1"] == "walkover"
    assert result_of(event, "W1.1").entrants == [first.pk]
    assert audit_findings() == []


def players_of(event: Tournament) -> list:
    return [entrant.player for entrant in event.entrants.order_by("pk")]


def test_tables_are_added_up_whoever_led_after_the_first():
    event = a_running_event(*bots(3), config={"seats": 3}, match_plan=TWO_TABLES)
    win(event, "F1.T1", "bot-01", "bot-02", "bot-03")
    assert states_of(event) == {"F1.T1": "live"}
    win(event, "F1.T1", "bot-02", "bot-03", "bot-01")
    assert told(event, "F1.T1") == [
        ("bot-02", 1, "3/2"),
        ("bot-01", 2, "1"),
        ("bot-03", 3, "1/2"),
    ]
    first, second = (handles_of(table) for table in tables_of(event, "F1.T1"))
    assert second == [*first[1:], first[0]]
    assert audit_findings() == []


def test_who_withdraws_at_the_second_table_is_last_there():
    event = a_running_event(*bots(3), config={"seats": 3}, match_plan=TWO_TABLES)
    win(event, "F1.T1", "bot-01", "bot-02", "bot-03")
    actions.withdraw(entrant_id=entrant_of(event, players_of(event)[0]).pk, by=None)
    win(event, "F1.T1", "bot-02", "bot-03")
    assert told(event, "F1.T1") == [
        ("bot-02", 1, "3/2"),
        ("bot-01", 2, "1"),
        ("bot-03", 3, "1/2"),
    ]


def test_who_withdraws_between_two_tables_keeps_what_it_has_and_the_others_go_on():
    event = a_running_event(*bots(3), config={"seats": 3}, match_plan=TWO_TABLES)
    Tournament.objects.filter(pk=event.pk).update(paused_at=event.created_at)
    win(event, "F1.T1", "bot-01", "bot-02", "bot-03")
    actions.withdraw(entrant_id=entrant_of(event, players_of(event)[0]).pk, by=None)
    Tournament.objects.filter(pk=event.pk).update(paused_at=None)
    actions.advance(event.pk)
    win(event, "F1.T1", "bot-03", "bot-02")
    assert [row[:2] for row in told(event, "F1.T1")] == [
        ("bot-01", 1),
        ("bot-03", 1),
        ("bot-02", 3),
    ]
    assert audit_findings() == []


def test_nothing_is_dealt_while_the_event_is_paused():
    event = a_final()
    Tournament.objects.filter(pk=event.pk).update(paused_at=event.created_at)
    win(event, "W1.1", "bot-01", "bot-02")
    assert (len(tables_of(event, "W1.1")), states_of(event)) == (1, {"W1.1": "ready"})


@pytest.mark.parametrize("number", [2, 3, 5])
def test_a_bracket_of_best_ofs_is_played_to_its_end(number):
    event = play_out(a_running_event(*bots(number), match_plan=BEST_OF_THREE))
    assert event.state == "closed"
    assert audit_findings() == []


def test_no_player_sits_at_more_tables_than_the_event_allows():
    one, two, three = bots(3)
    first = a_running_event(one, two)
    second = a_running_event(one, three, max_tables_each=1, name="Evening Open")
    assert states_of(second) == {"W1.1": "ready"}
    win(first, "W1.1", "bot-01", "bot-02")
    actions.advance(second.pk)
    assert states_of(second) == {"W1.1": "live"}
    assert Table.objects.filter(status=Table.Status.RUNNING).count() == 1


def test_an_event_that_stands_still_keeps_no_other_waiting():
    one, two, three = bots(3)
    first = a_running_event(one, two)
    second = a_running_event(one, three, max_tables_each=1, name="Evening Open")
    assert states_of(second) == {"W1.1": "ready"}
    directing.pause_tournament(tournament_id=first.pk, by=None, reason="the hall is closed")
    actions.advance(second.pk)
    assert states_of(second) == {"W1.1": "live"}


def test_where_the_format_seats_the_pairing_its_order_is_the_order_of_the_seats():
    event = an_open_event(*bots(3), config={"seats": 3}, match_plan=TWO_TABLES)
    Tournament.objects.filter(pk=event.pk).update(max_tables_each=1)
    other = a_running_event(players_of(event)[0], players_of(event)[1], name="Before")
    actions.start_tournament(tournament_id=event.pk, by=None)
    Match.objects.filter(stage__tournament=event).update(seated=True)
    win(other, "W1.1", "bot-01", "bot-02")
    actions.advance(event.pk)
    win(event, "F1.T1", "bot-01", "bot-02", "bot-03")
    first, second = (handles_of(table) for table in tables_of(event, "F1.T1"))
    assert (first, second) == (["bot-01", "bot-02", "bot-03"], ["bot-02", "bot-03", "bot-01"])
