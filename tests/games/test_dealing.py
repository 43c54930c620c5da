"""Tables of matches: dealt together in few statements, alone or on a deal that they share."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import queries
from games.actions import TableToDeal, deal_tables
from games.audit import audit_findings
from games.errors import BadNonce, BadPatience
from games.models import Deal, Seat, Table
from games.rules.protocol import BadOptions
from tests.builders import some_bots
from tests.games.helpers import play_to_the_end, seen

pytestmark = pytest.mark.django_db


def dealt(tables: list[TableToDeal], *, patience: int = 60) -> list[Table]:
    keys = deal_tables(tables, game="big-two", options={}, patience_seconds=patience, casual=False)
    by_key = Table.objects.in_bulk(keys)
    return [by_key[key] for key in keys]


def a_seating(*handles: str) -> tuple[int, ...]:
    return tuple(player.pk for player in some_bots(*handles))


def test_tables_are_dealt_in_the_order_asked_for_with_the_players_in_their_seats():
    one, two = a_seating("ada", "ben"), a_seating("cyd", "dan", "eve")
    first, second = dealt([TableToDeal(one, "event"), TableToDeal(two, "event")])
    assert (first.status, first.seat_count, second.seat_count) == ("running", 2, 3)
    seats = Seat.objects.filter(table=second).order_by("number")
    assert tuple(seats.values_list("player_id", flat=True)) == two
    assert {bytes(seat.nonce) for seat in seats} == {b"event"}
    assert first.deal_id != second.deal_id
    assert audit_findings() == []


def test_the_seat_that_must_act_has_its_clock_from_the_start():
    (table,) = dealt([TableToDeal(a_seating("ada", "ben"), "event")])
    seat = Seat.objects.get(table=table, deadline_at__isnull=False)
    assert (seat.deadline_at - table.started_at).total_seconds() == 60
    assert seen(table, seat.player).is_viewer_to_act


def test_tables_of_one_name_share_a_deal_and_its_cards():
    one, two = a_seating("ada", "ben"), a_seating("cyd", "dan")
    tables = dealt(
        [
            TableToDeal(one, "event", deal="A"),
            TableToDeal(two, "event"),
            TableToDeal(one[::-1], "event", deal="A"),
        ]
    )
    first, alone, third = tables
    assert first.deal_id == third.deal_id != alone.deal_id
    assert list(Deal.objects.filter(shared=True)) == [first.deal]
    for table in tables:
        play_to_the_end(table)
    hands = [queries.record_of(public_id=table.public_id, viewer=None)["deal"] for table in tables]
    assert hands[0] == hands[2] != hands[1]


def test_twenty_tables_take_as_many_statements_as_two():
    pairs = [a_seating(f"a-{index:02}", f"b-{index:02}") for index in range(20)]
    orders = [
        TableToDeal(pair, "event", deal=index % 3 or None) for index, pair in enumerate(pairs)
    ]
    dealt(orders[:1])
    with CaptureQueriesContext(connection) as few:
        dealt(orders[:2])
    with CaptureQueriesContext(connection) as many:
        dealt(orders)
    assert len(many) == len(few) <= 9


def test_what_cannot_be_played_is_refused_before_anything_is_stored():
    seating = a_seating("ada", "ben", "cyd", "dan", "eve")
    with pytest.raises(BadOptions):
        dealt([TableToDeal(seating, "event")])
    with pytest.raises(BadPatience):
        dealt([TableToDeal(seating[:2], "event")], patience=0)
    with pytest.raises(BadNonce):
        dealt([TableToDeal(seating[:2], "e" * 65)])
    assert not Table.objects.exists()
    assert not Deal.objects.exists()
