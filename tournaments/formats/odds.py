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

from tournaments.formats.chain import Cut, StagePlan, groups_of, reaching
from tournaments.formats.sampling import played_out
from tournaments.formats.slots import EntrantFact, EntrantSlot, PlaceSlot, PlannedMatch, StageState

MASK = (1 << 64) - 1
FULL_RUNS, LEAST_RUNS, MOST_MATCHES = 1000, 20, 60_000
# To pair a match by results takes as long as to play so many of a tree.
PAIRED = 8
PAIRED_FORMATS = frozenset({"swiss", "pods", "arena", "ladder"})
PAIRED_UP_TO = 128
# Entrants whose further rounds are paired in every run; beyond them a run would take seconds.
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
        len(round_.sizes) * (PAIRED if _is_paired(plan, number) else 1)
        for plan, number in zip(plans, reaching(plans, entrants), strict=True)
        if not plan.style.validate(plan.config, number)
        for round_ in plan.style.outline(plan.config, number)
    )
    return max(LEAST_RUNS, min(FULL_RUNS, MOST_MATCHES // max(matches, 1)))


def _is_paired(plan: StagePlan, entrants: int) -> bool:
    return plan.format in PAIRED_FORMATS and not _ends_now(plan, entrants)


def _ends_now(plan: StagePlan, entrants: int) -> bool:
    """Whether nothing further is paired in a run.

    A stage that ends with its time has no end of its own, and its clock is not known here.
    """
    is_long = plan.format in PAIRED_FORMATS and entrants > PAIRED_UP_TO
    return is_long or bool(plan.config.get("minutes"))


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
    makes luck count for less. Ties at a cut go to the higher seed. A stage that has no end of its
    own, or is too large to be paired again and again, counts as ending now.
    """
    normals = Normals(secret)
    wins: Counter[int] = Counter()
    is_closing = state.is_closing or _ends_now(plans[0], len(state.entrants))
    state = replace(state, is_closing=is_closing)
    for _ in range(runs):
        skills = {
            entrant: belief.mu + belief.sigma * normals.next()
            for entrant, belief in strengths.items()
        }
        wins[_winner(plans, state, skills, beta, tables, normals)] += 1
    return Chances(runs, dict(wins))


def _winner(
    plans: Sequence[StagePlan],
    state: StageState,
    skills: Mapping[int, float],
    beta: float,
    tables: Sequence[int],
    normals: Normals,
) -> int:
    for index, plan in enumerate(plans):
        decide = _by_luck(skills, beta / sqrt(tables[index]), normals)
        state = played_out(plan.style, plan.config, state, decide, normals)
        if index + 1 < len(plans):
            state = _next_stage(plan, plans[index + 1], state, normals)
    return _first(plans[-1], state)


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
    groups = groups_of(plan, len(state.entrants))
    field = order[: _through(following.cut, len(order), groups)]
    facts = tuple(EntrantFact(entrant, seed, True) for seed, entrant in enumerate(field, start=1))
    is_closing = _ends_now(following, len(facts))
    if following.style.validate(following.config, len(facts)):
        return StageState(facts, (), {}, is_closing=True)
    planned = following.style.plan(following.config, len(facts), normals)
    return StageState(facts, planned, {}, is_closing=is_closing)


def _through(cut: Cut | None, there: int, groups: int) -> int:
    """`going_on` lists all firsts of groups, then all seconds: so many lines are the cut."""
    if cut is None:
        return there
    return cut.take if cut.take is not None else (cut.per_group or 0) * groups


def _first(plan: StagePlan, state: StageState) -> int:
    """Who has won: read from the last match of a tree, else from the standings."""
    final = _final(state)
    outcome = final and state.results.get(final.key)
    if outcome and outcome.entrants:
        return outcome.entrants[0]
    return plan.style.standings(plan.config, state)[0].entrant


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
