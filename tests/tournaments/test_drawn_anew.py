"""A corrected result sends on others also where rounds are drawn one by one."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Table
from tests.tournaments.directing import facts_of, last_act, of, result_of
from tests.tournaments.helpers import a_running_event, bots, play_out, win
from tournaments.actions import directing
from tournaments.models import Match, MatchTable, Tournament
from tournaments.queries import audit_findings

pytestmark = pytest.mark.django_db

DRAWN: dict[str, tuple[dict[str, Any], int]] = {
    "tables with byes": ({"config": {"seats": 4, "advance": 3}}, 10),
    "wildcards": ({"config": {"seats": 4, "advance": 1, "wildcards": 2}}, 13),
    "two lives": ({"format": "double-elimination", "config": {"seats": 3, "advance": 1}}, 9),
}


def played_once(kind: str) -> Tournament:
    """The first round is over and the second one is dealt."""
    settings, n = DRAWN[kind]
    event = a_running_event(*bots(n), **settings)
    for key in keys_of(event, 1):
        win(event, key)
    return event


def keys_of(event: Tournament, number: int) -> list[str]:
    ours = Match.objects.filter(stage__tournament=event, round=number, voided_at=None)
    return list(ours.order_by("pk").values_list("key", flat=True))


def turn_round(event: Tournament, **more: object) -> tuple[int, int]:
    """The first match the other way round: who was first, and who was last, before."""
    key = keys_of(event, 1)[0]
    order = result_of(event, key)[0][::-1]
    places = {entrant: place for place, entrant in enumerate(order, start=1)}
    directing.override_result(**of(event, stage=1, match=key, places=places, **more))
    return order[-1], order[0]


def part_of(event: Tournament, entrant: int) -> set[str]:
    """In which parts of the drawing it plays after the first round."""
    later = Match.objects.filter(stage__tournament=event, round__gt=1, voided_at=None)
    return {match.section for match in later if ["entrant", entrant] in match.slots}


@pytest.mark.parametrize("kind", DRAWN)
def test_who_goes_on_by_the_corrected_result_plays_and_the_other_does_not(kind):
    event = played_once(kind)
    first, last = turn_round(event)
    has_two = kind == "two lives"
    assert part_of(event, first) == ({"losers"} if has_two else set())
    assert part_of(event, last) == ({"winners"} if has_two else {""})
    assert audit_findings() == []
    assert play_out(event).state == "closed"
    assert audit_findings() == []


@pytest.mark.parametrize("kind", DRAWN)
def test_undoing_it_brings_the_round_back(kind):
    event = played_once(kind)
    for key in keys_of(event, 2):
        win(event, key)
    before, pairs = facts_of(event), slots_of(event, 2)
    turn_round(event)
    assert slots_of(event, 2) != pairs
    directing.undo_act(**of(event, act_id=last_act(event).pk))
    assert (facts_of(event), slots_of(event, 2)) == (before, pairs)
    assert audit_findings() == []


def slots_of(event: Tournament, number: int) -> list[list[object]]:
    ours = Match.objects.filter(stage__tournament=event, round=number, voided_at=None)
    return list(ours.order_by("pk").values_list("slots", flat=True))


def test_a_result_that_is_taken_back_stops_the_rounds_that_follow():
    event = played_once("tables with byes")
    directing.void_result(**of(event, stage=1, match=keys_of(event, 1)[0]))
    assert keys_of(event, 2) == []
    running = MatchTable.objects.filter(table__status=Table.Status.RUNNING, voided_at=None)
    assert running.count() == 1
    win(event, keys_of(event, 1)[0])
    assert len(keys_of(event, 2)) == 2
    assert audit_findings() == []


def test_later_results_stand_as_decided_where_the_director_says_so():
    event = played_once("tables with byes")
    for key in keys_of(event, 2):
        win(event, key)
    pairs = slots_of(event, 2)
    turn_round(event, keep_later=True)
    assert slots_of(event, 2) == pairs
    causes = {key: result_of(event, key)[2] for key in keys_of(event, 2)}
    assert sorted(causes.values()) == ["override", "played"]
    assert audit_findings() == []


def test_the_preview_tells_the_tables_that_it_would_stop():
    event = played_once("tables with byes")
    key = keys_of(event, 1)[0]
    order = result_of(event, key)[0][::-1]
    places = {entrant: place for place, entrant in enumerate(order, start=1)}
    asked = of(event, stage=1, match=key, places=places)
    seen = directing.preview(event.pk, lambda: directing.override_result(**asked))
    assert len(seen.tables) == 2
    assert {moved.key for moved in seen.matches} >= {key, *keys_of(event, 2)}


def test_all_rounds_that_a_result_led_to_stay_where_they_are_to_be_kept():
    event = a_running_event(
        *bots(7), format="double-elimination", config={"seats": 4, "advance": 2}
    )
    for number in (1, 2, 3):
        for key in keys_of(event, number):
            win(event, key)
    first = keys_of(event, 1)[0]
    directing.void_result(**of(event, stage=1, match=first, keep_later=True))
    kept = [key for number in (2, 3) for key in keys_of(event, number)]
    assert [result_of(event, key)[2] for key in kept] == ["override"] * len(kept)
    assert audit_findings() == []
    assert play_out(event).state == "closed"
    assert audit_findings() == []
