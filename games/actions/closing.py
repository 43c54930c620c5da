"""Ends that no move makes: void tables, expired open ones, deals to open, and "settled"."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from django.db.models import F

from games import hub
from games.actions.advancing import ENDED
from games.models import Deal, Seat, Table
from games.rows import lock_tables
from players.transactions import database_now, in_one_transaction

PUSH_BACK_SECONDS = 5


def void_table(*, table_id: int, why: str) -> bool:
    """An open or running table ends without a result; False if it had ended already."""
    return void_tables([table_id], why=why) == 1


def void_tables(table_ids: Collection[int], *, why: str) -> int:
    """The same for many at once; how many had not ended already."""
    voided = _void(table_ids, why)
    if voided:
        players = Seat.objects.filter(table_id__in=voided, player__isnull=False)
        keys = players.order_by().values_list("player_id", flat=True).distinct()
        tables = [f"table:{key}" for key in voided]
        hub.announce(*tables, "home", *(f"player:{key}" for key in keys))
    return len(voided)


@in_one_transaction
def _void(table_ids: Collection[int], why: str) -> list[int]:
    going_on = lock_tables(table_ids, status__in=[Table.Status.OPEN, Table.Status.RUNNING])
    Table.objects.filter(pk__in=going_on).update(
        status=Table.Status.VOID,
        why=why,
        over_at=database_now(),
        expires_at=None,
        paused_at=None,
    )
    Seat.objects.filter(table_id__in=going_on).update(deadline_at=None, rest_ms=None)
    deals = Table.objects.filter(pk__in=going_on).values_list("deal_id", flat=True)
    reveal_ended_deals(set(deals))
    return going_on


def expire_open_tables() -> int:
    """Open tables that nobody filled in time are void; how many there were."""
    due = Table.objects.filter(status=Table.Status.OPEN, expires_at__lte=database_now())
    keys = due.order_by("expires_at").values_list("pk", flat=True)
    return void_tables(list(keys[:1000]), why="nobody_came")


@in_one_transaction
def reveal_ended_deals(deal_ids: Collection[int] | None = None) -> int:
    """Open those deals that no table plays any more; how many.

    Without keys all shared ones: two tables may have ended at one instant, each before the other.
    """
    playing = Table.objects.exclude(status__in=ENDED)
    sealed = Deal.objects.filter(revealed_at=None, tables__isnull=False)
    which = {"shared": True} if deal_ids is None else {"pk__in": deal_ids}
    sealed = sealed.filter(**which)
    ended = sealed.exclude(pk__in=playing.values("deal_id"))
    keys = list(ended.values_list("pk", flat=True).distinct())
    if not keys:
        return 0
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
