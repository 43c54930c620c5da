"""Where the seats of a match come from, and the facts a format is worked out from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, Protocol


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


class PlaceSlot(NamedTuple):
    """Whoever takes the place in a match: winner = place 1.

    A tuple, as drawings have thousands of them: it is made in a third of the time.
    """

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
class Condition:
    """A match is played only if the entrant of this slot won that match; else it is skipped."""

    match: str
    slot: int


class PlannedMatch(NamedTuple):
    """A published match.

    `key` is unique in its stage and never changes; `number` is its position in the round, counted
    from 1, with gaps where byes made a match needless; the first `advance` places go on (0 where
    nobody does: in a final, and in every format that counts points). `round` orders the matches
    of a stage in time: nothing waits for a match of a later round.
    `group` names the entrants who meet only each other; `section` the part of the drawing a match
    belongs to (`winners`, `losers`, `final`, `third`, ...; empty where there is one part only).
    `seated`: the order of the slots is the order of the seats; else a lot seats them.
    `why` is one sentence on how the pairing came about, empty where the tree itself says it.
    """

    key: str
    round: int
    number: int
    group: str
    label: str
    slots: tuple[Slot, ...]
    advance: int
    section: str = ""
    condition: Condition | None = None
    seated: bool = False
    why: str = ""


class MatchOutcome(NamedTuple):
    """The result of a match: `places[i]` is the place of `entrants[i]`, ties share.

    Entrants who had withdrawn before it began are not among them. `cause` is `played`,
    `walkover` or `override`. `scores[i]` is what a match of several tables was decided by (tables
    won, or a sum over the deals); empty where the places say all.
    """

    key: str
    entrants: tuple[int, ...]
    places: tuple[int, ...]
    cause: str
    scores: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class EntrantFact:
    """An entrant as a format sees it; `active` is False once it withdrew or was disqualified.

    It is there from `from_round` to `until_round` (None: to the end) but for what it `missed`,
    which parts a bye from an absence: whoever is there and in no match of a round has a bye in
    it. Two entrants with a common word in `apart` (an owner, a club) should not meet early. `mu`
    and `sigma` are the belief it was seeded by, None for a newcomer. `disqualified` ones come last.
    """

    id: int
    seed: int
    active: bool
    from_round: int = 1
    until_round: int | None = None
    apart: frozenset[str] = frozenset()
    mu: float | None = None
    sigma: float | None = None
    disqualified: bool = False
    missed: frozenset[int] = frozenset()

    def is_there(self, round_number: int) -> bool:
        """It takes part in the round, playing or resting."""
        is_within = self.until_round is None or round_number <= self.until_round
        return self.from_round <= round_number and is_within and round_number not in self.missed


@dataclass(frozen=True, slots=True)
class StageState:
    """All facts of a stage at one instant.

    `matches` in the order of their planning, so that sources come before what they feed.
    `live` holds the keys of matches at tables: their result comes from there and nowhere else.
    `ranks` holds the entrants of earlier stages' places, as far as they are known.
    `is_closing`: the time of the stage is over, so that nothing further is paired.
    """

    entrants: tuple[EntrantFact, ...]
    matches: tuple[PlannedMatch, ...]
    results: Mapping[str, MatchOutcome]
    live: frozenset[str] = frozenset()
    ranks: Mapping[RankSlot, int] = field(default_factory=dict)
    is_closing: bool = False
