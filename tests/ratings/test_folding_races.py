"""Several processes at one ledger: real row locks decide, so only PostgreSQL can tell."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, transaction

from players.models import Player
from ratings.actions import fold_ledger
from ratings.models import Contest, ContestTeam, Pool, RatingChange
from ratings.queries import audit_findings
from tests.builders import some_bots
from tests.ratings.helpers import a_contest

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.requires_postgresql,
]


def numbered(number: int, *order: Player) -> Contest:
    return a_contest(f"table:{number}", *order, minute=number)


def at_once(*calls: Callable[[], object]) -> list[object]:
    """The answers of the calls, all begun at the same moment, each on a connection of its own."""
    start = Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        try:
            connection.ensure_connection()
            start.wait(timeout=10)
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        return [future.result(timeout=30) for future in [threads.submit(run, c) for c in calls]]


def test_four_folders_at_once_fold_every_contest_once():
    players = some_bots("ada", "ben", "cat", "dan")
    for number in range(60):
        numbered(number, *players[number % 4 :], *players[: number % 4])
    pool_id = Pool.objects.get().pk

    def fold_until_done() -> int:
        count = 0
        while part := fold_ledger(pool_id, 7):
            count += part
        return count

    assert sum(at_once(*[fold_until_done] * 4)) == 60
    assert sorted(Contest.objects.values_list("sequence", flat=True)) == list(range(1, 61))
    assert RatingChange.objects.count() == 240
    assert [one.code for one in audit_findings()] == []


def test_a_result_recorded_by_eight_at_once_is_one_contest():
    ada, ben = some_bots("ada", "ben")
    contests = at_once(*[lambda: numbered(1, ada, ben)] * 8)
    assert len(set(contests)) == 1
    assert (Contest.objects.count(), ContestTeam.objects.count(), Pool.objects.count()) == (1, 2, 1)


def test_recording_does_not_wait_for_a_folder():
    ada, ben = some_bots("ada", "ben")
    numbered(1, ada, ben)
    with transaction.atomic():
        fold_ledger(Pool.objects.get().pk)  # holds the pool until the block ends
        with ThreadPoolExecutor(1) as threads:
            recorded = threads.submit(at_once, lambda: numbered(2, ben, ada))
            assert recorded.result(timeout=5) == [Contest.objects.get(source="table:2")]


def test_results_recorded_while_folders_run_are_all_folded():
    players = some_bots("ada", "ben", "cat")
    numbered(0, *players)
    pool_id = Pool.objects.get().pk

    def record(first: int) -> None:
        for number in range(first, first + 20):
            numbered(number, *players)

    def fold() -> None:
        for _ in range(30):
            fold_ledger(pool_id, 5)

    at_once(lambda: record(1), lambda: record(21), fold, fold)
    while fold_ledger(pool_id):
        pass
    assert sorted(Contest.objects.values_list("sequence", flat=True)) == list(range(1, 42))
    assert [one.code for one in audit_findings()] == []
