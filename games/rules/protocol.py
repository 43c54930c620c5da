"""What every game answers: pure rules, values in and values out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NewType, Protocol, TypeVar

from .deals import DealKey, Stream

Seat = NewType("Seat", int)
"""A place at a table, numbered from 0 in turn order."""

# JSON is an edge: its shape is each game's own business.
Json = Any

LEAVE_REASONS = ("resigned", "deadline", "removed")


class RulesError(Exception):
    """A request that the rules refuse; nothing has changed."""

    code: ClassVar[str] = "rules_error"


class BadOptions(RulesError):
    """Options or a seat count that the game does not offer; says what is allowed."""

    code = "bad_options"


class UnknownGame(RulesError):
    """No game is registered under that code (and version)."""

    code = "unknown_game"


class MoveNotUnderstood(RulesError):
    """The JSON is no move of this game; `reason` is a word such as `bad_card`."""

    code = "move_not_understood"

    def __init__(self, message: str, reason: str = "bad_move") -> None:
        super().__init__(message)
        self.reason = reason


class IllegalMove(RulesError):
    """A move that is understood but not allowed now.

    `reason` is a stable word (`too_low`, `must_include`, ...); `standing` is what lay on the
    table, as JSON that every viewer may see. It depends only on what the mover sees.
    """

    code = "illegal_move"

    def __init__(self, reason: str, message: str, standing: Json = None) -> None:
        super().__init__(message)
        self.reason = reason
        self.standing = standing


class NotToAct(RulesError):
    """The seat is not to act now."""

    code = "not_your_turn"


class NotInPlay(RulesError):
    """The seat has gone out, or has left before."""

    code = "not_in_play"


class GameOver(RulesError):
    """The outcome stands; no move or leave is possible any more."""

    code = "table_over"


@dataclass(frozen=True, slots=True)
class Option:
    """One setting that a game declares; `choices` lists every allowed value."""

    name: str
    default: Json
    choices: tuple[Json, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Leaver:
    """A seat that gave up, and why: one of LEAVE_REASONS."""

    seat: Seat
    reason: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a table ended.

    `places[seat]` is 1 for the best, ties share and the next number is skipped (1, 1, 3);
    `scores[seat]` is the game's own number or None; `leavers` in the order of leaving;
    `why` is a stable word such as `played_out` or `all_left`. A void outcome counts as not played:
    its places mean nothing.
    """

    places: tuple[int, ...]
    scores: tuple[int | None, ...]
    leavers: tuple[Leaver, ...]
    why: str
    is_void: bool = False


@dataclass(frozen=True, slots=True)
class Events:
    """What a ply told everybody, and what it told single seats besides (JSON objects)."""

    public: tuple[Mapping[str, Json], ...]
    private: Mapping[Seat, tuple[Mapping[str, Json], ...]] = field(default_factory=dict)


S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")
D = TypeVar("D")


class Rules(Protocol[S, M, V, D]):
    """A stateless rules object that holds its options.

    S is the state, M a move, V what one viewer may see, D the dealt cards; all are immutable.
    Everything is determined by options, deal and moves, under any hash seed.
    """

    code: ClassVar[str]
    name: ClassVar[str]
    version: ClassVar[int]
    min_seats: ClassVar[int]
    max_seats: ClassVar[int]
    cooperative: ClassVar[bool]
    ties_possible: ClassVar[bool]
    declared_options: ClassVar[tuple[Option, ...]]

    @property
    def options(self) -> Mapping[str, Json]:
        """Every declared option with its value."""
        ...

    @classmethod
    def with_options(cls, options: Mapping[str, Json], seats: int) -> Rules[S, M, V, D]:
        """Rules with every default spelled out. Raises BadOptions."""
        ...

    def deal_options(self) -> Mapping[str, Json]:
        """The options that a deal depends on (docs/rules, part of the deal transcript)."""
        ...

    def deal(self, key: DealKey, seats: int) -> D:
        """The cards of every seat, drawn from the labelled streams of `key`."""
        ...

    def dump_deal(self, deal: D) -> Json:
        """The deal as JSON, every card of it; only for records of tables that are over."""
        ...

    def start(self, seats: int, deal: D) -> S: ...

    def ply(self, state: S) -> int:
        """How many moves and leaves have been applied."""
        ...

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Seats that must act now; empty exactly when the outcome stands."""
        ...

    def in_play(self, state: S) -> tuple[Seat, ...]:
        """Seats that may still leave: neither gone out nor left, none once it is over."""
        ...

    def legal_moves(self, state: S, seat: Seat) -> tuple[M, ...]:
        """In canonical order; empty exactly when the seat is not to act."""
        ...

    def parse(self, json: Json) -> M:
        """Raises MoveNotUnderstood."""
        ...

    def dump_move(self, move: M) -> Json:
        """Canonical JSON of a move; `parse` of it gives the move back."""
        ...

    def canonical(self, state: S, seat: Seat, move: M) -> M:
        """The move as the log keeps it, with what may be left out filled in from the state."""
        ...

    def apply(self, state: S, seat: Seat, move: M) -> S:
        """Raises IllegalMove, NotToAct, NotInPlay, GameOver."""
        ...

    def leave(self, state: S, seat: Seat, reason: str) -> S:
        """The seat takes the last free place. Raises NotInPlay, GameOver."""
        ...

    def outcome(self, state: S) -> Outcome | None: ...

    def view(self, state: S, seat: Seat | None) -> V:
        """An allow-list of what a seat (None: a spectator) may see."""
        ...

    def dump_view(self, view: V) -> Json: ...

    def load_view(self, json: Json) -> V:
        """The view back from `dump_view`'s JSON, so that a bot needs nothing else."""
        ...

    def moves_of(self, view: V) -> tuple[M, ...]:
        """The legal moves of the view's own seat: legality depends on nothing hidden."""
        ...

    def events(self, before: S, seat: Seat, move: M | None, after: S) -> Events:
        """What the ply told whom; `move` None is a leave."""
        ...

    def redeal(self, view: V, stream: Stream) -> S:
        """A state chosen at random among those consistent with the view."""
        ...

    def dump(self, state: S) -> Json: ...

    def load(self, json: Json) -> S: ...

    def told_from(self, state: S) -> int:
        """The first ply of a running table's log that may be told again; 0 where all of it may."""
        ...

    def cards_left(self, state: S) -> tuple[int, ...]:
        """cards_left[seat]: how many cards each holds, as everybody may count."""
        ...

    def describe_move(self, move: M) -> str:
        """The one-line log form (docs/rules): `3D3C`, `-`."""
        ...


AnyRules = Rules[Any, Any, Any, Any]
"""Rules whose types only the game itself knows."""


def places_by_order(seats: int, order: Sequence[Seat]) -> tuple[int, ...]:
    """places[seat] of a complete finishing order without ties."""
    place = {seat: number for number, seat in enumerate(order, start=1)}
    return tuple(place[Seat(seat)] for seat in range(seats))
