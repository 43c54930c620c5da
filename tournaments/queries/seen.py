"""The shapes in which events are shown."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.formats.tables import RoundOutline


@dataclass(frozen=True, slots=True)
class TournamentListed:
    """A line of a list of events."""

    id: int
    public_id: str
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


@dataclass(frozen=True, slots=True)
class TournamentSeen:
    """Everything about an event but its bracket; `id` and `organiser_id` are primary keys."""

    id: int
    public_id: str
    name: str
    description: str
    game: str
    options: Mapping[str, Any]
    format: str
    config: Mapping[str, Any]
    settings_words: str
    # The format and its config in a few words: "tables of 4, the first 2 go on".
    match_plan: Mapping[str, Any]
    match_words: str
    # How a match is decided, in words; empty where it is one table.
    later_stages: Sequence[Mapping[str, Any]]
    team_size: int
    schedule: Mapping[str, Any]
    time_zone: str
    max_tables_each: int | None
    late_entry_rounds: int
    paused_at: dt.datetime | None
    patience_seconds: int
    casual: bool
    state: str
    seeding: str
    organiser_id: int | None
    organiser: str
    series_id: str
    series_name: str
    # The series it is one event of; empty for those that take place once.
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
    server_now: dt.datetime
    draw_id: str
    draw_commitment: str
    draw_secret: str | None
    # Hexadecimal; None until the event has ended.
    current_rounds: tuple[str, ...]
    # Names of the rounds in which a match is live or about to be dealt.


@dataclass(frozen=True, slots=True)
class MemberSeen:
    """A player of a team."""

    public_id: str
    handle: str


@dataclass(frozen=True, slots=True)
class EntrantSeen:
    """An entry; `player_id` and `owner_id` are primary keys, for callers inside the service."""

    id: int
    player_id: int
    player_public_id: str
    name: str
    # A team's own, or the handle.
    handle: str
    members: tuple[MemberSeen, ...]
    # All players of a team, in the order of their seats; empty for a single player.
    club: str
    kind: str
    owner_id: int | None
    owner: str
    seed: int | None
    status: str
    mu: float | None
    sigma: float | None
    # The belief it is, or would now be, seeded by.
    entered_at: dt.datetime
    checked_in_at: dt.datetime | None
    withdrawn_at: dt.datetime | None
    reason: str
    from_round: int = 1
    # Later than 1 for a late entry.
    replaces: str = ""
    # The handle of whose place it took.


@dataclass(frozen=True, slots=True)
class RowSeen:
    """One seat of a match: an entrant, or (name empty) the `source` it will come from.

    `source` is "winner of W2.2" or "1st of F1.T4", empty where the draw itself seats somebody;
    `goes_on` is None until the match is decided. `is_gone` tells that the entrant withdrew.
    """

    slot: int
    entrant_id: int | None
    player_id: int | None
    player_public_id: str | None
    name: str
    seed: int | None
    place: int | None
    goes_on: bool | None
    is_gone: bool
    source: str
    source_key: str | None
    source_place: int | None
    score: str = ""
    # Tables won, or the sum over the deals, where a match is more than one table.


@dataclass(frozen=True, slots=True)
class MatchSeen:
    """A match as it stands; `rows` in the order of its slots.

    `state` is blocked, ready, live, done, walkover, skipped or void; `waits_for` are the labels
    of the matches that feed it. `table_public_id` is the newest of its tables.
    """

    key: str
    label: str
    round: int
    number: int
    group: str
    section: str
    why: str
    # How the pairing came about; empty where the tree itself says it.
    advance: int
    state: str
    rows: tuple[RowSeen, ...]
    waits_for: tuple[str, ...]
    table_id: int | None
    table_public_id: str | None
    table_status: str
    tables: tuple[str, ...] = ()
    # All of them that may be seen, by public id, in the order in which they were dealt.

    @property
    def finishing_order(self) -> tuple[RowSeen, ...]:
        """The rows by place once it is decided, in the order of the slots before."""
        return tuple(sorted(self.rows, key=lambda row: row.place or len(self.rows)))


@dataclass(frozen=True, slots=True)
class RoundSeen:
    """A column of the bracket; `resting` are the names of those who have a bye in it."""

    number: int
    name: str
    matches: tuple[MatchSeen, ...]
    resting: tuple[str, ...]
    section: str = ""
    # The part of the drawing; empty where there is only one.

    @property
    def decided(self) -> int:
        return sum(match.state in ("done", "walkover", "skipped") for match in self.matches)

    @property
    def live(self) -> int:
        return sum(match.state == "live" for match in self.matches)


@dataclass(frozen=True, slots=True)
class StageSeen:
    """A stage by its number; `state` is to come, live or over."""

    number: int
    name: str
    settings_words: str
    state: str
    is_shown: bool


@dataclass(frozen=True, slots=True)
class BracketSeen:
    """The matches of one stage, round by round.

    `shape` is how they hang together: `tree` where winners or losers go on to further matches,
    `groups` where the draw says at once who meets whom, `rounds` where they are paired as it goes.

    Before the start `is_drawn` is False: then the rounds show the draw as it would be now, or,
    where seeds are drawn by lot, nothing but the `outline`.
    """

    state: str
    # Of the event.
    is_drawn: bool
    seats: int
    rounds: tuple[RoundSeen, ...]
    outline: tuple[RoundOutline, ...]
    leading: tuple[StandingSeen, ...] = ()
    # The head of the standings where a drawing does not show it.
    stage: int = 1
    stages: tuple[StageSeen, ...] = ()
    # All stages of the event; empty where there is only one.
    match_plan: Mapping[str, Any] = field(default_factory=dict)
    shape: str = "tree"
    standings: StageStandings | None = None
    # Of the stage; None before the start, and where the tree says it all.
    paused_at: dt.datetime | None = None

    @property
    def is_tree(self) -> bool:
        return self.shape == "tree"

    @property
    def matches(self) -> tuple[MatchSeen, ...]:
        return tuple(match for each in self.rounds for match in each.matches)


@dataclass(frozen=True, slots=True)
class TieBreakSeen:
    """A number that parts equal points; `told` is its sum in words."""

    code: str
    name: str
    value: str
    told: str


@dataclass(frozen=True, slots=True)
class StandingSeen:
    """An entrant's line; `points` are what the stage awards, `explanation` one sentence.

    `place` counts in the event, or in the group where one stage is shown.
    """

    place: int
    entrant_id: int
    player_id: int
    player_public_id: str
    name: str
    seed: int
    points: str
    explanation: str
    is_out: bool
    status: str
    group: str = ""
    played: int = 0
    points_told: str = ""
    tie_breaks: tuple[TieBreakSeen, ...] = ()


@dataclass(frozen=True, slots=True)
class StageStandings:
    """The lines of one stage, group by group; the first `cut` go on, of all or of each group."""

    number: int
    rows: tuple[StandingSeen, ...]
    cut: int | None
    is_cut_per_group: bool


@dataclass(frozen=True, slots=True)
class Decided:
    """A result that counts; `cause` is played, walkover or override."""

    match_key: str
    cause: str
    recorded_at: dt.datetime


@dataclass(frozen=True, slots=True)
class ActSeen:
    """What a director or the clock did, in one sentence; whether it can still be taken back."""

    id: int
    is_undoable: bool
    kind: str
    text: str
    actor: str
    reason: str
    happened_at: dt.datetime


@dataclass(frozen=True, slots=True)
class WaitLine:
    """What an event waits for: `lead` in bold, then who and until when.

    `deadline_at` is the first deadline named in it, for a clock that runs on the page.
    """

    lead: str
    rest: str = ""
    deadline_at: dt.datetime | None = None

    def __str__(self) -> str:
        return f"{self.lead} {self.rest}".strip()


@dataclass(frozen=True, slots=True)
class MatchOfTable:
    """Where a table belongs."""

    tournament_id: int
    tournament_public_id: str
    tournament_name: str
    match_key: str
    match_label: str
