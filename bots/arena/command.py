"""The command line of the arena: what to play, on how many cores, and where the records go."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import secrets
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import IO

from bots.arena.figures import Figures
from bots.arena.plan import BadPlan, Plan, checked, seats_for
from bots.arena.playing import Maker, Table, play_deal
from bots.arena.report import report
from bots.choosing import BadStrategy
from bots.strategies import UnknownStrategy
from games.rules.deals import canonical_json
from games.rules.protocol import RulesError

SEED_BYTES = 8
PROGRESS_SECONDS = 1.0
PROGRESS_SECONDS_IN_LOGS = 10.0
HOLDS, BROKE_DOWN, REFUSED, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str]) -> int:
    """Plays, and prints what came of it; the exit code is 1 if a bot broke down."""
    asked = _parser().parse_args(arguments)
    try:
        plan = _plan(asked)
        for name in plan.bots:
            Maker(name, plan.game)()
    except (BadPlan, BadStrategy, UnknownStrategy, RulesError) as refused:
        print(f"arena: {refused}", file=sys.stderr)
        return REFUSED
    figures = Figures(plan)
    with ExitStack() as opened:
        try:
            out = opened.enter_context(asked.records.open("w")) if asked.records else None
        except OSError as error:
            print(f"arena: --records cannot be written: {error.strerror}.", file=sys.stderr)
            return REFUSED
        is_whole = _play(figures, asked.jobs, out)
    if figures.deals:
        print(report(figures))
    if not is_whole:
        return INTERRUPTED
    return BROKE_DOWN if any(row.faults for row in figures.rows) else HOLDS


def _play(figures: Figures, jobs: int, out: IO[str] | None) -> bool:
    """Takes in deal after deal; False if the run was interrupted: what came until then stays."""
    show = _Progress(figures.plan.deals)
    try:
        with _dealt(figures.plan, jobs) as deals:
            for tables in deals:
                figures.add(tables)
                for table in tables if out else ():
                    print(canonical_json(table.record), file=out)
                show.deals(figures.deals)
    except KeyboardInterrupt:
        return False
    finally:
        show.end()
    return True


@contextmanager
def _dealt(plan: Plan, jobs: int) -> Iterator[Iterator[tuple[Table, ...]]]:
    """The tables of every deal, in the order of the deals whatever the number of processes."""
    play = partial(play_deal, plan)
    if jobs == 1:
        yield map(play, range(plan.deals))
        return
    with multiprocessing.Pool(jobs, _ignore_interrupts) as pool:
        yield pool.imap(play, range(plan.deals))


def _ignore_interrupts() -> None:
    """Ctrl-C is for the parent, which then ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class _Progress:
    """How far the run has come, on the error output."""

    def __init__(self, deals: int) -> None:
        self._deals = deals
        self._began = self._shown = time.monotonic()
        self._is_terminal = sys.stderr.isatty()

    def deals(self, done: int) -> None:
        now = time.monotonic()
        every = PROGRESS_SECONDS if self._is_terminal else PROGRESS_SECONDS_IN_LOGS
        if now - self._shown >= every:
            self._shown = now
            left = (now - self._began) / done * (self._deals - done)
            text = f"arena: {done}/{self._deals} deals, about {left:.0f} s left"
            print(text, file=sys.stderr, end="\r" if self._is_terminal else "\n", flush=True)

    def end(self) -> None:
        if self._is_terminal:
            print("\x1b[K", file=sys.stderr, end="", flush=True)


def _plan(asked: argparse.Namespace) -> Plan:
    """Raises BadPlan, RulesError."""
    bots = tuple(name for name in asked.bots.split(",") if name)
    if not bots:
        raise BadPlan("Name the bots with commas between them, such as house,greedy.")
    return checked(
        Plan(
            game=asked.game,
            options=_options(asked.options),
            seats=asked.seats or seats_for(asked.game, len(bots)),
            bots=bots,
            deals=asked.deals,
            duplicate=asked.duplicate,
            seed=_seed(asked.seed),
        )
    )


def _options(text: str) -> dict[str, object]:
    try:
        options = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadPlan(f'--options is JSON such as {{"target":10}}: {error}.') from error
    if not isinstance(options, dict):
        raise BadPlan('--options is a JSON object such as {"target":10}.')
    return options


def _seed(text: str | None) -> bytes:
    try:
        return secrets.token_bytes(SEED_BYTES) if text is None else bytes.fromhex(text)
    except ValueError as error:
        raise BadPlan(f"--seed is hexadecimal, two digits a byte; {text!r} came.") from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bots.arena",
        description="Play bots against each other offline, with the rules of the service.",
    )
    parser.add_argument("game", help="the game's code, such as big-two")
    parser.add_argument("bots", help="strategies or file.py:Class, with commas between them")
    parser.add_argument("--deals", type=int, default=100, help="how many deals (100)")
    parser.add_argument(
        "--duplicate",
        action="store_true",
        help="every bot plays every seat of each deal; teams play the same deals",
    )
    parser.add_argument("--seats", type=int, help="as many as bots, if the game has them")
    parser.add_argument("--options", default="{}", help="the game's options as JSON")
    parser.add_argument("--seed", help="hexadecimal; the same seed plays the same tables")
    parser.add_argument("--jobs", type=_positive, default=_cores(), help="processes (all cores)")
    parser.add_argument("--records", type=Path, help="write each table's record as a JSON line")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"at least 1; {number} came")
    return number


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
