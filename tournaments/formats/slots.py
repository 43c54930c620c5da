"""Where the seats of a match come from, and the facts a format is worked out from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol


class Stream(Protocol):
    """Chance as an argument: numbers that follow from a published secret."""

    def below(self, n: int) -> int:
        """An equally likely number from 0 to n - 1."""
        ...


@dataclass(frozen=True, slots=True)
class EntrantSlot:
    """This entrant and nobody else."""

    entrant: int


@dataclass(frozen=True, slots=True)
class SeedSlot:
    """Whoever holds the seed; 1 is the strongest."""

    seed: int


@dataclass(frozen=True, slots=True)
class PlaceSlot:
    """Whoever takes the place in a match: winner = place 1."""

    match: str
    place: int


@dataclass(frozen=True, slots=True)
class RankSlot:
    """Whoever takes the place in a group of an earlier stage."""

    stage: int
    group: str
    place: int


@dataclass(frozen=True, slots=True)
class ByeSlot:
    """Nobody, from the start."""


Slot = EntrantSlot | SeedSlot | PlaceSlot | RankSlot | ByeSlot


def dump_slot(slot: Slot) -> list[str | int]:
    """A slot as a JSON list: its kind, then what it names."""
    match slot:
        case EntrantSlot(entrant):
            return ["entrant", entrant]
        case SeedSlot(seed):
            return ["seed", seed]
        case PlaceSlot(match_key, place):
            return ["place", match_key, place]
        case RankSlot(stage, group, place):
            return ["rank", stage, group, place]
        case ByeSlot():
            return ["bye"]


def load_slot(json: Sequence[object]) -> Slot:
    """The slot back from `dump_slot`. Raises ValueError for anything else."""
    match list(json):
        case ["entrant", int(entrant)]:
            return EntrantSlot(entrant)
        case ["seed", int(seed)]:
            return SeedSlot(seed)
        case ["place", str(match_key), int(place)]:
            return PlaceSlot(match_key, place)
        case ["rank", int(stage), str(group), int(place)]:
            return RankSlot(stage, group, place)
        case ["bye"]:
            return ByeSlot()
    raise ValueError(f"A slot is entrant, seed, place, rank or bye, not {json!r}.")


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """A published match.

    `key` is unique in its stage and never changes; `number` is its position in the round, counted
    from 1, with gaps where byes made a match needless; the first `advance` places go on (0 in a
    final).
    """

    key: str
    round: int
    number: int
    group: str
    label: str
    slots: tuple[Slot, ...]
    advance: int


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """The result of a match: `places[i]` is the place of `entrants[i]`, ties share.

    Entrants who had withdrawn before it began are not among them. `cause` is `played`,
    `walkover` or `override`.
    """

    key: str
    entrants: tuple[int, ...]
    places: tuple[int, ...]
    cause: str


@dataclass(frozen=True, slots=True)
class EntrantFact:
    """An entrant as a format sees it; `active` is False once it withdrew."""

    id: int
    seed: int
    active: bool


@dataclass(frozen=True, slots=True)
class StageState:
    """All facts of a stage at one instant.

    `matches` in the order of their planning, so that sources come before what they feed.
    `live` holds the keys of matches at tables: their result comes from there and nowhere else.
    `ranks` holds the entrants of earlier stages' places, as far as they are known.
    """

    entrants: tuple[EntrantFact, ...]
    matches: tuple[PlannedMatch, ...]
    results: Mapping[str, MatchOutcome]
    live: frozenset[str] = frozenset()
    ranks: Mapping[RankSlot, int] = field(default_factory=dict)
