"""What the matches and standings of a tournament look like in an answer."""

from __future__ import annotations

from typing import TypedDict

from tournaments.queries import BracketSeen, MatchSeen, RoundSeen, RowSeen, StandingSeen


class MatchRowShape(TypedDict):
    """One seat of a match: an entrant, or the `source` it will come from.

    `score` is what decided a match of several tables: tables won, or a sum; else "".
    """

    player: str | None
    handle: str | None
    score: str
    seed: int | None
    place: int | None
    goes_on: bool | None
    gone: bool
    source: str


class MatchShape(TypedDict):
    """A match; the first `advance` of it go on. `waits_for` are the matches that feed it.

    `table` is the newest of `tables`, which leaves out those whose deal is still played elsewhere;
    `why` says how the pairing came about.
    """

    key: str
    label: str
    number: int
    state: str
    advance: int
    group: str
    section: str
    why: str
    table: str | None
    table_status: str | None
    tables: list[str]
    waits_for: list[str]
    rows: list[MatchRowShape]


class RoundShape(TypedDict):
    """A column of the bracket; `resting` have a bye in it."""

    number: int
    name: str
    section: str
    decided: int
    live: int
    matches: list[MatchShape]
    resting: list[str]


class StageShape(TypedDict):
    """A stage; `state` is to come, live or over."""

    number: int
    name: str
    settings: str
    state: str


class BracketShape(TypedDict):
    """The matches of a stage; before the start (`drawn` false) as it would be drawn now.

    `shape` is tree, groups, or rounds that are paired as it goes. `stages` is empty where there
    is only one.
    """

    drawn: bool
    stage: int
    stages: list[StageShape]
    shape: str
    seats: int
    rounds: list[RoundShape]


class TieBreakShape(TypedDict):
    """A number that parts equal points; `told` is its sum in words."""

    code: str
    name: str
    value: str
    told: str


class StandingShape(TypedDict):
    """An entrant's line in the standings; equal places are ties.

    `group` and `place` in it where a stage is asked for; `points_told` is the sum in words.
    """

    place: int
    group: str
    played: int
    points_told: str
    tie_breaks: list[TieBreakShape]
    player: str
    handle: str
    seed: int
    points: str
    explanation: str
    out: bool
    status: str


def bracket_shape(bracket: BracketSeen) -> BracketShape:
    return BracketShape(
        drawn=bracket.is_drawn,
        stage=bracket.stage,
        stages=[
            StageShape(
                number=each.number,
                name=each.name,
                settings=each.settings_words,
                state=each.state,
            )
            for each in bracket.stages
        ],
        shape=bracket.shape,
        seats=bracket.seats,
        rounds=[_round_shape(column) for column in bracket.rounds],
    )


def standing_shape(row: StandingSeen) -> StandingShape:
    return StandingShape(
        place=row.place,
        group=row.group,
        played=row.played,
        points_told=row.points_told,
        tie_breaks=[
            TieBreakShape(code=each.code, name=each.name, value=each.value, told=each.told)
            for each in row.tie_breaks
        ],
        player=row.player_public_id,
        handle=row.name,
        seed=row.seed,
        points=row.points,
        explanation=row.explanation,
        out=row.is_out,
        status=row.status,
    )


def _round_shape(column: RoundSeen) -> RoundShape:
    return RoundShape(
        number=column.number,
        name=column.name,
        section=column.section,
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
        group=match.group,
        section=match.section,
        why=match.why,
        table=match.table_public_id,
        table_status=match.table_status or None,
        tables=list(match.tables),
        waits_for=list(match.waits_for),
        rows=[_row_shape(row) for row in match.rows],
    )


def _row_shape(row: RowSeen) -> MatchRowShape:
    return MatchRowShape(
        player=row.player_public_id,
        handle=row.name or None,
        score=row.score,
        seed=row.seed,
        place=row.place,
        goes_on=row.goes_on,
        gone=row.is_gone,
        source=row.source,
    )
