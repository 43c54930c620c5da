"""A figure beside its peer or limit, and whether it reaches its goal."""

from __future__ import annotations

from dataclasses import dataclass

HEAD = f"{'name':<50}{'ours':>12}{'peer-or-limit':>16}{'ratio':>8}  {'goal':<8}"


@dataclass(frozen=True, slots=True)
class Figure:
    """`ours` against `peer` in `unit`; `goal` bounds their ratio: from below, or from above.

    Without a goal (0) the figure is only told.
    """

    name: str
    unit: str
    ours: float
    peer: float
    goal: float
    at_least: bool = True

    @property
    def ratio(self) -> float:
        return self.ours / self.peer

    @property
    def is_reached(self) -> bool:
        if not self.goal:
            return True
        return self.ratio >= self.goal if self.at_least else self.ratio <= self.goal

    def __str__(self) -> str:
        goal = f"{'>=' if self.at_least else '<='} {self.goal:g}" if self.goal else "-"
        name = f"{self.name} ({self.unit})"
        verdict = ("ok" if self.is_reached else "short") if self.goal else ""
        values = f"{_number(self.ours):>12}{_number(self.peer):>16}{self.ratio:>8.2f}"
        return f"{name:<50}{values}  {goal:<8}{verdict}".rstrip()


def _number(value: float) -> str:
    return f"{value:.0f}" if value >= 100 or value == int(value) else f"{value:.2f}"
