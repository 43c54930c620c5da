"""Several workers at once: one result, one ledger row, one table a match, and no deadlock."""

from __future__ import annotations

import datetime as dt
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from django.db import connection
from django.utils import timezone

from games.models import Table
from ratings.models import Contest
from tests.builders import a_bot
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
from tournaments.models import Act, Match, MatchResult, MatchTable, Stage, Tournament
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
        lambda: actions.cancel_tournament(tournament_id=event.pk, by=None, reason="rain"),
    )
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    settle_all()
    assert Contest.objects.count() == 1
    assert not Table.objects.filter(status=Table.Status.RUNNING).exists()
    assert audit_findings() == []


def played_but_for_one(event: Tournament) -> Table:
    """All tables of the round are settled; this one has ended and waits for its settling."""
    links = MatchTable.objects.filter(match__stage__tournament=event, table__status="running")
    tables = [finish(link.table) for link in links.select_related("table").order_by("pk")]
    for table in tables[1:]:
        actions.settle_table(table.pk)
    return tables[0]


@contextmanager
def dying_worker(table: Table) -> Iterator[subprocess.Popen[str]]:
    """A process that has published the next round in a transaction which it will never end.

    However the test ends, the process does, and nothing of it stays open.
    """
    where = connection.settings_dict
    address = f"{where['HOST']}:{where['PORT']}/{where['NAME']}"
    with subprocess.Popen(
        [sys.executable, "-m", "tests.tournaments.dying_worker", str(table.pk)],
        env={**os.environ, "DATABASE_URL": f"postgres://{where['USER']}@{address}"},
        stdout=subprocess.PIPE,
        text=True,
    ) as worker:
        try:
            assert worker.stdout is not None
            assert worker.stdout.readline() == "published\n"
            yield worker
        finally:
            worker.kill()


def kill_once_others_wait(worker: subprocess.Popen[str], waiting: int) -> None:
    count = "SELECT count(DISTINCT pid), pg_sleep(0.02) FROM pg_locks WHERE NOT granted"
    try:
        with connection.cursor() as cursor:
            locked = 0
            while locked < waiting:
                cursor.execute(count)
                locked = cursor.fetchone()[0]
    finally:
        worker.kill()
        worker.wait()
        connection.close()


def test_a_round_is_made_once_by_eight_workers_of_whom_one_is_killed_in_the_middle():
    event = a_running_event(*bots(16), format="swiss", config={"rounds": 3})
    table = played_but_for_one(event)
    with dying_worker(table) as worker:
        assert Match.objects.filter(round=2).count() == 0  # It has not committed.
        calls = [lambda: actions.settle_table(table.pk)] * 6 + [lambda: actions.advance(event.pk)]
        answers = at_once(*calls, lambda: kill_once_others_wait(worker, 7))
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert answers[:6].count(True) == 1
    keys = sorted(Match.objects.filter(round=2).values_list("key", flat=True))
    assert keys == [f"R2.{board}" for board in range(1, 9)]
    paired = [entrant for match in Match.objects.filter(round=2) for _, entrant in match.slots]
    assert len(set(paired)) == len(paired) == 16
    assert MatchTable.objects.filter(match__round=2).count() == 8
    assert play_out(event).state == "closed"
    assert audit_findings() == []


def test_a_stage_that_several_end_is_followed_by_one():
    event = a_running_event(*bots(2), later_stages=[{"format": "single-elimination"}])
    table = finish(table_of(event, "W1.1"))
    answers = at_once(
        *[lambda: actions.settle_table(table.pk)] * 4, *[lambda: actions.advance(event.pk)] * 4
    )
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert list(Stage.objects.order_by("number").values_list("number", flat=True)) == [1, 2]
    assert Act.objects.filter(kind="stage_started").count() == 1
    assert Match.objects.filter(stage__number=2).count() == 1


def test_eight_workers_announce_an_event_of_a_series_once():
    series = actions.create_series(
        name="Daily Cup",
        template={"game": "big-two", "format": "single-elimination", "config": {"seats": 2}},
        rule="FREQ=DAILY",
        first_at=timezone.now() + dt.timedelta(hours=1),
        organiser=None,
    )
    answers = at_once(*[lambda: actions.announce_occurrence(series.pk)] * 8)
    assert sorted(type(answer).__name__ for answer in answers) == ["NoneType"] * 7 + ["Tournament"]
    assert Tournament.objects.filter(series=series).count() == 1


def test_a_late_entry_races_the_round_and_is_paired_or_waits():
    event = a_running_event(*bots(6), format="swiss", config={"rounds": 3}, late_entry_rounds=3)
    late = a_bot("late")
    table = played_but_for_one(event)
    answers = at_once(
        lambda: actions.settle_table(table.pk),
        lambda: actions.enter(tournament_id=event.pk, player_id=late.pk, by=None),
        lambda: actions.advance(event.pk),
    )
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert entrant_of(event, late).from_round in (2, 3)
    assert play_out(event).state == "closed"
    assert audit_findings() == []
