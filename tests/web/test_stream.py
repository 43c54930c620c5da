"""Streams: units that changed, pings, an end, and nothing that keeps a connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from django.db import connections
from django.http import Http404

from games import hub
from tests.builders import a_user, some_bots
from tests.games.helpers import a_table, play_one
from web import stream
from web.stream import Snapshot, changed, frame, streamed
from web.viewer import NOBODY, viewer_for
from web.views import live, tables


async def frames(response, count: int) -> list[str]:
    source: AsyncIterator[bytes] = response.__aiter__()
    return [(await asyncio.wait_for(anext(source), 5)).decode() for _ in range(count)]


def test_a_message_has_a_name_and_every_line_its_field():
    assert frame("felt", "<p>\n</p>") == "event: felt\ndata: <p>\ndata: </p>\n\n"
    assert frame("over", "") == "event: over\ndata: \n\n"


def test_only_units_that_changed_are_sent():
    sent: dict[str, str] = {}
    assert changed(Snapshot({"a": "1", "b": "2"}), sent) == [("a", "1"), ("b", "2")]
    assert changed(Snapshot({"a": "1", "b": "3"}), sent) == [("b", "3")]


def test_a_new_instant_alone_is_no_news():
    sent: dict[str, str] = {}
    changed(Snapshot({"a": '<i data-now="1" data-deadline="9">'}), sent)
    assert changed(Snapshot({"a": '<i data-now="2" data-deadline="9">'}), sent) == []
    assert changed(Snapshot({"a": '<i data-now="2" data-deadline="8">'}), sent) != []


def test_a_stream_sends_everything_at_once_and_ends_when_it_is_over():
    async def run() -> list[str]:
        return await frames(streamed(lambda: Snapshot({"a": "1"}, is_over=True), "x"), 2)

    assert asyncio.run(run()) == ["event: a\ndata: 1\n\n", "event: over\ndata: \n\n"]


@pytest.mark.django_db(transaction=True)
def test_a_nudge_brings_news_before_the_next_look(monkeypatch):
    monkeypatch.setattr(stream, "LOOK_SECONDS", 60.0)
    shown = ["1"]

    async def run() -> str:
        source = streamed(lambda: Snapshot({"a": shown[0]}), "topic").__aiter__()
        await anext(source)
        shown[0] = "2"
        await asyncio.to_thread(hub.announce, "topic")
        return (await asyncio.wait_for(anext(source), 5)).decode()

    assert "data: 2" in asyncio.run(run())


def test_news_without_a_nudge_come_with_the_next_look(monkeypatch):
    monkeypatch.setattr(stream, "LOOK_SECONDS", 0.1)
    shown = iter("123456")

    async def run() -> list[str]:
        return await frames(streamed(lambda: Snapshot({"a": next(shown)}), "topic"), 2)

    assert asyncio.run(run())[1] == "event: a\ndata: 2\n\n"


def test_a_silent_stream_says_that_it_lives(monkeypatch):
    monkeypatch.setattr(stream, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(stream, "PING_SECONDS", 1.1)

    async def run() -> list[str]:
        return await frames(streamed(lambda: Snapshot({"a": "1"}), "topic"), 2)

    assert asyncio.run(run())[1].startswith("event: ping\n")


def test_a_page_that_is_no_longer_open_to_the_viewer_ends():
    def gone() -> Snapshot:
        raise Http404

    async def run() -> list[str]:
        return await frames(streamed(gone, "topic"), 1)

    assert asyncio.run(run()) == ["event: over\ndata: \n\n"]


def test_a_stream_is_kept_by_no_proxy():
    async def run() -> tuple[str, str, str]:
        headers = streamed(lambda: Snapshot({}), "topic").headers
        return headers["Content-Type"], headers["Cache-Control"], headers["X-Accel-Buffering"]

    assert asyncio.run(run()) == ("text/event-stream", "no-store", "no")


@pytest.mark.django_db(transaction=True)
def test_a_look_gives_its_connection_back_before_anybody_waits():
    table = a_table(*some_bots("kestrel", "brine"))
    open_after = []

    def look() -> Snapshot:
        context = tables.table_context(table.public_id, NOBODY)
        open_after.append(connections["default"])
        return Snapshot(live.rendered(live.TABLE_UNITS, context), is_over=True)

    async def run() -> Snapshot:
        return await stream.looked(look)

    assert set(asyncio.run(run()).units) == set(live.TABLE_UNITS)
    assert [connection.connection for connection in open_after] == [None]


@pytest.mark.django_db
def test_units_of_a_table_are_those_of_its_page():
    table = a_table(*some_bots("kestrel", "brine"))
    play_one(table)
    context = tables.table_context(table.public_id, NOBODY)
    for name, html in live.rendered(live.TABLE_UNITS, context).items():
        assert f'sse-swap="{name}" hx-swap="outerHTML"' in html
        assert f'id="{name}"' in html


def test_watchers_who_look_at_once_share_one_look():
    made = []

    def look() -> Snapshot:
        made.append(1)
        return Snapshot({"a": str(len(made))})

    both = stream.Shared()
    assert both.look("table x", look) is both.look("table x", look)
    assert both.look("table y", look).units == {"a": "2"}


def test_a_look_is_shared_for_a_moment_only(monkeypatch):
    monkeypatch.setattr(stream.Shared, "SAME_SECONDS", -1)
    both = stream.Shared()
    assert both.look("x", lambda: Snapshot({"a": "1"})).units == {"a": "1"}
    assert both.look("x", lambda: Snapshot({"a": "2"})).units == {"a": "2"}


def test_shared_looks_are_forgotten_when_there_are_too_many(monkeypatch):
    monkeypatch.setattr(stream.Shared, "MOST", 2)
    many = stream.Shared()
    for key in "abcde":
        many.look(key, lambda: Snapshot({}))
    assert len(many._made) <= 2


@pytest.mark.django_db
def test_who_has_players_of_their_own_shares_no_look():
    def look() -> Snapshot:
        return Snapshot({})

    assert live.for_all(viewer_for(a_user("mina")), "x", look) is look
    assert live.for_all(NOBODY, "x", look) is not look
