"""Teams on equal deals: a table for every team, the finishing order of teams, one contest."""

from __future__ import annotations

import pytest

from games.actions import remove_player, void_table
from games.models import Seat, Table
from ratings.models import Contest, ContestPlayer, ContestTeam
from tests.games.helpers import play_one
from tests.tournaments.helpers import settle_all, states_of
from tests.tournaments.sets import (
    a_team_event,
    handles_of,
    leave_cards,
    parts_of,
    running_of,
    tables_of,
    team_of,
    told,
)
from tournaments import actions
from tournaments.models import Entrant, Tournament
from tournaments.queries import audit_findings

pytestmark = pytest.mark.django_db

KEY = {2: "W1.1", 3: "F1.T1", 4: "F1.T1"}


def played(event: Tournament, key: str, **left: int) -> None:
    """Every running table ends with so many cards left for its team: team_1=5."""
    for table in running_of(event, key):
        leave_cards(table, left[team_of(table).replace("-", "_")])
    settle_all()


def forfeit(table: Table) -> None:
    """After a move of the one, the other leaves."""
    play_one(table)
    second = Seat.objects.filter(table=table).order_by("number")[1]
    remove_player(table_id=table.pk, player_id=second.player_id)


def codes(event: Tournament, key: str) -> list[str]:
    return [table.unrated_code for table in tables_of(event, key)]


def test_every_team_gets_a_table_with_the_same_cards_and_keeps_its_seats():
    event = a_team_event(2)
    one, two = running_of(event, "W1.1")
    assert one.deal_id == two.deal_id
    assert {team_of(one), team_of(two)} == {"team-1", "team-2"}
    assert handles_of(one) == [f"ada-{team_of(one)[-1]}", f"ben-{team_of(one)[-1]}"]


def test_fewer_cards_left_win_and_the_contest_is_one_of_teams():
    event = a_team_event(3)
    played(event, "F1.T1", team_1=12, team_2=4, team_3=12)
    assert told(event, "F1.T1") == [
        ("team-2", 1, "2"), ("team-1", 2, "1/2"), ("team-3", 2, "1/2")
    ]  # fmt: skip
    contest = Contest.objects.get()
    assert (contest.source, contest.pool.division) == (
        f"match:{event.public_id}:1:F1.T1", "team"
    )  # fmt: skip
    places = ContestTeam.objects.order_by("seat").values_list("place", flat=True)
    assert sorted(places) == [1, 2, 2]
    team = ContestPlayer.objects.filter(team__place=1).order_by("number")
    assert list(team.values_list("player__handle", flat=True)) == ["ada-2", "ben-2"]
    assert codes(event, "F1.T1") == ["part_of_match"] * 3
    event.refresh_from_db()
    assert event.state == "closed"
    assert audit_findings() == []


def test_a_table_that_was_left_stands_below_every_finished_one():
    event = a_team_event(3)
    for table in running_of(event, "F1.T1"):
        if team_of(table) == "team-1":
            forfeit(table)
        else:
            leave_cards(table, 90)
    settle_all()
    assert told(event, "F1.T1")[2] == ("team-1", 3, "0")
    assert Contest.objects.count() == 1
    assert audit_findings() == []


def test_a_leave_before_the_first_go_is_a_forfeit_in_a_match_though_the_table_is_void():
    event = a_team_event(2, options={"start": "vote"})
    one, two = running_of(event, "W1.1")
    lost = team_of(one)
    quitter = Seat.objects.filter(table=one).order_by("number")[0]
    remove_player(table_id=one.pk, player_id=quitter.player_id)
    one.refresh_from_db()
    assert one.status == Table.Status.VOID
    leave_cards(two, 60)
    settle_all()
    assert told(event, "W1.1") == [(team_of(two), 1, "1"), (lost, 2, "0")]
    assert parts_of(event, "W1.1") == [1, 2]
    assert audit_findings() == []


def test_a_team_that_withdraws_forfeits_its_table():
    event = a_team_event(2)
    for table in running_of(event, "W1.1"):
        play_one(table)
    gone = Entrant.objects.get(tournament=event, name="team-1")
    actions.withdraw(entrant_id=gone.pk, by=None)
    for table in running_of(event, "W1.1"):
        leave_cards(table, 70)
    settle_all()
    assert [row[:2] for row in told(event, "W1.1")] == [("team-2", 1), ("team-1", 2)]


def test_matchpoints_are_added_up_over_all_deals():
    event = a_team_event(2, match_plan={"kind": "compare", "deals": 3})
    assert len(running_of(event, "W1.1")) == 6
    left = {"team-1": [40, 3, 8], "team-2": [0, 5, 9]}
    for table in running_of(event, "W1.1"):
        leave_cards(table, left[team_of(table)].pop(0))
    settle_all()
    assert told(event, "W1.1") == [("team-1", 1, "2"), ("team-2", 2, "1")]
    assert Contest.objects.count() == 1


def test_cards_left_may_decide_over_all_deals():
    plan = {"kind": "compare", "deals": 2, "scoring": "cards_left"}
    event = a_team_event(2, match_plan=plan)
    left = {"team-1": [40, 3], "team-2": [0, 5]}
    for table in running_of(event, "W1.1"):
        leave_cards(table, left[team_of(table)].pop(0))
    settle_all()
    assert told(event, "W1.1") == [("team-2", 1, "5"), ("team-1", 2, "43")]


def test_teams_that_are_level_are_parted_only_where_one_goes_on():
    event = a_team_event(3, config={"seats": 2})
    played(event, "W1.2", team_2=7, team_3=7)
    assert [row[:2] for row in told(event, "W1.2")] == [("team-2", 1), ("team-3", 2)]
    assert states_of(event)["W2.1"] == "live"
    played(event, "W2.1", team_1=7, team_2=7)
    assert [row[:2] for row in told(event, "W2.1")] == [("team-1", 1), ("team-2", 1)]
    assert audit_findings() == []


def test_an_operators_void_deals_anew_for_every_team():
    event = a_team_event(2)
    one, two = running_of(event, "W1.1")
    leave_cards(one, 3)
    void_table(table_id=two.pk, why="operator")
    settle_all()
    assert parts_of(event, "W1.1") == [1, 2, 1, 2]
    played(event, "W1.1", team_1=9, team_2=8)
    assert [row[0] for row in told(event, "W1.1")] == ["team-2", "team-1"]
    assert codes(event, "W1.1") == ["void", "void", "part_of_match", "part_of_match"]
    assert audit_findings() == []


def test_a_house_bot_that_played_on_for_a_seat_makes_the_match_unrated():
    event = a_team_event(2, options={"start": "random", "on_leave": "house_bot"})
    for table in running_of(event, "W1.1"):
        leave_cards(table, 5)
    driven = Seat.objects.filter(table=tables_of(event, "W1.1")[0], number=1)
    driven.update(driver="greedy", left_reason="deadline")
    settle_all()
    assert codes(event, "W1.1") == ["filler", "filler"]
    assert Contest.objects.count() == 0
    assert audit_findings() == []


def test_players_of_one_owner_may_be_a_team_but_not_two_teams():
    event = a_team_event(2)
    ada, ben = (Seat.objects.get(player__handle=name).player for name in ("ada-1", "ben-1"))
    ben.owner = ada.owner
    ben.save()
    played(event, "W1.1", team_1=5, team_2=6)
    assert Contest.objects.count() == 1
    again = a_team_event_of_one_owner(event)
    played(again, "W1.1", team_1=5, team_2=6)
    assert codes(again, "W1.1") == ["same_owner", "same_owner"]
    assert Contest.objects.count() == 1
    assert audit_findings() == []


def a_team_event_of_one_owner(first: Tournament) -> Tournament:
    """The same teams again, where ada of the one belongs to the owner of the other."""
    teams = {
        entrant.name: [member.player for member in entrant.members.order_by("number")]
        for entrant in Entrant.objects.filter(tournament=first)
    }
    teams["team-2"][0].owner = teams["team-1"][0].owner
    teams["team-2"][0].save()
    return a_team_event(2, teams=teams, name="Again")
