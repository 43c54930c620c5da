"""Bells ring for whoever waits, once what they tell of is committed."""

from __future__ import annotations

import asyncio

import pytest
from django.db import connection, transaction

from games import hub


def _announce(topic: str) -> None:
    hub.announce(topic)
    connection.close()


async def _rings(topic: str, announced: str) -> bool:
    with hub.listening(topic) as bell:
        await asyncio.to_thread(_announce, announced)
        return await bell.wait(0.2)


@pytest.mark.django_db(transaction=True)
def test_a_bell_rings_for_its_topic_and_for_no_other():
    assert asyncio.run(_rings("table:7", "table:7"))
    # Another topic than before: through Redis a nudge may come late, and then rings once more.
    assert not asyncio.run(_rings("table:9", "table:8"))


@pytest.mark.django_db(transaction=True)
def test_a_bell_waits_for_the_commit():
    async def heard() -> tuple[bool, bool]:
        with hub.listening("table:10") as bell:
            inside = await asyncio.to_thread(_announce_in_a_transaction, bell)
            return inside, await bell.wait(0.2)

    assert asyncio.run(heard()) == (False, True)


def _announce_in_a_transaction(bell: hub.Bell) -> bool:
    with transaction.atomic():
        hub.announce("table:10")
        had_rung = bell.has_rung
    connection.close()
    return had_rung


@pytest.mark.django_db(transaction=True)
def test_nothing_rings_for_what_was_rolled_back():
    async def heard() -> bool:
        with hub.listening("table:11") as bell:
            await asyncio.to_thread(_announce_and_roll_back)
            return await bell.wait(0.1)

    assert not asyncio.run(heard())


def _announce_and_roll_back() -> None:
    with transaction.atomic():
        hub.announce("table:11")
        transaction.set_rollback(True)
    connection.close()


@pytest.mark.django_db(transaction=True)
def test_a_redis_that_does_not_answer_harms_nobody(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    hub.announce("table:7")
