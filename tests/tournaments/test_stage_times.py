"""Rounds that wait for their time, stages that run for a time, and events that stand still."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from tests.builders import a_bot
from tests.tournaments.helpers import (
    a_running_event,
    an_event,
    bots,
    finish,
    match_of,
    play_out,
    settle_all,
    win,
)
from tournaments import actions, tasks
from tournaments.actions import directing
from tournaments.errors import BadTournament, EntryNotOpen
from tournaments.facts import stage_ends_at
from tournaments.models import Match, MatchTable, Stage, Tournament
from tournaments.queries import tournaments_to_advance

pytestmark = pytest.mark.django_db

CUT = {"take": 2, "tie_policy": "higher_seed"}
FINAL = [{"format": "single-elimination", "config": {"seats": 2}, "cut": CUT}]


def stages(event: Tournament) -> list[Stage]:
    return list(Stage.objects.filter(tournament=event).order_by("number"))


def semi_finals(event: Tournament) -> None:
    win(event, "W1.1", "bot-01", "bot-04")
    win(event, "W1.2", "bot-02", "bot-03")


def test_a_round_that_is_ready_waits_in_sight_until_its_time_has_come():
    event = a_running_event(*bots(4), schedule={"every_minutes": 30})
    assert match_of(event, "W1.1").state == "live"
    semi_finals(event)
    final = match_of(event, "W2.1")
    assert (final.state, final.opens_at - event.started_at) == ("ready", dt.timedelta(minutes=30))
    assert event.pk not in tournaments_to_advance(10)
    actions.advance(event.pk)
    assert match_of(event, "W2.1").state == "ready"
    Match.objects.filter(pk=final.pk).update(opens_at=event.started_at)
    assert event.pk in tournaments_to_advance(10)
    tasks.advance_due()
    assert match_of(event, "W2.1").state == "live"


def test_rounds_of_a_later_stage_go_on_in_the_schedule():
    event = a_running_event(*bots(4), later_stages=FINAL, schedule={"every_minutes": 30})
    semi_finals(event)
    Match.objects.filter(key="W2.1").update(opens_at=None)
    actions.advance(event.pk)
    win(event, "W2.1", "bot-01", "bot-02")
    third_round = Match.objects.get(stage__number=2)
    assert third_round.opens_at - event.started_at == dt.timedelta(minutes=60)


def test_a_play_off_takes_no_round_of_the_schedule_from_the_stages_after_it():
    cut = {"take": 3, "tie_policy": "playoff"}
    event = a_running_event(
        *bots(4), later_stages=[{**FINAL[0], "cut": cut}], schedule={"every_minutes": 30}
    )
    semi_finals(event)
    Match.objects.filter(key="W2.1").update(opens_at=None)
    actions.advance(event.pk)
    win(event, "W2.1", "bot-01", "bot-02")
    third_round = event.started_at + dt.timedelta(minutes=60)
    assert match_of(event, "PO1").opens_at == third_round
    Match.objects.filter(key="PO1").update(opens_at=None)
    actions.advance(event.pk)
    win(event, "PO1", "bot-04", "bot-03")
    assert {match.round: match.opens_at for match in stages(event)[1].matches.all()} == {
        1: third_round,
        2: third_round + dt.timedelta(minutes=30),
    }


def test_while_an_event_stands_still_nothing_is_dealt_or_paired():
    event = a_running_event(*bots(4))
    Tournament.objects.filter(pk=event.pk).update(paused_at=event.started_at)
    semi_finals(event)
    assert match_of(event, "W2.1").state == "ready"
    assert event.pk not in tournaments_to_advance(10)
    Tournament.objects.filter(pk=event.pk).update(paused_at=None)
    assert event.pk in tournaments_to_advance(10)


def test_an_event_that_waits_for_players_to_be_free_is_looked_at_once_a_tick(monkeypatch):
    event = a_running_event(*bots(4), schedule={"every_minutes": 30})
    looked_at = []
    monkeypatch.setattr("tournaments.tasks.tournaments_to_advance", lambda limit: [event.pk])
    advance = actions.advance
    monkeypatch.setattr(
        "tournaments.actions.advance", lambda key: looked_at.append(key) or advance(key)
    )
    tasks.advance_due()
    assert looked_at == [event.pk]


ARENA = {"format": "arena", "config": {"matches_each": 0, "minutes": 30}}


def play_arena(event: Tournament, tables: int) -> None:
    for _ in range(tables):
        links = MatchTable.objects.filter(match__stage__tournament=event, table__status="running")
        finish(links.order_by("pk")[0].table)
        settle_all()


def test_an_arena_pairs_who_is_free_until_its_time_is_over():
    event = a_running_event(*bots(4), **ARENA, later_stages=FINAL)
    play_arena(event, 6)
    assert Match.objects.count() > 4
    begun = event.started_at - dt.timedelta(minutes=31)
    Stage.objects.filter(tournament=event).update(started_at=begun)
    published = Match.objects.count()
    while running := MatchTable.objects.filter(table__status="running", match__stage__number=1):
        finish(running[0].table)
        settle_all()
    assert Match.objects.filter(stage__number=1).count() == published
    assert [stage.number for stage in stages(event)] == [1, 2]
    assert play_out(event).state == "closed"


def test_the_tick_closes_a_stage_whose_time_ends_while_nobody_plays():
    event = a_running_event(*bots(2), **ARENA)
    Match.objects.update(state="done")
    assert event.pk not in tournaments_to_advance(10)
    Stage.objects.update(started_at=event.started_at - dt.timedelta(minutes=31))
    assert event.pk in tournaments_to_advance(10)


def test_an_arena_takes_late_entries_until_its_time_is_over():
    event = a_running_event(*bots(2), **ARENA, late_entry_rounds=1)
    play_arena(event, 3)
    late = actions.enter(tournament_id=event.pk, player_id=a_bot("late").pk, by=None)
    assert late.from_round > 1
    Stage.objects.update(started_at=event.started_at - dt.timedelta(minutes=31))
    with pytest.raises(EntryNotOpen, match="pairs nobody any more"):
        actions.enter(tournament_id=event.pk, player_id=a_bot("later").pk, by=None)


def test_a_pause_takes_nothing_from_the_time_of_a_stage():
    event = a_running_event(*bots(2), **ARENA)
    before = stage_ends_at(stages(event)[0])
    directing.pause_tournament(tournament_id=event.pk, by=None, reason="the power is off")
    earlier = timezone.now() - dt.timedelta(minutes=10)
    Tournament.objects.filter(pk=event.pk).update(paused_at=earlier)
    directing.resume_tournament(tournament_id=event.pk, by=None, reason="it is on again")
    assert stage_ends_at(stages(event)[0]) - before >= dt.timedelta(minutes=10)


def test_an_arena_has_no_rounds_to_schedule():
    with pytest.raises(BadTournament, match="Arena runs for a time and has no rounds"):
        an_event(**ARENA, schedule={"every_minutes": 5})
