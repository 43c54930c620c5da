"""Chances of a running event: made when results land, shown with how they came about."""

from __future__ import annotations

import pytest

from tests.tournaments.helpers import (
    a_running_event,
    an_open_event,
    bots,
    entrant_of,
    play_out,
    win,
)
from tournaments import actions, queries, tasks
from tournaments.models import Foretelling
from tournaments.tasks import foretell_due

pytestmark = pytest.mark.django_db


def test_chances_stand_after_the_tick_and_follow_every_result():
    event = a_running_event(*(players := bots(4)))
    assert queries.odds_of(event.pk) is None
    foretell_due()
    odds = queries.odds_of(event.pk)
    assert odds is not None
    assert odds.runs == 1000
    assert sum(row.chance for row in odds.rows) == pytest.approx(1)
    assert set(odds.places) == {"W1.1", "W1.2"}
    pair = {entrant_of(event, players[0]).pk, entrant_of(event, players[3]).pk}
    assert odds.places["W1.1"] == dict.fromkeys(pair, (0.5, 0.5))
    win(event, "W1.1", "bot-01", "bot-04")
    foretell_due()
    after = queries.odds_of(event.pk)
    assert after is not None
    assert {row.name: row.chance for row in after.rows}["bot-04"] == 0
    assert set(after.places) == {"W1.2"}


def test_nothing_is_worked_out_twice_for_the_same_facts():
    event = a_running_event(*bots(4))
    assert [key for key, _ in queries.events_to_foretell(10)] == [event.pk]
    foretell_due()
    assert queries.events_to_foretell(10) == []
    made = Foretelling.objects.get().made_at
    foretell_due()
    assert Foretelling.objects.get().made_at == made
    actions.withdraw(entrant_id=event.entrants.first().pk, by=None)
    assert [key for key, _ in queries.events_to_foretell(10)] == [event.pk]


def test_a_tick_that_comes_while_another_still_works_leaves_its_thread_to_the_clock():
    event = a_running_event(*bots(4))
    with tasks._foretelling:
        foretell_due()
        assert queries.odds_of(event.pk) is None
    foretell_due()
    assert queries.odds_of(event.pk) is not None


def test_an_arena_that_ends_with_its_time_is_open_as_long_as_there_is_time():
    config = {"minutes": 60, "matches_each": 0}
    event = a_running_event(*bots(4), format="arena", config=config)
    key = event.stages.get().matches.order_by("pk")[0].key
    win(event, key)
    foretell_due()
    odds = queries.odds_of(event.pk)
    assert sum(row.chance for row in odds.rows) == pytest.approx(1)
    assert all(0.02 < row.chance < 0.8 for row in odds.rows)


def test_only_running_events_are_foretold():
    an_open_event(*bots(3))
    assert queries.events_to_foretell(10) == []


def test_an_event_that_is_over_keeps_what_was_foretold_last():
    event = a_running_event(*bots(2))
    foretell_due()
    play_out(event)
    assert queries.events_to_foretell(10) == []
    assert queries.odds_of(event.pk) is not None


def test_the_same_facts_give_the_same_chances():
    a_running_event(*bots(8))
    foretell_due()
    first = Foretelling.objects.get().wins
    Foretelling.objects.all().delete()
    foretell_due()
    assert Foretelling.objects.get().wins == first
