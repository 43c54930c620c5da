"""Pair a Swiss round of matches for two: no meeting again that could be avoided, nobody left out.

A meeting again has a cost like anything else and is never forbidden, so that a round can always
be paired.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from rustworkx import PyGraph, max_weight_matching

from tournaments.formats.swiss_costs import Contender, Costs, Target
from tournaments.formats.swiss_seats import seat_pair
from tournaments.formats.swiss_sections import match_sections

AT_ONCE = 300
# Up to here all are matched at once; beyond, score group by score group.


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """Pairs of numbers, first seat first, best pair first; `bye` is the one who rests."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None


def pair_round(contenders: Sequence[Contender], target: Target = "fold") -> RoundPairing:
    """The pairs of the next round; the same for the same contenders in any order."""
    ranked = sorted(contenders, key=lambda each: (-each.score, each.number))
    if len(ranked) > AT_ONCE:
        pairs, bye = _pair_many(ranked, target)
    else:
        pairs, bye = _pair_at_once(ranked, target)
    seated = tuple(seat_pair(ranked[high], ranked[low]) for high, low in sorted(pairs))
    return RoundPairing(seated, None if bye is None else ranked[bye].number)


def may_rest(ranked: Sequence[Contender]) -> list[int]:
    """Those with the fewest byes, without any who missed a round otherwise if there are others."""
    due = min((each.byes, each.idle > 0) for each in ranked)
    return [here for here, each in enumerate(ranked) if (each.byes, each.idle > 0) == due]


def _pair_at_once(
    ranked: Sequence[Contender], target: Target
) -> tuple[list[tuple[int, int]], int | None]:
    """One matching of all; the bye is one more to be paired, with those who may rest."""
    costs = Costs(ranked, target, len(ranked))
    edges = [(high, low, costs.of(high, low)) for high, low in combinations(range(len(ranked)), 2)]
    rest = len(ranked)
    if rest % 2:
        edges += [(index, rest, costs.of_bye(index)) for index in may_rest(ranked)]
    pairs = cheapest(edges, rest + rest % 2)
    bye = next((high for high, low in pairs if low == rest), None)
    return [pair for pair in pairs if pair[1] != rest], bye


def _pair_many(
    ranked: Sequence[Contender], target: Target
) -> tuple[list[tuple[int, int]], int | None]:
    """Score groups from the top, after the lowest of those who may rest has left."""
    bye = max(may_rest(ranked)) if len(ranked) % 2 else None
    staying = [here for here in range(len(ranked)) if here != bye]
    costs = Costs([ranked[here] for here in staying], target, len(staying))
    pairs = match_sections(costs, [ranked[here].score for here in staying], target, cheapest)
    return [(staying[high], staying[low]) for high, low in pairs], bye


def cheapest(edges: Sequence[tuple[int, int, int]], nodes: int) -> list[tuple[int, int]]:
    """The pairs that leave as few as possible out at the least cost, each in ascending order."""
    graph: PyGraph[None, int] = PyGraph(multigraph=False)
    graph.add_nodes_from([None] * nodes)
    dearest = max((cost for _, _, cost in edges), default=0)
    graph.add_edges_from([(one, other, dearest - cost) for one, other, cost in edges])
    matching = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in matching)
