"""What stands in the rows of an event's bracket: cards left, how a seat ended, never a card."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import actions as table_actions
from games import states
from games.glimpses import SeatGlimpse, glimpses_of
from games.models import Deal, Move, Table
from games.queries import table_seen
from ratings.actions import fold_ledger
from ratings.models import Pool
from tests.builders import some_bots
from tests.games.helpers import a_table, play_one, play_to_the_end
from tests.tournaments.helpers import a_running_event as running
from tests.tournaments.helpers import bots, play_out
from tests.web.worlds import BROWSER, a_running_event, an_event, table_of, text_of, visit
from tournaments import actions
from tournaments.models import Tournament
from web.drawings.cards import spoken
from web.event_nodes import cards_words, ending_words

pytestmark = pytest.mark.django_db

FOUR = ("kestrel", "brine", "moth", "quorum")


def rows_of(event: Tournament) -> list[list[str]]:
    """rows[match] of the drawing, each "name|right side"."""
    page = text_of(visit(f"/events/{event.public_id}"))
    nodes = re.findall(r'<a class="node.*?</a>', page)
    return [
        [
            "|".join(re.findall(r"<text(?! class=\"sd\")[^>]*>([^<]*)</text>", row))
            for row in re.findall(r'<g class="row.*?</g>', node)
        ]
        for node in nodes
    ]


def test_rows_of_a_running_table_tell_the_cards_left_and_who_is_to_act():
    event = a_running_event(*FOUR, seats=4)
    table = table_of(event)
    for _ in range(3):
        play_one(table)
    seen = table_seen(public_id=table.public_id, viewer=None)
    assert rows_of(event) == [
        [
            f"{seat.handle}|to act · {seat.cards_left}"
            if seat.number in seen.to_act
            else f"{seat.handle}|{seat.cards_left} cards"
            for seat in seen.seats
        ]
    ]


def test_pairs_tell_the_cards_left_too():
    event = a_running_event("kestrel", "brine")
    rights = sorted(row.split("|")[1] for row in rows_of(event)[0])
    assert rights == ["17 cards", "to act · 17"]


def test_rows_of_a_finished_table_tell_how_each_seat_ended():
    event = a_running_event(*FOUR, seats=4)
    table = play_to_the_end(table_of(event))
    actions.settle_table(table.pk)
    seats = sorted(table_seen(public_id=table.public_id, viewer=None).seats, key=lambda s: s.place)
    last = {
        seat.number: Move.objects.filter(table=table, seat=seat.number).latest("ply").ply
        for seat in seats
    }
    told = [
        f"{seats[0].handle}|out at ply {last[seats[0].number]}",
        *(f"{seat.handle}|ply {last[seat.number]}" for seat in seats[1:3]),
        f"{seats[3].handle}|last, {cards_words(seats[3].cards_left)}",
    ]
    assert rows_of(event) == [told]


def test_who_left_a_table_stands_last_with_the_reason():
    event = a_running_event(*FOUR, seats=4)
    table = table_of(event)
    gone = table.seats.order_by("number").first().player
    table_actions.leave_table(public_id=table.public_id, player_id=gone.pk)
    assert f"{gone.handle}|left" in rows_of(event)[0]
    play_to_the_end(table)
    actions.settle_table(table.pk)
    assert rows_of(event)[0][-1] == f"{gone.handle}|left"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"left_reason": "deadline", "place": 4}, "left, missed its time"),
        ({"score": 12, "place": 1}, "12 points"),
        ({"score": 1, "place": 2}, "1 point"),
        ({"last_ply": 31, "place": 1}, "out at ply 31"),
        ({"last_ply": 33, "place": 2}, "ply 33"),
        ({"cards_left": 2, "place": 4, "is_last": True}, "last, 2 cards"),
        ({"cards_left": 1, "place": 2}, "1 card"),
    ],
)
def test_an_ending_is_told_in_few_words(more, words):
    plain = {
        "player_id": 1,
        "cards_left": 0,
        "is_to_act": False,
        "out_as": None,
        "place": None,
        "score": None,
        "left_reason": "",
        "last_ply": None,
        "is_last": False,
    }
    assert ending_words(SeatGlimpse(**plain | more)) == words


def test_a_walkover_shows_who_goes_on_and_who_is_gone():
    event = a_running_event("kestrel", "brine", "moth", "quorum")
    table = table_of(event)
    entrant = event.entrants.get(player__seats__table=table, player__seats__number=0)
    table_actions.void_table(table_id=table.pk, why="a test")
    actions.withdraw(entrant_id=entrant.pk, by=entrant.player.owner, reason="")
    gone = entrant.player.handle
    (other,) = table.seats.exclude(player=entrant.player).values_list("player__handle", flat=True)
    assert sorted(rows_of(event)[0]) == sorted([f"{gone}|gone", f"{other}|–"])


def test_no_card_of_a_hand_is_in_a_bracket():
    event = a_running_event(*FOUR, seats=4)
    table = table_of(event)
    play_one(table)
    page = text_of(visit(f"/events/{event.public_id}"))
    for key in table.seats.values_list("player_id", flat=True):
        hand = table_seen(public_id=table.public_id, viewer=key).view["hand"]
        assert not any(spoken([card]) in page or f">{card}<" in page for card in hand)


def test_tables_that_share_a_deal_tell_nothing():
    table = a_table(*some_bots("kestrel", "brine"))
    assert list(glimpses_of([table.pk])) == [table.pk]
    Deal.objects.filter(pk=table.deal_id).update(shared=True)
    assert glimpses_of([table.pk]) == {}


def test_a_process_that_never_saw_the_tables_reads_all_of_them_in_four_statements():
    names = [f"bot-{number:02}" for number in range(32)]
    event = an_event(*some_bots(*names), seats=4, start=True)
    while Table.objects.count() < 8:
        actions.advance(event.pk)
    for table in Table.objects.all():
        play_one(table)
    keys = list(Table.objects.values_list("pk", flat=True))
    states._positions.clear()
    with CaptureQueriesContext(connection) as asked:
        cold = glimpses_of(keys)
    assert len(asked) == 3
    with CaptureQueriesContext(connection) as asked:
        assert glimpses_of(keys) == cold
    assert len(asked) == 1
    assert [sum(seat.cards_left < 13 for seat in seats) for seats in cold.values()] == [1] * 8


def test_the_page_of_an_event_asks_twelve_times_at_most():
    event = a_running_event(*FOUR, seats=4)
    play_one(table_of(event))
    visit(f"/events/{event.public_id}")
    cache.clear()
    with CaptureQueriesContext(connection) as asked:
        BROWSER.get(f"/events/{event.public_id}")
    assert len(asked) <= 12


def test_it_asks_once_more_for_what_the_last_results_did_to_ratings():
    event = a_running_event(*FOUR)
    play_to_the_end(table_of(event))
    actions.settle_table(table_of(event).pk)
    BROWSER.get(f"/events/{event.public_id}")
    with CaptureQueriesContext(connection) as asked:
        BROWSER.get(f"/events/{event.public_id}")
    assert len(asked) <= 13


def test_the_last_results_are_told_with_links_and_what_they_moved():
    event = a_running_event(*FOUR)
    table = play_to_the_end(table_of(event))
    actions.settle_table(table.pk)
    fold_ledger(Pool.objects.get().pk, limit=10)
    first, second = table.seats.order_by("place").values_list("player__handle", flat=True)
    page = " ".join(text_of(visit(f"/events/{event.public_id}")).split())
    assert f"<b>{first}</b> beat {second}" in page
    assert re.search(rf'<a href="/tables/{table.public_id}">W1\.\d</a> · board \+\d+ and', page)


def test_an_event_of_tables_shows_who_stands_first():
    event = a_running_event(*FOUR, seats=4)
    assert "Standing now" in text_of(visit(f"/events/{event.public_id}"))
    table = play_to_the_end(table_of(event))
    actions.settle_table(table.pk)
    places = list(table.seats.order_by("place").values_list("player__handle", flat=True))
    page = text_of(visit(f"/events/{event.public_id}"))
    assert f"<b>{places[0]}</b> won, ahead of" in page


def test_what_a_match_waits_for_is_counted_where_its_names_are_too_long_for_the_line():
    event = running(*bots(8), format="double-elimination", config={})
    page = text_of(visit(f"/events/{event.public_id}"))
    assert "waits for W1.1 and W1.2" in page
    assert "Grand final, waits for 2 tables" in page


def test_one_round_at_a_time_opens_with_the_final_of_an_event_that_is_over():
    event = play_out(running(*bots(4), format="double-elimination", config={"final": "single"}))
    page = text_of(visit(f"/events/{event.public_id}"))
    assert re.findall(r'name="round"[^>]* checked>([^<]+)<', page) == ["Grand final"]
