"""House bots move at an even pace, from their own view, and never twice."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from bots import house
from games.actions import deal_table
from games.models import Move, Seat, Table
from games.queries import log_of, table_seen
from tests.builders import a_bot, a_house_bot

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_thinking(settings: Any) -> None:
    settings.HOUSE_PACE_MS = 0
    house._benched.clear()


def a_table_of(*players: Any, patience_seconds: int = 60) -> Table:
    key = deal_table(
        game="big-two",
        options={},
        player_ids=[player.pk for player in players],
        patience_seconds=patience_seconds,
        casual=False,
        event_string="a test",
    )
    return Table.objects.get(pk=key)


def four_house_bots() -> list[Any]:
    return [a_house_bot(f"House-{number}") for number in range(4)]


def play_to_the_end(table: Table) -> None:
    for _ in range(400):
        if not house.play_due():
            break
    table.refresh_from_db()


def test_four_house_bots_play_a_table_to_its_end() -> None:
    table = a_table_of(*four_house_bots())
    play_to_the_end(table)
    assert table.status == "over"
    assert sorted(Seat.objects.values_list("place", flat=True)) == [1, 2, 3, 4]


def test_random_house_bots_play_a_table_of_two_to_its_end() -> None:
    table = a_table_of(a_house_bot("One", "random"), a_house_bot("Two", "random"))
    play_to_the_end(table)
    assert table.status == "over"


def test_a_registered_bot_is_never_played_by_the_house() -> None:
    table = a_table_of(a_bot("robo"), a_bot("other"))
    assert house.play_due() == 0
    table.refresh_from_db()
    assert table.ply == 0


def test_a_house_bot_thinks_for_its_pace_first(settings: Any) -> None:
    settings.HOUSE_PACE_MS = 60_000
    a_table_of(*four_house_bots(), patience_seconds=600)
    assert house.play_due() == 0


def test_a_house_bot_moves_when_half_its_patience_is_gone_however_slow_the_pace(
    settings: Any,
) -> None:
    settings.HOUSE_PACE_MS = 60_000
    table = a_table_of(*four_house_bots(), patience_seconds=10)
    late = Seat.objects.get(table=table, deadline_at__isnull=False)
    late.deadline_at -= house.dt.timedelta(seconds=5)
    late.save()
    assert house.play_due() == 1


def test_the_same_seat_and_turn_give_the_same_choice_in_every_process() -> None:
    table = a_table_of(a_house_bot("One", "random"), a_house_bot("Two", "random"))
    first = next(seat for seat in house.due_house_seats(10) if seat.table == table.public_id)
    seen = table_seen(public_id=table.public_id, viewer=first.player_id)
    choices = {str(house.chosen_move(seen, "random")) for _ in range(5)}
    assert len(choices) == 1


def test_a_seat_found_twice_is_played_once() -> None:
    table = a_table_of(*four_house_bots())
    found = house.due_house_seats(10)
    assert [house._play_safely(seat) for seat in found * 2] == [True, False]
    assert Move.objects.filter(table=table).count() == 1


def test_one_bad_table_does_not_starve_the_others_and_is_logged_without_cards(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bad = a_table_of(a_house_bot("Bad-1", "no-such"), a_house_bot("Bad-2", "no-such"))
    good = a_table_of(*four_house_bots())
    with caplog.at_level(logging.ERROR, logger="bots.house"):
        assert house.play_due(limit=1) == 0  # the bad one came first
        assert house.play_due(limit=1) == 1
    good.refresh_from_db()
    assert good.ply == 1
    seat = Seat.objects.get(table=bad, deadline_at__isnull=False).number
    assert caplog.messages == [
        f"house seat {seat} of table {bad.public_id} did not move: UnknownStrategy"
    ]


def test_the_log_holds_nothing_but_the_moves_of_house_bots() -> None:
    table = a_table_of(*four_house_bots())
    play_to_the_end(table)
    log = log_of(public_id=table.public_id, viewer=None)
    assert {line.cause for line in log} == {"move"}
