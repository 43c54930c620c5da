"""Stages that are laid out at once and played: beside every peer that does the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from statistics import median

from bench.engine import ours
from bench.engine.clock import least_seconds, typical_seconds
from bench.engine.peers import NodePeers, say
from bench.kit.figures import Figure

SIZES = (64, 1_024, 8_192)
TABLES_MILLISECONDS = 50
LOSERS_SIZES = tuple(2**depth for depth in range(3, 13))
LOSERS_LIMIT = 1.0
TURNS = 5
# Where there is a goal both are measured so often.


@dataclass(frozen=True, slots=True)
class Task:
    """Something that we and a peer do. `goals[n]`: how many times as fast we are to be."""

    name: str
    ours: Callable[[int], object]
    peers: tuple[str, ...]
    goals: dict[tuple[str, int], float] = field(default_factory=dict)
    sizes: tuple[int, ...] = SIZES


DOUBLE = ("brackets-manager/double", "duel/double", "tournament-organizer/double")
GOALS = {(DOUBLE[0], 1_024): 50.0, (DOUBLE[1], 1_024): 5.0}
TASKS = (
    Task("double", ours.double_played_out, DOUBLE, GOALS),
    Task("double stepwise", ours.double_step_by_step, DOUBLE),
    Task("tables of 4", ours.tables_played_out, ("ffa/tables",)),
    # 8 192 would play 33 million matches, which nobody wants to keep.
    Task("robin", ours.round_robin, ("tournament-pairings/robin",), {}, SIZES[:2]),
)


def figures(peers: NodePeers) -> Iterator[Figure]:
    for task in TASKS:
        for n in task.sizes:
            yield from _beside_peers(task, n, peers)
    yield from _limits()


def _beside_peers(task: Task, n: int, peers: NodePeers) -> Iterator[Figure]:
    known = 0.0
    for peer in task.peers:
        theirs = peers.seconds(peer, n)
        if theirs is None:
            continue
        mine = known = known or typical_seconds(lambda: task.ours(n))
        if (peer, n) in task.goals:
            mine, theirs = _in_turns(task, n, peer, peers)
        say(f"{task.name} of {n}: {mine * 1e3:.2f} ms, {peer} {theirs * 1e3:.2f} ms")
        name = f"{task.name} {n}, {peer.split('/')[0]}"
        goal = task.goals.get((peer, n), 0.0)
        yield Figure(name, "1/s", 1 / mine, 1 / theirs, goal)


def _in_turns(task: Task, n: int, peer: str, peers: NodePeers) -> tuple[float, float]:
    """The medians of both, each measured a few times in turns with the other."""
    ours, theirs = [], []
    for _ in range(TURNS):
        ours.append(typical_seconds(lambda: task.ours(n)))
        theirs.append(peers.anew(peer, n) or 0.0)
    return median(ours), median(theirs)


def _limits() -> Iterator[Figure]:
    spent = least_seconds(lambda: ours.tables_played_out(8_192)) * 1e3
    yield Figure("tables of 4, 8192", "ms", spent, TABLES_MILLISECONDS, 1.0, at_least=False)
    means = {n: ours.losers_rematches(n) for n in LOSERS_SIZES}
    say("rematches among the losers: " + ", ".join(f"{n}: {m:.2f}" for n, m in means.items()))
    worst = max(means.values())
    yield Figure(
        "losers' rematches, worst mean", "an event", worst, LOSERS_LIMIT, 1.0, at_least=False
    )
