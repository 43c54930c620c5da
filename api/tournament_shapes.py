"""What tournaments look like in an answer."""

from __future__ import annotations

import datetime as dt
from typing import Any, TypedDict

from tournaments.queries import (
    ActSeen,
    EntrantSeen,
    TournamentListed,
    TournamentSeen,
)


class TournamentLineShape(TypedDict):
    """A line of a list of tournaments."""

    id: str
    name: str
    game: str
    format: str
    state: str
    casual: bool
    patience_seconds: int
    entrants: int
    max_entrants: int | None
    starts_at: dt.datetime | None
    started_at: dt.datetime | None
    closed_at: dt.datetime | None
    closed_reason: str
    created_at: dt.datetime


class DrawShape(TypedDict):
    """The sealed chance of the draw; `secret` opens when the tournament has ended."""

    id: str
    commitment: str
    secret: str | None


class TournamentShape(TypedDict):
    """A tournament without its bracket; `waits_for` says what it waits for, who, until when.

    `settings` and `match` say in words what `config` and `match_plan` of the first stage hold.
    """

    id: str
    name: str
    description: str
    game: str
    options: dict[str, Any]
    format: str
    config: dict[str, Any]
    settings: str
    match_plan: dict[str, Any]
    match: str
    later_stages: list[dict[str, Any]]
    team_size: int
    schedule: dict[str, Any]
    time_zone: str
    max_tables_each: int | None
    late_entry_rounds: int
    paused_at: dt.datetime | None
    patience_seconds: int
    casual: bool
    state: str
    seeding: str
    organiser: str | None
    entrants: int
    checked_in: int
    min_entrants: int
    max_entrants: int | None
    check_in: bool
    check_in_opens_at: dt.datetime | None
    starts_at: dt.datetime | None
    created_at: dt.datetime
    started_at: dt.datetime | None
    closed_at: dt.datetime | None
    closed_reason: str
    current_rounds: list[str]
    waits_for: str
    draw: DrawShape
    server_time: dt.datetime


class MemberShape(TypedDict):
    """A player of a team."""

    player: str
    handle: str


class EntrantShape(TypedDict):
    """An entry; `mu` and `sigma` are the belief it is, or would now be, seeded by.

    A team goes by `name`, and `player` is its first. `from_round` is more than 1 for a late entry;
    `replaces` is the handle of whose place it took.
    """

    player: str
    handle: str
    name: str
    members: list[MemberShape]
    club: str
    from_round: int
    replaces: str | None
    kind: str
    owner: str | None
    seed: int | None
    status: str
    mu: float | None
    sigma: float | None
    entered_at: dt.datetime
    checked_in_at: dt.datetime | None
    withdrawn_at: dt.datetime | None
    reason: str


class ActShape(TypedDict):
    """What a director or the clock (`actor` null) did; `undoable`: it can still be taken back."""

    id: int
    undoable: bool
    kind: str
    text: str
    actor: str | None
    reason: str
    happened_at: dt.datetime


def tournament_line_shape(line: TournamentListed) -> TournamentLineShape:
    return TournamentLineShape(
        id=line.public_id,
        name=line.name,
        game=line.game,
        format=line.format,
        state=line.state,
        casual=line.casual,
        patience_seconds=line.patience_seconds,
        entrants=line.entrants,
        max_entrants=line.max_entrants,
        starts_at=line.starts_at,
        started_at=line.started_at,
        closed_at=line.closed_at,
        closed_reason=line.closed_reason,
        created_at=line.created_at,
    )


def tournament_shape(seen: TournamentSeen, waits_for: str) -> TournamentShape:
    return TournamentShape(
        id=seen.public_id,
        name=seen.name,
        description=seen.description,
        game=seen.game,
        options=dict(seen.options),
        format=seen.format,
        config=dict(seen.config),
        settings=seen.settings_words,
        match_plan=dict(seen.match_plan),
        match=seen.match_words,
        later_stages=[dict(stage) for stage in seen.later_stages],
        team_size=seen.team_size,
        schedule=dict(seen.schedule),
        time_zone=seen.time_zone,
        max_tables_each=seen.max_tables_each,
        late_entry_rounds=seen.late_entry_rounds,
        paused_at=seen.paused_at,
        patience_seconds=seen.patience_seconds,
        casual=seen.casual,
        state=seen.state,
        seeding=seen.seeding,
        organiser=seen.organiser or None,
        entrants=seen.entrants,
        checked_in=seen.checked_in,
        min_entrants=seen.min_entrants,
        max_entrants=seen.max_entrants,
        check_in=seen.check_in,
        check_in_opens_at=seen.check_in_opens_at,
        starts_at=seen.starts_at,
        created_at=seen.created_at,
        started_at=seen.started_at,
        closed_at=seen.closed_at,
        closed_reason=seen.closed_reason,
        current_rounds=list(seen.current_rounds),
        waits_for=waits_for,
        draw=DrawShape(id=seen.draw_id, commitment=seen.draw_commitment, secret=seen.draw_secret),
        server_time=seen.server_now,
    )


def entrant_shape(entrant: EntrantSeen) -> EntrantShape:
    return EntrantShape(
        player=entrant.player_public_id,
        handle=entrant.handle,
        name=entrant.name,
        members=[
            MemberShape(player=each.public_id, handle=each.handle) for each in entrant.members
        ],
        club=entrant.club,
        from_round=entrant.from_round,
        replaces=entrant.replaces or None,
        kind=entrant.kind,
        owner=entrant.owner or None,
        seed=entrant.seed,
        status=entrant.status,
        mu=entrant.mu,
        sigma=entrant.sigma,
        entered_at=entrant.entered_at,
        checked_in_at=entrant.checked_in_at,
        withdrawn_at=entrant.withdrawn_at,
        reason=entrant.reason,
    )


def act_shape(act: ActSeen) -> ActShape:
    return ActShape(
        id=act.id,
        undoable=act.is_undoable,
        kind=act.kind,
        text=act.text,
        actor=act.actor or None,
        reason=act.reason,
        happened_at=act.happened_at,
    )
