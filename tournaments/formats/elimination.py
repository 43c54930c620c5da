"""Single elimination: two-seat matches in a tree, or tables of which the first few go on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from tournaments.formats.bracket import bracket_round_name, plan_bracket
from tournaments.formats.contract import Config, RoundKey
from tournaments.formats.resolver import ResolvedMatch, resolve
from tournaments.formats.settings import Problem, Setting, problems_of
from tournaments.formats.slots import EntrantFact, EntrantSlot, PlannedMatch, StageState, Stream
from tournaments.formats.standings import StandingRow, ordinal, shared_places
from tournaments.formats.table_tree import plan_next, plan_tables
from tournaments.formats.tables import RoundOutline, outline_tables

MAX_SEATS = 6
CUT_POLICIES = ("higher_seed", "lot")
LAST = MAX_SEATS + 1


class SingleElimination:
    """Whoever does not go on from a match is out; byes go to the top seeds.

    Config: `seats` a match (2 to 6), how many `advance` (1 at two seats), and `tie_policy`,
    which says who goes on when places tie at the cut: the `higher_seed`, or by `lot`.
    """

    code: ClassVar[str] = "single-elimination"
    name: ClassVar[str] = "Single elimination"
    settings: ClassVar[tuple[Setting, ...]] = (
        Setting("seats", "whole", 2, "How many sit at a match.", 2, MAX_SEATS),
        Setting("advance", "whole", 1, "How many go on from a table.", 1, MAX_SEATS - 1),
        Setting(
            "tie_policy",
            "choice",
            "higher_seed",
            "Who goes on when places tie at the cut: the higher seed, or by lot.",
            choices=CUT_POLICIES,
        ),
    )

    def validate(self, config: Config, n: int) -> tuple[Problem, ...]:
        problems = list(problems_of(self.settings, config, self.name))
        seats, advance = config.get("seats", 2), config.get("advance", 1)
        if not problems and advance >= seats:
            problems.append(
                Problem("advance", f"At {seats} seats 1 to {seats - 1} can go on, not {advance!r}.")
            )
        if n < 2:
            problems.append(Problem("entrants", f"At least two entrants are needed, not {n}."))
        return tuple(problems)

    def seats(self, config: Config) -> int:
        return int(config.get("seats", 2))

    def outline(self, config: Config, n: int) -> tuple[RoundOutline, ...]:
        if self.seats(config) > 2:
            return outline_tables(n, self.seats(config), _advance(config))
        size = 1 << (n - 1).bit_length()
        first = RoundOutline(n, size - n, (2,) * (n - size // 2), 1 if size > 2 else 0)
        later = []
        while size > 2:
            size //= 2
            later.append(RoundOutline(size, 0, (2,) * (size // 2), 1 if size > 2 else 0))
        return (first, *later)

    def plan(self, config: Config, n: int, stream: Stream) -> tuple[PlannedMatch, ...]:
        if self.seats(config) == 2:
            return plan_bracket(n)
        return plan_tables(n, self.seats(config), _advance(config))

    def next_round(
        self, config: Config, state: StageState, stream: Stream
    ) -> tuple[PlannedMatch, ...]:
        if _has_final(state):
            return ()
        resolved = resolve(state)
        if not all(match.is_decided for match in resolved.values()):
            return ()
        runs = _runs(state, resolved)
        going_on = [
            entrant.id
            for entrant in sorted(state.entrants, key=lambda each: (runs[each.id].place, each.seed))
            if runs[entrant.id].fell is None
        ]
        if len(going_on) < 2:
            return ()
        current = max(match.round for match in state.matches)
        return plan_next(
            going_on,
            lambda entrant: current - runs[entrant].played,
            lambda slot: runs[slot.entrant].last_match if isinstance(slot, EntrantSlot) else None,
            round_number=current + 1,
            seats=self.seats(config),
            advance=_advance(config),
        )

    def standings(self, config: Config, state: StageState) -> tuple[StandingRow, ...]:
        runs = _runs(state, resolve(state))
        final = next((match.round for match in state.matches if match.advance == 0), None)
        keys = {each.id: _standing_key(runs[each.id], final) for each in state.entrants}
        ranked = sorted(
            state.entrants, key=lambda each: (keys[each.id], runs[each.id].place, each.seed)
        )
        places = shared_places([keys[each.id] for each in ranked])
        return tuple(
            _standing_row(entrant, place, runs[entrant.id])
            for entrant, place in zip(ranked, places, strict=True)
        )

    def going_on(self, config: Config, state: StageState) -> tuple[int, ...]:
        return tuple(row.entrant for row in self.standings(config, state))

    def is_done(self, config: Config, state: StageState) -> bool:
        resolved = resolve(state)
        if not all(match.is_decided for match in resolved.values()):
            return False
        if _has_final(state):
            return True
        return sum(run.fell is None for run in _runs(state, resolved).values()) < 2

    def round_names(self, config: Config, rounds: Mapping[RoundKey, int]) -> Mapping[RoundKey, str]:
        if self.seats(config) == 2:
            last = max((number for _, number in rounds), default=0)
            return {key: bracket_round_name(key[1], last) for key in rounds}
        return {
            key: f"Round {key[1]}" if advance else "Final table" for key, advance in rounds.items()
        }

    def describe(self, config: Config) -> str:
        if self.seats(config) == 2:
            return "single elimination"
        advance = _advance(config)
        go_on = "the first goes on" if advance == 1 else f"the first {advance} go on"
        return f"tables of {self.seats(config)}, {go_on}"


@dataclass(slots=True)
class _Run:
    """How far an entrant came.

    `place` is that of its last decided match (1 after a bye); `fell` the round it is out since,
    with `out_place` in the match that put it out, if one did.
    """

    is_active: bool
    reached: int = 1
    place: int = 1
    played: int = 0
    won: int = 0
    last_match: str | None = None
    fell: int | None = None
    out_place: int = LAST
    story: str = ""


def _runs(state: StageState, resolved: Mapping[str, ResolvedMatch]) -> dict[int, _Run]:
    runs = {entrant.id: _Run(entrant.active) for entrant in state.entrants}
    for match in state.matches:
        made = resolved[match.key]
        for entrant, place in zip(made.entrants, made.places, strict=True):
            if entrant is None:
                continue
            runs[entrant].reached = match.round
            runs[entrant].played += 1
            runs[entrant].last_match = match.key
            if made.is_decided:
                _follow(runs[entrant], match, made, entrant, place or LAST)
    for run in runs.values():
        if not run.is_active and run.fell is None:
            run.fell = run.reached
            run.story = f"Withdrew before its match of round {run.reached}."
    return runs


def _follow(run: _Run, match: PlannedMatch, made: ResolvedMatch, entrant: int, place: int) -> None:
    """Take a decided match into account."""
    run.place = place
    if entrant in made.order[: match.advance]:
        run.reached = match.round + 1
        run.won += 1
        return
    run.fell = match.round
    run.out_place = place
    run.story = _story_of_end(match, made, entrant, place)
    if made.order[:1] == (entrant,):
        run.won += 1


def _story_of_end(match: PlannedMatch, made: ResolvedMatch, entrant: int, place: int) -> str:
    where = match.label if match.advance else "the final"
    if made.order[:1] == (entrant,):
        return f"Won {where}."
    if entrant not in made.order:
        return f"Withdrew before {where}."
    return f"Lost {where}." if len(match.slots) == 2 else f"{ordinal(place)} of {where}."


def _standing_key(run: _Run, final: int | None) -> tuple[int, int, int]:
    """Those still in come first, by how far they are; losers of a round share, but the final's."""
    if run.fell is None:
        return (0, -run.reached, run.place)
    return (1, -run.fell, run.out_place if run.fell == final else 0)


def _standing_row(entrant: EntrantFact, place: int, run: _Run) -> StandingRow:
    story = run.story or f"Still in, round {run.reached}."
    return StandingRow(entrant.id, place, Fraction(run.won), (), story, run.fell is not None)


def _has_final(state: StageState) -> bool:
    """The last match is published: no further round can follow."""
    return any(match.advance == 0 for match in state.matches)


def _advance(config: Config) -> int:
    return int(config.get("advance", 1))
