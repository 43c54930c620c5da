"""A move and its answers: accepted, repeated, refused, too late."""

from __future__ import annotations

import time

import pytest

from games import actions, queries
from games.errors import (
    BadTurn,
    DeadlinePassed,
    NotSeated,
    NotStarted,
    NotYourTurn,
    RecordClosed,
    StaleTurn,
    TableOver,
    TurnAhead,
)
from games.models import Move, Seat, Table
from games.rules.protocol import IllegalMove, MoveNotUnderstood
from tests.builders import a_bot, some_bots
from tests.games.helpers import (
    a_table,
    first_move,
    let_time_pass,
    move,
    play_one,
    play_to_the_end,
    player_to_act,
    seen,
)

pytestmark = pytest.mark.django_db

PASS = {"type": "pass"}


@pytest.fixture
def table(db) -> Table:
    return a_table(*some_bots("ada", "ben"))


def test_a_move_adds_one_ply_and_the_turn_goes_round(table):
    player, choice = first_move(table)
    played = move(table, player, 0, choice)
    assert (played.seen.ply, played.seen.turn, played.replayed) == (1, 1, False)
    assert player_to_act(table) != player
    assert list(Move.objects.values_list("ply", "turn", "move", "cause")) == [
        (0, 0, choice, "move")
    ]


def test_the_same_move_again_changes_nothing_and_is_told_so(table):
    player, choice = first_move(table)
    move(table, player, 0, choice)
    again = move(table, player, 0, choice)
    assert again.replayed
    assert again.seen.ply == 1
    assert Move.objects.count() == 1


def test_a_retry_is_recognised_in_another_spelling_of_the_same_move(table):
    player, choice = first_move(table)
    move(table, player, 0, choice)
    spelt = {"type": "play", "cards": [card.lower() for card in reversed(choice["cards"])]}
    assert move(table, player, 0, spelt).replayed


def test_a_retry_is_recognised_after_the_end(table):
    player, choice = first_move(table)
    move(table, player, 0, choice)
    play_to_the_end(table)
    again = move(table, player, 0, choice)
    assert again.replayed
    assert again.seen.status == "over"


@pytest.mark.parametrize("other", [PASS, {"type": "nonsense"}, [], None, 7])
def test_another_move_for_a_turn_already_made_is_stale(table, other):
    player, choice = first_move(table)
    move(table, player, 0, choice)
    with pytest.raises(StaleTurn, match="your next turn is 1"):
        move(table, player, 0, other)


def test_a_turn_that_is_not_due_yet_is_ahead(table):
    player, choice = first_move(table)
    with pytest.raises(TurnAhead, match="next turn is 0, not 1"):
        move(table, player, 1, choice)


@pytest.mark.parametrize("turn", [-1, "0", 0.0, None, True])
def test_a_turn_that_is_no_whole_number_is_refused(table, turn):
    player, choice = first_move(table)
    with pytest.raises(BadTurn, match="whole number"):
        move(table, player, turn, choice)


def test_a_move_for_a_seat_that_is_not_to_act_names_who_is(table):
    to_act = player_to_act(table)
    other = Seat.objects.exclude(player=to_act).get(table=table).player
    with pytest.raises(NotYourTurn) as refused:
        move(table, other, 0, PASS)
    assert refused.value.to_act == seen(table).to_act


def test_an_outsider_has_no_move(table):
    with pytest.raises(NotSeated):
        move(table, a_bot("eve"), 0, PASS)


def test_an_illegal_move_changes_nothing(table):
    player, _ = first_move(table)
    before = seen(table, player)
    with pytest.raises(IllegalMove) as refused:
        move(table, player, 0, PASS)
    assert refused.value.reason == "pass_on_lead"
    after = seen(table, player)
    assert (after.ply, after.deadline_at, after.view) == (
        before.ply,
        before.deadline_at,
        before.view,
    )


def test_a_move_that_is_not_understood_says_why(table):
    player, _ = first_move(table)
    with pytest.raises(MoveNotUnderstood) as refused:
        move(table, player, 0, {"type": "play", "cards": ["D3"]})
    assert refused.value.reason == "bad_card"


def test_a_table_that_waits_for_players_takes_no_move():
    ada = a_bot("ada")
    table = actions.open_table(
        game="big-two", options={}, seat_count=2, patience_seconds=60, opened_by=ada
    )
    with pytest.raises(NotStarted):
        move(table, ada, 0, PASS)


def test_after_the_end_a_new_move_is_refused(table):
    play_to_the_end(table)
    player = Seat.objects.filter(table=table).first().player
    turn = seen(table, player).turn
    with pytest.raises(TableOver):
        move(table, player, turn, PASS)


def test_a_table_played_to_its_end_has_places_and_no_clock(table):
    play_to_the_end(table)
    assert sorted(Seat.objects.values_list("place", flat=True)) == [1, 2]
    assert not Seat.objects.filter(deadline_at__isnull=False).exists()
    assert (table.why, table.settled_at) == ("played_out", None)


def test_a_seat_has_its_full_patience_again_whenever_it_comes_to_act():
    table = a_table(*some_bots("ada", "ben", "cyd"), patience=60)
    play_one(table)
    shown = seen(table)
    left = (shown.deadline_at - shown.server_now).total_seconds()
    assert 59 < left <= 60


def test_a_move_within_the_grace_counts():
    table = a_table(*some_bots("ada", "ben"), patience=60)
    player, choice = first_move(table)
    let_time_pass(table, 60.5)
    assert move(table, player, 0, choice).seen.ply == 1


def test_a_move_that_arrived_in_time_counts_however_long_it_waited_for_a_worker():
    table = a_table(*some_bots("ada", "ben"), patience=60)
    player, choice = first_move(table)
    let_time_pass(table, 90)
    played = actions.play_move(
        public_id=table.public_id,
        player_id=player.pk,
        turn=0,
        move=choice,
        arrived=time.monotonic() - 40,
    )
    assert played.seen.ply == 1


def test_a_move_after_deadline_and_grace_loses_the_seat():
    table = a_table(*some_bots("ada", "ben"), patience=60)
    player, choice = first_move(table)
    let_time_pass(table, 62)
    with pytest.raises(DeadlinePassed, match="You take last place"):
        move(table, player, 0, choice)
    table.refresh_from_db()
    seat = Seat.objects.get(table=table, player=player)
    assert (table.status, seat.place, seat.left_reason) == ("over", 2, "deadline")
    assert Move.objects.get().cause == "deadline"


def test_an_ordinary_move_takes_five_statements(table, django_assert_num_queries):
    for _ in range(3):
        play_one(table)
    player = player_to_act(table)
    view = seen(table, player)
    choice = view.legal[0]
    # Lock, seats, log, table, clocks; and one savepoint each way, as tests run in a transaction.
    with django_assert_num_queries(5 + 2):
        move(table, player, view.turn, choice)


def test_the_record_is_closed_while_the_table_runs_to_its_seats_as_well(table):
    for viewer in (None, player_to_act(table).pk):
        with pytest.raises(RecordClosed):
            queries.record_of(public_id=table.public_id, viewer=viewer)


def test_nobody_sees_the_hand_of_another_seat(table):
    hands = {
        seat.number: seen(table, seat.player).view["hand"]
        for seat in Seat.objects.filter(table=table)
    }
    assert not set(hands[0]) & set(hands[1])
    watcher = repr(seen(table, None))
    assert not any(repr(card) in watcher for hand in hands.values() for card in hand)
