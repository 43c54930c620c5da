"""The page of a table: what it tells, and what it keeps to itself."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import actions as table_actions
from games.models import Move, Table
from games.queries import table_seen
from games.secrets import DealSecret
from tests.builders import a_user, an_admin, own_player, some_bots
from tests.games.helpers import a_table, let_time_pass, play_one, play_to_the_end
from tests.web.worlds import BROWSER, a_running_event, text_of, visit
from tournaments import actions
from web.drawings.cards import spoken

pytestmark = pytest.mark.django_db


def page_of(table: Table, user=None) -> str:
    return text_of(visit(f"/tables/{table.public_id}", user))


def hands_of(table: Table) -> list[list[str]]:
    players = table.seats.order_by("number").values_list("player_id", flat=True)
    return [table_seen(public_id=table.public_id, viewer=key).view["hand"] for key in players]


@pytest.mark.parametrize("role", ["nobody", "other", "staff", "owner of a bot there"])
def test_no_hidden_card_and_no_secret_is_on_a_running_table(role):
    bots = some_bots("kestrel", "brine", "moth", "quorum")
    table = a_table(*bots)
    for _ in range(5):
        play_one(table)
    user = {
        "nobody": lambda: None,
        "other": lambda: a_user("mina"),
        "staff": lambda: an_admin(),
        "owner of a bot there": lambda: bots[0].owner,
    }[role]()
    page = page_of(table, user)
    hidden = [card for hand in hands_of(table) for card in hand]
    assert len(hidden) > 20
    assert [card for card in hidden if spoken([card]) in page] == []
    assert bytes(DealSecret.objects.get(deal=table.deal).secret).hex() not in page


def test_a_seated_person_sees_their_own_hand_and_no_other():
    mina = a_user("mina")
    table = a_table(own_player(mina), *some_bots("brine"))
    own, other = hands_of(table)
    page = page_of(table, mina)
    assert all(spoken([card]) in page for card in own)
    assert not any(spoken([card]) in page for card in other)
    assert "Your hand" in page


def test_seats_are_columns_with_counts_and_who_is_to_act():
    table = a_table(*some_bots("kestrel", "brine"))
    page = page_of(table)
    assert page.index(">kestrel</a>") < page.index(">brine</a>")
    assert page.count('17<span class="hidden"> cards</span>') == 2
    assert page.count("to act</p>") == 1


def test_the_deal_is_sealed_while_it_runs_and_open_afterwards():
    table = a_table(*some_bots("kestrel", "brine"))
    assert f"deal sealed {table.deal.commitment[:4]}…{table.deal.commitment[-4:]}" in page_of(table)
    play_to_the_end(table)
    actions.settle_table(table.pk)
    page = page_of(table)
    assert "secret opened" in page
    assert f'href="/api/v1/tables/{table.public_id}/record"' in page


def test_places_are_told_when_it_is_over():
    table = a_table(*some_bots("kestrel", "brine"))
    play_to_the_end(table)
    page = page_of(table)
    assert ">over</span>" in page
    assert "1st</p>" in page
    assert "2nd</p>" in page
    assert "to beat" not in page


def test_an_open_table_shows_its_free_seats():
    mina = a_user("mina")
    table = table_actions.open_table(
        game="big-two", options={}, seat_count=4, patience_seconds=60, opened_by=own_player(mina)
    )
    page = page_of(table)
    assert "waits for players" in page
    assert page.count(">free</span>") == 3


def test_a_look_at_an_overdue_table_times_its_seat_out():
    table = a_table(*some_bots("kestrel", "brine", "moth"))
    let_time_pass(table, 120)
    assert "missed its time" in page_of(table)


def test_why_a_table_is_not_rated_is_told():
    mina = a_user("mina")
    table = a_table(own_player(mina), *some_bots("brine"))
    play_to_the_end(table)
    actions.settle_table(table.pk)
    assert "Not rated: people and bots sat at one table." in page_of(table)


def test_a_table_of_an_event_leads_back_to_it():
    event = a_running_event("kestrel", "brine", "moth", "quorum")
    table = Table.objects.order_by("pk").first()
    assert table is not None
    assert f'href="/events/{event.public_id}">Autumn Open</a>' in page_of(table)


def questions_of(path: str) -> int:
    """How often the page asks the database once positions and files are known to the process."""
    visit(path)
    cache.clear()
    with CaptureQueriesContext(connection) as asked:
        BROWSER.get(path)
    return len(asked)


def test_a_watched_table_asks_the_database_six_times_at_most():
    table = a_table(*some_bots("kestrel", "brine"))
    play_one(table)
    assert questions_of(f"/tables/{table.public_id}") <= 6


def test_an_event_asks_the_database_twelve_times_at_most():
    event = a_running_event("kestrel", "brine", "moth", "quorum")
    assert questions_of(f"/events/{event.public_id}") <= 12


def test_an_event_of_sixteen_asks_no_more_than_one_of_four():
    event = a_running_event(*(f"bot-{number}" for number in range(16)), seats=4)
    assert questions_of(f"/events/{event.public_id}") <= 12


def test_a_home_page_that_was_just_made_for_somebody_asks_almost_nothing():
    a_running_event("kestrel", "brine", "moth", "quorum")
    visit("/")
    with CaptureQueriesContext(connection) as asked:
        BROWSER.get("/")
    assert len(asked) <= 8


def test_a_card_that_is_taken_up_is_named_in_words():
    key = table_actions.deal_table(
        game="big-number",
        options={},
        player_ids=[one.pk for one in some_bots("kestrel", "brine", "moth")],
        patience_seconds=60,
        casual=False,
        event_string="test",
    )
    table, taken = Table.objects.get(pk=key), ""
    while not taken:
        play_one(table)
        taken = Move.objects.filter(table=table).latest("ply").move.get("take")
    page, words = page_of(table), spoken([taken])
    assert f'takes <span role="img" aria-label="{words}">' in page
    assert f', took <span role="img" aria-label="{words}">' in page
    assert [pip for pip in "♠♥♦♣" if pip in page] == []
