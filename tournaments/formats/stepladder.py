"""Stepladder and gauntlet: one match after another, whose winner meets those who come next."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar

from tournaments.formats.careers import Career, careers_of, name_in_sentence, place_in, told_end
from tournaments.formats.contract import Config, RoundKey
from tournaments.formats.elimination_settings import CUT_POLICIES, SEATS
from tournaments.formats.resolver import resolve
from tournaments.formats.settings import Problem, Setting, problems_of
from tournaments.formats.slots import (
    EntrantFact,
    PlaceSlot,
    PlannedMatch,
    SeedSlot,
    Slot,
    StageState,
    Stream,
)
from tournaments.formats.standings import StandingRow, shared_places
from tournaments.formats.tables import RoundOutline

MAX_STEPS = 9_999  # a key holds four digits


class Stepladder:
    """The winner of a match stays and meets those who come next, until everybody has played.

    Config: `seats` a match (2 to 6), `begins` with the `lowest` seeds (a stepladder: seed 1 waits
    in the final) or with the `highest` (a gauntlet: seed 1 must hold out against all), and
    `tie_policy`, which says who stays when the first place is shared.
    """

    code: ClassVar[str] = "stepladder"
    name: ClassVar[str] = "Stepladder"
    settings: ClassVar[tuple[Setting, ...]] = (
        SEATS,
        Setting(
            "begins",
            "choice",
            "lowest",
            "Who plays first: the lowest seeds, so that seed 1 waits in the final, or the highest,"
            " who must then hold out against everybody below (a gauntlet).",
            choices=("lowest", "highest"),
        ),
        Setting(
            "tie_policy",
            "choice",
            "higher_seed",
            "Who stays when the first place is shared: the higher seed, or by lot.",
            choices=CUT_POLICIES,
        ),
    )

    def validate(self, config: Config, n: int) -> tuple[Problem, ...]:
        problems = list(problems_of(self.settings, config, self.name))
        if n < 2:
            problems.append(Problem("entrants", f"At least two entrants are needed, not {n}."))
        elif not problems and len(_sizes(n, self.seats(config))) > MAX_STEPS:
            problems.append(
                Problem("entrants", f"A stepladder has at most {MAX_STEPS} steps, not one for {n}.")
            )
        return tuple(problems)

    def seats(self, config: Config) -> int:
        return int(config.get("seats", 2))

    def outline(self, config: Config, n: int) -> tuple[RoundOutline, ...]:
        left = n
        rounds: list[RoundOutline] = []
        sizes = _sizes(n, self.seats(config))
        for number, size in enumerate(sizes, start=1):
            is_final = number == len(sizes)
            name = "Final" if is_final else f"Step {number}"
            rounds.append(RoundOutline(left, left - size, (size,), 0 if is_final else 1, name))
            left -= size - 1
        return tuple(rounds)

    def plan(self, config: Config, n: int, stream: Stream) -> tuple[PlannedMatch, ...]:
        lowest_first = config.get("begins", "lowest") == "lowest"
        order = iter(range(n, 0, -1) if lowest_first else range(1, n + 1))
        matches: list[PlannedMatch] = []
        stays: tuple[Slot, ...] = ()
        sizes = _sizes(n, self.seats(config))
        for number, size in enumerate(sizes, start=1):
            come = tuple(SeedSlot(next(order)) for _ in range(size - len(stays)))
            # The better seed sits first: whoever waited in a stepladder, who stays in a gauntlet.
            slots = (*reversed(come), *stays) if lowest_first else (*stays, *come)
            is_final = number == len(sizes)
            label = "Final" if is_final else f"Step {number}"
            key = f"S{number}.1"
            matches.append(PlannedMatch(key, number, 1, "", label, slots, 0 if is_final else 1))
            stays = (PlaceSlot(key, 1),)
        return tuple(matches)

    def next_round(
        self, config: Config, state: StageState, stream: Stream
    ) -> tuple[PlannedMatch, ...]:
        return ()

    def standings(self, config: Config, state: StageState) -> tuple[StandingRow, ...]:
        careers = careers_of(state, resolve(state))
        keys = {each.id: _key(each, careers[each.id]) for each in state.entrants}
        ranked = sorted(state.entrants, key=lambda each: (keys[each.id], each.seed))
        places = shared_places([keys[each.id] for each in ranked])
        return tuple(
            _row(entrant, place, careers[entrant.id])
            for entrant, place in zip(ranked, places, strict=True)
        )

    def going_on(self, config: Config, state: StageState) -> tuple[int, ...]:
        return tuple(row.entrant for row in self.standings(config, state))

    def is_done(self, config: Config, state: StageState) -> bool:
        return all(match.is_decided for match in resolve(state).values())

    def round_names(self, config: Config, rounds: Mapping[RoundKey, int]) -> Mapping[RoundKey, str]:
        return {key: f"Step {key[1]}" if advance else "Final" for key, advance in rounds.items()}

    def describe(self, config: Config) -> str:
        is_gauntlet = config.get("begins") == "highest"
        name = "gauntlet, seed 1 first" if is_gauntlet else "stepladder, lowest seeds first"
        seats = self.seats(config)
        return name if seats == 2 else f"{name}, tables of {seats}"


def _sizes(entrants: int, seats: int) -> tuple[int, ...]:
    """Seats of each step, of which all but the first have one for who stays.

    As few steps as hold everybody, their sizes at most one apart, the smaller ones first.
    """
    steps = -(-(entrants - 1) // (seats - 1))
    come, larger = divmod(entrants - 1, steps)
    return (come + 1,) * (steps - larger) + (come + 2,) * larger


def _key(entrant: EntrantFact, career: Career) -> tuple[int, int, int]:
    """Those still in first, by the step they wait for; then by the step they fell at."""
    if entrant.disqualified:
        return (2, -career.round, 0)
    if entrant.active and not career.has_ended:
        return (0, -career.round, 0)
    return (1, -career.round, place_in(career))


def _row(entrant: EntrantFact, place: int, career: Career) -> StandingRow:
    is_out = career.has_ended or not entrant.active
    label = name_in_sentence(career.match) if career.match else "nothing"
    told = told_end(career, entrant.id) if is_out else f"Still in, next is {label}."
    return StandingRow(
        entrant.id, place, Fraction(career.won), (), told, is_out, played=career.played
    )
