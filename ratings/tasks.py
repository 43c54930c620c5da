"""What runs by the clock: new contests are folded, and ledgers with a struck contest again."""

from __future__ import annotations

import logging
from collections.abc import Callable

from celery import shared_task

from ratings import actions, queries

logger = logging.getLogger(__name__)


@shared_task(ignore_result=True)
def fold_due() -> None:
    """One stretch of the ledger of each pool that waits; a pool that fails keeps no other back."""
    for pool_id in queries.pools_to_refold():
        _try(lambda pool: actions.rebuild_ratings(pool, write=True), pool_id)
    for pool_id in queries.pools_to_fold():
        _try(actions.fold_ledger, pool_id)


def _try(action: Callable[[int], object], pool_id: int) -> None:
    try:
        action(pool_id)
    except Exception:
        logger.exception("the ledger of pool %s could not be folded", pool_id)
