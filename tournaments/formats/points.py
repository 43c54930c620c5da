"""Who got what in which round: played, won without play, or missed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, cached_property
from typing import Literal, NamedTuple

from tournaments.formats.resolver import ResolvedMatch, resolve
from tournaments.formats.scoring import HALF, ONE, SHARE_OF_A_WIN, ZERO, Scoring, points_for
from tournaments.formats.slots import (
    EntrantFact,
    EntrantSlot,
    MatchOutcome,
    PlannedMatch,
    SeedSlot,
    StageState,
)

Cause = Literal["played", "override", "walkover", "bye", "forfeit", "absent"]
# `walkover`: the others were missing; `forfeit`: it was missing itself; `absent`: it was not there.
AT_THE_TABLE: frozenset[Cause] = frozenset({"played", "override"})


class Played(NamedTuple):
    """A round of an entrant that is decided.

    `place` of `size` who took part; `seat` counts from 0 and is None where a lot seated them.
    `opponents` come with the result against each: 1 ahead of it, ½ level, 0 behind. There are
    none where nobody was met. `score` is what a match of several tables was decided by, and
    `full` what a win was worth in this round.
    """

    round: int
    match: str
    cause: Cause
    points: Fraction
    place: int | None = None
    size: int = 0
    seat: int | None = None
    opponents: tuple[tuple[int, Fraction], ...] = ()
    score: Fraction | None = None
    full: Fraction = ONE


class Record(NamedTuple):
    """All decided rounds of an entrant, in the order of rounds."""

    entrant: int
    rounds: tuple[Played, ...]


def records_of(
    state: StageState, scoring: Scoring, *, struck: Collection[str] = ()
) -> dict[int, Record]:
    """The record of every entrant; `struck` matches count for nobody, as if never planned."""
    book = _Book(state, scoring)
    for match in state.matches:
        if match.key not in struck:
            book.take(match)
    return book.closed()


class _Book:
    """The records while they are written, match by match."""

    def __init__(self, state: StageState, scoring: Scoring) -> None:
        self.state = state
        self.scoring = scoring
        self.rounds: dict[int, list[Played]] = {each.id: [] for each in state.entrants}
        self.by_seed = {each.seed: each.id for each in state.entrants}
        # Who has a match in a round, decided or not.
        self.paired: dict[int, set[int | None]] = {}
        self.awarded = cache(lambda places: points_for(places, scoring.vector))
        self.full = cache(lambda size: scoring.vector.of(size)[0])

    def take(self, match: PlannedMatch) -> None:
        """Note what a match is for everybody who should sit at it."""
        outcome = self.state.results.get(match.key)
        seated = self._named(match)
        winner = outcome.entrants[:1] if outcome else ()
        is_decided = outcome is not None
        # A match that names its entrants needs no resolver once it has a result, and a large
        # stage consists of hardly anything else.
        if outcome is None or seated is None:
            made = self._resolved[match.key]
            seated, winner, is_decided = made.entrants, made.order[:1], made.is_decided
            if made.state == "skipped" and match.condition is not None:
                return
        # A match of a section, such as a playoff, is not a round that all others rest in.
        if not match.section:
            self.paired.setdefault(match.round, set()).update(seated)
        if outcome is not None and outcome.cause != "walkover":
            self._take_played(match, seated, outcome)
        elif is_decided:
            self._take_unplayed(match, seated, winner)

    def closed(self) -> dict[int, Record]:
        """All records, with the rounds in which entrants had no match."""
        if not self.scoring.everybody_meets:
            self._add_rests()
        return {
            entrant: Record(entrant, tuple(sorted(own, key=_round_of)))
            for entrant, own in self.rounds.items()
        }

    def _named(self, match: PlannedMatch) -> tuple[int | None, ...] | None:
        """Who sits at a match that names its entrants; None if it waits for others."""
        seated: list[int | None] = []
        for slot in match.slots:
            if isinstance(slot, EntrantSlot):
                seated.append(slot.entrant)
            elif isinstance(slot, SeedSlot):
                seated.append(self.by_seed.get(slot.seed))
            else:
                return None
        return tuple(seated)

    @cached_property
    def _resolved(self) -> dict[str, ResolvedMatch]:
        """What the matches without a result are; all of them where one waits for others."""
        matches = self.state.matches
        if all(self._named(match) and match.condition is None for match in matches):
            matches = tuple(each for each in matches if each.key not in self.state.results)
        return resolve(replace(self.state, matches=matches))

    def _take_played(
        self, match: PlannedMatch, seated: Sequence[int | None], outcome: MatchOutcome
    ) -> None:
        cause: Cause = "override" if outcome.cause == "override" else "played"
        points, size = self.awarded(outcome.places), len(outcome.entrants)
        full = self.full(size)
        for index, entrant in enumerate(outcome.entrants):
            self.rounds[entrant].append(
                Played(
                    match.round,
                    match.key,
                    cause,
                    points[index],
                    outcome.places[index],
                    size,
                    seated.index(entrant) if match.seated and entrant in seated else None,
                    _met(outcome, index),
                    outcome.scores[index] if outcome.scores else None,
                    full,
                )
            )
        if len(seated) > size:
            took_part = (None, *outcome.entrants)
            self._take_missing(match, [each for each in seated if each not in took_part])

    def _take_missing(self, match: PlannedMatch, missing: Sequence[int | None]) -> None:
        """They should have sat at a match that went on without them."""
        full = self.full(len(match.slots))
        for entrant in missing:
            if entrant is not None:
                self.rounds[entrant].append(
                    Played(match.round, match.key, "forfeit", ZERO, full=full)
                )

    def _take_unplayed(
        self, match: PlannedMatch, seated: Sequence[int | None], winner: Sequence[int]
    ) -> None:
        """A full win for the one who came, nothing for the others."""
        full = self.full(len(match.slots))
        for entrant in seated:
            if entrant is None:
                continue
            wins = entrant in winner
            result = ONE if wins else ZERO
            meets = seated if self.scoring.everybody_meets else ()
            self.rounds[entrant].append(
                Played(
                    match.round,
                    match.key,
                    "walkover" if wins else "forfeit",
                    full * result,
                    opponents=tuple(
                        (other, result) for other in meets if other is not None and other != entrant
                    ),
                    full=full,
                )
            )

    def _add_rests(self) -> None:
        """A bye for whoever is there and in no match of a published round; else an absence."""
        full = self.full(self.scoring.seats)
        worth = full * SHARE_OF_A_WIN[self.scoring.bye]
        last_match = {
            entrant: max((played.round for played in own), default=0)
            for entrant, own in self.rounds.items()
        }
        for number, paired in self.paired.items():
            for entrant in self.state.entrants:
                if entrant.id in paired:
                    continue
                rests = _rests(entrant, number, last_match[entrant.id])
                cause: Cause = "bye" if rests else "absent"
                points = worth if rests else ZERO
                self.rounds[entrant.id].append(Played(number, "", cause, points, full=full))


def _round_of(played: Played) -> int:
    return played.round


def _met(outcome: MatchOutcome, index: int) -> tuple[tuple[int, Fraction], ...]:
    """Everybody else at the table, with the result against each."""
    place = outcome.places[index]
    return tuple(
        [
            (other, ONE if theirs > place else ZERO if theirs < place else HALF)
            for other, theirs in zip(outcome.entrants, outcome.places, strict=True)
            if other != outcome.entrants[index]
        ]
    )


def _rests(entrant: EntrantFact, number: int, last_match: int) -> bool:
    """Whether it has a bye. Who has left has none after its last match, if nothing else is known
    of when it left.
    """
    if not entrant.active and entrant.until_round is None and number > last_match:
        return False
    return entrant.is_there(number)
