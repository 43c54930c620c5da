"""Undo gives back the facts as they were, also the undoing of an undo, also a replacement."""

from __future__ import annotations

import pytest

from tests.builders import a_bot
from tests.tournaments.directing import WHY, facts_of, last_act, of, result_of
from tests.tournaments.helpers import (
    a_running_event,
    bots,
    entrant_of,
    settle_all,
    states_of,
    win,
)
from tournaments import actions
from tournaments.actions import directing
from tournaments.errors import (
    CannotUndo,
)
from tournaments.models import Act, Entrant, Tournament
from tournaments.queries import audit_findings

pytestmark = pytest.mark.django_db


class TestUndo:
    def test_undo_of_an_override_is_the_identity(self):
        event = a_running_event(*bots(8))
        for key in ("W1.1", "W1.2", "W1.3", "W1.4", "W2.1"):
            win(event, key)
        before = facts_of(event)
        winner, loser = result_of(event, "W1.1")[0]
        directing.override_result(**of(event, stage=1, match="W1.1", places={winner: 2, loser: 1}))
        assert facts_of(event) != before
        directing.undo_act(**of(event, act_id=last_act(event).pk))
        assert facts_of(event) == before
        assert audit_findings() == []

    def test_undo_of_an_undo_is_the_act_again(self):
        event = a_running_event(*bots(4))
        win(event, "W1.1")
        winner, loser = result_of(event, "W1.1")[0]
        directing.override_result(**of(event, stage=1, match="W1.1", places={winner: 2, loser: 1}))
        overridden = facts_of(event)
        directing.undo_act(**of(event, act_id=last_act(event).pk))
        directing.undo_act(**of(event, act_id=last_act(event).pk))
        assert facts_of(event) == overridden
        assert audit_findings() == []

    def test_undo_of_a_void_brings_the_result_back_even_if_it_was_played_again(self):
        event = a_running_event(*bots(4))
        win(event, "W1.1")
        before = facts_of(event)
        directing.void_result(**of(event, stage=1, match="W1.1"))
        act = last_act(event)
        win(event, "W1.1")
        directing.undo_act(**of(event, act_id=act.pk))
        assert facts_of(event) == before
        assert audit_findings() == []

    def test_a_withdrawal_is_undone_as_long_as_somebody_may_wait(self):
        event = a_running_event(*(players := bots(4)))
        gone = entrant_of(event, players[0])
        before = facts_of(event)["entrants"]
        actions.withdraw(entrant_id=gone.pk, by=None)
        settle_all()
        assert states_of(event)["W1.1"] == "done"
        directing.undo_act(**of(event, act_id=last_act(event).pk))
        assert facts_of(event)["entrants"] == before

    def test_the_same_act_cannot_be_undone_twice_nor_one_of_the_clock(self):
        event = a_running_event(*bots(4))
        win(event, "W1.1")
        directing.void_result(**of(event, stage=1, match="W1.1"))
        act = last_act(event)
        directing.undo_act(**of(event, act_id=act.pk))
        with pytest.raises(CannotUndo, match="undone already"):
            directing.undo_act(**of(event, act_id=act.pk))
        started = Act.objects.get(tournament=event, kind="started")
        with pytest.raises(CannotUndo, match="follows from other facts"):
            directing.undo_act(**of(event, act_id=started.pk))


class TestUndoingAReplacement:
    def replaced(self) -> Tournament:
        event = a_running_event(*bots(2))
        self.to("spare", event)
        return event

    def to(self, handle: str, event: Tournament) -> None:
        actions.replace_entrant(
            entrant_id=first_of(event).pk, player_id=a_bot(handle).pk, by=None, reason=WHY
        )

    def test_who_was_replaced_has_its_place_again(self):
        event = self.replaced()
        directing.undo_act(**of(event, act_id=last_act(event).pk))
        assert first_of(event).player.handle == "bot-01"
        assert first_of(event).replaces is None
        assert event.entrants.count() == 2

    def test_and_the_undoing_is_undone(self):
        event = self.replaced()
        for _ in range(3):
            directing.undo_act(**of(event, act_id=last_act(event).pk))
        assert first_of(event).player.handle == "bot-01"
        directing.undo_act(**of(event, act_id=last_act(event).pk))
        assert first_of(event).player.handle == "spare"
        assert first_of(event).replaces.player.handle == "bot-01"
        assert audit_findings() == []

    def test_the_last_one_first(self):
        event = self.replaced()
        act = last_act(event)
        self.to("second", event)
        with pytest.raises(CannotUndo, match="second was replaced since; undo that first"):
            directing.undo_act(**of(event, act_id=act.pk))
        directing.undo_act(**of(event, act_id=last_act(event).pk))
        directing.undo_act(**of(event, act_id=act.pk))
        assert first_of(event).player.handle == "bot-01"


def first_of(event: Tournament) -> Entrant:
    """Whoever holds the first seed."""
    return Entrant.objects.select_related("player", "replaces__player").get(
        tournament=event, seed=1
    )
