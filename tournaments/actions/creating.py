"""A new event, and the day it takes entries."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from games.actions import seal_draw
from players.models import User
from players.transactions import database_now, in_one_transaction
from tournaments.actions.checking import check_settings
from tournaments.actions.common import announce, lock_tournament, record, refuse_strangers
from tournaments.errors import EntryNotOpen
from tournaments.models import Tournament


@in_one_transaction
def create_tournament(
    *,
    name: str,
    game: str,
    format: str,
    organiser: User | None,
    options: Mapping[str, Any] | None = None,
    config: Mapping[str, Any] | None = None,
    patience_seconds: int = 30,
    starts_at: dt.datetime | None = None,
    check_in: bool = False,
    check_in_seconds: int = 1800,
    casual: bool = False,
    min_entrants: int = 2,
    max_entrants: int | None = None,
    seeding: str = "rating",
    description: str = "",
    match_plan: Mapping[str, Any] | None = None,
    later_stages: Sequence[Mapping[str, Any]] = (),
    team_size: int = 1,
    schedule: Mapping[str, Any] | None = None,
    max_tables_each: int | None = None,
    time_zone: str = "UTC",
    late_entry_rounds: int = 0,
) -> Tournament:
    """A draft, which nobody can enter yet. `organiser` None is the service itself.

    Raises BadTournament, and what games and names raise: UnknownGame, BadOptions, BadPatience,
    BadName.
    """
    tournament = Tournament(
        name=name,
        description=description,
        game=game,
        options=dict(options or {}),
        format=format,
        config=dict(config or {}),
        patience_seconds=patience_seconds,
        casual=casual,
        seeding=seeding,
        organiser=organiser,
        starts_at=starts_at,
        check_in=check_in,
        check_in_seconds=check_in_seconds,
        min_entrants=min_entrants,
        max_entrants=max_entrants,
        match_plan=dict(match_plan or {}),
        later_stages=list(later_stages),
        team_size=team_size,
        schedule=dict(schedule or {}),
        max_tables_each=max_tables_each,
        time_zone=time_zone,
        late_entry_rounds=late_entry_rounds,
        created_at=database_now(),
    )
    check_settings(tournament)
    tournament.draw_id = seal_draw().deal_id
    tournament.save()
    record(tournament, "created", at=tournament.created_at, by=organiser)
    return tournament


@in_one_transaction
def open_entry(*, tournament_id: int, by: User | None) -> None:
    """From now on players may enter; nothing happens where they may already.

    Raises NotYourTournament, EntryNotOpen once the event has begun or ended.
    """
    tournament = lock_tournament(tournament_id)
    refuse_strangers(tournament, by)
    if tournament.state == Tournament.State.OPEN:
        return
    if tournament.state != Tournament.State.DRAFT:
        raise EntryNotOpen(f"{tournament.name} is {tournament.state}; its entry is over.")
    tournament.state = Tournament.State.OPEN
    tournament.save(update_fields=["state"])
    record(tournament, "opened", at=database_now(), by=by)
    announce(tournament.pk)
