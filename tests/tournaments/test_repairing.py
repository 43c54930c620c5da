"""The newest round is taken back and paired from the facts as they are."""

from __future__ import annotations

import pytest

from tests.tournaments.chained import stages, to_final
from tests.tournaments.directing import last_act, of, result_of, winner_of
from tests.tournaments.helpers import (
    a_running_event,
    bots,
    play_out,
    win,
)
from tournaments import act_words
from tournaments.actions import directing
from tournaments.errors import (
    NoRoundToRepair,
)
from tournaments.models import Match, Tournament
from tournaments.queries import audit_findings

pytestmark = pytest.mark.django_db


class TestRepairing:
    def test_a_round_is_paired_anew_from_a_corrected_result(self):
        event = a_running_event(*bots(4), format="swiss", config={"rounds": 2})
        first = [match.key for match in matches_of(event, 1)]
        for key in first:
            win(event, key)
        before = [set(slots_of(match)) for match in matches_of(event, 2)]
        winner, loser = result_of(event, first[0])[0]
        directing.override_result(
            **of(event, stage=1, match=first[0], places={winner: 2, loser: 1})
        )
        assert [set(slots_of(match)) for match in matches_of(event, 2)] == before
        directing.repair_round(**of(event))
        after = [set(slots_of(match)) for match in matches_of(event, 2)]
        assert {loser, winner_of(event, first[1])} in after
        assert after != before
        assert audit_findings() == []

    def test_equal_facts_are_paired_equally_and_the_undo_brings_the_old_tables_back(self):
        event = a_running_event(*bots(4), format="swiss", config={"rounds": 2})
        before = [slots_of(match) for match in matches_of(event, 1)]
        directing.repair_round(**of(event))
        assert [slots_of(match) for match in matches_of(event, 1)] == before
        directing.undo_act(**of(event, act_id=last_act(event).pk))
        assert [slots_of(match) for match in matches_of(event, 1)] == before
        play_out(event)
        assert audit_findings() == []

    def test_an_earlier_round_is_paired_anew_with_all_that_follows(self):
        event = play_out(a_running_event(*bots(6), format="swiss", config={"rounds": 3}))
        first = matches_of(event, 1)[0]
        before = [slots_of(match) for number in (2, 3) for match in matches_of(event, number)]
        winner, loser = result_of(event, first.key)[0]
        directing.override_result(
            **of(event, stage=1, match=first.key, places={winner: 2, loser: 1})
        )
        directing.repair_round(**of(event, stage=1, round_number=2))
        event.refresh_from_db()
        assert (event.state, len(matches_of(event, 2)), matches_of(event, 3)) == ("running", 3, [])
        act = last_act(event)
        assert act_words.told(act.kind, act.payload).startswith("Round 2 was paired anew. ")
        assert play_out(event).state == "closed"
        assert audit_findings() == []
        directing.undo_act(**of(event, act_id=act.pk))
        again = [slots_of(match) for number in (2, 3) for match in matches_of(event, number)]
        assert again == before
        assert audit_findings() == []

    def test_one_of_an_earlier_stage_leads_the_event_back_there(self):
        settings = {"format": "swiss", "config": {"rounds": 2}, "later_stages": to_final(2)}
        event = a_running_event(*bots(4), **settings)
        for number in (1, 2):
            for match in matches_of(event, number):
                win(event, match.key)
        assert len(stages(event)) == 2
        directing.repair_round(**of(event, stage=1))
        assert len(stages(event)) == 1
        assert [match.state for match in matches_of(event, 2)] == ["live", "live"]
        assert play_out(event).state == "closed"
        assert audit_findings() == []

    def test_rounds_that_are_not_there_are_named(self):
        event = a_running_event(*bots(4), format="swiss", config={"rounds": 2})
        with pytest.raises(NoRoundToRepair, match="Stage 1 has no round 5; there are 1 to 1"):
            directing.repair_round(**of(event, round_number=5))
        with pytest.raises(NoRoundToRepair, match="Stage 2 has not begun"):
            directing.repair_round(**of(event, stage=2))

    def test_a_tree_has_no_round_that_could_be_paired_anew(self):
        event = a_running_event(*bots(4))
        with pytest.raises(NoRoundToRepair, match="these pairings follow from the draw"):
            directing.repair_round(**of(event))


def matches_of(event: Tournament, number: int) -> list[Match]:
    matches = Match.objects.filter(stage__tournament=event, round=number, voided_at=None)
    return list(matches.order_by("number"))


def slots_of(match: Match) -> list[int]:
    return [slot[1] for slot in match.slots]
