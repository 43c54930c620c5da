"""Whatever happens at the tables of an event, and whatever its matches are, it comes to its end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.actions import remove_player, void_table
from games.models import Seat, Table
from tests.games.helpers import play_one
from tests.tournaments.helpers import a_running_event, bots, settle_all
from tests.tournaments.sets import a_team_event
from tournaments import actions
from tournaments.models import Entrant, MatchTable, Tournament
from tournaments.queries import audit_findings, standings_of

pytestmark = pytest.mark.django_db

KINDS: dict[str, dict[str, Any]] = {
    "one table": {},
    "best of three": {"match_plan": {"best_of": 3}},
    "two tables of three": {"match_plan": {"tables": 2}, "config": {"seats": 3}},
    "duplicate": {"match_plan": {"kind": "duplicate", "deals": 2}},
    "balanced": {
        "match_plan": {"kind": "duplicate", "rotation": "balanced"},
        "config": {"seats": 3},
    },
    "compare": {"match_plan": {"kind": "compare", "deals": 2}, "config": {"seats": 2}},
}


def an_event(kind: str) -> Tournament:
    settings = KINDS[kind]
    return (
        a_team_event(4, **settings) if kind == "compare" else a_running_event(*bots(5), **settings)
    )


def running_of(event: Tournament) -> list[Table]:
    links = MatchTable.objects.filter(
        match__stage__tournament=event, table__status=Table.Status.RUNNING
    )
    return [link.table for link in links.select_related("table").order_by("pk")]


def end(table: Table, chance: Random) -> None:
    """After a few moves one seat after the other leaves."""
    for _ in range(chance.randrange(3)):
        play_one(table)
    seats = list(Seat.objects.filter(table=table).values_list("player_id", flat=True))
    for player in chance.sample(seats, len(seats) - 1):
        remove_player(table_id=table.pk, player_id=player)


def withdraw_one(event: Tournament, chance: Random) -> None:
    active = Entrant.objects.filter(tournament=event, status=Entrant.Status.ACTIVE)
    keys = list(active.order_by("pk").values_list("pk", flat=True))
    if len(keys) > 1:
        actions.withdraw(entrant_id=chance.choice(keys), by=None)


def something_happens(event: Tournament, chance: Random) -> None:
    table = chance.choice(running_of(event))
    what = chance.random()
    if what < 0.1:
        withdraw_one(event, chance)
    elif what < 0.25:
        void_table(table_id=table.pk, why="operator")
    else:
        end(table, chance)
    if chance.random() < 0.6:
        settle_all()


@pytest.mark.parametrize("secret", [1, 2])
@pytest.mark.parametrize("kind", KINDS)
def test_it_ends_with_a_place_for_everybody_and_nothing_to_find(kind, secret):
    chance = Random(secret)
    event = an_event(kind)
    for _ in range(200):
        event.refresh_from_db()
        if event.state != Tournament.State.RUNNING:
            break
        if not running_of(event):
            settle_all()
            actions.advance(event.pk)
            continue
        something_happens(event, chance)
        assert Table.objects.filter(status=Table.Status.OPEN).count() == 0
    settle_all()
    assert event.state == Tournament.State.CLOSED
    assert len(standings_of(event.pk)) == event.entrants.count()
    assert audit_findings() == []
