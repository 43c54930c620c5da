"""House bots against each other, with their aims: `bots GAME [--quick] [--only NAME]` and others.

Every deal is played from every seat and a seed fixes all of them, so that the figures depend on
the code alone. The number behind the sign ± is the standard error over deals.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from dataclasses import dataclass
from functools import partial
from multiprocessing.pool import Pool
from statistics import fmean

from bench.kit.figures import HEAD, Figure
from bench.kit.scatter import standard_error
from bots.arena.figures import Figures
from bots.arena.plan import Plan
from bots.arena.playing import play_deal
from games.rules.registry import games

SEED = b"bench bots"
QUICK = 10  # a tenth of the deals
SECONDS_BETWEEN_NEWS = 20


@dataclass(frozen=True, slots=True)
class Aim:
    """What one strategy is to reach against three (or one) of another, or as a whole team.

    `measure` is `firsts` (in percent; for teams: wins) or `left`, the mean of cards left.
    """

    strategy: str
    against: str
    seats: int
    deals: int
    measure: str
    limit: float

    @property
    def name(self) -> str:
        others = f" v {self.seats - 1} {self.against}" if self.against else f" x {self.seats}"
        return f"{self.strategy}{others}"

    def bots(self) -> tuple[str, ...]:
        """A team of one strategy, or one seat of it among others."""
        if not self.against:
            return (self.strategy,)
        return (self.strategy, *[self.against] * (self.seats - 1))


def _team(strategy: str, deals: int, measure: str, limits: dict[int, float]) -> tuple[Aim, ...]:
    return tuple(Aim(strategy, "", seats, deals, measure, limit) for seats, limit in limits.items())


AIMS = {
    "big-two": (
        Aim("house", "random", 4, 400, "firsts", 70),
        Aim("house", "greedy", 4, 400, "firsts", 36),
        Aim("house", "greedy", 2, 800, "firsts", 65),
        Aim("strong", "house", 4, 100, "firsts", 32),
    ),
    "big-number": (
        Aim("house", "random", 4, 200, "firsts", 78),
        Aim("house", "greedy", 4, 200, "firsts", 46),
        Aim("strong", "house", 4, 120, "firsts", 35),
    ),
    "the-game": (
        *_team("house", 1_000, "left", {2: 9.5, 3: 12, 4: 8, 5: 6.5}),
        *_team("house", 1_000, "firsts", {2: 9, 3: 7, 4: 10, 5: 12}),
        *_team("strong", 200, "firsts", {2: 20, 3: 20, 4: 20, 5: 20}),
    ),
}


def main(arguments: list[str]) -> int:
    asked = _parser().parse_args(arguments)
    figures: list[Figure] = []
    print(HEAD, flush=True)
    with multiprocessing.Pool(asked.jobs) as pool:
        played: dict[tuple[str, int], Figures] = {}
        for aim in AIMS[asked.game]:
            if asked.only in ("", aim.strategy) and asked.seats in (None, aim.seats):
                key = aim.name, aim.deals  # teams are measured twice on the same tables
                if key not in played:
                    played[key] = _played(_plan(asked, aim), aim, pool)
                figures.append(_figure(aim, played[key]))
                # At once: a run that is broken off has measured something too.
                print(figures[-1], flush=True)
    return 0 if all(figure.is_reached for figure in figures) else 1


def _plan(asked: argparse.Namespace, aim: Aim) -> Plan:
    deals = max(4, aim.deals // QUICK) if asked.quick else aim.deals
    deals = min(deals, asked.deals or deals)
    return Plan(asked.game, {}, aim.seats, aim.bots(), deals, duplicate=True, seed=SEED)


def _played(plan: Plan, aim: Aim, pool: Pool) -> Figures:
    figures = Figures(plan)
    began = told = time.monotonic()
    for tables in pool.imap(partial(play_deal, plan), range(plan.deals)):
        figures.add(tables)
        now = time.monotonic()
        if now - told > SECONDS_BETWEEN_NEWS or figures.deals == plan.deals:
            told = now
            text = f"{aim.name}: {figures.deals}/{plan.deals} deals, {figures.tables} tables"
            print(f"bench: {text}, {now - began:.0f} s", file=sys.stderr, flush=True)
    faults = [row.first_fault for row in figures.rows if row.faults]
    if faults:
        raise SystemExit(f"bench: a strategy broke down: {faults[0]}")
    return figures


def _figure(aim: Aim, figures: Figures) -> Figure:
    """Firsts are shown in percent."""
    row = figures.rows[0]
    is_share = aim.measure == "firsts"
    values = [100 * value for value in row.firsts] if is_share else row.scores
    word = "% wins" if is_share and not aim.against else "% firsts" if is_share else "cards left"
    unit = f"{word} ±{standard_error(values):.1f}"
    return Figure(aim.name, unit, fmean(values), aim.limit, 1.0, at_least=is_share)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench bots", description=__doc__)
    parser.add_argument("game", choices=[kind.code for kind in games() if kind.code in AIMS])
    parser.add_argument("--quick", action="store_true", help="a tenth of the deals")
    parser.add_argument("--only", default="", help="a strategy: house or strong")
    parser.add_argument("--seats", type=int, help="only figures of tables with so many seats")
    parser.add_argument("--deals", type=int, help="no more than so many deals for a figure")
    parser.add_argument("--jobs", type=int, default=None, help="processes (all cores)")
    return parser


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
