"""Who has left is there for no round that is paired afterwards, and loses none from before."""

from __future__ import annotations

import pytest

from tests.tournaments.chained import to_final
from tests.tournaments.directing import facts_of, last_act, of
from tests.tournaments.helpers import a_running_event, bots, finish, settle_all
from tournaments import actions
from tournaments.actions import directing
from tournaments.models import Entrant, Match, MatchTable, Stage, Tournament
from tournaments.queries import audit_findings, stage_standings

pytestmark = pytest.mark.django_db

SWISS = {"format": "swiss", "config": {"rounds": 2, "tie_breaks": ["buchholz"]}}


def stories(event: Tournament) -> dict[str, str]:
    """What the first stage tells of everybody."""
    return {row.name: row.explanation for row in stage_standings(event.pk, 1).rows}


def play_round(event: Tournament) -> None:
    """The first by handle wins each table that runs."""
    running = MatchTable.objects.filter(
        match__stage__tournament=event, table__status="running"
    ).select_related("table")
    for link in running:
        finish(link.table, *sorted(link.table.seats.values_list("player__handle", flat=True)))
    settle_all()


def entrant(event: Tournament, handle: str) -> Entrant:
    return event.entrants.get(player__handle=handle)


@pytest.mark.parametrize("format_", ["swiss", "pods"])
def test_who_left_has_no_bye_in_a_round_that_is_paired_anew_without_it(format_):
    event = a_running_event(*bots(6), format=format_, config={"rounds": 2})
    play_round(event)
    actions.withdraw(entrant_id=entrant(event, "bot-06").pk, by=None)
    before = facts_of(event)
    directing.repair_round(**of(event))
    assert "bye" not in stories(event)["bot-06"]
    assert entrant(event, "bot-06").until_round == 1
    directing.undo_act(**of(event, act_id=last_act(event).pk))
    assert facts_of(event)["entrants"] == before["entrants"]


def test_who_left_before_keeps_its_last_round_when_a_later_one_is_paired_anew():
    event = a_running_event(*bots(6), **SWISS)
    actions.withdraw(entrant_id=entrant(event, "bot-06").pk, by=None)
    play_round(event)
    directing.repair_round(**of(event))
    assert entrant(event, "bot-06").until_round == 1


def test_who_leaves_in_a_later_stage_keeps_its_bye_in_the_one_before():
    event = a_running_event(*bots(5), **SWISS, later_stages=to_final(2, "higher_seed"))
    play_round(event)
    play_round(event)
    assert Stage.objects.filter(tournament=event).count() == 2
    before = stories(event)
    for each in event.entrants.all():
        actions.withdraw(entrant_id=each.pk, by=None)
    after = stories(event)
    assert {name: told.removesuffix(", withdrew.") for name, told in after.items()} == {
        name: told.removesuffix(".") for name, told in before.items()
    }
    assert sum("bye" in told for told in after.values()) == 2


def test_who_left_a_stage_that_begins_anew_was_there_for_all_of_the_one_before():
    event = a_running_event(*bots(5), **SWISS, later_stages=to_final(3, "higher_seed"))
    play_round(event)
    play_round(event)
    before = stories(event)
    gone = event.entrants.get(pk=Stage.objects.get(tournament=event, number=2).field[0])
    actions.withdraw(entrant_id=gone.pk, by=None)
    key = Stage.objects.get(tournament=event, number=1).matches.order_by("pk").last().key
    directing.void_result(**of(event, stage=1, match=key))
    gone.refresh_from_db()
    assert gone.until_round == 2
    directing.undo_act(**of(event, act_id=last_act(event).pk))
    assert stories(event)[gone.player.handle] == f"{before[gone.player.handle][:-1]}, withdrew."


def test_a_round_that_is_drawn_anew_for_others_is_right_also_without_who_left_since():
    event = a_running_event(
        *bots(6), format="double-elimination", config={"seats": 3, "advance": 1}
    )
    play_round(event)
    play_round(event)
    actions.disqualify(entrant_id=entrant(event, "bot-02").pk, by=None, reason="two accounts")
    keys = {handle: entrant(event, handle).pk for handle in ("bot-01", "bot-04", "bot-05")}
    places = {keys["bot-05"]: 1, keys["bot-01"]: 2, keys["bot-04"]: 3}
    directing.override_result(**of(event, stage=1, match="W1.T1", places=places))
    play_round(event)
    assert audit_findings() == []


def test_a_match_comes_back_also_where_its_key_went_to_another_round():
    event = a_running_event(
        *bots(6), format="double-elimination", config={"seats": 3, "advance": 1}
    )
    while "GF1" not in rounds_of(event):
        play_round(event)
    before = rounds_of(event)
    actions.disqualify(entrant_id=entrant(event, "bot-02").pk, by=None, reason="two accounts")
    keys = {handle: entrant(event, handle).pk for handle in ("bot-01", "bot-04", "bot-05")}
    places = {keys["bot-05"]: 1, keys["bot-01"]: 2, keys["bot-04"]: 3}
    directing.override_result(**of(event, stage=1, match="W1.T1", places=places))
    act = last_act(event)
    while "GF1" not in rounds_of(event):
        play_round(event)
    assert rounds_of(event)["GF1"] < before["GF1"]
    directing.undo_act(**of(event, act_id=act.pk))
    assert rounds_of(event) == before
    assert audit_findings() == []


def rounds_of(event: Tournament) -> dict[str, int]:
    ours = Match.objects.filter(stage__tournament=event, voided_at=None)
    return dict(ours.values_list("key", "round"))


def test_who_comes_back_has_no_bye_in_the_rounds_that_it_missed():
    event = a_running_event(*bots(7), format="swiss", config={"rounds": 4})
    play_round(event)
    gone = entrant(event, "bot-07")
    actions.withdraw(entrant_id=gone.pk, by=None)
    withdrawal = last_act(event)
    for _ in range(2):
        play_round(event)
    directing.undo_act(**of(event, act_id=withdrawal.pk))
    assert entrant(event, "bot-07").missed == [[1, 3], [1, 4]]
    row = next(row for row in stage_standings(event.pk, 1).rows if row.name == "bot-07")
    assert row.explanation.endswith("2 times absent.")


def test_a_round_that_is_paired_anew_after_the_return_was_not_missed():
    event = a_running_event(*bots(7), format="swiss", config={"rounds": 4})
    play_round(event)
    actions.withdraw(entrant_id=entrant(event, "bot-07").pk, by=None)
    withdrawal = last_act(event)
    play_round(event)
    directing.undo_act(**of(event, act_id=withdrawal.pk))
    assert entrant(event, "bot-07").missed == [[1, 3]]
    directing.repair_round(**of(event))
    assert entrant(event, "bot-07").missed == []
    playing = Match.objects.filter(stage__tournament=event, round=3, voided_at=None)
    seated = {slot[1] for match in playing for slot in match.slots}
    byes = set(event.entrants.values_list("pk", flat=True)) - seated
    assert len(seated) == 6
    assert len(byes) == 1
    directing.undo_act(**of(event, act_id=last_act(event).pk))
    assert entrant(event, "bot-07").missed == [[1, 3]]


def test_who_comes_back_before_anything_was_paired_missed_nothing():
    event = a_running_event(*bots(6), **SWISS)
    actions.withdraw(entrant_id=entrant(event, "bot-06").pk, by=None)
    directing.undo_act(**of(event, act_id=last_act(event).pk))
    assert entrant(event, "bot-06").missed == []
