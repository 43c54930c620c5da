"""How a match is decided: one table or several, with deals of their own or one for all; pure.

Source: docs/decisions/match-kinds.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.cards import shown
from games.rules.registry import AnyRules
from games.rules.registry import game as game_of
from tournaments.formats.settings import Problem, Setting, problems_of, spelled_out
from tournaments.seatings import ROTATIONS, seatings_of_a_deal
from tournaments.words import counted

VERSUS, DUPLICATE, COMPARE = "versus", "duplicate", "compare"
MOST_TABLES = 120
# Of one match; more than that is an event of its own.
MOST_DEALS = 16

SETTINGS: Mapping[str, tuple[Setting, ...]] = {
    VERSUS: (
        Setting(
            "best_of", "whole", 1, "Tables are played until one of two cannot be caught up with.",
            low=1, high=7,
        ),
        Setting(
            "tables", "whole", 1, "So many tables are played, and their match points added up.",
            low=1, high=12,
        ),
    ),
    DUPLICATE: (
        Setting(
            "rotation", "choice", "cyclic",
            "Who holds which hand: everybody each one once (cyclic), neighbours balanced too"
            " (balanced), or every order of seats (full).",
            choices=ROTATIONS,
        ),
        Setting("deals", "whole", 1, "So many deals are played by all.", low=1, high=MOST_DEALS),
        Setting(
            "scoring", "choice", "places",
            "The sum of match points, most wins (places), or of what the game counts against a"
            " seat, such as cards left, fewest wins (scores).",
            choices=("places", "scores"),
        ),
    ),
    COMPARE: (
        Setting("deals", "whole", 1, "So many deals are played by all.", low=1, high=MOST_DEALS),
        Setting(
            "scoring", "choice", "matchpoints",
            "Teams beaten and half of those level, deal by deal (matchpoints), or all cards that"
            " were left (cards_left).",
            choices=("matchpoints", "cards_left"),
        ),
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """A plan that has been checked; what does not concern its kind stands at its default."""

    kind: str = VERSUS
    best_of: int = 1
    tables: int = 1
    rotation: str = "cyclic"
    deals: int = 1
    scoring: str = ""

    @property
    def shares_deals(self) -> bool:
        """Several tables play the same cards, so that all of them are closed to the end."""
        return self.kind != VERSUS

    @property
    def is_one_table(self) -> bool:
        return self == MatchPlan()


def plan_of(json: Mapping[str, Any]) -> MatchPlan:
    """The plan of a stage, whose JSON has been checked; empty is one table."""
    kind = str(json.get("kind", VERSUS))
    return MatchPlan(kind, **_settings(kind, json))


def spelled(json: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON with its kind and every default filled in; it has been checked."""
    kind = str(json.get("kind", VERSUS))
    return {"kind": kind, **_settings(kind, json)}


def _settings(kind: str, json: Mapping[str, Any]) -> dict[str, Any]:
    return spelled_out(SETTINGS[kind], json)


def problems(json: object) -> tuple[Problem, ...]:
    """Why the JSON is no plan; empty if it is one."""
    if not isinstance(json, Mapping):
        return (Problem("", f"A match plan is an object, not {shown(json)}."),)
    kind = json.get("kind", VERSUS)
    if not isinstance(kind, str) or kind not in SETTINGS:
        return (Problem("kind", f"Expected {' or '.join(SETTINGS)}, not {shown(kind)}."),)
    own = {name: value for name, value in json.items() if name != "kind"}
    found = problems_of(SETTINGS[kind], own, f"A match plan of kind {kind}")
    return found or _contradictions(plan_of(json))


def _contradictions(plan: MatchPlan) -> tuple[Problem, ...]:
    if plan.best_of % 2 == 0:
        return (Problem("best_of", f"Expected 1, 3, 5 or 7, not {plan.best_of}."),)
    if plan.best_of > 1 and plan.tables > 1:
        return (Problem("tables", "Either best_of or tables is more than 1, not both."),)
    return ()


def problems_for(game: str, team_size: int, json: object, seats: int) -> tuple[Problem, ...]:
    """What does not fit a game, the size of its entrants, and matches of up to `seats` entrants.

    Raises UnknownGame.
    """
    found = problems(json)
    if found or not isinstance(json, Mapping):
        return found
    plan, rules = plan_of(json), game_of(game)
    return (*_kind_problems(plan, rules), *_size_problems(plan, rules, team_size, seats))


def _kind_problems(plan: MatchPlan, rules: type[AnyRules]) -> tuple[Problem, ...]:
    if rules.cooperative and plan.kind != COMPARE:
        text = (
            f"All seats of {rules.name} share one result, so that a match compares teams"
            " on equal deals (kind compare)."
        )
        return (Problem("kind", text),)
    if not rules.cooperative and plan.kind == COMPARE:
        text = (
            f"In {rules.name} seats play against each other; kind compare is for games that all"
            " seats win or lose together."
        )
        return (Problem("kind", text),)
    return ()


def _size_problems(
    plan: MatchPlan, rules: type[AnyRules], team_size: int, seats: int
) -> tuple[Problem, ...]:
    found: list[Problem] = []
    if plan.kind == COMPARE and not rules.min_seats <= team_size <= rules.max_seats:
        text = f"{rules.name} is played by {rules.min_seats} to {rules.max_seats}"
        found.append(Problem("team_size", f"{text}, not by a team of {team_size}."))
    if plan.kind != COMPARE and team_size != 1:
        text = "Teams are for games whose seats share one result; here an entrant is one player"
        found.append(Problem("team_size", f"{text}, not {team_size}."))
    if plan.kind != COMPARE and not rules.min_seats <= seats <= rules.max_seats:
        text = f"{rules.name} is played by {rules.min_seats} to {rules.max_seats}, not {seats}."
        found.append(Problem("seats", text))
    tables = tables_at_most(plan, seats)
    if tables > MOST_TABLES:
        text = f"A match has at most {MOST_TABLES} tables; {described(plan)} would have {tables}."
        found.append(Problem("deals", text))
    return tuple(found)


def tables_at_most(plan: MatchPlan, entrants: int) -> int:
    """How many tables a match of so many entrants may need."""
    if plan.kind == COMPARE:
        return plan.deals * entrants
    if plan.kind == DUPLICATE:
        return plan.deals * seatings_of_a_deal(plan.rotation, entrants)
    return max(plan.best_of, plan.tables)


def seats_of_a_table(json: Mapping[str, Any], team_size: int, seats: int) -> int:
    """How many sit at a table where a match has up to `seats` entrants."""
    return team_size if plan_of(json).kind == COMPARE else seats


def described(plan: MatchPlan) -> str:
    """The plan in a few words; empty where a match is one table and nothing has to be said."""
    deals = "one deal" if plan.deals == 1 else f"{counted(plan.deals)} deals"
    match plan.kind:
        case "duplicate":
            how = {"cyclic": "in turn", "balanced": "in balance", "full": "in every order"}
            sums = "" if plan.scoring == "places" else ", scores added up"
            return f"{deals} with seats changed {how[plan.rotation]}{sums}"
        case "compare":
            by = "matchpoints" if plan.scoring == "matchpoints" else "cards left"
            return f"teams on {'the same deal' if plan.deals == 1 else 'equal deals'}, by {by}" + (
                "" if plan.deals == 1 else f" over {deals}"
            )
    if plan.best_of > 1:
        return f"best of {counted(plan.best_of)}"
    return f"{counted(plan.tables)} tables added up" if plan.tables > 1 else ""
