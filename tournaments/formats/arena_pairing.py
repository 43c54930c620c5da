"""Whom of those who are free to put together: near in rank and strength, no quick repeats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import exp, sqrt

from tournaments.formats.pods_pairing import Sitter, make_tables
from tournaments.formats.slots import Stream
from tournaments.formats.swiss_pairing import cheapest

AT_ONCE = 100
STEPS = 500
# A short search: tables are made after many a result, and a repeat is no great harm here.
MU, SIGMA, BETA = 25.0, 25 / 3, 25 / 6
# The belief of a newcomer, and how much a single match says (docs/decisions/skill-rating.md).
JUST_MET = 8_000_000
TURN, TURNS = 1_000_000, 7
# Who played less waits less willingly, but not so much that two would meet again for it.
AGAIN = 400


@dataclass(frozen=True, slots=True)
class Idler:
    """An entrant that is free. `rank` is its place among all `of` who are active, from 0.

    `latest` are the numbers of those it played last, `met[number]` counts all matches together,
    `played` its own.
    """

    number: int
    rank: int
    of: int
    played: int = 0
    latest: frozenset[int] = frozenset()
    met: dict[int, int] = field(default_factory=dict)
    mu: float | None = None
    sigma: float | None = None


def pair_idlers(idlers: Sequence[Idler], *, may_repeat: bool) -> list[tuple[int, int]]:
    """As many pairs as can be; at most a hundred are matched at a time.

    An odd one out is somebody who played most. `may_repeat`: two whose last match was the same
    may be paired if that is all there is.
    """
    ranked = sorted(idlers, key=lambda each: each.rank)
    pairs: list[tuple[int, int]] = []
    for begin in range(0, len(ranked), AT_ONCE):
        pairs += _pair_some(ranked[begin : begin + AT_ONCE], may_repeat)
    return pairs


def table_idlers(
    idlers: Sequence[Idler], sizes: Sequence[int], stream: Stream
) -> tuple[tuple[int, ...], ...]:
    """Tables of neighbours in rank who did not share their last match; as many as `sizes` seat.

    Those who played most wait.
    """
    by_turn = sorted(idlers, key=lambda each: (each.played, each.rank))[: sum(sizes)]
    sitters = [Sitter(each.number, -each.rank, _lately(each, by_turn)) for each in by_turn]
    return make_tables(sitters, sizes, stream, steps=STEPS)


def _lately(one: Idler, others: Sequence[Idler]) -> dict[int, int]:
    """Those whom it met in its last match, or they it in theirs."""
    return {
        each.number: 1 for each in others if each.number in one.latest or one.number in each.latest
    }


def evenness(one: Idler, other: Idler) -> float:
    """How likely a draw would be, against two of the same known strength: 0 to 1.

    Source: the match quality of TrueSkill (Herbrich, Minka, Graepel 2007, section 6).
    """
    apart = _mu(one) - _mu(other)
    spread = 2 * BETA**2 + _sigma(one) ** 2 + _sigma(other) ** 2
    return sqrt(2 * BETA**2 / spread) * exp(-(apart**2) / (2 * spread))


def _mu(idler: Idler) -> float:
    return MU if idler.mu is None else idler.mu


def _sigma(idler: Idler) -> float:
    return SIGMA if idler.sigma is None else idler.sigma


def _pair_some(ranked: Sequence[Idler], may_repeat: bool) -> list[tuple[int, int]]:
    nobody = len(ranked)
    edges = [
        (here, there, _cost(ranked[here], ranked[there]))
        for here, there in combinations(range(nobody), 2)
        if may_repeat or not _just_met(ranked[here], ranked[there])
    ]
    if nobody % 2:
        most = max(each.played for each in ranked)
        edges += [
            (here, nobody, min(most - each.played, TURNS) * TURN)
            for here, each in enumerate(ranked)
        ]
    made = cheapest(edges, nobody + nobody % 2)
    return [(ranked[here].number, ranked[there].number) for here, there in made if there != nobody]


def _just_met(one: Idler, other: Idler) -> bool:
    return other.number in one.latest and one.number in other.latest


def _cost(high: Idler, low: Idler) -> int:
    """The gravest: one of the two had the other last. Then rank, strength and all meetings."""
    repeats = (low.number in high.latest) + (high.number in low.latest)
    gap = 2000 * (low.rank - high.rank) // high.of
    unlike = round(1000 * (1 - evenness(high, low)))
    return repeats * JUST_MET + gap + unlike + AGAIN * high.met.get(low.number, 0)
