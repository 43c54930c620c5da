"""House bots: seats whose player names a strategy are played here, from their own view alone.

Their pace is even, so that thinking time tells nothing, and so is their chance: it follows from
the seat and the turn, so that two processes that play the same seat make the same move.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
import logging
import time
from typing import NamedTuple

from django.conf import settings
from django.db.models import Q

from bots.strategies import strategy
from games.actions import play_move
from games.errors import TableError
from games.models import Seat
from games.queries import table_seen
from games.rules.deals import Stream
from games.rules.protocol import Json
from games.rules.registry import rules_for
from games.seen import TableSeen
from players.transactions import database_now

logger = logging.getLogger(__name__)

BENCH_SECONDS = 5.0
MOST_LOOKED_AT = 2_000
COLUMNS = ("pk", "table__public_id", "number", "player_id", "player__strategy", "driver")

# Seats (keys) that failed, and until when (monotonic) they are left alone.
_benched: dict[int, float] = {}


class HouseSeat(NamedTuple):
    """A seat that a house bot must play now: its own, or one that was left (`driver`)."""

    key: int
    table: str
    number: int
    player_id: int
    strategy: str
    driver: str


def play_due(limit: int = 100) -> int:
    """Play the house seats whose time to think is over; how many moved. Safe to run twice."""
    return sum(_play_safely(seat) for seat in due_house_seats(limit))


def due_house_seats(limit: int) -> list[HouseSeat]:
    """House seats that came to act a pace ago (or half their patience, if that is less)."""
    now = database_now()
    to_act = (
        Seat.objects.filter(deadline_at__isnull=False)
        .filter(Q(player__strategy__gt="") | Q(driver__gt=""))
        .exclude(pk__in=_still_benched())
        .order_by("deadline_at")
        .values_list(*COLUMNS, "deadline_at", "table__patience_seconds")
    )
    rows = to_act[:MOST_LOOKED_AT]
    return [HouseSeat(*row[:-2]) for row in rows if _moves_at(*row[-2:]) <= now][:limit]


def chosen_move(seen: TableSeen, strategy_name: str) -> Json:
    """What the strategy plays, knowing no more than the seat's own view."""
    rules = rules_for(seen.game, seen.options, seen.seat_count, version=seen.rules_version)
    chance = _chance(seen)
    move = strategy(strategy_name, seen.game).choose(rules, rules.load_view(seen.view), chance)
    return rules.dump_move(move)


def _moves_at(deadline_at: dt.datetime, patience_seconds: int) -> dt.datetime:
    """When a house bot moves whose seat came to act a patience before its deadline."""
    patience = dt.timedelta(seconds=patience_seconds)
    pace = dt.timedelta(milliseconds=settings.HOUSE_PACE_MS)
    return deadline_at - patience + min(pace, patience / 2)


def _play_safely(seat: HouseSeat) -> bool:
    """One bad table is logged and left alone for a while; the others go on."""
    try:
        return _play(seat)
    except TableError as error:  # It has moved on, or ended: there is nothing to do.
        logger.debug("house seat %s of table %s: %s", seat.number, seat.table, error.code)
    except Exception as error:
        # Only the kind of error is told: its text may name cards of a hand.
        kind = type(error).__name__
        logger.error("house seat %s of table %s did not move: %s", seat.number, seat.table, kind)
        _benched[seat.key] = time.monotonic() + BENCH_SECONDS
    return False


def _play(seat: HouseSeat) -> bool:
    arrived = time.monotonic()
    driving = bool(seat.driver)
    seen = table_seen(public_id=seat.table, viewer=seat.player_id, driving=driving)
    if not seen.is_viewer_to_act or seen.turn is None:
        return False
    move = chosen_move(seen, seat.driver or seat.strategy)
    played = play_move(
        public_id=seat.table,
        player_id=seat.player_id,
        turn=seen.turn,
        move=move,
        arrived=arrived,
        driving=driving,
    )
    return not played.replayed


def _chance(seen: TableSeen) -> Stream:
    """Chance of this seat and turn: a secret of the service, but never the deal's."""
    turn = f"house|{seen.public_id}|{seen.viewer_seat}|{seen.turn}"
    key = hmac.digest(settings.SECRET_KEY.encode(), turn.encode(), hashlib.sha256)
    return Stream(key, "house")


def _still_benched() -> list[int]:
    now = time.monotonic()
    for key in [key for key, until in _benched.items() if until <= now]:
        _benched.pop(key, None)
    return list(_benched)
