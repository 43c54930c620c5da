"""A running event: tables are dealt, results lead on, everybody is placed."""

from __future__ import annotations

import pytest

from games.actions import void_table
from games.models import Deal, Seat, Table
from ratings.models import Contest
from tests.tournaments.helpers import (
    FOURS,
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
from tournaments.models import Act, Match, MatchResult, MatchTable, Tournament
from tournaments.queries import audit_findings, podium_of, standings_of

pytestmark = pytest.mark.django_db


def places(event: Tournament) -> dict[str, int]:
    return {row.name: row.place for row in standings_of(event.pk)}


def test_two_entrants_play_one_match_and_it_is_rated_once():
    one, two = bots(2)
    event = a_running_event(one, two)
    win(event, "W1.1", "bot-02", "bot-01")
    event.refresh_from_db()
    assert (event.state, event.closed_reason) == ("closed", "")
    assert places(event) == {"bot-02": 1, "bot-01": 2}
    contest = Contest.objects.get()
    table = table_of(event, "W1.1")
    assert contest.source == f"table:{table.public_id}"
    assert contest.draw_probability == 0.0
    assert (table.unrated_code, table.settled_at is None) == ("", False)
    assert audit_findings() == []


def test_the_start_deals_every_first_match_at_once():
    event = a_running_event(*bots(5))
    assert states_of(event) == {
        "W1.2": "live",
        "W2.1": "blocked",
        "W2.2": "live",
        "W3.1": "blocked",
    }
    assert MatchTable.objects.count() == 2


def test_seeds_by_entry_follow_the_order_of_entry():
    event = a_running_event(*bots(4))
    seeds = {entrant.player.handle: entrant.seed for entrant in event.entrants.all()}
    assert seeds == {"bot-01": 1, "bot-02": 2, "bot-03": 3, "bot-04": 4}
    seated = set(
        Seat.objects.filter(table=table_of(event, "W1.1")).values_list("player__handle", flat=True)
    )
    assert seated == {"bot-01", "bot-04"}


def test_winners_meet_as_soon_as_both_are_known():
    event = a_running_event(*bots(4))
    win(event, "W1.1", "bot-04", "bot-01")
    assert states_of(event)["W2.1"] == "blocked"
    win(event, "W1.2", "bot-02", "bot-03")
    assert states_of(event)["W2.1"] == "live"
    win(event, "W2.1", "bot-02", "bot-04")
    assert places(event) == {"bot-02": 1, "bot-04": 2, "bot-01": 3, "bot-03": 3}


def test_eight_at_tables_of_four_end_with_a_final_table():
    event = a_running_event(*bots(8), config=FOURS)
    win(event, "F1.T1", "bot-08", "bot-01", "bot-04", "bot-05")
    win(event, "F1.T2", "bot-02", "bot-03", "bot-06", "bot-07")
    assert states_of(event)["F2.T1"] == "live"
    win(event, "F2.T1", "bot-03", "bot-08", "bot-02", "bot-01")
    assert places(event) == {
        "bot-03": 1, "bot-08": 2, "bot-02": 3, "bot-01": 4,
        "bot-04": 5, "bot-05": 5, "bot-06": 5, "bot-07": 5,
    }  # fmt: skip
    assert [row.name for row in podium_of(event.pk)] == ["bot-03", "bot-08", "bot-02"]


@pytest.mark.parametrize(
    ("number", "config"),
    [
        (3, {"seats": 2}),
        (7, {"seats": 2}),
        (5, FOURS),
        (9, {"seats": 3}),
        (7, {"seats": 4, "advance": 3}),
    ],
)
def test_any_number_of_entrants_is_played_to_the_end(number, config):
    event = play_out(a_running_event(*bots(number), config=config))
    assert event.state == "closed"
    rows = standings_of(event.pk)
    assert len(rows) == number
    assert [row.place for row in rows].count(1) == 1
    assert audit_findings() == []


def test_more_tables_than_fit_one_transaction_are_dealt_by_the_next_tick(monkeypatch):
    monkeypatch.setattr("tournaments.actions.dealing.DEALT_AT_ONCE", 8)
    event = a_running_event(*bots(28))
    assert list(states_of(event).values()).count("ready") == 4
    actions.advance(event.pk)
    assert list(states_of(event).values()).count("live") == 12


def test_settling_twice_changes_nothing():
    event = a_running_event(*bots(4))
    table = finish(table_of(event, "W1.1"), "bot-01", "bot-04")
    assert actions.settle_table(table.pk) is True
    assert actions.settle_table(table.pk) is False
    assert MatchResult.objects.count() == 1
    assert Contest.objects.count() == 1


def test_a_table_that_runs_is_not_settled():
    event = a_running_event(*bots(2))
    assert actions.settle_table(table_of(event, "W1.1").pk) is False


def test_a_table_that_is_unknown_is_not_settled():
    assert actions.settle_table(4711) is False


def test_advancing_again_and_again_changes_nothing():
    event = a_running_event(*bots(6), config={"seats": 3})
    before = (states_of(event), MatchTable.objects.count(), Act.objects.count())
    for _ in range(3):
        actions.advance(event.pk)
    assert (states_of(event), MatchTable.objects.count(), Act.objects.count()) == before


def test_a_void_table_is_dealt_anew_for_its_match():
    event = a_running_event(*bots(4))
    first = table_of(event, "W1.1")
    void_table(table_id=first.pk, why="operator")
    settle_all()
    second = table_of(event, "W1.1")
    assert second.pk != first.pk
    assert second.status == Table.Status.RUNNING
    first.refresh_from_db()
    assert first.unrated_code == "void"
    assert audit_findings() == []


def test_a_match_whose_table_cannot_be_dealt_waits_and_the_others_go_on():
    event = a_running_event(*bots(4))
    Tournament.objects.filter(pk=event.pk).update(game="unknown")
    win(event, "W1.1", "bot-01", "bot-04")
    win(event, "W1.2", "bot-02", "bot-03")
    assert states_of(event) == {"W1.1": "done", "W1.2": "done", "W2.1": "ready"}
    event.refresh_from_db()
    assert event.advance_failures == 1
    Tournament.objects.filter(pk=event.pk).update(game="big-two")
    actions.advance(event.pk)
    assert states_of(event)["W2.1"] == "live"


def test_the_seats_of_a_table_come_from_the_draw():
    event = a_running_event(*bots(4), config=FOURS)
    table = table_of(event, "F1.T1")
    link = MatchTable.objects.get(table=table)
    players = {entrant.pk: entrant.player_id for entrant in event.entrants.all()}
    by_seat = Seat.objects.filter(table=table).order_by("number")
    assert list(by_seat.values_list("player_id", flat=True)) == [
        players[entrant] for entrant in link.seating
    ]


def test_every_seat_of_a_round_brings_the_published_string_as_its_nonce():
    event = a_running_event(*bots(4))
    expected = f"{event.public_id}:1:1".encode()
    nonces = {bytes(seat.nonce) for seat in Seat.objects.filter(table=table_of(event, "W1.1"))}
    assert nonces == {expected}


def test_the_draw_is_sealed_while_the_event_runs_and_opens_at_its_end():
    event = a_running_event(*bots(2))
    assert Deal.objects.get(pk=event.draw_id).revealed_at is None
    win(event, "W1.1", "bot-01", "bot-02")
    assert Deal.objects.get(pk=event.draw_id).revealed_at is not None


def test_an_event_between_bots_of_one_owner_is_played_but_not_rated():
    one, two = bots(2)
    two.owner = one.owner
    two.save()
    event = a_running_event(one, two)
    win(event, "W1.1", "bot-01", "bot-02")
    assert table_of(event, "W1.1").unrated_code == "same_owner"
    assert Contest.objects.count() == 0
    assert places(event) == {"bot-01": 1, "bot-02": 2}


def test_a_casual_event_is_not_rated():
    event = a_running_event(*bots(2), casual=True)
    win(event, "W1.1", "bot-01", "bot-02")
    assert table_of(event, "W1.1").unrated_code == "casual"


def test_a_match_where_nobody_moved_counts_for_the_bracket_only():
    event = a_running_event(*bots(2))
    table = table_of(event, "W1.1")
    loser = entrant_of(event, bots_of(event)[1])
    actions.withdraw(entrant_id=loser.pk, by=None, reason="gone")
    settle_all()
    table.refresh_from_db()
    assert table.unrated_code == "no_contest"
    assert places(event)["bot-01"] == 1


def bots_of(event: Tournament) -> list:
    return [entrant.player for entrant in event.entrants.order_by("pk")]


def test_results_are_stored_best_first_with_their_places():
    event = a_running_event(*bots(4), config=FOURS)
    win(event, "F1.T1", "bot-03", "bot-01", "bot-04", "bot-02")
    result = MatchResult.objects.get()
    one, two, three, four = (entrant_of(event, player).pk for player in bots_of(event))
    assert result.entrants == [three, one, four, two]
    assert (result.places, result.cause) == ([1, 2, 3, 4], "played")
    assert match_of(event, "F1.T1").state == Match.State.DONE


def test_an_open_event_has_no_matches_yet():
    event = an_open_event(*bots(3))
    actions.advance(event.pk)
    assert states_of(event) == {}


def test_watchers_of_the_event_are_woken_when_a_result_stands(
    monkeypatch, django_capture_on_commit_callbacks
):
    event = a_running_event(*bots(4))
    table = finish(table_of(event, "W1.1"), "bot-01", "bot-04")
    heard: list[str] = []
    monkeypatch.setattr("games.hub._ring", heard.extend)
    with django_capture_on_commit_callbacks(execute=True):
        actions.settle_table(table.pk)
    assert f"tournament:{event.pk}" in heard
