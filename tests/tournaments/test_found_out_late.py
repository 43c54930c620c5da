"""Whoever is disqualified after the end comes last; everybody else keeps order and results."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.directing import WHY, facts_of, last_act, of
from tests.tournaments.helpers import a_running_event, an_open_event, bots, entrant_of, play_out
from tests.tournaments.sets import a_team_event
from tournaments import actions
from tournaments.actions import directing
from tournaments.errors import TournamentOver
from tournaments.models import Tournament
from tournaments.queries import audit_findings, standings_of

pytestmark = pytest.mark.django_db

FORMATS: dict[str, dict[str, Any]] = {
    "single elimination": {"config": {"seats": 2, "third_place": True}},
    "elimination at tables": {"config": {"seats": 3}},
    "double elimination": {"format": "double-elimination", "config": {}},
    "stepladder": {"format": "stepladder", "config": {}},
    "round robin": {"format": "round-robin", "config": {}},
    "swiss": {"format": "swiss", "config": {"rounds": 2}},
    "pods": {"format": "pods", "config": {"seats": 3, "rounds": 2}},
}
GROUPS: dict[str, Any] = {
    "format": "round-robin",
    "config": {"groups": 2},
    "later_stages": [
        {
            "format": "single-elimination",
            "config": {"seats": 2},
            "cut": {"per_group": 1, "tie_policy": "higher_seed"},
        }
    ],
}


def order_of(event: Tournament) -> list[str]:
    return [row.name for row in standings_of(event.pk)]


@pytest.mark.parametrize("settings", FORMATS.values(), ids=FORMATS)
def test_the_winner_of_an_event_that_is_over_comes_last(settings):
    event = play_out(a_running_event(*(players := bots(6)), **settings))
    before, facts = order_of(event), facts_of(event)
    winner = next(each for each in players if each.handle == before[0])
    for _ in range(2):
        actions.disqualify(entrant_id=entrant_of(event, winner).pk, by=None, reason=WHY)
    event.refresh_from_db()
    assert event.state == Tournament.State.CLOSED
    assert order_of(event) == [*before[1:], before[0]]
    assert standings_of(event.pk)[0].place == 1
    assert facts_of(event)["results"] == facts["results"]
    assert facts_of(event)["contests"] == facts["contests"]
    assert audit_findings() == []
    directing.undo_act(**of(event, act_id=last_act(event).pk))
    event.refresh_from_db()
    assert (event.state, order_of(event)) == (Tournament.State.CLOSED, before)
    assert facts_of(event) == facts
    assert audit_findings() == []


def test_so_does_who_won_a_final_after_groups():
    event = play_out(a_running_event(*(players := bots(6)), **GROUPS))
    before = order_of(event)
    winner = next(each for each in players if each.handle == before[0])
    actions.disqualify(entrant_id=entrant_of(event, winner).pk, by=None, reason=WHY)
    after = order_of(event)
    # Its group moves up a place, and so may pass those who were as good in the other one.
    assert (after[0], after[-1], sorted(after)) == (before[1], before[0], sorted(before))
    directing.undo_act(**of(event, act_id=last_act(event).pk))
    assert order_of(event) == before


def test_so_does_a_team():
    event = play_out(a_team_event(3, match_plan={"kind": "compare", "deals": 1}))
    best = standings_of(event.pk)[0]
    actions.disqualify(entrant_id=best.entrant_id, by=None, reason=WHY)
    assert standings_of(event.pk)[-1].name == best.name


def test_withdrawing_from_what_is_over_is_refused():
    event = play_out(a_running_event(*(players := bots(2))))
    with pytest.raises(TournamentOver, match="is closed; what happened stands"):
        actions.withdraw(entrant_id=entrant_of(event, players[0]).pk, by=None)


def test_nobody_is_disqualified_from_what_was_cancelled_or_never_began():
    cancelled = a_running_event(*(players := bots(2)))
    actions.cancel_tournament(tournament_id=cancelled.pk, by=None, reason="rain")
    with pytest.raises(TournamentOver, match="is cancelled"):
        actions.disqualify(entrant_id=entrant_of(cancelled, players[0]).pk, by=None, reason=WHY)
    empty = an_open_event(players[0])
    actions.start_tournament(tournament_id=empty.pk, by=None)
    with pytest.raises(TournamentOver, match="is closed"):
        actions.disqualify(entrant_id=entrant_of(empty, players[0]).pk, by=None, reason=WHY)
