"""One small event of every format and every kind of match, played by house bots to its end."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from django.core.management import call_command

from games.models import Table
from games.rules.registry import games
from ratings.models import Contest
from tests.builders import a_house_bot
from tests.journeys.events import assert_a_rebuild_changes_nothing
from tests.journeys.ticks import play_until_closed
from tournaments import actions
from tournaments.act_words import ACT_WORDS
from tournaments.formats.registry import formats
from tournaments.models import Match, Stage, Tournament
from tournaments.queries import acts_of, standings_of

pytestmark = pytest.mark.django_db

QUICK = {"game": "big-number", "options": {"single_deal": True}}
CO_OPERATIVE = {"game": next(each.code for each in games() if each.cooperative), "options": {}}
BRACKET = {"format": "single-elimination", "cut": {"per_group": 1}}


class Kind(NamedTuple):
    """An event and how it must come out, as far as that is the same whoever wins.

    `tables` are the numbers of tables that it may take: a reset or a play-off may come or not.
    """

    entrants: int
    tables: tuple[int, ...]
    settings: dict[str, Any]
    stages: int = 1


KINDS = {
    "single elimination": Kind(
        4, (4,), {"format": "single-elimination", "config": {"third_place": True}}
    ),
    "double elimination": Kind(4, (6, 7), {"format": "double-elimination"}),
    "double elimination at tables": Kind(
        6, (7, 8), {"format": "double-elimination", "config": {"seats": 3, "advance": 1}}
    ),
    "Swiss with a bye": Kind(5, (4,), {"format": "swiss", "config": {"rounds": 2}}),
    "pods": Kind(6, (4,), {"format": "pods", "config": {"seats": 3, "rounds": 2}}),
    "groups and a final": Kind(
        6,
        (7, 8, 9),
        {"format": "round-robin", "config": {"groups": 2}, "later_stages": [BRACKET]},
        stages=2,
    ),
    "stepladder": Kind(3, (2,), {"format": "stepladder"}),
    "ladder": Kind(4, (3, 4), {"format": "ladder", "config": {"matches_each": 2}}),
    "arena": Kind(4, (3, 4), {"format": "arena", "config": {"matches_each": 2}}),
    "league of two seasons": Kind(
        4, (4,), {"format": "league", "later_stages": [{"format": "league"}]}, stages=2
    ),
    "best of three": Kind(
        2, (2, 3), {"format": "single-elimination", "match_plan": {"best_of": 3}}
    ),
    "a duplicate match": Kind(
        2, (2,), {"format": "single-elimination", "match_plan": {"kind": "duplicate"}}
    ),
    "teams compared": Kind(
        2,
        (2,),
        {
            "format": "single-elimination",
            "match_plan": {"kind": "compare", "deals": 1},
            "team_size": 2,
            **CO_OPERATIVE,
        },
    ),
}


@pytest.fixture(autouse=True)
def _no_thinking(settings: Any) -> None:
    settings.HOUSE_PACE_MS = 0


def a_started_event(kind: Kind) -> Tournament:
    settings = {**QUICK, **kind.settings}
    event = actions.create_tournament(name="Small Cup", organiser=None, **settings)
    actions.open_entry(tournament_id=event.pk, by=None)
    for number in range(1, kind.entrants + 1):
        keys = [a_house_bot(f"House-{number}-{each}").pk for each in range(event.team_size)]
        actions.enter(tournament_id=event.pk, player_id=keys[0], by=None, team=keys[1:])
    actions.start_tournament(tournament_id=event.pk, by=None)
    return event


@pytest.mark.parametrize("name", KINDS)
def test_house_bots_play_it_to_its_end_and_nothing_is_amiss(name: str) -> None:
    kind = KINDS[name]
    event = play_until_closed(a_started_event(kind))
    assert event.closed_reason == ""
    assert Table.objects.filter(status="over").count() == Table.objects.count()
    assert Table.objects.count() in kind.tables
    assert Stage.objects.filter(tournament=event, closed_at__isnull=False).count() == kind.stages
    assert set(Match.objects.values_list("state", flat=True)) <= {"done", "skipped"}
    rows = standings_of(event.pk)
    assert len(rows) == kind.entrants
    assert rows[0].place == 1
    assert not Contest.objects.filter(sequence=None).exists()
    assert_a_rebuild_changes_nothing()
    call_command("audit")
    assert {act.kind for act in acts_of(event.pk, limit=100)} <= set(ACT_WORDS)


def test_no_format_is_missing_here() -> None:
    played = {kind.settings["format"] for kind in KINDS.values()}
    assert played == {each.code for each in formats()}
