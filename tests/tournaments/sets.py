"""Events whose matches are played at several tables, and how a test plays them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.models import Seat, Table
from players.models import Player
from tests.builders import some_bots
from tests.games.helpers import play_to_the_end
from tests.tournaments.helpers import an_event, finish, settle_all
from tournaments import actions
from tournaments.models import Entrant, EntrantPlayer, MatchResult, MatchTable, Tournament

START_BY_LOT = {"start": "random"}


def tables_of(event: Tournament, key: str) -> list[Table]:
    """All tables that were ever dealt for a match, in that order."""
    links = MatchTable.objects.filter(match__stage__tournament=event, match__key=key)
    return [link.table for link in links.select_related("table").order_by("number")]


def running_of(event: Tournament, key: str) -> list[Table]:
    return [table for table in tables_of(event, key) if table.status == Table.Status.RUNNING]


def parts_of(event: Tournament, key: str) -> list[int]:
    links = MatchTable.objects.filter(match__stage__tournament=event, match__key=key)
    return list(links.order_by("number").values_list("part", flat=True))


def handles_of(table: Table) -> list[str]:
    """In seat order."""
    seats = Seat.objects.filter(table=table).order_by("number")
    return list(seats.values_list("player__handle", flat=True))


def win_all(event: Tournament, key: str, *orders: tuple[str, ...]) -> None:
    """The running tables of a match end in these orders of players, one for each."""
    for table, order in zip(running_of(event, key), orders, strict=True):
        finish(table, *order)
    settle_all()


def result_of(event: Tournament, key: str) -> MatchResult:
    return MatchResult.objects.get(
        match__stage__tournament=event, match__key=key, voided_at__isnull=True
    )


def told(event: Tournament, key: str) -> list[tuple[str, int, str]]:
    """Name, place and score of everybody in the result of a match, best first."""
    result = result_of(event, key)
    rows = Entrant.objects.select_related("player").filter(pk__in=result.entrants)
    names = {entrant.pk: entrant.name or entrant.player.handle for entrant in rows}
    return [
        (names[entrant], place, score)
        for entrant, place, score in zip(result.entrants, result.places, result.scores, strict=True)
    ]


def a_team_event(
    number: int,
    *,
    size: int = 2,
    teams: Mapping[str, list[Player]] | None = None,
    **settings: Any,
) -> Tournament:
    """A running comparison in The Game: team-1 of ada-1, ben-1 ..., all of one match."""
    usual = {
        "game": "the-game",
        "options": START_BY_LOT,
        "config": {"seats": number},
        "team_size": size,
        "match_plan": {"kind": "compare"},
    }
    event = an_event(**{**usual, **settings})
    actions.open_entry(tournament_id=event.pk, by=None)
    for name, players in (teams or some_teams(number, size)).items():
        a_team(event, name, players)
    actions.start_tournament(tournament_id=event.pk, by=None)
    event.refresh_from_db()
    return event


def some_teams(number: int, size: int) -> dict[str, list[Player]]:
    names = ("ada", "ben", "cyd", "dan", "eve")[:size]
    return {
        f"team-{each}": some_bots(*(f"{name}-{each}" for name in names))
        for each in range(1, number + 1)
    }


def a_team(event: Tournament, name: str, players: list[Player]) -> Entrant:
    entrant = Entrant.objects.create(
        tournament=event, player=players[0], name=name, entered_at=event.created_at
    )
    EntrantPlayer.objects.bulk_create(
        EntrantPlayer(entrant=entrant, player=player, number=number)
        for number, player in enumerate(players, start=1)
    )
    return entrant


def team_of(table: Table) -> str:
    """The name of the team that plays there."""
    entrant = MatchTable.objects.get(table=table).seating[0]
    return Entrant.objects.get(pk=entrant).name


def leave_cards(table: Table, cards: int) -> Table:
    """The table is played to its end, as if so many cards had been left then."""
    play_to_the_end(table)
    Seat.objects.filter(table=table).update(score=cards)
    table.refresh_from_db()
    return table
