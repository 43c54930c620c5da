"""The chance to win an event: the same engine, with results drawn from what is believed.

Each skill is drawn once for a whole run: whoever is luckier than believed is so in every match.
To multiply the odds of single matches would say something else, and the wrong thing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import NormalDist

from tournaments.formats.chain import Cut, StagePlan, is_dynamic, reaching
from tournaments.formats.sampling import played_out
from tournaments.formats.slots import EntrantFact, EntrantSlot, PlaceSlot, PlannedMatch, StageState

MASK = (1 << 64) - 1
FULL_RUNS, LEAST_RUNS, MOST_MATCHES = 1000, 20, 60_000
# To pair a match by results takes as long as to play so many of a tree; in haste it takes less.
PAIRED, IN_HASTE = 8, 2
PAIRED_UP_TO = 32
# Entrants whose further rounds are paired properly in every run: in a small field everybody has
# soon met everybody near, so that it matters who may meet again.
FIDE_DUTCH = "fide_dutch"
FINAL_SECTIONS = ("", "final")
_USUAL = NormalDist()


class Normals:
    """Standard normal numbers that follow from a secret, without end (splitmix64)."""

    __slots__ = ("_state",)

    def __init__(self, secret: int) -> None:
        self._state = secret & MASK

    def next(self) -> float:
        return _USUAL.inv_cdf((self._bits() + 0.5) / (1 << 53))

    def below(self, n: int) -> int:
        """So that a run can draw lots as well; `n` is far below what could make it uneven."""
        return self._bits() % n

    def _bits(self) -> int:
        """53 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & MASK
        bits = self._state
        bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & MASK
        return (bits ^ (bits >> 31)) >> 11


@dataclass(frozen=True, slots=True)
class Strength:
    """What is believed of an entrant: mean and deviation of its skill."""

    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Chances:
    """Of `runs` imagined ends of the event, `wins[entrant]` had it first."""

    runs: int
    wins: Mapping[int, int]


def runs_for(plans: Sequence[StagePlan], entrants: int) -> int:
    """As many as take about a second or two: fewer where one takes long."""
    matches = sum(
        len(round_.sizes) * _effort(plan, number)
        for plan, number in zip(plans, reaching(plans, entrants), strict=True)
        if not plan.style.validate(plan.config, number)
        for round_ in plan.style.outline(plan.config, number)
    )
    return max(LEAST_RUNS, min(FULL_RUNS, MOST_MATCHES // max(matches, 1)))


def _effort(plan: StagePlan, entrants: int) -> int:
    if not is_dynamic(plan.style, plan.config):
        return 1
    return PAIRED if _is_paired(plan, entrants) else IN_HASTE


def _is_paired(plan: StagePlan, entrants: int) -> bool:
    """Whether further rounds are paired properly, as the event would pair them.

    Tables of three and more try so many ways, and FIDE's rules so much, that they never are.
    """
    if plan.style.seats(plan.config) > 2 or plan.config.get("pairing") == FIDE_DUTCH:
        return False
    return entrants <= PAIRED_UP_TO


def chances(
    plans: Sequence[StagePlan],
    state: StageState,
    strengths: Mapping[int, Strength],
    *,
    beta: float,
    tables: Sequence[int],
    runs: int,
    secret: int,
) -> Chances:
    """Play what is left of the event `runs` times, from the facts of its present stage on.

    `plans` begin with that stage; `tables[i]` is how many tables decide a match of plan i, which
    makes luck count for less. Ties go to the higher seed at a cut, and by lot for the first place.
    A stage that nothing but its time ends counts as ending now: `imagined` gives it a number.
    """
    normals = Normals(secret)
    wins: Counter[int] = Counter()
    fields = reaching(plans, len(state.entrants))
    hasty = [
        is_dynamic(plan.style, plan.config) and not _is_paired(plan, field)
        for plan, field in zip(plans, fields, strict=True)
    ]
    state = replace(state, is_closing=state.is_closing or _has_no_end(plans[0]))
    for _ in range(runs):
        skills = {
            entrant: belief.mu + belief.sigma * normals.next()
            for entrant, belief in strengths.items()
        }
        wins[_winner(plans, state, skills, beta, tables, hasty, normals)] += 1
    return Chances(runs, dict(wins))


def _winner(
    plans: Sequence[StagePlan],
    state: StageState,
    skills: Mapping[int, float],
    beta: float,
    tables: Sequence[int],
    hasty: Sequence[bool],
    normals: Normals,
) -> int:
    for index, plan in enumerate(plans):
        decide = _by_luck(skills, beta / sqrt(tables[index]), normals)
        state = played_out(plan.style, plan.config, state, decide, normals, in_haste=hasty[index])
        if index + 1 < len(plans):
            state = _next_stage(plan, plans[index + 1], state, normals)
    return _first(plans[-1], state, normals)


def _by_luck(
    skills: Mapping[int, float], spread: float, normals: Normals
) -> Callable[[PlannedMatch, list[int]], Sequence[int]]:
    def decide(match: PlannedMatch, seated: list[int]) -> Sequence[int]:
        form = {entrant: skills[entrant] + spread * normals.next() for entrant in seated}
        return sorted(seated, key=lambda entrant: -form[entrant])

    return decide


def _next_stage(
    plan: StagePlan, following: StagePlan, state: StageState, normals: Normals
) -> StageState:
    """Whoever goes on, seeded as they come out of the stage before."""
    active = {entrant.id for entrant in state.entrants if entrant.active}
    order = [each for each in plan.style.going_on(plan.config, state) if each in active]
    field = _through(plan, following.cut, state, order)
    facts = tuple(EntrantFact(entrant, seed, True) for seed, entrant in enumerate(field, start=1))
    if following.style.validate(following.config, len(facts)) or _has_no_end(following):
        return StageState(facts, (), {}, is_closing=True)
    planned = following.style.plan(following.config, len(facts), normals)
    return StageState(facts, planned, {})


def _has_no_end(plan: StagePlan) -> bool:
    usual = {each.name: each.default for each in plan.style.settings}
    return not plan.config.get("matches_each", usual.get("matches_each", 1))


def _through(
    plan: StagePlan, cut: Cut | None, state: StageState, order: Sequence[int]
) -> Sequence[int]:
    """The first of all, or the first of each group, in the order of the format."""
    if cut is None or cut.per_group is None:
        return order if cut is None else order[: cut.take]
    group = {row.entrant: row.group for row in plan.style.standings(plan.config, state)}
    there: Counter[str] = Counter()
    field = []
    for entrant in order:
        there[group[entrant]] += 1
        if there[group[entrant]] <= cut.per_group:
            field.append(entrant)
    return field


def _first(plan: StagePlan, state: StageState, normals: Normals) -> int:
    """Who has won: read from the last match of a tree, else from the standings, ties by lot.

    The winners of groups that are alike share the first place; tiers are no such groups.
    """
    final = _final(state)
    outcome = final and state.results.get(final.key)
    if outcome and outcome.entrants:
        return outcome.entrants[0]
    rows = plan.style.standings(plan.config, state)
    level = [
        row.entrant
        for row in rows
        if row.place == rows[0].place and (row.group == rows[0].group or row.across is not None)
    ]
    return level[normals.below(len(level))]


def _final(state: StageState) -> PlannedMatch | None:
    """The last match that was called for, where it takes who came through matches before it.

    None where all meet all, and where tables send their players on one by one.
    """
    if any(isinstance(slot, EntrantSlot) for match in state.matches for slot in match.slots):
        return None
    for match in reversed(state.matches):
        if match.section in FINAL_SECTIONS and state.results.get(match.key) is not None:
            is_fed = any(isinstance(slot, PlaceSlot) for slot in match.slots)
            return match if is_fed or len(state.matches) == 1 else None
    return None
