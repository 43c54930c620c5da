"""Whoever withdraws never holds up the others."""

from __future__ import annotations

import pytest

from games.models import Seat, Table
from tests.tournaments.helpers import (
    FOURS,
    a_running_event,
    bots,
    entrant_of,
    play_out,
    settle_all,
    states_of,
    table_of,
    win,
)
from tournaments import actions
from tournaments.errors import TournamentOver
from tournaments.models import Act, MatchResult, Tournament
from tournaments.queries import audit_findings, standings_of

pytestmark = pytest.mark.django_db


def withdraw(event: Tournament, *players) -> None:
    for player in players:
        actions.withdraw(entrant_id=entrant_of(event, player).pk, by=player.owner, reason="gone")


def places(event: Tournament) -> dict[str, int]:
    return {row.name: row.place for row in standings_of(event.pk)}


def test_it_leaves_its_running_table_which_goes_on_without_it():
    one, two, three, four = bots(4)
    event = a_running_event(one, two, three, four, config=FOURS)
    withdraw(event, one)
    table = table_of(event, "F1.T1")
    seat = Seat.objects.get(table=table, player=one)
    assert (table.status, seat.left_reason) == (Table.Status.RUNNING, "removed")
    event = play_out(event)
    assert places(event)["bot-01"] == 4


def test_a_table_of_two_ends_and_the_other_goes_on():
    one, two, three, four = bots(4)
    event = a_running_event(one, two, three, four)
    withdraw(event, four)
    settle_all()
    assert states_of(event)["W1.1"] == "done"
    win(event, "W1.2", "bot-02", "bot-03")
    assert states_of(event)["W2.1"] == "live"


def test_its_later_match_is_a_walkover_as_soon_as_the_other_is_known():
    one, two, three, four = bots(4)
    event = a_running_event(one, two, three, four)
    win(event, "W1.1", "bot-01", "bot-04")
    withdraw(event, one)
    assert states_of(event)["W2.1"] == "blocked"
    win(event, "W1.2", "bot-03", "bot-02")
    event.refresh_from_db()
    assert event.state == "closed"
    assert states_of(event)["W2.1"] == "walkover"
    assert places(event) == {"bot-03": 1, "bot-01": 2, "bot-02": 3, "bot-04": 3}
    assert MatchResult.objects.get(match__key="W2.1").cause == "walkover"
    assert audit_findings() == []


def test_when_all_but_one_withdraw_the_last_one_has_won():
    one, two, three = bots(3)
    event = a_running_event(one, two, three)
    withdraw(event, two, three)
    settle_all()
    event.refresh_from_db()
    assert event.state == "closed"
    assert places(event) == {"bot-01": 1, "bot-03": 2, "bot-02": 3}


def test_two_who_withdrew_skip_their_match():
    players = bots(8)
    event = a_running_event(*players)
    for key, winner, loser in (("W1.1", 1, 8), ("W1.2", 4, 5)):
        if key == "W1.2":
            withdraw(event, players[0])
        win(event, key, f"bot-0{winner}", f"bot-0{loser}")
    assert states_of(event)["W2.1"] == "walkover"
    withdraw(event, players[3])
    event = play_out(event)
    assert states_of(event)["W3.1"] == "walkover"
    assert event.state == "closed"
    assert sorted(places(event).values()) == [1, 2, 3, 3, 5, 5, 5, 5]


def test_the_act_names_who_and_why():
    one, two = bots(2)
    event = a_running_event(one, two)
    withdraw(event, one)
    act = Act.objects.get(kind="withdrawn")
    assert act.payload == {"entrant": "bot-01", "entrant_id": entrant_of(event, one).pk}
    assert (act.reason, act.actor) == ("gone", one.owner)


def test_nobody_withdraws_from_an_event_that_is_over():
    one, two = bots(2)
    event = play_out(a_running_event(one, two))
    with pytest.raises(TournamentOver, match="Autumn Open is closed; what happened stands"):
        withdraw(event, one)


@pytest.mark.parametrize("config", [{"seats": 2}, FOURS, {"seats": 3}])
def test_an_event_ends_whoever_withdraws(config):
    players = bots(7)
    event = a_running_event(*players, config=config)
    withdraw(event, players[1], players[5])
    settle_all()
    actions.advance(event.pk)
    withdraw(event, players[0])
    event = play_out(event)
    assert event.state == "closed"
    assert len(places(event)) == 7
    assert audit_findings() == []
