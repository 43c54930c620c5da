"""The cases of the contract test: every format, every size of table, what settings change most."""

from __future__ import annotations

from tests.formats.chronicle import Case
from tournaments.formats.slots import PlannedMatch, StageState

TREE, DOUBLE, ROBIN = "single-elimination", "double-elimination", "round-robin"
CASES = [
    Case(TREE, {}),
    Case(TREE, {"third_place": True, "consolation": True, "order": "random"}),
    *(Case(TREE, {"seats": seats, "advance": seats // 2}) for seats in range(3, 7)),
    Case(TREE, {"seats": 4, "advance": 3, "tie_policy": "lot"}),
    Case(TREE, {"seats": 5, "advance": 1, "wildcards": 2}),
    *(Case(DOUBLE, {"final": final}) for final in ("reset", "single", "none")),
    *(Case(DOUBLE, {"seats": seats, "advance": seats // 2}) for seats in range(3, 7)),
    Case(DOUBLE, {"seats": 4, "advance": 3, "final": "single"}),
    Case(ROBIN, {}),
    Case(ROBIN, {"groups": 3, "legs": 2, "withdrawn": "annul"}),
    Case(ROBIN, {"groups": 2, "withdrawn": "forfeit"}),
    Case("swiss", {}),
    Case("swiss", {"pairing": "monrad", "bye": "half"}),
    Case("swiss", {"acceleration": True, "rounds": 5}),
    Case("swiss", {"pairing": "fide_dutch", "rounds": 4}),
    *(Case("pods", {"seats": seats}) for seats in range(3, 7)),
    *(Case("stepladder", {"seats": seats}) for seats in range(2, 7)),
    Case("stepladder", {"begins": "highest"}),
    *(Case("arena", {"seats": seats, "matches_each": 3}) for seats in range(2, 7)),
    Case("ladder", {"matches_each": 3}),
    Case("ladder", {"matches_each": 3, "climb": "swap", "reach": 1}),
    Case("league", {}),
    Case("league", {"tiers": 3, "promote": 2, "legs": 2}),
]


def is_right(case: Case, n: int) -> bool:
    """Whether so many may play it; if not, the reason is told."""
    problems = case.format.validate(case.config, n)
    assert all(each.field == "entrants" and str(n) in each.message for each in problems)
    return not problems


def accepted(case: Case, n: int) -> int:
    """n, or the next number that may play it."""
    return next(more for more in range(n, n + 20) if is_right(case, more))


def by_round(state: StageState) -> dict[int, list[PlannedMatch]]:
    rounds: dict[int, list[PlannedMatch]] = {}
    for match in state.matches:
        rounds.setdefault(match.round, []).append(match)
    return rounds
