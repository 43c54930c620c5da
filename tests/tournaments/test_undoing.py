"""Undo gives back the facts as they were, also the undoing of an undo, also a replacement."""

from __future__ import annotations

import datetime as dt

import pytest

from games.models import Seat, Table
from players.models import Player
from players.transactions import database_now
from ratings.models import Contest
from tests.builders import a_bot
from tests.games.helpers import play_one
from tests.tournaments.directing import WHY, facts_of, last_act, of, result_of
from tests.tournaments.helpers import (
    a_running_event,
    bots,
    entrant_of,
    settle_all,
    states_of,
    table_of,
    win,
)
from tournaments import act_words, actions
from tournaments.actions import directing
from tournaments.errors import (
    CannotUndo,
)
from tournaments.models import Act, Entrant, MatchTable, Tournament
from tournaments.queries import acts_of, audit_findings, bracket_of

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

    def test_an_older_pause_cannot_be_undone_and_offers_it_no_more(self):
        event = a_running_event(*bots(2))
        directing.pause_tournament(**of(event))
        older = last_act(event)
        directing.resume_tournament(**of(event))
        with pytest.raises(CannotUndo, match="went on again since"):
            directing.undo_act(**of(event, act_id=older.pk))
        directing.undo_act(**of(event, act_id=last_act(event).pk))
        event.refresh_from_db()
        assert event.paused_at is not None
        offered = [act.kind for act in acts_of(event.pk, after=None, limit=9) if act.is_undoable]
        assert offered == ["paused"]

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
        with pytest.raises(CannotUndo, match="no act of a director"):
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

    def test_whoever_has_entered_by_itself_since_is_not_put_back(self):
        event = a_running_event(*bots(6), format="swiss", config={"rounds": 3}, late_entry_rounds=3)
        self.to("spare", event)
        directing.undo_act(**of(event, act_id=last_act(event).pk))
        undoing = last_act(event)
        spare = Player.objects.get(handle="spare")
        actions.enter(tournament_id=event.pk, player_id=spare.pk, by=None)
        with pytest.raises(CannotUndo, match="spare has entered by itself since"):
            directing.undo_act(**of(event, act_id=undoing.pk))

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


class TestUndoingAtATable:
    """Time is taken back from the turn that got it; after a removal the match is dealt anew."""

    def given(self, event: Tournament) -> Seat:
        table = table_of(event, "W1.1")
        seat = Seat.objects.get(table=table, deadline_at__isnull=False)
        asked = {"table": table.public_id, "player_id": seat.player_id, "seconds": 120}
        directing.give_more_time(**of(event, **asked))
        return seat

    def removed(self, event: Tournament, table: Table) -> None:
        """Whoever sits first at the table has to leave it."""
        seat = Seat.objects.get(table=table, number=0)
        asked = {"table": table.public_id, "player_id": seat.player_id}
        directing.remove_from_table(**of(event, **asked))

    def test_time_that_was_given_is_taken_back(self):
        event = a_running_event(*bots(2))
        seat = self.given(event)
        directing.undo_act(**of(event, act_id=last_act(event).pk))
        assert Seat.objects.get(pk=seat.pk).deadline_at == seat.deadline_at
        act = last_act(event)
        told = act_words.told(act.kind, act.payload)
        assert told == "Undone: the time that was given in Final."

    def test_and_given_again(self):
        event = a_running_event(*bots(2))
        seat = self.given(event)
        for _ in range(2):
            directing.undo_act(**of(event, act_id=last_act(event).pk))
        lengthened = Seat.objects.get(pk=seat.pk).deadline_at - seat.deadline_at
        assert lengthened == dt.timedelta(seconds=120)

    def test_ten_seconds_stay_of_a_clock(self):
        event = a_running_event(*bots(2))
        seat = self.given(event)
        now = database_now()
        Seat.objects.filter(pk=seat.pk).update(deadline_at=now + dt.timedelta(seconds=30))
        directing.undo_act(**of(event, act_id=last_act(event).pk))
        left = Seat.objects.get(pk=seat.pk).deadline_at - now
        assert dt.timedelta(seconds=10) <= left < dt.timedelta(seconds=20)

    def test_a_turn_that_is_over_keeps_what_it_got(self):
        event = a_running_event(*bots(2))
        seat = self.given(event)
        play_one(seat.table)
        before = list(Seat.objects.filter(table=seat.table).values_list("deadline_at"))
        with pytest.raises(CannotUndo, match="The turn that got the time is over"):
            directing.undo_act(**of(event, act_id=last_act(event).pk))
        assert list(Seat.objects.filter(table=seat.table).values_list("deadline_at")) == before

    def test_after_a_removal_the_match_is_dealt_anew(self):
        event = a_running_event(*bots(4))
        first = table_of(event, "W1.1")
        self.removed(event, first)
        settle_all()
        assert states_of(event)["W1.1"] == "done"
        removal = last_act(event)
        directing.undo_act(**of(event, act_id=removal.pk))
        assert states_of(event)["W1.1"] == "live"
        assert table_of(event, "W1.1") != first
        assert not Contest.objects.filter(voided_at=None).exists()
        assert audit_findings() == []

    def test_and_undoing_that_lets_the_removal_count_again(self):
        event = a_running_event(*bots(4))
        table = table_of(event, "W1.1")
        self.removed(event, table)
        settle_all()
        before = facts_of(event)
        for _ in range(2):
            directing.undo_act(**of(event, act_id=last_act(event).pk))
        assert facts_of(event) == before
        shown = next(each for each in bracket_of(event.pk).matches if each.key == "W1.1")
        assert shown.table_public_id == table.public_id
        assert audit_findings() == []

    def test_a_removal_from_a_table_that_counts_no_more_is_not_undone(self):
        event = a_running_event(*bots(4))
        table = table_of(event, "W1.1")
        self.removed(event, table)
        removal = last_act(event)
        settle_all()
        directing.void_result(**of(event, stage=1, match="W1.1"))
        with pytest.raises(CannotUndo, match="counts no more already"):
            directing.undo_act(**of(event, act_id=removal.pk))

    def test_in_a_best_of_three_only_that_table_is_played_again(self):
        event = a_running_event(*bots(2), match_plan={"kind": "versus", "best_of": 3})
        win(event, "W1.1")
        second = table_of(event, "W1.1")
        self.removed(event, second)
        removal = last_act(event)
        settle_all()
        directing.undo_act(**of(event, act_id=removal.pk))
        standing = MatchTable.objects.filter(voided_at=None).values_list("table__status", flat=True)
        assert sorted(standing) == ["over", "running"]
        assert audit_findings() == []
