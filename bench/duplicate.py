"""Duplicate play beside independent deals: how much more a table tells when it shares its cards.

Who of two bots is better is asked twice of the same number of tables: of sets in which each deal is
played from every seat (teams: by both), and of single tables of different deals. The figures are
what 100 deals and 100 tables are worth, as the inverse of the variance of their mean; their ratio
says how many times fewer deals, and how many times fewer tables, the same confidence needs in
duplicate.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.pool import Pool
from statistics import fmean, variance

from bench.kit.figures import HEAD, Figure
from bots.arena.plan import Plan
from bots.arena.playing import Table, play_deal
from games.rules.registry import game, games

SEED = b"bench duplicate"
DEALS_GOAL, TABLES_GOAL = 1.3, 1.0
QUICK = 10
UNITS = 100


@dataclass(frozen=True, slots=True)
class Question:
    """Is the first bot better than the last one, and by how many places (teams: cards left)?"""

    game: str
    bots: tuple[str, ...]
    deals: int
    options: Mapping[str, bool] = field(default_factory=dict)

    @property
    def seats(self) -> int:
        """Of a table; a team takes three."""
        return 3 if game(self.game).cooperative else len(self.bots)


QUESTIONS = (
    Question("big-two", ("house", "greedy"), 2_000),
    Question("big-two", ("house", "greedy", "greedy", "greedy"), 1_500),
    # Over many deals the luck of the cards evens out by itself.
    Question("big-number", ("house", "greedy", "greedy", "greedy"), 1_500, {"single_deal": True}),
    Question("the-game", ("house", "greedy"), 2_000),
)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench duplicate")
    parser.add_argument("--quick", action="store_true", help="a tenth of the deals")
    parser.add_argument("--jobs", type=int, default=None, help="processes (all cores)")
    asked = parser.parse_args(arguments)
    known = {kind.code for kind in games()}
    with multiprocessing.Pool(asked.jobs) as pool:
        figures = [
            figure
            for question in QUESTIONS
            if question.game in known
            for figure in _figures(question, pool, quick=asked.quick)
        ]
    print(HEAD)
    for figure in figures:
        print(figure)
    return 0 if all(figure.is_reached for figure in figures) else 1


def _figures(question: Question, pool: Pool, *, quick: bool) -> list[Figure]:
    print(f"bench: {question.game}, {question.seats} seats", file=sys.stderr, flush=True)
    deals = question.deals // QUICK if quick else question.deals
    plan = Plan(
        game=question.game,
        options=question.options,
        seats=question.seats,
        bots=question.bots,
        deals=deals,
        duplicate=True,
        seed=SEED,
    )
    sets = pool.map(partial(play_deal, plan), range(deals))
    measured = _of_teams(sets) if game(question.game).cooperative else _of_seats(sets)
    name = f"{question.game} x {question.seats}"
    in_set, alone = (UNITS / spread for spread in measured)
    # Two teams that do not share a deal need one each.
    alone /= 2 if game(question.game).cooperative else 1
    return [
        Figure(name, f"per {UNITS} deals", in_set, alone, DEALS_GOAL),
        Figure(name, f"per {UNITS} tables", in_set / len(sets[0]), alone, TABLES_GOAL),
    ]


def _of_seats(sets: Sequence[Sequence[Table]]) -> tuple[float, float]:
    """The variance of the lead in places: of a set, and of a table alone."""
    leads = [[_lead(table) for table in tables] for tables in sets]
    count = len(leads[0])
    # One table of each deal, from each seat in turn: these share no cards.
    alone = [lead[deal % count] for deal, lead in enumerate(leads)]
    return variance(map(fmean, leads)), variance(alone)


def _lead(table: Table) -> float:
    """By how many places the first bot ended before the last one."""
    places = table.record["places"]
    last = max(table.seating)
    return float(places[table.seating.index(last)] - places[table.seating.index(0)])


def _of_teams(sets: Sequence[Sequence[Table]]) -> tuple[float, float]:
    """The variance of the lead in cards left: both teams on one deal, or on a deal each."""
    left = [[float(table.record["scores"][0]) for table in tables] for tables in sets]
    same = variance([mine - other for mine, other in left])
    return same, variance([mine for mine, _ in left]) + variance([other for _, other in left])


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
