"""A result of an earlier stage is corrected while a later one is being played."""

from __future__ import annotations

import pytest

from tests.tournaments.chained import field_of, final, handles, semi_finals, stages, to_final
from tests.tournaments.directing import last_act, of
from tests.tournaments.helpers import (
    a_running_event,
    bots,
    entrant_of,
    play_out,
    win,
)
from tournaments.actions import directing
from tournaments.models import Act, Match, MatchTable, Tournament
from tournaments.queries import audit_findings

pytestmark = pytest.mark.django_db


class TestTakingBack:
    """A result of an earlier stage is corrected while a later one is being played."""

    def in_the_second_stage(self) -> Tournament:
        event = a_running_event(*bots(4), later_stages=to_final(2))
        semi_finals(event)
        final(event)
        assert field_of(event, 2) == ["bot-01", "bot-02"]
        return event

    def test_others_come_out_of_the_first_so_the_second_begins_anew(self):
        event = self.in_the_second_stage()
        second = MatchTable.objects.get(match__stage=stages(event)[1]).table
        winner, loser = (entrant_of(event, player).pk for player in self.pair(event))
        directing.override_result(
            tournament_id=event.pk,
            stage=1,
            match="W1.1",
            places={loser: 1, winner: 2},
            by=None,
            reason="a wrong bot",
            keep_later=False,
        )
        second.refresh_from_db()
        assert (second.status, second.why) == ("void", "director")
        assert len(stages(event)) == 1
        win(event, "W2.1", "bot-04", "bot-02")
        assert field_of(event, 2) == ["bot-04", "bot-02"]
        assert audit_findings() == []

    def test_a_stage_whose_field_stays_as_it_is_plays_on(self):
        event = self.in_the_second_stage()
        before = MatchTable.objects.get(match__stage=stages(event)[1]).table
        first = entrant_of(event, self.pair(event)[0]).pk
        third = entrant_of(event, event.entrants.get(player__handle="bot-04").player).pk
        directing.override_result(
            tournament_id=event.pk,
            stage=1,
            match="W1.1",
            places={first: 1, third: 2},
            by=None,
            reason="the same, decided",
        )
        before.refresh_from_db()
        assert before.status == "running"
        assert audit_findings() == []

    def test_undoing_it_brings_the_second_stage_back(self):
        event = self.in_the_second_stage()
        winner, loser = (entrant_of(event, player).pk for player in self.pair(event))
        directing.override_result(
            tournament_id=event.pk,
            stage=1,
            match="W1.1",
            places={loser: 1, winner: 2},
            by=None,
            reason="a wrong bot",
        )
        act = Act.objects.filter(tournament=event, kind="override").latest("pk")
        directing.undo_act(tournament_id=event.pk, act_id=act.pk, by=None, reason="it was right")
        assert field_of(event, 2) == ["bot-01", "bot-02"]
        assert play_out(event).state == "closed"
        assert audit_findings() == []

    @staticmethod
    def pair(event: Tournament):
        return [event.entrants.get(player__handle=handle).player for handle in ("bot-01", "bot-04")]


class TestMootTies:
    """Who is level at the cut changes while a tie there waits to be parted."""

    @pytest.mark.parametrize(("policy", "key"), [("require_decisive", "TIE1"), ("playoff", "PO1")])
    def test_a_tie_of_others_than_before_is_taken_back(self, policy, key):
        event = a_running_event(*bots(4), later_stages=to_final(3, policy))
        semi_finals(event)
        final(event)
        first = Match.objects.get(stage__tournament=event, key=key)
        decide(event, "W1.1", "bot-04", "bot-01")
        first.refresh_from_db()
        assert first.state == "void"
        win(event, "W2.1", "bot-04", "bot-02")
        (tie,) = Match.objects.filter(stage__tournament=event, round=3, voided_at=None)
        level = handles(event, [slot[1] for slot in tie.slots])
        assert sorted(level) == ["bot-01", "bot-03"]
        assert audit_findings() == []

    def test_a_tie_of_the_same_stays(self):
        event = a_running_event(*bots(4), later_stages=to_final(3, "require_decisive"))
        semi_finals(event)
        final(event)
        decide(event, "W2.1", "bot-02", "bot-01")
        tie = Match.objects.get(stage__tournament=event, key="TIE1")
        assert (tie.state, tie.voided_at) == ("ready", None)
        decide(event, "TIE1", "bot-04", "bot-03")
        assert field_of(event, 2) == ["bot-02", "bot-01", "bot-04"]

    def test_undoing_the_act_brings_the_tie_back(self):
        event = a_running_event(*bots(4), later_stages=to_final(3, "require_decisive"))
        semi_finals(event)
        final(event)
        decide(event, "W1.1", "bot-04", "bot-01")
        directing.undo_act(**of(event, act_id=last_act(event).pk))
        decide(event, "TIE1", "bot-04", "bot-03")
        assert field_of(event, 2) == ["bot-01", "bot-02", "bot-04"]
        assert audit_findings() == []


def decide(event: Tournament, key: str, *handles_: str) -> None:
    keys = [event.entrants.get(player__handle=handle).pk for handle in handles_]
    places = {entrant: place for place, entrant in enumerate(keys, start=1)}
    directing.override_result(**of(event, stage=1, match=key, places=places))
