"""Turns and tables that are waited for; threads here see what others commit."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.db import connections
from django.test import AsyncClient

from games.hub import let_the_thread_go
from games.models import Seat
from players.actions import revoke_token
from players.models import Token
from tests.api.calling import ROOT, Api, as_player, table_path
from tests.builders import a_bot, a_token, some_bots
from tests.games.helpers import a_table, let_time_pass, play_one, player_to_act

pytestmark = pytest.mark.django_db(transaction=True)


def meanwhile(seconds, act):
    """Does it a little later, in a thread of its own."""

    def later():
        time.sleep(seconds)
        try:
            act()
        finally:
            connections.close_all()

    thread = threading.Thread(target=later)
    thread.start()
    return thread


def timed(call):
    began = time.monotonic()
    answer = call()
    return answer, time.monotonic() - began


def test_turns_shows_every_table_where_the_player_is_to_act_with_its_view():
    ant, bee = some_bots("ant", "bee")
    table = a_table(ant, bee)
    player = player_to_act(table)
    other = bee if player == ant else ant
    (turn,) = as_player(player).get("/turns").json["turns"]
    assert (turn["id"], turn["turn"]) == (table.public_id, 0)
    assert turn["view"]["hand"]
    assert turn["legal_count"] >= 1
    assert as_player(other).get("/turns").json["turns"] == []


def test_the_most_urgent_turn_stands_first():
    ant, bee = some_bots("ant", "bee")
    tables = [a_table(ant, bee, patience=patience) for patience in (600, 60)]
    for table in tables:
        if player_to_act(table) != ant:
            play_one(table)
    turns = as_player(ant).get("/turns").json["turns"]
    assert [turn["id"] for turn in turns] == [tables[1].public_id, tables[0].public_id]


def test_waiting_ends_as_soon_as_it_is_the_players_turn():
    ant, bee = some_bots("ant", "bee")
    table = a_table(ant, bee)
    waiting = bee if player_to_act(table) == ant else ant
    mover = meanwhile(0.3, lambda: play_one(table))
    answer, took = timed(lambda: as_player(waiting).get("/turns", wait=10))
    mover.join()
    assert [turn["id"] for turn in answer.json["turns"]] == [table.public_id]
    assert took < 3


def test_a_lost_nudge_costs_a_second(monkeypatch):
    monkeypatch.setattr("games.hub._ring", lambda topics: None)
    ant, bee = some_bots("ant", "bee")
    table = a_table(ant, bee)
    waiting = bee if player_to_act(table) == ant else ant
    mover = meanwhile(0.2, lambda: play_one(table))
    answer, took = timed(lambda: as_player(waiting).get("/turns", wait=10))
    mover.join()
    assert len(answer.json["turns"]) == 1
    assert took < 4


def test_waiting_for_nothing_ends_in_time():
    answer, took = timed(lambda: as_player(a_bot()).get("/turns", wait=1))
    assert (answer.status, answer.json["turns"]) == (200, [])
    assert 0.9 < took < 3


def test_a_token_revoked_while_it_waits_is_told_so():
    token = a_token(a_bot())
    kept = Token.objects.get()
    act = meanwhile(0.2, lambda: revoke_token(owner=kept.owner, token_id=kept.pk))
    answer, took = timed(lambda: Api(token).get("/turns", wait=10))
    act.join()
    assert (answer.status, answer.code) == (401, "bad_token")
    assert took < 4


def test_a_turn_whose_time_is_over_is_expired_and_not_shown():
    table = a_table(*some_bots("ant", "bee"))
    slow = player_to_act(table)
    let_time_pass(table, 62)
    assert as_player(slow).get("/turns").json["turns"] == []
    assert Seat.objects.get(table=table, player=slow).left_reason == "deadline"


def test_who_watches_a_table_is_woken_by_the_next_ply():
    table = a_table(*some_bots("ant", "bee"))
    mover = meanwhile(0.3, lambda: play_one(table))
    answer, took = timed(lambda: Api().get(table_path(table), after_ply=0, wait=10))
    mover.join()
    assert answer.json["ply"] == 1
    assert [line["ply"] for line in answer.json["log"]] == [0]
    assert took < 3


def test_a_table_that_has_moved_on_is_shown_at_once():
    table = a_table(*some_bots("ant", "bee"))
    play_one(table)
    answer, took = timed(lambda: Api().get(table_path(table), after_ply=0, wait=10))
    assert answer.json["ply"] == 1
    assert took < 1


def test_who_waits_keeps_no_thread():
    async def waits():
        async with ThreadSensitiveContext():
            thread = await sync_to_async(threading.current_thread)()
            await let_the_thread_go()
            await asyncio.sleep(0.1)
            return thread

    assert not asyncio.run(waits()).is_alive()


async def asked_under_asgi(path, token, **query):
    headers = {"Authorization": f"Bearer {token}"}
    return await AsyncClient().get(f"{ROOT}{path}", query, headers=headers)


def test_many_wait_at_once_under_asgi_and_each_is_told_its_own():
    ant, bee = some_bots("ant", "bee")
    tokens = {ant: a_token(ant), bee: a_token(bee)}
    table = a_table(ant, bee)
    first = player_to_act(table)
    then = bee if first == ant else ant

    async def all_wait():
        later = asyncio.create_task(asked_under_asgi("/turns", tokens[then], wait=8))
        at_once = await asked_under_asgi("/turns", tokens[first], wait=8)
        watching = asyncio.create_task(
            asked_under_asgi(table_path(table), tokens[first], wait=8, after_ply=0)
        )
        mover = meanwhile(0.2, lambda: play_one(table))
        answers = at_once, await later, await watching
        mover.join()
        return answers

    at_once, later, watched = asyncio.run(all_wait())
    assert [turn["turn"] for turn in at_once.json()["turns"]] == [0]
    assert [turn["id"] for turn in later.json()["turns"]] == [table.public_id]
    assert watched.json()["ply"] == 1


def test_waiting_wants_a_token_like_everything_else():
    assert Api().get("/turns", wait=5).code == "token_needed"
    assert as_player(a_bot(), "enter").get("/turns", wait=5).code == "missing_scope"
