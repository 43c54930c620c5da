"""Tables of a set that end and are settled at the same instant: one result, one contest."""

from __future__ import annotations

import pytest

from games.actions import void_table
from games.models import Deal, Table
from ratings.models import Contest
from tests.tournaments.helpers import a_running_event, bots, finish, settle_all, states_of
from tests.tournaments.sets import parts_of, running_of, tables_of
from tests.tournaments.test_races import at_once
from tournaments import actions
from tournaments.models import MatchResult, MatchTable
from tournaments.queries import audit_findings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.requires_postgresql]

FULL = {"kind": "duplicate", "rotation": "full"}


def settle(*tables: Table) -> list[object]:
    return at_once(*[lambda key=table.pk: actions.settle_table(key) for table in tables])


def test_six_tables_settled_by_six_workers_make_one_result_and_one_contest():
    event = a_running_event(*bots(3), config={"seats": 3}, match_plan=FULL)
    tables = [finish(table) for table in running_of(event, "F1.T1")]
    assert settle(*tables) == [True] * 6
    assert (MatchResult.objects.count(), Contest.objects.count()) == (1, 1)
    assert {table.unrated_code for table in tables_of(event, "F1.T1")} == {"part_of_match"}
    event.refresh_from_db()
    assert event.state == "closed"
    assert audit_findings() == []


def test_the_deal_of_tables_that_end_at_one_instant_is_open_once_they_are_settled():
    event = a_running_event(*bots(2), match_plan={"kind": "duplicate"})
    tables = running_of(event, "W1.1")
    ends = [lambda table=table: finish(table, "bot-01", "bot-02") for table in tables]
    assert not [answer for answer in at_once(*ends) if isinstance(answer, Exception)]
    settle(*tables)
    assert Deal.objects.get(pk=tables[0].deal_id).revealed_at is not None
    assert audit_findings() == []


def test_two_void_tables_of_a_set_are_followed_by_one_new_set():
    event = a_running_event(*bots(2), match_plan={"kind": "duplicate"})
    tables = running_of(event, "W1.1")
    for table in tables:
        void_table(table_id=table.pk, why="operator")
    settle(*tables)
    settle_all()
    actions.advance(event.pk)
    assert parts_of(event, "W1.1") == [1, 2, 1, 2]
    assert states_of(event) == {"W1.1": "live"}
    assert audit_findings() == []


def test_eight_workers_deal_a_set_once():
    event = a_running_event(*bots(2), match_plan={"kind": "duplicate", "deals": 2})
    MatchTable.objects.all().delete()
    Table.objects.all().update(status=Table.Status.VOID, settled_at=event.created_at)
    event.stages.get().matches.update(state="ready")
    answers = at_once(*[lambda: actions.advance(event.pk)] * 8)
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert parts_of(event, "W1.1") == [1, 2, 3, 4]
