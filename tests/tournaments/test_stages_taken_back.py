"""A result of an earlier stage is corrected while a later one is being played."""

from __future__ import annotations

import pytest

from tests.tournaments.chained import field_of, final, semi_finals, stages, to_final
from tests.tournaments.helpers import (
    a_running_event,
    bots,
    entrant_of,
    play_out,
    win,
)
from tournaments.actions import directing
from tournaments.models import Act, MatchTable, Tournament
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
