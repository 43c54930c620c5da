"""Dealing a round: few statements however large it is, and matches as a whole."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Table
from tests.builders import some_bots
from tests.tournaments.helpers import an_event, an_open_event, states_of
from tests.tournaments.sets import START_BY_LOT, a_team, running_of, some_teams
from tournaments import actions
from tournaments.facts import stage_facts
from tournaments.models import EntrantPlayer, Tournament

pytestmark = pytest.mark.django_db

CYCLIC = {"kind": "duplicate"}


def a_paused_event(number: int, prefix: str, **settings: Any) -> Tournament:
    """Started, with every first match ready and none dealt."""
    players = some_bots(*(f"{prefix}-{index:02}" for index in range(1, number + 1)))
    event = an_open_event(*players, name=f"{prefix} open", **settings)
    Tournament.objects.filter(pk=event.pk).update(paused_at=event.created_at)
    actions.start_tournament(tournament_id=event.pk, by=None)
    Tournament.objects.filter(pk=event.pk).update(paused_at=None)
    return event


def statements_of(call: Any) -> int:
    with CaptureQueriesContext(connection) as captured:
        call()
    return len(captured)


@pytest.mark.parametrize("plan", [{}, CYCLIC], ids=["one table", "duplicate"])
def test_sixteen_matches_take_as_many_statements_as_two(plan):
    small = a_paused_event(4, "bot", match_plan=plan)
    large = a_paused_event(32, "rob", match_plan=plan)
    few = statements_of(lambda: actions.advance(small.pk))
    many = statements_of(lambda: actions.advance(large.pk))
    assert many <= few <= 35
    assert list(states_of(large).values()).count("live") == 16
    assert Table.objects.filter(status="running").count() == 18 * (2 if plan else 1)


def test_a_stage_is_read_in_four_statements_however_many_play_it():
    event = a_paused_event(24, "bot")
    stage = event.stages.get()
    assert statements_of(lambda: stage_facts(stage)) == 4


def test_a_match_is_dealt_as_a_whole_though_it_has_more_tables_than_one_call_deals(monkeypatch):
    monkeypatch.setattr("tournaments.actions.dealing.DEALT_AT_ONCE", 3)
    event = a_paused_event(8, "bot", match_plan=CYCLIC)
    assert actions.advance(event.pk) is True
    assert [len(running_of(event, f"W1.{number}")) for number in (1, 2, 3, 4)] == [2, 2, 0, 0]
    assert actions.advance(event.pk) is True
    assert [len(running_of(event, f"W1.{number}")) for number in (1, 2, 3, 4)] == [2, 2, 2, 2]
    assert actions.advance(event.pk) is False


def test_a_match_that_cannot_be_dealt_is_tried_alone_and_holds_no_other_up():
    event = an_event(
        game="the-game",
        options=START_BY_LOT,
        team_size=2,
        match_plan={"kind": "compare"},
    )
    actions.open_entry(tournament_id=event.pk, by=None)
    for name, players in some_teams(4, 2).items():
        a_team(event, name, players)
    Tournament.objects.filter(pk=event.pk).update(paused_at=event.created_at)
    actions.start_tournament(tournament_id=event.pk, by=None)
    Tournament.objects.filter(pk=event.pk).update(paused_at=None)
    EntrantPlayer.objects.filter(entrant__name="team-1", number=2).delete()
    actions.advance(event.pk)
    assert states_of(event) == {"W1.1": "ready", "W1.2": "live", "W2.1": "blocked"}
    event.refresh_from_db()
    assert event.advance_failures == 1
