"""Ends that no move makes: void tables, expired open ones, deals to open, and "settled"."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from django.db.models import F

from games import hub
from games.actions.advancing import ENDED, reveal_if_last
from games.models import Deal, Seat, Table
from games.rows import lock_table, read_seats
from players.transactions import database_now, in_one_transaction

PUSH_BACK_SECONDS = 5


def void_table(*, table_id: int, why: str) -> bool:
    """An open or running table ends without a result; False if it had ended already."""
    voided = _void(table_id, why)
    if voided:
        players = Seat.objects.filter(table_id=table_id, player__isnull=False)
        topics = [f"player:{key}" for key in players.values_list("player_id", flat=True)]
        hub.announce(f"table:{table_id}", "home", *topics)
    return voided


@in_one_transaction
def _void(table_id: int, why: str) -> bool:
    table = lock_table(id=table_id)
    if table.status in ENDED:
        return False
    rows = read_seats(table.id)
    Table.objects.filter(pk=table.id).update(
        status=Table.Status.VOID, why=why, over_at=rows.now, expires_at=None, paused_at=None
    )
    Seat.objects.filter(table_id=table.id).update(deadline_at=None, rest_ms=None)
    reveal_if_last(table, rows)
    return True


def expire_open_tables() -> int:
    """Open tables that nobody filled in time are void; how many there were."""
    due = Table.objects.filter(status=Table.Status.OPEN, expires_at__lte=database_now())
    return sum(
        void_table(table_id=key, why="nobody_came")
        for key in due.order_by("expires_at").values_list("pk", flat=True)[:1000]
    )


@in_one_transaction
def reveal_ended_deals(deal_ids: Collection[int] | None = None) -> int:
    """Open shared deals (all, or those) whose last two tables ended at one instant; how many."""
    playing = Table.objects.exclude(status__in=ENDED)
    sealed = Deal.objects.filter(shared=True, revealed_at=None, tables__isnull=False)
    if deal_ids is not None:
        sealed = sealed.filter(pk__in=deal_ids)
    ended = sealed.exclude(pk__in=playing.values("deal_id"))
    keys = list(ended.values_list("pk", flat=True).distinct())
    return Deal.objects.filter(pk__in=keys).update(revealed_at=database_now())


def settled(*, table_id: int, unrated_code: str) -> None:
    """What follows from the end has happened. Called by tournaments.actions only."""
    Table.objects.filter(pk=table_id, settled_at=None).update(
        settled_at=database_now(), unrated_code=unrated_code, settle_after=None
    )


def mark_unrated(*, table_id: int, code: str) -> None:
    """Whether a settled table still counts for the rating; called by tournaments.actions only."""
    Table.objects.filter(pk=table_id, settled_at__isnull=False).update(unrated_code=code)


def unsettle(*, table_id: int) -> None:
    """What follows from the end is to happen again. Called by tournaments.actions only."""
    ended = Table.objects.filter(pk=table_id, status=Table.Status.OVER)
    ended.update(settled_at=None, unrated_code="")


def push_back(*, table_id: int) -> None:
    """Settling it failed: count that, and let the others go first."""
    later = database_now() + dt.timedelta(seconds=PUSH_BACK_SECONDS)
    Table.objects.filter(pk=table_id).update(
        settle_failures=F("settle_failures") + 1, settle_after=later
    )
