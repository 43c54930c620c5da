"""Rounds that are paired from the standings: seconds a round, and whether anybody met again."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bench.engine.dutch import DutchRounds
from bench.engine.ours import PairedRounds, paired_rounds
from bench.engine.peers import NodePeers, say
from bench.kit.figures import Figure

ROUNDS = 9
DUTCH_GOAL = 15.0
REPEATS = 3
# The format, its entrants, and the most seconds that a round may take on average.
LIMITS = (("swiss", 1_024, 0.1), ("swiss", 10_000, 2.0), ("pods", 1_000, 0.05))
PAIRED = (64, 1_024)
PAIRINGS = ("tournament-pairings/swiss", "tournament-organizer/swiss")


def figures(peers: NodePeers) -> Iterator[Figure]:
    yield _beside_dutch()
    for n in PAIRED:
        yield from _beside_node(n, peers)
    for code, n, limit in LIMITS:
        yield from _within(code, n, limit)


def _beside_node(n: int, peers: NodePeers) -> Iterator[Figure]:
    asked = {peer: peers.seconds(peer, n) for peer in PAIRINGS}
    if not any(asked.values()):
        return
    mine = _quickest(lambda: paired_rounds("swiss", {}, n)).mean_seconds
    for peer, theirs in asked.items():
        if theirs is not None:
            yield Figure(f"swiss {n}, {peer.split('/')[0]}", "rounds/s", 1 / mine, 1 / theirs, 0.0)


def _beside_dutch() -> Figure:
    """Both pair each round from the same facts, in turn."""
    dutch = [DutchRounds(6) for _ in range(REPEATS)]
    mine = [paired_rounds("swiss", {"rounds": 6}, 64, each).mean_seconds for each in dutch]
    best, theirs = min(mine), min(each.mean_seconds for each in dutch)
    say(f"a round of 64: {best * 1e3:.1f} ms, py4swiss {theirs * 1e3:.1f} ms")
    return Figure("swiss 64, py4swiss", "rounds/s", 1 / best, 1 / theirs, DUTCH_GOAL)


def _within(code: str, n: int, limit: float) -> Iterator[Figure]:
    made = _quickest(lambda: paired_rounds(code, {"rounds": ROUNDS}, n))
    told = " ".join(f"{seconds * 1e3:.0f}" for seconds in made.seconds)
    say(f"{code} of {n}, milliseconds a round: {told}; met again: {made.rematches}")
    name = f"{code} {n}, a round"
    yield Figure(name, "ms", made.mean_seconds * 1e3, limit * 1e3, 1.0, at_least=False)
    fresh = sum(1 for pairs in made.met_again if not pairs)
    yield Figure(f"{code} {n}, without rematch", "rounds", fresh, ROUNDS, 1.0)


def _quickest(once: Callable[[], PairedRounds]) -> PairedRounds:
    """Every round in its best time of a few: they are the same each time."""
    events = [once() for _ in range(REPEATS)]
    return events[0].in_best_times(events)
