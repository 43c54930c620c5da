"""What tournaments look like in an answer."""

from __future__ import annotations

import datetime as dt
from typing import Any, TypedDict

from tournaments.queries import (
    ActSeen,
    BracketSeen,
    EntrantSeen,
    MatchSeen,
    RoundSeen,
    RowSeen,
    StandingSeen,
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
    """A tournament without its bracket; `waits_for` says what it waits for, who, until when."""

    id: str
    name: str
    description: str
    game: str
    options: dict[str, Any]
    format: str
    config: dict[str, Any]
    settings: str
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


class EntrantShape(TypedDict):
    """A player's entry; `mu` and `sigma` are the belief it is, or would now be, seeded by."""

    player: str
    handle: str
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


class MatchRowShape(TypedDict):
    """One seat of a match: an entrant, or the `source` it will come from."""

    player: str | None
    handle: str | None
    seed: int | None
    place: int | None
    goes_on: bool | None
    gone: bool
    source: str


class MatchShape(TypedDict):
    """A match; the first `advance` of it go on. `waits_for` are the matches that feed it."""

    key: str
    label: str
    number: int
    state: str
    advance: int
    table: str | None
    table_status: str | None
    waits_for: list[str]
    rows: list[MatchRowShape]


class RoundShape(TypedDict):
    """A column of the bracket; `resting` have a bye in it."""

    number: int
    name: str
    decided: int
    live: int
    matches: list[MatchShape]
    resting: list[str]


class BracketShape(TypedDict):
    """The bracket; before the start (`drawn` false) as it would be drawn now."""

    drawn: bool
    seats: int
    rounds: list[RoundShape]


class StandingShape(TypedDict):
    """An entrant's line in the standings; equal places are ties."""

    place: int
    player: str
    handle: str
    seed: int
    points: str
    explanation: str
    out: bool
    status: str


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
        handle=entrant.name,
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


def bracket_shape(bracket: BracketSeen) -> BracketShape:
    return BracketShape(
        drawn=bracket.is_drawn,
        seats=bracket.seats,
        rounds=[_round_shape(column) for column in bracket.rounds],
    )


def standing_shape(row: StandingSeen) -> StandingShape:
    return StandingShape(
        place=row.place,
        player=row.player_public_id,
        handle=row.name,
        seed=row.seed,
        points=row.points,
        explanation=row.explanation,
        out=row.is_out,
        status=row.status,
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


def _round_shape(column: RoundSeen) -> RoundShape:
    return RoundShape(
        number=column.number,
        name=column.name,
        decided=column.decided,
        live=column.live,
        matches=[_match_shape(match) for match in column.matches],
        resting=list(column.resting),
    )


def _match_shape(match: MatchSeen) -> MatchShape:
    return MatchShape(
        key=match.key,
        label=match.label,
        number=match.number,
        state=match.state,
        advance=match.advance,
        table=match.table_public_id,
        table_status=match.table_status or None,
        waits_for=list(match.waits_for),
        rows=[_row_shape(row) for row in match.rows],
    )


def _row_shape(row: RowSeen) -> MatchRowShape:
    return MatchRowShape(
        player=row.player_public_id,
        handle=row.name or None,
        seed=row.seed,
        place=row.place,
        goes_on=row.goes_on,
        gone=row.is_gone,
        source=row.source,
    )
