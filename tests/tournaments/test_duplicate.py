"""Duplicate matches: one deal at several tables with seats changed, decided and rated as one."""

from __future__ import annotations

import pytest

from games.actions import remove_player, void_table
from games.models import Deal, Move, Seat, Table
from games.queries import record_of
from games.verify import verify
from players.models import Player
from ratings.models import Contest, ContestTeam
from tests.builders import a_bot
from tests.games.helpers import play_one
from tests.tournaments.helpers import (
    a_running_event,
    bots,
    entrant_of,
    finish,
    play_out,
    settle_all,
    states_of,
)
from tests.tournaments.sets import (
    handles_of,
    parts_of,
    running_of,
    tables_of,
    told,
    win_all,
)
from tournaments import actions
from tournaments.actions.directing import (
    give_more_time,
    preview,
    remove_from_table,
    undo_act,
    void_result,
)
from tournaments.errors import NotInMatch
from tournaments.models import Act, MatchTable, Tournament
from tournaments.queries import audit_findings

pytestmark = pytest.mark.django_db

CYCLIC = {"kind": "duplicate"}
ONE, TWO = ("bot-01", "bot-02"), ("bot-02", "bot-01")


def a_duel(**plan) -> Tournament:
    return a_running_event(*bots(2), match_plan={**CYCLIC, **plan})


def codes(event: Tournament, key: str) -> list[str]:
    return [table.unrated_code for table in tables_of(event, key)]


def test_both_tables_of_two_are_dealt_at_once_with_the_same_hands():
    event = a_duel()
    one, two = running_of(event, "W1.1")
    assert one.deal_id == two.deal_id
    assert one.deal.shared
    assert handles_of(one) == handles_of(two)[::-1]
    assert parts_of(event, "W1.1") == [1, 2]
    win_all(event, "W1.1", ONE, ONE)
    dealt = [record_of(public_id=each.public_id, viewer=None)["deal"] for each in (one, two)]
    assert dealt[0] == dealt[1]


def test_the_match_is_decided_by_all_tables_and_rated_once():
    event = a_duel()
    win_all(event, "W1.1", TWO, TWO)
    assert told(event, "W1.1") == [("bot-02", 1, "2"), ("bot-01", 2, "0")]
    contest = Contest.objects.get()
    assert contest.source == f"match:{event.public_id}:1:W1.1"
    assert contest.pool.division == "bot"
    assert list(contest.teams.order_by("seat").values_list("place", flat=True)) == [2, 1]
    assert codes(event, "W1.1") == ["part_of_match", "part_of_match"]
    event.refresh_from_db()
    assert event.state == "closed"
    assert audit_findings() == []


def test_the_match_stays_live_until_its_last_table_has_ended():
    event = a_duel()
    first, _ = running_of(event, "W1.1")
    finish(first, *ONE)
    settle_all()
    assert states_of(event) == {"W1.1": "live"}
    assert Contest.objects.count() == 0
    assert audit_findings() == []


def test_two_tables_that_ended_before_either_was_settled_make_one_result():
    event = a_duel()
    for table in running_of(event, "W1.1"):
        finish(table, *ONE)
    assert settle_all() == 2
    assert Contest.objects.count() == 1
    assert codes(event, "W1.1") == ["part_of_match", "part_of_match"]
    assert audit_findings() == []


def test_a_win_each_is_a_tie_that_the_cut_parts_and_the_ledger_keeps_parted():
    event = a_running_event(*bots(3), match_plan=CYCLIC)
    win_all(event, "W1.2", ("bot-02", "bot-03"), ("bot-03", "bot-02"))
    assert told(event, "W1.2") == [("bot-02", 1, "1"), ("bot-03", 2, "1")]


def test_a_win_each_in_a_final_is_shared_and_rated_as_a_tie():
    event = a_duel()
    win_all(event, "W1.1", ONE, TWO)
    assert told(event, "W1.1") == [("bot-01", 1, "1"), ("bot-02", 1, "1")]
    assert list(ContestTeam.objects.values_list("place", flat=True)) == [1, 1]


@pytest.mark.parametrize("order", [ONE, TWO])
def test_the_preview_of_a_withdrawal_does_not_tell_how_a_closed_table_ended(order):
    event = a_running_event(*(players := bots(4)), match_plan=CYCLIC)
    entrant = entrant_of(event, players[3])
    first, _ = running_of(event, "W1.1")
    finish(first, *(("bot-01", "bot-04") if order == ONE else ("bot-04", "bot-01")))
    settle_all()
    seen = preview(event.pk, lambda: actions.withdraw(entrant_id=entrant.pk, by=None))
    assert [(moved.label, moved.after) for moved in seen.matches] == [
        ("W1.1", "is over; its places open with its deal"),
        ("Final", "follows from a result that is still closed"),
    ]
    assert seen.told == ("bot-01", "bot-04")
    assert (seen.tables, seen.contests) == ((), 0)


def test_three_entrants_hold_every_hand_once():
    event = a_running_event(*bots(3), config={"seats": 3}, match_plan=CYCLIC)
    tables = running_of(event, "F1.T1")
    assert len(tables) == 3
    held = {(seat, name) for table in tables for seat, name in enumerate(handles_of(table))}
    assert len(held) == 9


def test_every_deal_has_its_own_secret_and_its_own_set_of_tables():
    event = a_duel(deals=2)
    deals = [table.deal_id for table in running_of(event, "W1.1")]
    assert deals[0] == deals[1] != deals[2] == deals[3]
    win_all(event, "W1.1", ONE, ONE, TWO, ONE)
    assert told(event, "W1.1") == [("bot-01", 1, "3"), ("bot-02", 2, "1")]
    assert audit_findings() == []


def test_all_seats_of_a_set_bring_the_same_published_string():
    event = a_duel()
    nonces = {bytes(nonce) for nonce in Seat.objects.values_list("nonce", flat=True)}
    assert nonces == {f"{event.public_id}:1:1".encode()}


def test_the_deal_opens_with_the_last_table_and_its_records_hold():
    event = a_duel()
    first, second = running_of(event, "W1.1")
    finish(first, *ONE)
    assert Deal.objects.get(pk=first.deal_id).revealed_at is None
    finish(second, *ONE)
    for table in (first, second):
        assert verify(record_of(public_id=table.public_id, viewer=None)).holds


def test_scores_may_decide_instead_of_places():
    event = a_duel(scoring="scores")
    first, second = running_of(event, "W1.1")
    finish(first, *ONE)
    finish(second, *TWO)
    Seat.objects.filter(table__in=(first, second)).update(left_reason="")
    Seat.objects.filter(table=first, place=2).update(score=9)
    Seat.objects.filter(table=second, place=2).update(score=2)
    Seat.objects.filter(place=1).update(score=0)
    settle_all()
    assert told(event, "W1.1") == [("bot-01", 1, "2"), ("bot-02", 2, "9")]


def test_who_leaves_one_table_is_last_there_and_plays_on_at_the_others():
    event = a_duel()
    first, second = running_of(event, "W1.1")
    for table in (first, second):
        play_one(table)
        play_one(table)
    loser = entrant_of(event, Seat.objects.get(table=first, number=0).player).player
    remove_player(table_id=first.pk, player_id=loser.pk)
    second.refresh_from_db()
    assert second.status == Table.Status.RUNNING
    other = next(name for name in ONE if name != loser.handle)
    finish(second, loser.handle, other)
    settle_all()
    assert {score for _, _, score in told(event, "W1.1")} == {"1"}


def test_who_withdraws_leaves_all_tables_of_the_set():
    event = a_duel()
    for table in running_of(event, "W1.1"):
        play_one(table)
        play_one(table)
    loser = Seat.objects.filter(table__match_table__isnull=False).earliest("pk").player
    actions.withdraw(entrant_id=entrant_of(event, loser).pk, by=None)
    settle_all()
    assert told(event, "W1.1")[1] == (loser.handle, 2, "0")
    assert Contest.objects.count() == 1
    assert audit_findings() == []


def test_a_set_where_one_entrant_never_moved_is_no_contest_at_any_of_its_tables():
    event = a_duel()
    for table in running_of(event, "W1.1"):
        mover = Seat.objects.get(table=table, deadline_at__isnull=False)
        remove_player(table_id=table.pk, player_id=mover.player_id)
    settle_all()
    assert Move.objects.filter(cause="move").count() == 0
    assert codes(event, "W1.1") == ["no_contest", "no_contest"]
    assert Contest.objects.count() == 0
    assert audit_findings() == []


def test_a_casual_set_says_so_at_every_table():
    event = a_running_event(*bots(2), match_plan=CYCLIC, casual=True)
    win_all(event, "W1.1", ONE, ONE)
    assert codes(event, "W1.1") == ["casual", "casual"]
    assert Contest.objects.count() == 0


def test_a_void_table_takes_its_deal_with_it_and_all_its_tables_are_dealt_anew():
    event = a_duel(deals=2)
    first, second, third, fourth = running_of(event, "W1.1")
    finish(first, *ONE)
    void_table(table_id=second.pk, why="operator")
    settle_all()
    assert states_of(event) == {"W1.1": "live"}
    for table in (third, fourth):
        finish(table, *TWO)
    settle_all()
    assert parts_of(event, "W1.1") == [1, 2, 3, 4, 1, 2]
    anew = running_of(event, "W1.1")
    assert {table.deal_id for table in anew}.isdisjoint({first.deal_id, third.deal_id})
    assert len({table.deal_id for table in anew}) == 1
    win_all(event, "W1.1", ONE, TWO)
    assert told(event, "W1.1") == [("bot-02", 1, "3"), ("bot-01", 2, "1")]
    assert codes(event, "W1.1") == ["void", "void", *["part_of_match"] * 4]
    assert audit_findings() == []


def test_a_set_that_two_players_of_one_place_shared_is_not_rated():
    event = a_duel(deals=2)
    first, _, third, fourth = running_of(event, "W1.1")
    place = event.entrants.get(player__handle="bot-01")
    for table in (third, fourth):
        finish(table, *TWO)
    actions.replace_entrant(entrant_id=place.pk, player_id=a_bot("deputy").pk, by=None)
    void_table(table_id=first.pk, why="operator")
    settle_all()
    for table in running_of(event, "W1.1"):
        finish(table, "deputy", "bot-02")
    settle_all()
    assert [place for _, place, _ in told(event, "W1.1")] in ([1, 1], [1, 2])
    assert codes(event, "W1.1") == ["void", "void", *["replaced"] * 4]
    assert Contest.objects.count() == 0
    assert audit_findings() == []


def test_tables_that_still_run_on_a_void_deal_are_void_as_well():
    event = a_duel()
    first, second = running_of(event, "W1.1")
    void_table(table_id=first.pk, why="operator")
    settle_all()
    second.refresh_from_db()
    assert (second.status, second.why) == (Table.Status.VOID, "deal_void")
    assert parts_of(event, "W1.1") == [1, 2, 1, 2]
    assert states_of(event) == {"W1.1": "live"}
    assert Deal.objects.get(pk=first.deal_id).revealed_at is not None
    assert audit_findings() == []


def test_a_set_waits_until_its_players_are_free_where_tables_are_limited():
    one, two = bots(2)
    event = a_running_event(one, two, max_tables_each=1, match_plan=CYCLIC)
    other = a_running_event(one, two, max_tables_each=1, match_plan=CYCLIC, name="Night Open")
    assert (len(running_of(event, "W1.1")), running_of(other, "W1.1")) == (2, [])
    win_all(event, "W1.1", ONE, ONE)
    actions.advance(other.pk)
    assert len(running_of(other, "W1.1")) == 2


def test_a_cancelled_event_leaves_no_table_of_a_set_running():
    event = a_duel()
    first, _ = running_of(event, "W1.1")
    finish(first, *ONE)
    actions.cancel_tournament(tournament_id=event.pk, by=None, reason="rain")
    settle_all()
    assert running_of(event, "W1.1") == []
    assert codes(event, "W1.1") == ["void", "void"]
    assert Contest.objects.count() == 0
    assert audit_findings() == []


@pytest.mark.parametrize(
    ("number", "seats", "rotation"), [(4, 2, "cyclic"), (3, 3, "balanced"), (5, 3, "full")]
)
def test_a_bracket_of_duplicates_is_played_to_its_end(number, seats, rotation):
    plan = {**CYCLIC, "rotation": rotation}
    event = play_out(a_running_event(*bots(number), config={"seats": seats}, match_plan=plan))
    assert event.state == "closed"
    assert audit_findings() == []
    assert not MatchTable.objects.filter(table__settled_at=None).exists()


def test_a_result_taken_back_voids_the_contest_and_the_set_is_played_again():
    event = a_duel()
    win_all(event, "W1.1", ONE, ONE)
    before = [table.pk for table in tables_of(event, "W1.1")]
    void_result(tournament_id=event.pk, stage=1, match="W1.1", by=None, reason="wrong deck")
    settle_all()
    assert codes(event, "W1.1")[:2] == ["void", "void"]
    assert Contest.objects.get().voided_at is not None
    again = running_of(event, "W1.1")
    assert {table.pk for table in again}.isdisjoint(before)
    assert len(again) == 2
    win_all(event, "W1.1", TWO, TWO)
    assert told(event, "W1.1") == [("bot-02", 1, "2"), ("bot-01", 2, "0")]
    newest = Contest.objects.get(voided_at=None)
    assert newest.source == f"match:{event.public_id}:1:W1.1:2"
    assert audit_findings() == []


def test_taking_that_back_restores_the_contest_and_the_codes_of_the_tables():
    event = a_duel()
    win_all(event, "W1.1", ONE, ONE)
    void_result(tournament_id=event.pk, stage=1, match="W1.1", by=None, reason="wrong")
    act = Act.objects.filter(tournament=event, kind="result_void").get()
    undo_act(tournament_id=event.pk, act_id=act.pk, by=None, reason="it was right")
    settle_all()
    assert told(event, "W1.1") == [("bot-01", 1, "2"), ("bot-02", 2, "0")]
    assert Contest.objects.get().voided_at is None
    assert codes(event, "W1.1") == ["part_of_match", "part_of_match", "void", "void"]
    assert audit_findings() == []


def test_a_director_learns_nothing_of_a_closed_table_by_acting_there():
    event = a_duel()
    one, _ = running_of(event, "W1.1")
    told = set()
    for player in Player.objects.filter(seats__table=one):
        act = {"table": one.public_id, "player_id": player.pk, "by": None, "reason": "slow"}
        with pytest.raises(NotInMatch) as given:
            give_more_time(tournament_id=event.pk, seconds=60, **act)
        with pytest.raises(NotInMatch) as removed:
            remove_from_table(tournament_id=event.pk, **act)
        told |= {str(given.value), str(removed.value)}
    assert len(told) == 1  # Whoever is to act, the answer is the same.
    assert not Act.objects.filter(kind__in=["time_given", "removed"]).exists()
