"""The audit finds what was broken between matches of several tables, results and ledger."""

from __future__ import annotations

import pytest

from games.models import Table
from players.models import Player
from ratings.models import Contest, ContestTeam
from tests.tournaments.directing import of
from tests.tournaments.helpers import a_running_event, bots, finish, settle_all, win
from tests.tournaments.sets import result_of, running_of, win_all
from tournaments.actions import directing
from tournaments.models import MatchResult, MatchTable, Tournament
from tournaments.queries import audit_findings

pytestmark = pytest.mark.django_db

ONE = ("bot-01", "bot-02")


def codes() -> list[str]:
    return [finding.code for finding in audit_findings()]


@pytest.fixture
def event() -> Tournament:
    """A duplicate of two that was won twice by bot-01."""
    event = a_running_event(*bots(2), match_plan={"kind": "duplicate"})
    win_all(event, "W1.1", ONE, ONE)
    assert codes() == []
    return event


def test_a_set_that_is_rated_as_one_but_not_in_the_ledger_is_found(event):
    Contest.objects.update(source="match:elsewhere")
    assert codes() == ["rated_without_contest", "contest_without_match"]


def test_a_contest_whose_tables_say_that_the_match_is_not_rated_is_found(event):
    Table.objects.update(unrated_code="casual")
    assert codes() == ["contest_without_table"]


def test_places_that_differ_from_the_ledger_are_found(event):
    ContestTeam.objects.update(place=1)
    assert codes() == ["contest_places_differ"]


def test_a_contest_of_a_match_without_its_result_is_found(event):
    MatchResult.objects.all().delete()
    assert set(codes()) >= {"table_without_result", "contest_without_match"}


def test_a_result_that_leaves_out_one_who_sat_there_is_found(event):
    result = MatchResult.objects.get()
    MatchResult.objects.update(entrants=result.entrants[:1], places=[1])
    assert "result_of_others" in codes()


def test_a_set_whose_tables_lie_in_two_matches_is_found(event):
    players = Player.objects.filter(handle__in=ONE).order_by("handle")
    other = a_running_event(*players, name="Evening Open")
    second = MatchTable.objects.filter(match__stage__tournament=event, number=2)
    second.update(match=other.stages.get().matches.get())
    assert "deal_of_other_matches" in codes()


def test_a_table_that_goes_on_beside_a_result_is_found():
    event = a_running_event(*bots(2), match_plan={"kind": "duplicate"})
    first, second = running_of(event, "W1.1")
    finish(first, *ONE)
    finish(second, *ONE)
    settle_all()
    Table.objects.filter(pk=second.pk).update(status=Table.Status.RUNNING)
    assert "table_outlives_match" in codes()


def test_a_best_of_that_is_still_going_on_is_no_finding():
    event = a_running_event(*bots(2), match_plan={"best_of": 5})
    for _ in range(2):
        win(event, "W1.1", *ONE)
        assert codes() == []


def test_a_best_of_played_to_its_end_without_a_result_is_found():
    event = a_running_event(*bots(2), match_plan={"tables": 2})
    for _ in range(2):
        win(event, "W1.1", *ONE)
    MatchResult.objects.all().delete()
    assert "table_without_result" in codes()


def test_a_set_whose_result_a_director_kept_for_others_stays_in_the_ledger():
    event = a_running_event(*bots(4), match_plan={"kind": "duplicate"})
    for key in ("W1.1", "W1.2", "W2.1"):
        for table in running_of(event, key):
            finish(table)
        settle_all()
    directing.void_result(**of(event, stage=1, match="W1.2", keep_later=True))
    assert result_of(event, "W2.1").cause == "override"
    assert Contest.objects.filter(source__endswith=":W2.1", voided_at=None).count() == 1
    assert audit_findings() == []
