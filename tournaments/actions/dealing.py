"""Tables for the matches that are ready. Runs under the lock of the event, any number of times."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Mapping

from django.db import OperationalError, transaction

from games.actions import deal_table, draw_stream
from tournaments.actions.common import announce, push_back_locked
from tournaments.facts import StageFacts
from tournaments.formats.resolver import ResolvedMatch
from tournaments.formats.seeding import drawn_order
from tournaments.models import Entrant, Match, MatchTable, Tournament

logger = logging.getLogger(__name__)

DEALT_AT_ONCE = 8
# More tables than that wait for the next tick, so that no transaction takes long.


def deal_ready(facts: StageFacts, resolved: Mapping[str, ResolvedMatch], now: dt.datetime) -> None:
    """Tables for ready matches, in the order of the plan; a match that fails stays ready."""
    tournament = facts.stage.tournament
    ready = [match for match in resolved.values() if match.state == "ready"]
    for match in ready[:DEALT_AT_ONCE]:
        try:
            with transaction.atomic():
                _deal(facts, match)
        except OperationalError:
            raise  # The whole transaction is tried again.
        except Exception:
            logger.exception("match %s of event %s cannot be dealt", match.key, tournament.pk)
            push_back_locked(tournament, now)


def _deal(facts: StageFacts, match: ResolvedMatch) -> None:
    stage = facts.stage
    tournament = stage.tournament
    match_id = facts.match_ids[match.key]
    number = MatchTable.objects.filter(match_id=match_id).count() + 1
    stream = draw_stream(
        deal_id=tournament.draw_id, label=f"seats:{stage.number}:{match.key}:{number}"
    )
    seating = drawn_order(match.present, stream)
    player_of = dict(Entrant.objects.filter(pk__in=seating).values_list("pk", "player_id"))
    planned = next(each for each in facts.state.matches if each.key == match.key)
    table_id = deal_table(
        game=tournament.game,
        options=tournament.options,
        player_ids=[player_of[entrant] for entrant in seating],
        patience_seconds=tournament.patience_seconds,
        casual=tournament.casual,
        event_string=event_string(tournament, stage.number, planned.round),
    )
    MatchTable.objects.create(
        match_id=match_id, number=number, table_id=table_id, seating=list(seating)
    )
    Match.objects.filter(pk=match_id).update(state=Match.State.LIVE)
    announce(tournament.pk)


def event_string(tournament: Tournament, stage_number: int, round_number: int) -> str:
    """What stands in place of the seats' nonces at every table of a round; known beforehand."""
    return f"{tournament.public_id}:{stage_number}:{round_number}"
