"""py4swiss as a peer: the FIDE Dutch engine pairs the same rounds from the same facts."""

from __future__ import annotations

import time
from fractions import Fraction
from importlib import import_module
from typing import Any

from tournaments.formats.points import Played, records_of
from tournaments.formats.scoring import ONE, ZERO, Scoring
from tournaments.formats.slots import StageState

RESULTS = {ONE: "1", ZERO: "0"}


class DutchRounds:
    """Called with the facts before each round; `seconds` is what the peer took for each.

    Only the engine's own work is counted: it gets the report in its own shape.
    """

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.seconds: list[float] = []
        self._engine: Any = import_module("py4swiss.engines").DutchEngine
        self._report: Any = import_module("py4swiss.trf").ParsedTrf

    def __call__(self, state: StageState, number: int) -> None:
        if number > self.rounds:
            return
        report = self._report.model_validate(_report(state, self.rounds))
        began = time.process_time()
        made = self._engine.generate_pairings(report)
        self.seconds.append(time.process_time() - began)
        if len(made) != -(-len(state.entrants) // 2):
            raise RuntimeError(f"round {number} has {len(made)} pairs")

    @property
    def mean_seconds(self) -> float:
        return sum(self.seconds) / len(self.seconds)


def _report(state: StageState, rounds: int) -> dict[str, object]:
    line_of = {each.id: each.seed for each in state.entrants}
    records = records_of(state, Scoring())
    return {
        "player_sections": [
            _line(line, records[entrant].rounds, line_of) for entrant, line in line_of.items()
        ],
        "x_section": {"number_of_rounds": rounds},
    }


def _line(line: int, played: tuple[Played, ...], line_of: dict[int, int]) -> dict[str, object]:
    points = sum((each.points for each in played), Fraction(0))
    return {
        "code": "001",
        "starting_number": line,
        "rank": line,
        "points_times_ten": int(10 * points),
        "results": [
            {
                "id": line_of[each.opponents[0][0]],
                "color": "b" if each.seat else "w",
                "result": RESULTS[each.opponents[0][1]],
            }
            for each in played
        ],
    }
