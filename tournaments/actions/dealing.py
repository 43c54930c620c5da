"""Tables for the matches that are ready. Runs under the lock of the event, any number of times.

Source: docs/decisions/match-kinds.md.
"""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Mapping, Sequence

from django.db import OperationalError, transaction

from games.actions import TableToDeal, deal_tables
from tournaments.actions.common import announce, push_back_locked
from tournaments.facts import StageFacts
from tournaments.formats.resolver import ResolvedMatch
from tournaments.match_orders import Order, orders_for
from tournaments.models import Match, MatchTable, Tournament

logger = logging.getLogger(__name__)

DEALT_AT_ONCE = 256
# Matches that ask for more tables than that wait for the next call, so that no transaction takes
# long; a match is dealt as a whole.


def deal_ready(facts: StageFacts, resolved: Mapping[str, ResolvedMatch], now: dt.datetime) -> int:
    """Tables for ready matches, in the order of the plan; a match that fails stays ready.

    How many tables were dealt: 0 if nothing can be dealt before something else happens.
    """
    ready = [match for match in resolved.values() if match.state == "ready"]
    orders = orders_for(facts, ready, DEALT_AT_ONCE) if ready else []
    if not orders:
        return 0
    tournament = facts.stage.tournament
    dealt = _try(tournament, orders, now)
    if dealt:
        announce(tournament.pk)
    return dealt


def _try(tournament: Tournament, orders: Sequence[Order], now: dt.datetime) -> int:
    """All at once; where that fails, one by one, so that the others go on."""
    try:
        with transaction.atomic():
            return _deal(tournament, orders)
    except OperationalError:
        raise  # The whole transaction is tried again.
    except Exception:
        if len(orders) > 1:
            return sum(_try(tournament, [order], now) for order in orders)
        logger.exception("match %s of event %s cannot be dealt", orders[0].key, tournament.pk)
        push_back_locked(tournament, now)
        return 0


def _deal(tournament: Tournament, orders: Sequence[Order]) -> int:
    wanted = [
        (order, table, TableToDeal(order.players_at(table), order.event_string, deal))
        for order in orders
        for table in order.tables
        for deal in [(order.match_id, table.deal) if table.deal else None]
    ]
    keys = deal_tables(
        [to_deal for _, _, to_deal in wanted],
        game=tournament.game,
        options=tournament.options,
        patience_seconds=tournament.patience_seconds,
        casual=tournament.casual,
    )
    numbers = {order.match_id: order.first_number for order in orders}
    links = []
    for (order, table, _), key in zip(wanted, keys, strict=True):
        links.append(
            MatchTable(
                match_id=order.match_id,
                number=numbers[order.match_id],
                part=table.part,
                table_id=key,
                seating=list(table.seating),
            )
        )
        numbers[order.match_id] += 1
    MatchTable.objects.bulk_create(links)
    Match.objects.filter(pk__in=[order.match_id for order in orders]).update(state=Match.State.LIVE)
    return len(links)
