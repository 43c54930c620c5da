"""Acts at awkward moments: between the end of a table and its settling, twice, back and forth."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Table
from ratings.models import Contest
from tests.builders import a_bot
from tests.tournaments.helpers import (
    a_running_event,
    an_open_event,
    bots,
    entrant_of,
    finish,
    match_of,
    play_out,
    settle_all,
    states_of,
    table_of,
    win,
)
from tournaments import actions
from tournaments.actions import directing
from tournaments.actions.directing import Asked, act_of, preview
from tournaments.errors import CannotUndo
from tournaments.models import Act, Entrant, Match, MatchResult, MatchTable, Tournament
from tournaments.queries import audit_findings
from tournaments.queries.blockers import blockers_of

pytestmark = pytest.mark.django_db
WHY = "that was wrong"
SWISS = {"format": "swiss", "config": {"rounds": 3}}


def of(event: Tournament, **more: Any) -> dict[str, Any]:
    return {"tournament_id": event.pk, "by": None, "reason": WHY, **more}


def undo_last(event: Tournament) -> None:
    newest = Act.objects.filter(tournament=event).order_by("-pk")[0]
    directing.undo_act(**of(event, act_id=newest.pk))


def pairings(event: Tournament, round_number: int) -> set[frozenset[int]]:
    matches = Match.objects.filter(
        stage__tournament=event, round=round_number, voided_at__isnull=True
    )
    return {frozenset(key for _, key in match.slots) for match in matches}


class TestATableThatEndedAndIsNotSettledYet:
    def decided(self) -> tuple[Tournament, Table]:
        """W1.1 was played by bot-01 and bot-04; a director decides before it is settled."""
        one, _, _, four = players = bots(4)
        event = a_running_event(*players)
        table = finish(table_of(event, "W1.1"), "bot-01", "bot-04")
        places = {entrant_of(event, four).pk: 1, entrant_of(event, one).pk: 2}
        directing.override_result(**of(event, stage=1, match="W1.1", places=places))
        return event, table

    def test_is_not_rated_once_a_director_has_struck_it(self):
        _, table = self.decided()
        settle_all()
        table.refresh_from_db()
        assert (table.unrated_code, Contest.objects.count()) == ("void", 0)
        assert audit_findings() == []

    @pytest.mark.parametrize("is_settled_meanwhile", [True, False])
    def test_counts_once_the_decision_is_undone(self, is_settled_meanwhile):
        event, table = self.decided()
        if is_settled_meanwhile:
            settle_all()
        undo_last(event)
        settle_all()
        table.refresh_from_db()
        assert table.unrated_code == ""
        assert [each.source for each in Contest.objects.all()] == [f"table:{table.public_id}"]
        assert states_of(event)["W1.1"] == "done"
        assert play_out(event).state == "closed"
        assert audit_findings() == []


class TestUndoingWithdrawals:
    def test_undoing_the_undo_sends_the_entrant_away_again(self):
        one, *_ = players = bots(4)
        event = a_running_event(*players)
        actions.withdraw(entrant_id=entrant_of(event, one).pk, by=None)
        undo_last(event)
        assert entrant_of(event, one).status == Entrant.Status.ACTIVE
        undo_last(event)
        assert entrant_of(event, one).status == Entrant.Status.WITHDRAWN
        undo_last(event)
        assert entrant_of(event, one).status == Entrant.Status.ACTIVE
        assert play_out(event).state == "closed"

    def test_who_left_before_the_start_has_no_place_to_come_back_to(self):
        one, *_ = players = bots(4)
        event = an_open_event(*players)
        actions.withdraw(entrant_id=entrant_of(event, one).pk, by=None)
        act = Act.objects.get(tournament=event, kind="withdrawn")
        actions.start_tournament(tournament_id=event.pk, by=None)
        with pytest.raises(CannotUndo, match=r"bot-01 left before the event began"):
            directing.undo_act(**of(event, act_id=act.pk))
        assert entrant_of(event, one).status == Entrant.Status.WITHDRAWN

    def test_who_withdrew_and_was_disqualified_has_still_withdrawn(self):
        one, *_ = players = bots(4)
        event = a_running_event(*players)
        entrant = entrant_of(event, one)
        actions.withdraw(entrant_id=entrant.pk, by=None)
        withdrawal = Act.objects.get(tournament=event, kind="withdrawn")
        actions.disqualify(entrant_id=entrant.pk, by=None, reason=WHY)
        with pytest.raises(CannotUndo, match="The entrant is disqualified by now"):
            directing.undo_act(**of(event, act_id=withdrawal.pk))
        undo_last(event)
        assert entrant_of(event, one).status == Entrant.Status.WITHDRAWN
        directing.undo_act(**of(event, act_id=withdrawal.pk))
        assert entrant_of(event, one).status == Entrant.Status.ACTIVE


class TestRepairedRounds:
    def test_the_old_round_comes_back_without_the_matches_of_the_new_one(self):
        event = a_running_event(*bots(6), **SWISS)
        old = pairings(event, 1)
        # Two who were let in after the pairing, as by an operator.
        for number, name in enumerate(("late-1", "late-2"), start=7):
            Entrant.objects.create(
                tournament=event, player=a_bot(name), seed=number, entered_at=event.created_at
            )
        directing.repair_round(**of(event))
        assert len(pairings(event, 1)) == 4
        undo_last(event)
        now = pairings(event, 1)
        assert old <= now
        assert sum(len(pair) for pair in now) == len(frozenset().union(*now))

    def test_a_late_one_is_in_the_round_that_was_taken_back_during_a_pause(self):
        event = a_running_event(*bots(6), **SWISS, late_entry_rounds=3)
        directing.pause_tournament(**of(event))
        directing.repair_round(**of(event))
        late = a_bot("late")
        actions.enter(tournament_id=event.pk, player_id=late.pk, by=None)
        assert entrant_of(event, late).from_round == 1
        directing.resume_tournament(**of(event))
        assert play_out(event).state == "closed"
        assert audit_findings() == []


def test_a_tie_that_only_a_director_can_decide_is_told_first_of_all():
    final = {
        "format": "single-elimination",
        "config": {"seats": 2},
        "cut": {"take": 2, "tie_policy": "require_decisive"},
    }
    event = a_running_event(*bots(3), format="round-robin", config={}, later_stages=[final])
    beats = {"bot-01": "bot-02", "bot-02": "bot-03", "bot-03": "bot-01"}
    for match in ("R1.1", "R2.1", "R3.1"):
        handles = set(table_of(event, match).seats.values_list("player__handle", flat=True))
        winner = next(handle for handle in handles if beats[handle] in handles)
        win(event, match, winner, beats[winner])
    (told,) = blockers_of(event.pk)
    assert (told.weight, told.title, told.acts) == ("bad", "waits for a director", ("override",))


def test_undo_of_a_kept_result_makes_it_a_played_one_again():
    event = play_out(a_running_event(*bots(4)))
    final, semi = (MatchResult.objects.get(match=match_of(event, key)) for key in ("W2.1", "W1.1"))
    places = dict(zip(semi.entrants, (2, 1), strict=True))
    directing.override_result(**of(event, stage=1, match="W1.1", places=places, keep_later=True))
    final.refresh_from_db()
    assert final.cause == "override"
    undo = Act.objects.get(tournament=event, kind="override")
    directing.undo_act(**of(event, act_id=undo.pk))
    final.refresh_from_db()
    assert (final.cause, final.voided_at) == ("played", None)
    assert audit_findings() == []


def test_what_was_played_in_place_of_a_walkover_counts_no_more_once_that_is_back():
    one, *_ = players = bots(2)
    event = a_running_event(*players)
    there = entrant_of(event, one).pk
    directing.give_walkover(**of(event, stage=1, match="W1.1", winners=[there]))
    directing.void_result(**of(event, stage=1, match="W1.1"))
    void = Act.objects.get(tournament=event, kind="result_void")
    win(event, "W1.1", "bot-02", "bot-01")
    assert Contest.objects.filter(voided_at=None).count() == 1
    directing.undo_act(**of(event, act_id=void.pk))
    assert Contest.objects.filter(voided_at=None).count() == 0
    assert MatchResult.objects.get(voided_at=None).entrants[0] == there
    assert audit_findings() == []


def test_a_preview_does_not_tell_how_many_tables_of_a_closed_deal_go_on():
    event = a_running_event(*bots(2), match_plan={"kind": "duplicate", "deals": 1})
    links = MatchTable.objects.filter(match=match_of(event, "W1.1")).order_by("number")
    one, two = (link.table for link in links.select_related("table"))
    finish(one)
    asked = Asked(kind="void_result", reason=WHY, match="W1.1")
    told = preview(event.pk, act_of(event.pk, None, asked))
    assert told.tables == tuple(sorted([one.public_id, two.public_id]))


def test_a_set_stays_proven_when_somebody_else_takes_the_place_of_who_played_it():
    one, *_ = players = bots(4)
    event = a_running_event(*players, match_plan={"kind": "duplicate", "deals": 1})
    for link in MatchTable.objects.filter(match=match_of(event, "W1.1")).select_related("table"):
        finish(link.table)
    settle_all()
    assert Contest.objects.count() == 1
    newcomer = a_bot("newcomer")
    actions.replace_entrant(entrant_id=entrant_of(event, one).pk, player_id=newcomer.pk, by=None)
    assert audit_findings() == []
