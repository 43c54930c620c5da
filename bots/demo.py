"""The demo: house bots with names of their own, and one event after the other between them.

The events belong to the service itself (they have no organiser). Everything here may be called
at any time and by several processes at once: it looks at what there is and adds what is missing.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from players.actions import house_player
from players.models import Player
from players.transactions import database_now, in_one_transaction
from tournaments import actions
from tournaments.models import Tournament

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
    """One kind of demo event; `seconds` is about how long one is played at the usual pace.

    `settings` are those of `create_tournament`. Where there is a choice it is what ends sooner: a
    table of two takes half a minute, a table of four more than one.
    """

    name: str
    entrants: int
    seconds: int
    description: str
    settings: Mapping[str, Any]

    @property
    def team_size(self) -> int:
        return int(self.settings.get("team_size", 1))


TREE = "single-elimination"
SHORT = {"game": "big-number", "options": {"single_deal": True}}

PLANS = (
    Plan(
        "Hedgerow Cup",
        16,
        130,
        "Sixteen house bots, one against one.",
        {"game": "big-two", "format": TREE, "config": {"seats": 2}},
    ),
    Plan(
        "Meadow Fours",
        8,
        160,
        "Eight house bots at tables of four; the first two of each go on.",
        {"game": "big-two", "format": TREE, "config": {"seats": 4, "advance": 2}},
    ),
    Plan(
        "Orchard Doubles",
        8,
        155,
        "Eight house bots; who has lost twice is out.",
        {**SHORT, "format": "double-elimination", "config": {"seats": 2}},
    ),
    Plan(
        "Thicket Swiss",
        12,
        175,
        "Twelve house bots at tables of four, three rounds with those who stand near.",
        {**SHORT, "format": "pods", "config": {"seats": 4, "rounds": 3}},
    ),
    Plan(
        "Garden Groups",
        8,
        150,
        "Eight house bots in two groups; the first two of each play on in a bracket.",
        {
            "game": "big-two",
            "format": "round-robin",
            "config": {"groups": 2},
            "max_tables_each": 1,
            "later_stages": [{"format": TREE, "config": {"seats": 2}, "cut": {"per_group": 2}}],
        },
    ),
    Plan(
        "Bower Pairs",
        4,
        175,
        "Four pairs of house bots play the same deal, each at a table of its own.",
        {
            "game": "the-game",
            "format": TREE,
            "config": {"seats": 6},
            "match_plan": {"kind": "compare", "deals": 1},
            "team_size": 2,
        },
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
    return _announce(players, events)


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


def _announce(players: list[Player], events: QuerySet[Tournament]) -> Tournament:
    """The event after all those: the kinds take turns."""
    before = events.count()
    plan = PLANS[before % len(PLANS)]
    number = events.filter(name__startswith=f"{plan.name} ").count() + 1
    notice = NOTICE_SECONDS if before else FIRST_NOTICE_SECONDS
    who = "A bot" if plan.team_size == 1 else f"A team of {plan.team_size} bots"
    event = actions.create_tournament(
        **plan.settings,
        name=f"{plan.name} {number}",
        description=f"{plan.description} {who} of yours may enter until it starts.",
        patience_seconds=PATIENCE_SECONDS,
        organiser=None,
        starts_at=database_now() + dt.timedelta(seconds=notice),
        max_entrants=2 * plan.entrants,
    )
    actions.open_entry(tournament_id=event.pk, by=None)
    for index in range(plan.entrants):
        first, *others = players[index : plan.team_size * plan.entrants : plan.entrants]
        team = [player.pk for player in others]
        actions.enter(tournament_id=event.pk, player_id=first.pk, by=None, team=team)
    return event
