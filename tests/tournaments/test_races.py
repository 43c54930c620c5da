"""Several workers at once: one result, one ledger row, one table a match, and no deadlock."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.models import Table
from ratings.models import Contest
from tests.tournaments.helpers import (
    a_running_event,
    an_open_event,
    bots,
    entrant_of,
    finish,
    play_out,
    settle_all,
    states_of,
    table_of,
)
from tournaments import actions
from tournaments.models import Act, MatchResult, MatchTable
from tournaments.queries import audit_findings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.requires_postgresql]


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Run the calls in threads that begin together; their answers, or what they raised."""
    gate = threading.Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        gate.wait()
        try:
            return call()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def test_eight_workers_settle_a_table_once():
    event = a_running_event(*bots(4))
    table = finish(table_of(event, "W1.1"), "bot-01", "bot-04")
    answers = at_once(*[lambda: actions.settle_table(table.pk)] * 8)
    assert sorted(map(str, answers)) == ["False"] * 7 + ["True"]
    assert (MatchResult.objects.count(), Contest.objects.count()) == (1, 1)


def test_two_semi_finals_that_end_together_deal_one_final():
    event = a_running_event(*bots(4))
    one = finish(table_of(event, "W1.1"), "bot-01", "bot-04")
    two = finish(table_of(event, "W1.2"), "bot-02", "bot-03")
    calls = [lambda: actions.settle_table(one.pk), lambda: actions.settle_table(two.pk)]
    answers = at_once(*calls, *calls, lambda: actions.advance(event.pk))
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert states_of(event)["W2.1"] == "live"
    assert MatchTable.objects.filter(match__key="W2.1").count() == 1


def test_an_event_that_several_start_is_drawn_once():
    event = an_open_event(*bots(6))
    start = [lambda: actions.start_tournament(tournament_id=event.pk, by=None)] * 4
    assert at_once(*start) == [None] * 4
    assert Act.objects.filter(kind="started").count() == 1
    assert sorted(states_of(event).values()) == ["blocked"] * 3 + ["live"] * 2
    assert Table.objects.count() == 2


def test_a_place_that_two_want_goes_to_one():
    one, two, three = bots(3)
    event = an_open_event(one, max_entrants=2)
    answers = at_once(
        *[
            lambda player=player: actions.enter(
                tournament_id=event.pk, player_id=player.pk, by=None
            )
            for player in (two, three)
        ]
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["Entrant", "TournamentFull"]


@pytest.mark.parametrize("attempt", range(5))
def test_withdrawing_races_the_end_of_the_table_and_the_event_goes_on(attempt):
    players = bots(4)
    event = a_running_event(*players)
    table = finish(table_of(event, "W1.1"), "bot-01", "bot-04")
    answers = at_once(
        lambda: actions.settle_table(table.pk),
        lambda: actions.withdraw(entrant_id=entrant_of(event, players[0]).pk, by=None),
        lambda: actions.withdraw(entrant_id=entrant_of(event, players[1]).pk, by=None),
    )
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    settle_all()
    assert play_out(event).state == "closed"
    assert audit_findings() == []


def test_cancelling_races_settling_and_nothing_outlives_the_event():
    event = a_running_event(*bots(4))
    table = finish(table_of(event, "W1.1"), "bot-01", "bot-04")
    answers = at_once(
        lambda: actions.settle_table(table.pk),
        lambda: actions.cancel_tournament(tournament_id=event.pk, by=None),
    )
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    settle_all()
    assert Contest.objects.count() == 1
    assert not Table.objects.filter(status=Table.Status.RUNNING).exists()
    assert audit_findings() == []
