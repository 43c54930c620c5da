"""The demo: house bots with names of their own, and one event after the other between them.

The events belong to the service itself (they have no organiser). Everything here may be called
at any time and by several processes at once: it looks at what there is and adds what is missing.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from players.actions import house_player
from players.models import Player
from players.transactions import database_now, in_one_transaction
from tournaments import actions
from tournaments.models import Tournament

GAME = "big-two"
PATIENCE_SECONDS = 20
FIRST_NOTICE_SECONDS = 15  # somebody has just started the service and is looking at it
NOTICE_SECONDS = 45  # long enough to enter a bot of one's own
MOST_AT_ONCE = 2  # where an event takes longer than expected the next one may begin, but no third
COMING = (Tournament.State.DRAFT, Tournament.State.OPEN)

# Every second one chooses at random: a rating has something to find out.
NAMES = (
    "Alder", "Bramble", "Clover", "Dogwood", "Elder", "Fern", "Gorse", "Hawthorn",
    "Ivy", "Juniper", "Kelp", "Larch", "Mallow", "Nettle", "Oleander", "Poplar",
)  # fmt: skip
STRATEGIES = ("greedy", "random")


@dataclass(frozen=True, slots=True)
class Plan:
    """One kind of demo event; `seconds` is about how long one is played at the usual pace."""

    name: str
    entrants: int
    seconds: int
    config: dict[str, Any]
    description: str


PLANS = (
    Plan("Hedgerow Cup", 16, 130, {"seats": 2}, "Sixteen house bots, one against one."),
    Plan(
        "Meadow Fours",
        8,
        160,
        {"seats": 4, "advance": 2},
        "Eight house bots at tables of four; the first two of each go on.",
    ),
)


def demo_players() -> list[Player]:
    """The house bots of the demo, made at the first asking."""
    return [
        house_player(name, STRATEGIES[number % len(STRATEGIES)])
        for number, name in enumerate(NAMES)
    ]


@in_one_transaction
def announce_next() -> Tournament | None:
    """Announce the next event, unless one is to come or is still far from its end."""
    players = demo_players()
    # Whoever holds this row looks and announces alone.
    Player.objects.select_for_update(no_key=True).get(pk=players[0].pk)
    events = Tournament.objects.filter(_is_ours(), organiser=None)
    if events.filter(state__in=COMING).exists() or not _end_is_near(events):
        return None
    return _announce(players, events.count())


def _end_is_near(events: QuerySet[Tournament]) -> bool:
    """Whether an event announced now would start about when the one being played ends."""
    now = database_now()
    running = events.filter(state=Tournament.State.RUNNING)
    ends = [_expected_end(event) for event in running]
    return len(ends) < MOST_AT_ONCE and all(
        end <= now + dt.timedelta(seconds=NOTICE_SECONDS) for end in ends
    )


def _expected_end(event: Tournament) -> dt.datetime:
    plan = next(plan for plan in PLANS if event.name.startswith(plan.name))
    return (event.started_at or event.created_at) + dt.timedelta(seconds=plan.seconds)


def _is_ours() -> Q:
    named = Q()
    for plan in PLANS:
        named |= Q(name__startswith=f"{plan.name} ")
    return named


def _announce(players: list[Player], before: int) -> Tournament:
    """The event after `before` others: the kinds take turns."""
    plan = PLANS[before % len(PLANS)]
    notice = NOTICE_SECONDS if before else FIRST_NOTICE_SECONDS
    event = actions.create_tournament(
        name=f"{plan.name} {before // len(PLANS) + 1}",
        description=f"{plan.description} A bot of yours may enter until it starts.",
        game=GAME,
        options={},
        format="single-elimination",
        config=plan.config,
        patience_seconds=PATIENCE_SECONDS,
        organiser=None,
        starts_at=database_now() + dt.timedelta(seconds=notice),
        max_entrants=2 * plan.entrants,
    )
    actions.open_entry(tournament_id=event.pk, by=None)
    for player in players[: plan.entrants]:
        actions.enter(tournament_id=event.pk, player_id=player.pk, by=None)
    return event
