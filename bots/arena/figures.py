"""What an arena run has shown: firsts, places and scores with their intervals, and ratings.

The unit is the deal: tables of one deal are alike, so that they count as one observation.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bots.arena.plan import Plan
from bots.arena.playing import Table
from games.rules.deals import Stream
from games.rules.registry import game
from ratings.fold import Contest, ContestTeam, fold_all
from ratings.skill import Belief, Parameters

DEVIATIONS = 1.959964  # 95 of 100 lie within
RESAMPLES_MOST, RESAMPLES_LEAST = 1_000, 200
DRAWS = 300_000
TIES = 0.10
# A finished table stands above one that was given up, however few cards were left there.
GIVEN_UP = 1_000_000


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over deals, and where it lies with 95 % confidence."""

    value: float
    low: float
    high: float


@dataclass(slots=True)
class Row:
    """What one entrant did; each list has one number a deal."""

    tables: int = 0
    faults: int = 0
    first_fault: str = ""
    firsts: list[float] = field(default_factory=list)
    """The share of the deal's tables that it won; a shared first counts in part."""
    places: list[float] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    """Empty where the game has no scores."""
    place_counts: dict[int, int] = field(default_factory=dict)


class Figures:
    """Takes in the tables of a run, deal by deal."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.deals = 0
        self.tables = 0
        self.rows = tuple(Row() for _ in plan.bots)
        self._is_team_game = game(plan.game).cooperative
        self._contests: list[Contest] = []

    def add(self, tables: Sequence[Table]) -> None:
        """The tables of the next deal."""
        self.deals += 1
        self.tables += len(tables)
        for table in tables:
            for entrant, fault in table.faults:
                row = self.rows[entrant]
                row.faults += 1
                row.first_fault = row.first_fault or f"{fault} (table {table.record['table']})"
        shown = _team_results(tables) if self._is_team_game else _seat_results(tables)
        for entrant, results in shown.items():
            _add_deal(self.rows[entrant], results)
        if self.is_rated and len(shown) > 1:
            self._contests.append(self._contest(shown))

    @property
    def is_rated(self) -> bool:
        """Teams can be compared on equal deals only."""
        return self.plan.duplicate or not self._is_team_game

    def firsts(self, entrant: int) -> Mean:
        """By Wilson's interval where each deal was won or not, else by resampling."""
        values = self.rows[entrant].firsts
        if set(values) <= {0.0, 1.0}:
            return wilson(sum(values), len(values))
        return self._mean(values, entrant)

    def places(self, entrant: int) -> Mean:
        return self._mean(self.rows[entrant].places, entrant)

    def scores(self, entrant: int) -> Mean | None:
        """None where the game has no scores."""
        values = self.rows[entrant].scores
        return self._mean(values, entrant) if values else None

    def ratings(self) -> Mapping[int, Belief]:
        """What the contests teach, in the order of the deals; a duplicate set is one contest."""
        return fold_all(Parameters(tau=0.0), {}, self._contests)

    def _mean(self, values: Sequence[float], entrant: int) -> Mean:
        return resampled(values, self.plan.chance(f"resample:{entrant}"))

    def _contest(self, shown: Mapping[int, Sequence[Result]]) -> Contest:
        totals = {entrant: sum(one.rank for one in shown[entrant]) for entrant in shown}
        teams = tuple(
            ContestTeam((entrant,), 1 + sum(other < total for other in totals.values()))
            for entrant, total in totals.items()
        )
        has_ties = self.plan.duplicate or game(self.plan.game).ties_possible
        return Contest(teams, TIES if has_ties else 0.0)


@dataclass(frozen=True, slots=True)
class Result:
    """How one table ended for one entrant; the lower `rank` is better on the same deal."""

    first: float
    place: int
    score: int | None
    rank: int


def _seat_results(tables: Iterable[Table]) -> dict[int, list[Result]]:
    """By entrant, in the order of their numbers."""
    found: dict[int, list[Result]] = {}
    for table in tables:
        places, scores = table.outcome.places, table.outcome.scores
        for seat, entrant in enumerate(table.seating):
            first = 1 / places.count(1) if places[seat] == 1 else 0.0
            result = Result(first, places[seat], scores[seat], places[seat])
            found.setdefault(entrant, []).append(result)
    return dict(sorted(found.items()))


def _team_results(tables: Sequence[Table]) -> dict[int, list[Result]]:
    """A team is as good as the cards that it has left; none left is what counts as a first."""
    ranks = {table.seating[0]: _rank_of_team(table) for table in tables}
    return {
        table.seating[0]: [
            Result(
                first=float(ranks[table.seating[0]] == 0),
                place=1 + sum(other < ranks[table.seating[0]] for other in ranks.values()),
                score=table.outcome.scores[0],
                rank=ranks[table.seating[0]],
            )
        ]
        for table in tables
    }


def _rank_of_team(table: Table) -> int:
    was_left = any(line["move"] is None for line in table.record["moves"])
    return int(table.outcome.scores[0] or 0) + (GIVEN_UP if was_left else 0)


def _add_deal(row: Row, results: Sequence[Result]) -> None:
    row.tables += len(results)
    row.firsts.append(_average([one.first for one in results]))
    row.places.append(_average([one.place for one in results]))
    scores = [one.score for one in results if one.score is not None]
    if scores:
        row.scores.append(_average(scores))
    for one in results:
        row.place_counts[one.place] = row.place_counts.get(one.place, 0) + 1


def _average(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def wilson(successes: float, trials: int) -> Mean:
    """The score interval of a share (Wilson, 1927): honest for few trials and near 0 and 1."""
    if not trials:
        return Mean(0.0, 0.0, 1.0)
    share, z_2 = successes / trials, DEVIATIONS**2
    centre = (share + z_2 / (2 * trials)) / (1 + z_2 / trials)
    spread = share * (1 - share) / trials + z_2 / (4 * trials * trials)
    reach = DEVIATIONS * math.sqrt(spread) / (1 + z_2 / trials)
    return Mean(share, max(0.0, centre - reach), min(1.0, centre + reach))


def resampled(values: Sequence[float], chance: Stream) -> Mean:
    """The mean of deals, and the middle 95 % of the means of deals drawn again with replacement."""
    if not values:
        return Mean(math.nan, math.nan, math.nan)
    count = len(values)
    times = max(RESAMPLES_LEAST, min(RESAMPLES_MOST, DRAWS // count))
    means = sorted(
        _average([values[chance.below(count)] for _ in range(count)]) for _ in range(times)
    )
    cut = int(times * 0.025)
    return Mean(_average(values), means[cut], means[-1 - cut])
