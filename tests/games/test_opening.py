"""Open, join, start: how a table comes to its players."""

from __future__ import annotations

import datetime as dt

import pytest

from games import actions, queries
from games.errors import (
    AlreadySeated,
    BadNonce,
    BadPatience,
    NotSeated,
    TableNotFound,
    TableNotOpen,
)
from games.models import Deal, Seat, Table
from games.rules.deals import commitment
from games.rules.protocol import BadOptions, UnknownGame
from games.secrets import DealSecret
from players.models import Player
from tests.builders import a_bot, some_bots
from tests.games.helpers import play_to_the_end, seen

pytestmark = pytest.mark.django_db


def an_open_table(opener: Player, *, seats: int = 2, nonce: bytes = b"") -> Table:
    return actions.open_table(
        game="big-two",
        options={},
        seat_count=seats,
        patience_seconds=60,
        opened_by=opener,
        nonce=nonce,
    )


def join(table: Table, player: Player) -> None:
    actions.join_table(public_id=table.public_id, player_id=player.pk)


def status(table: Table) -> str:
    table.refresh_from_db()
    return table.status


def test_the_opener_takes_seat_0_and_the_table_waits():
    ada = a_bot("ada")
    table = an_open_table(ada, seats=3)
    shown = seen(table, ada)
    assert (shown.status, shown.viewer_seat) == ("open", 0)
    assert [seat.handle for seat in shown.seats] == ["ada", None, None]
    assert shown.view is None


def test_the_commitment_stands_before_anybody_joins_and_is_that_of_the_secret():
    table = an_open_table(a_bot())
    secret = bytes(DealSecret.objects.get(deal=table.deal).secret)
    assert seen(table).commitment == commitment(secret)


def test_a_table_starts_when_its_last_seat_is_taken():
    ada, ben, cyd = some_bots("ada", "ben", "cyd")
    table = an_open_table(ada, seats=3)
    join(table, ben)
    assert status(table) == "open"
    join(table, cyd)
    assert status(table) == "running"
    assert [seat.cards_left for seat in seen(table).seats] in (
        [18, 17, 17],
        [17, 18, 17],
        [17, 17, 18],
    )


def test_whoever_starts_a_table_early_plays_with_fillers():
    ada = a_bot("ada")
    table = an_open_table(ada, seats=4)
    actions.start_table(public_id=table.public_id, player_id=ada.pk, fillers=("greedy", "random"))
    shown = seen(table)
    assert [seat.handle for seat in shown.seats] == ["ada", "greedy-1", "random-2", "greedy-3"]
    assert [seat.filler for seat in shown.seats] == [False, True, True, True]


def test_only_a_seat_can_start_a_table():
    table = an_open_table(a_bot("ada"))
    with pytest.raises(NotSeated):
        actions.start_table(public_id=table.public_id, player_id=a_bot("ben").pk)


def test_nobody_sits_twice_at_a_table():
    ada = a_bot("ada")
    table = an_open_table(ada, seats=3)
    with pytest.raises(AlreadySeated):
        join(table, ada)


def test_a_running_table_cannot_be_joined():
    ada, ben, cyd = some_bots("ada", "ben", "cyd")
    table = an_open_table(ada)
    join(table, ben)
    with pytest.raises(TableNotOpen, match="running"):
        join(table, cyd)


def test_leaving_before_the_start_frees_the_seat():
    ada, ben = some_bots("ada", "ben")
    table = an_open_table(ada, seats=3)
    join(table, ben)
    actions.leave_table(public_id=table.public_id, player_id=ada.pk)
    assert [seat.handle for seat in seen(table).seats] == [None, "ben", None]


def test_an_open_table_that_its_last_player_leaves_is_void():
    ada = a_bot("ada")
    table = an_open_table(ada)
    actions.leave_table(public_id=table.public_id, player_id=ada.pk)
    assert (status(table), table.why) == ("void", "nobody_left")


def test_an_open_table_that_nobody_fills_expires_after_a_day():
    table = an_open_table(a_bot())
    assert actions.expire_open_tables() == 0
    assert table.expires_at is not None
    table.expires_at -= dt.timedelta(hours=24)
    table.save()
    assert actions.expire_open_tables() == 1
    assert (status(table), table.why) == ("void", "nobody_came")


@pytest.mark.parametrize("patience", [0, -1, 1_209_601, "soon", 1.5, True, None])
def test_a_patience_that_is_no_second_to_two_weeks_is_refused(patience):
    with pytest.raises(BadPatience, match="from 1 to 1209600"):
        actions.open_table(
            game="big-two",
            options={},
            seat_count=2,
            patience_seconds=patience,
            opened_by=a_bot(),
        )
    assert not Table.objects.exists()


def test_five_seats_of_big_two_are_refused():
    with pytest.raises(BadOptions, match="2, 3 or 4 seats"):
        an_open_table(a_bot(), seats=5)


def test_an_unknown_game_is_refused():
    with pytest.raises(UnknownGame):
        actions.open_table(
            game="whist", options={}, seat_count=4, patience_seconds=9, opened_by=a_bot()
        )


def test_a_nonce_of_65_bytes_is_refused_and_one_of_64_is_kept():
    with pytest.raises(BadNonce, match="65"):
        an_open_table(a_bot("ada"), nonce=b"x" * 65)
    table = an_open_table(a_bot("ben"), nonce=b"x" * 64)
    assert bytes(Seat.objects.get(table=table, number=0).nonce) == b"x" * 64


def test_nonces_change_the_deal():
    ada, ben = some_bots("ada", "ben")
    table = an_open_table(ada, nonce=b"one")
    actions.set_nonce(public_id=table.public_id, player_id=ada.pk, nonce=b"two")
    join(table, ben)
    record = queries.record_of(public_id=play_to_the_end(table).public_id, viewer=None)
    assert record["nonces"] == [b"two".hex(), ""]


def test_a_void_table_that_never_started_keeps_its_secret_in_no_record():
    ada = a_bot("ada")
    table = an_open_table(ada)
    actions.leave_table(public_id=table.public_id, player_id=ada.pk)
    assert Deal.objects.get(pk=table.deal_id).revealed_at is None


def test_an_unknown_table_is_not_found():
    with pytest.raises(TableNotFound):
        queries.table_seen(public_id="nothing", viewer=None)
