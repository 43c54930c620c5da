"""The newest round is taken back and paired from the facts as they are."""

from __future__ import annotations

import pytest

from tests.tournaments.directing import last_act, of, result_of, winner_of
from tests.tournaments.helpers import (
    a_running_event,
    bots,
    play_out,
    win,
)
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

    def test_a_tree_has_no_round_that_could_be_paired_anew(self):
        event = a_running_event(*bots(4))
        with pytest.raises(NoRoundToRepair, match="all pairings follow from the draw"):
            directing.repair_round(**of(event))


def matches_of(event: Tournament, number: int) -> list[Match]:
    matches = Match.objects.filter(stage__tournament=event, round=number, voided_at=None)
    return list(matches.order_by("number"))


def slots_of(match: Match) -> list[int]:
    return [slot[1] for slot in match.slots]
