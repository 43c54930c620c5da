"""The audit finds what was broken on purpose, and nothing where all is well."""

from __future__ import annotations

import pytest

from games.models import Seat, Table
from ratings.models import Contest
from tests.tournaments.helpers import (
    FOURS,
    a_running_event,
    bots,
    finish,
    match_of,
    play_out,
    settle_all,
    table_of,
    win,
)
from tournaments import actions
from tournaments.models import Act, Match, MatchResult, Tournament
from tournaments.queries import acts_of, audit_findings

pytestmark = pytest.mark.django_db


def codes() -> list[str]:
    return [finding.code for finding in audit_findings()]


@pytest.fixture
def event() -> Tournament:
    event = a_running_event(*bots(4))
    win(event, "W1.1", "bot-01", "bot-04")
    assert codes() == []
    return event


def test_a_rated_table_without_its_ledger_row_is_found(event):
    Contest.objects.update(source="table:elsewhere")
    assert codes() == ["rated_without_contest", "contest_without_table"]


def test_a_ledger_row_of_an_unrated_table_is_found(event):
    Table.objects.filter(unrated_code="", settled_at__isnull=False).update(unrated_code="casual")
    assert codes() == ["contest_without_table"]


def test_places_that_differ_from_the_ledger_are_found(event):
    seats = Seat.objects.filter(table=table_of(event, "W1.1"))
    first, second = seats.order_by("number").values_list("place", flat=True)
    seats.filter(number=0).update(place=second)
    seats.filter(number=1).update(place=first)
    assert codes() == ["contest_places_differ"]


def test_a_settled_table_whose_match_has_no_result_is_found(event):
    MatchResult.objects.all().delete()
    assert "table_without_result" in codes()


def test_a_result_of_entrants_who_did_not_sit_there_is_found(event):
    others = list(event.entrants.filter(seed__in=[2, 3]).values_list("pk", flat=True))
    MatchResult.objects.update(entrants=others)
    found = codes()
    assert "result_of_others" in found
    assert "match_fed_by_nothing" in found


def test_a_stored_state_that_does_not_follow_from_the_facts_is_found(event):
    Match.objects.filter(key="W2.1").update(state="skipped")
    assert codes() == ["match_state_differs"]


def test_an_event_that_closed_too_early_and_left_its_table_is_found(event):
    Tournament.objects.update(state="closed")
    assert codes() == ["closed_too_early", "table_outlives_event"]


def test_an_event_played_to_its_end_is_clean():
    play_out(a_running_event(*bots(5), config=FOURS))
    assert codes() == []


@pytest.mark.parametrize(
    ("policy", "words"), [("higher_seed", "by the higher seed"), ("lot", "by lot")]
)
def test_a_tie_at_the_cut_is_parted_and_put_on_record(policy, words):
    config = {**FOURS, "tie_policy": policy}
    event = a_running_event(*bots(8), config=config, casual=True)
    table = finish(table_of(event, "F1.T1"), "bot-01", "bot-04", "bot-05", "bot-08")
    Seat.objects.filter(table=table, place=3).update(place=2)
    settle_all()
    tied = list(event.entrants.filter(seed__in=[4, 5]).values_list("pk", flat=True))
    act = Act.objects.get(kind="tie_resolved")
    assert sorted(act.payload["entrants"]) == tied
    assert acts_of(event.pk)[0].text == f"A tie at the cut of F1.T1 was parted {words}."
    result = MatchResult.objects.get(match=match_of(event, "F1.T1"))
    assert result.places == [1, 2, 3, 4]
    if policy == "higher_seed":
        assert result.entrants[1:3] == tied


def test_a_table_of_an_event_that_is_settled_twice_by_hand_keeps_its_result(event):
    table = table_of(event, "W1.1")
    Table.objects.filter(pk=table.pk).update(settled_at=None)
    assert actions.settle_table(table.pk)
    assert codes() == []
