"""The demo keeps one event alive, whoever asks how often, and leaves other events alone."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.core.management import call_command

from bots import demo, tasks
from players.models import Player
from players.transactions import database_now
from tests.builders import a_bot
from tests.journeys.ticks import play_until_closed
from tournaments import actions
from tournaments.models import Entrant, Tournament
from tournaments.queries import audit_findings, standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_thinking(settings: Any) -> None:
    settings.HOUSE_PACE_MS = 0


def close(event: Tournament) -> None:
    actions.cancel_tournament(tournament_id=event.pk, by=None, reason="over")


def play_out(event: Tournament) -> None:
    """What worker and beat do, second by second, with the start moved to now."""
    Tournament.objects.filter(pk=event.pk).update(starts_at=database_now())
    actions.advance(event.pk)
    play_until_closed(event)


def test_sixteen_house_bots_have_names_of_their_own_and_two_strategies() -> None:
    players = demo.demo_players()
    assert len({player.handle for player in players}) == 16
    assert sorted({player.strategy for player in players}) == ["greedy", "random"]
    assert {player.owner_id for player in players} == {None}


def test_asking_twice_announces_one_event() -> None:
    event = demo.announce_next()
    assert event is not None
    assert demo.announce_next() is None
    assert (event.name, Entrant.objects.count()) == ("Hedgerow Cup 1", 16)


def test_the_kinds_of_events_take_turns() -> None:
    names = []
    for _ in range(8):
        event = demo.announce_next()
        assert event is not None
        names.append(event.name)
        close(event)
    assert names == [
        "Hedgerow Cup 1",
        "Meadow Fours 1",
        "Orchard Doubles 1",
        "Thicket Swiss 1",
        "Garden Groups 1",
        "Bower Pairs 1",
        "Hedgerow Cup 2",
        "Meadow Fours 2",
    ]


def test_a_visitor_has_most_of_a_minute_to_enter_a_bot() -> None:
    first = demo.announce_next()
    assert first is not None
    close(first)
    event = demo.announce_next()
    assert event is not None
    assert event.starts_at is not None
    left = event.starts_at - database_now()
    assert dt.timedelta(seconds=40) < left <= dt.timedelta(seconds=45)
    visitor = a_bot("visitor")
    actions.enter(tournament_id=event.pk, player_id=visitor.pk, by=visitor.owner)
    assert Entrant.objects.filter(tournament=event).count() == 9


def test_the_next_event_is_announced_shortly_before_the_running_one_ends() -> None:
    event = demo.announce_next()
    assert event is not None
    actions.start_tournament(tournament_id=event.pk, by=None)
    assert demo.announce_next() is None
    started_at = database_now() - dt.timedelta(seconds=90)
    Tournament.objects.filter(pk=event.pk).update(started_at=started_at)
    following = demo.announce_next()
    assert following is not None
    assert following.name == "Meadow Fours 1"


def test_no_third_event_begins_while_two_are_being_played() -> None:
    long_ago = database_now() - dt.timedelta(hours=1)
    for _ in range(2):
        event = demo.announce_next()
        assert event is not None
        actions.start_tournament(tournament_id=event.pk, by=None)
        Tournament.objects.filter(pk=event.pk).update(started_at=long_ago)
    assert demo.announce_next() is None


def test_an_event_of_somebody_else_does_not_stop_the_demo() -> None:
    actions.create_tournament(
        name="Spring Open", game="big-two", format="single-elimination", organiser=None
    )
    assert demo.announce_next() is not None


def test_the_task_does_nothing_where_the_demo_is_off(settings: Any) -> None:
    settings.DEMO = False
    tasks.keep_demo_going()
    assert not Tournament.objects.exists()
    settings.DEMO = True
    tasks.keep_demo_going()
    assert Tournament.objects.count() == 1


def test_the_command_says_what_it_announced_and_may_be_repeated(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("demo")
    call_command("demo")
    assert capsys.readouterr().out.count("Hedgerow Cup 1 starts at") == 1
    assert Player.objects.filter(owner=None).count() == 16


def test_no_kind_takes_longer_than_three_minutes() -> None:
    assert all(120 <= plan.seconds <= 180 for plan in demo.PLANS)


def test_the_pairs_have_names_and_two_players_each() -> None:
    event = the_next_after(5)
    assert event.name == "Bower Pairs 1"
    teams = Entrant.objects.filter(tournament=event).order_by("pk")
    assert [team.name for team in teams] == [
        "Alder & Elder",
        "Bramble & Fern",
        "Clover & Gorse",
        "Dogwood & Hawthorn",
    ]
    assert {team.members.count() for team in teams} == {2}


def the_next_after(others: int) -> Tournament:
    for _ in range(others):
        over = demo.announce_next()
        assert over is not None
        close(over)
    event = demo.announce_next()
    assert event is not None
    return event


@pytest.mark.parametrize(
    ("others_before", "entrants", "going_out"),
    [
        (0, 16, [3, 3, 5, 5, 5, 5, 9, 9, 9, 9, 9, 9, 9, 9]),
        (1, 8, [3, 4, 5, 5, 5, 5]),
        (2, 8, [3, 4, 5, 5, 7, 7]),
        (3, 12, []),
        (4, 8, [3, 3]),
        (5, 4, []),
    ],
)
def test_each_kind_is_played_to_its_champion(
    others_before: int, entrants: int, going_out: list[int]
) -> None:
    """`going_out` are the places from the third on, as far as the format fixes them."""
    event = the_next_after(others_before)
    play_out(event)
    places = [row.place for row in standings_of(event.pk)]
    assert (places[0], len(places)) == (1, entrants)
    assert places[2 : 2 + len(going_out)] == going_out
    assert audit_findings() == []
