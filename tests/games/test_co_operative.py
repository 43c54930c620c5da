"""One result for all seats: leaving, driving on, and what a running table tells no more."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bots import house
from games import actions, queries
from games.actions.advancing import give_up
from games.models import Move, Seat, Table
from games.rows import read_seats, read_table
from games.rules.protocol import NotInPlay
from games.states import Position, position_of
from tests.builders import some_bots
from tests.games.helpers import (
    let_time_pass,
    move,
    play_one,
    play_to_the_end,
    player_to_act,
    seen,
)
from tournaments.actions import settle_table

pytestmark = pytest.mark.django_db


def a_table(**options: Any) -> Table:
    """A running table of The Game for three, with the start drawn by lot."""
    key = actions.deal_table(
        game="the-game",
        options={"start": "random"} | options,
        player_ids=[player.pk for player in some_bots("ada", "ben", "cyd")],
        patience_seconds=60,
        casual=False,
        event_string="test",
    )
    return Table.objects.get(pk=key)


def leave(table: Table, player) -> None:
    actions.leave_table(public_id=table.public_id, player_id=player.pk)


def facts_of(table: Table) -> list[tuple[Any, ...]]:
    rows = Seat.objects.filter(table=table).order_by("number")
    return list(rows.values_list("place", "score", "left_reason"))


def test_all_seats_share_one_place_and_one_score():
    table = play_to_the_end(a_table())
    (score,) = {score for _, score, _ in facts_of(table)}
    assert facts_of(table) == [(1, score, "")] * 3
    assert table.why == ("stuck" if score else "won")


def test_a_finished_table_has_no_contest_of_its_own():
    table = play_to_the_end(a_table())
    settle_table(table.pk)
    table.refresh_from_db()
    assert table.unrated_code == "cooperative"


def test_a_leave_ends_the_table_and_puts_the_leaver_below_the_others():
    table = a_table()
    play_one(table)
    leaver = Seat.objects.get(table=table, number=1).player
    leave(table, leaver)
    table.refresh_from_db()
    assert (table.status, table.why) == ("over", "forfeit")
    assert [(place, reason) for place, _, reason in facts_of(table)] == [
        (1, ""),
        (3, "resigned"),
        (1, ""),
    ]


def test_a_missed_deadline_is_a_leave():
    table = a_table()
    let_time_pass(table, 62)
    seat = seen(table).to_act[0]
    assert actions.expire_seat(table_id=table.pk, seat=seat)
    table.refresh_from_db()
    assert (table.why, facts_of(table)[seat][2]) == ("forfeit", "deadline")


def test_a_leave_during_the_vote_makes_the_table_void():
    table = a_table(start="vote")
    leave(table, player_to_act(table))
    table.refresh_from_db()
    assert (table.status, table.why) == ("void", "void_start")
    assert [place for place, _, _ in facts_of(table)] == [None] * 3
    settle_table(table.pk)
    table.refresh_from_db()
    assert table.unrated_code == "void"


def test_a_house_bot_plays_on_where_the_table_was_made_so(settings):
    settings.HOUSE_DRIVER = "greedy"
    settings.HOUSE_PACE_MS = 0
    table = a_table(on_leave="house_bot")
    leaver = player_to_act(table)
    leave(table, leaver)
    assert Move.objects.count() == 0
    assert house.play_due() == 1
    assert Move.objects.count() == 1


def test_whoever_left_moves_no_more_and_is_asked_for_nothing(settings):
    table = a_table(on_leave="house_bot")
    leaver = player_to_act(table)
    view = seen(table, leaver)
    leave(table, leaver)
    assert queries.turns_of(leaver.pk) == []
    with pytest.raises(NotInPlay):
        move(table, leaver, 0, view.legal[0])


def test_whoever_left_sees_no_card_that_the_house_bot_draws():
    table = a_table(on_leave="house_bot")
    leaver = player_to_act(table)
    assert len(seen(table, leaver).view["hand"]) == 6
    leave(table, leaver)
    assert seen(table, leaver).view["hand"] is None
    driven = queries.table_seen(public_id=table.public_id, viewer=leaver.pk, driving=True)
    assert len(driven.view["hand"]) == 6


def test_a_table_that_a_house_bot_played_on_counts_for_nothing(settings):
    settings.HOUSE_DRIVER = "greedy"
    settings.HOUSE_PACE_MS = 0
    table = a_table(on_leave="house_bot")
    leave(table, Seat.objects.get(table=table, number=0).player)
    while table.status == Table.Status.RUNNING:
        if not house.play_due():
            play_one(table)
        table.refresh_from_db()
    settle_table(table.pk)
    table.refresh_from_db()
    assert (table.why in {"won", "stuck"}, table.unrated_code) == (True, "filler")
    assert facts_of(table)[0][2] == "resigned"


def test_a_driven_seat_that_misses_its_time_ends_the_table():
    table = a_table(on_leave="house_bot")
    leave(table, player_to_act(table))
    seat = seen(table).to_act[0]
    let_time_pass(table, 62)
    assert actions.expire_seat(table_id=table.pk, seat=seat)
    table.refresh_from_db()
    assert table.why == "forfeit"


def test_a_running_table_tells_its_newest_go_and_a_finished_one_all():
    table = a_table()
    for _ in range(8):
        play_one(table)
    table.refresh_from_db()
    told = [line.ply for line in queries.log_of(public_id=table.public_id, viewer=None)]
    newest = seen(table).view["newest"]
    assert told
    assert told[0] > 0
    assert len(newest) <= len(told) < table.ply
    play_to_the_end(table)
    log = queries.log_of(public_id=table.public_id, viewer=None)
    assert [line.ply for line in log] == list(range(table.ply))


def _late(table: Table, empty: int) -> Position:
    """The table's position with the deck drawn and one seat's hand placed."""
    now = position_of(read_table(id=table.pk))
    dumped = now.rules.dump(now.state)
    dumped["placed"] = sorted([*dumped["placed"], *dumped["deck"], *dumped["hands"][empty]])
    dumped["deck"], dumped["hands"][empty], dumped["need"] = [], [], 1
    return replace(now, state=now.rules.load(dumped))


def test_a_seat_without_cards_leaves_and_nobody_drives_it():
    table = a_table(on_leave="house_bot")
    idle = next(seat for seat in range(3) if seat not in seen(table).to_act)
    row, rows = read_table(id=table.pk), read_seats(table.pk)
    give_up(row, rows, _late(table, idle), rows.seats[idle], "resigned", rows.now)
    seat = Seat.objects.get(table=table, number=idle)
    assert (seat.left_reason, seat.driver) == ("resigned", "")
    table.refresh_from_db()
    assert (table.status, Move.objects.get().cause) == ("running", "resigned")


def test_whoever_left_is_told_of_no_move_that_the_house_bot_made(settings):
    settings.HOUSE_DRIVER = "greedy"
    settings.HOUSE_PACE_MS = 0
    table = a_table(on_leave="house_bot")
    leaver = player_to_act(table)
    leave(table, leaver)
    house.play_due()
    with pytest.raises(NotInPlay):
        move(table, leaver, 0, Move.objects.get(ply=0).move)
