"""One contest of the ledger for all tables of a duplicate or compare match."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from games.models import Move, Seat, Table
from players.models import Player
from ratings.actions import record_contest
from ratings.models import Contest
from tournaments.dealt import Dealt
from tournaments.models import Entrant, Match, Tournament
from tournaments.placing import Placing
from tournaments.rated import SeatFact, contest_groups, match_source, unrated_match_code

TEAMS = "team"


@dataclass(frozen=True, slots=True)
class SetPlayed:
    """The tables that count for a match that is rated as one."""

    tournament: Tournament
    match: Match
    tables: Sequence[Dealt]
    is_of_teams: bool


def unrated_set_code(played: SetPlayed) -> str:
    """Why the match is not rated, empty if it is."""
    teams: dict[int, list[SeatFact]] = {}
    moved, seats = _moved(played), _seats(played)
    for entrant, seat, player in seats:
        fact = SeatFact(
            kind=player.kind,
            owner=player.owner_id,
            is_filler=seat.filler or bool(seat.driver),
            has_moved=(seat.table_id, seat.number) in moved,
        )
        teams.setdefault(entrant, []).append(fact)
    code = unrated_match_code(list(teams.values()), is_casual=played.tournament.casual)
    return code or ("replaced" if _has_changed(played, seats) else "")


def _has_changed(played: SetPlayed, seats: Sequence[tuple[int, Seat, Player]]) -> bool:
    """An entrant was not the same players at all deals: whose order it is, nobody can say."""
    deal_of = {table.table_id: table.deal_id for table in played.tables}
    players: dict[tuple[int, int], set[int]] = {}
    for entrant, seat, player in seats:
        players.setdefault((entrant, deal_of[seat.table_id]), set()).add(player.pk)
    entrants = {entrant for entrant, _ in players}
    return len({(one, *sorted(own)) for (one, _), own in players.items()}) > len(entrants)


def rate_set(played: SetPlayed, placing: Placing) -> None:
    """One contest, or several where there are more than eight teams."""
    players: dict[int, dict[int, str]] = {}
    for entrant, _, player in _seats(played):
        players.setdefault(entrant, {})[player.pk] = player.kind
    places = dict(zip(placing.entrants, placing.places, strict=True))
    seeds = Entrant.objects.filter(pk__in=places).values_list("pk", "seed")
    groups = contest_groups(places, {entrant: seed or 0 for entrant, seed in seeds})
    kinds = [kind for team in players.values() for kind in team.values()]
    first = _recorded(played) + 1
    for number, (entrants, own_places) in enumerate(groups, start=first):
        record_contest(
            game=played.tournament.game,
            division=TEAMS if played.is_of_teams else kinds[0],
            source=_source(played, number),
            played_at=_ended_at(played),
            teams=[list(players[entrant]) for entrant in entrants],
            places=own_places,
        )


def _source(played: SetPlayed, number: int = 1) -> str:
    match = played.match
    return match_source(played.tournament.public_id, match.stage.number, match.key, number)


def _recorded(played: SetPlayed) -> int:
    """How many contests the ledger has of the match, with those that were voided."""
    source = _source(played)
    return Contest.objects.filter(Q(source=source) | Q(source__startswith=f"{source}:")).count()


def _seats(played: SetPlayed) -> list[tuple[int, Seat, Player]]:
    """Every seat of every table with its entrant, in the order of tables and seats."""
    seats = Seat.objects.filter(table_id__in=[table.table_id for table in played.tables])
    seating = {table.table_id: table.seating for table in played.tables}
    rows = seats.select_related("player").order_by("table_id", "number")
    return [
        (seating[seat.table_id][seat.number], seat, seat.player)
        for seat in rows
        if seat.player is not None
    ]


def _moved(played: SetPlayed) -> set[tuple[int, int]]:
    moves = Move.objects.filter(
        table_id__in=[table.table_id for table in played.tables], cause="move"
    )
    return set(moves.order_by().values_list("table_id", "seat").distinct())


def _ended_at(played: SetPlayed) -> dt.datetime:
    tables = Table.objects.filter(pk__in=[table.table_id for table in played.tables])
    return max(table.over_at or table.opened_at for table in tables)
