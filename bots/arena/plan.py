"""What an arena run plays: which bots sit where, on which deals."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from math import comb
from typing import Any

from games.rules.deals import Stream
from games.rules.registry import AnyRules, game, rules_for

Seating = tuple[int, ...]
"""seating[seat]: the number of the entrant that sits there."""

MOST_FIELDS = 10_000


class BadPlan(Exception):
    """The run cannot be played; says what was expected and what came."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An arena run; everything that happens follows from it.

    `bots[entrant]` is what was asked for, a name or `file.py:Class`; `duplicate` plays each deal
    once from every seat. In a co-operative game an entrant is a team: it takes all seats.
    """

    game: str
    options: Mapping[str, Any]
    seats: int
    bots: tuple[str, ...]
    deals: int
    duplicate: bool
    seed: bytes

    def rules(self) -> AnyRules:
        """The rules that are played. Raises UnknownGame, BadOptions."""
        return rules_for(self.game, self.options, self.seats)

    def chance(self, label: str) -> Stream:
        """A stream of the run's own, the same in every process."""
        return Stream(hashlib.sha256(self.seed).digest(), label)

    def seatings(self, deal: int) -> tuple[Seating, ...]:
        """The tables of one deal.

        Who sits next to whom is drawn anew for every deal. With more bots than seats all
        choices of them take turns.
        """
        if game(self.game).cooperative:
            return tuple((team,) * self.seats for team in range(len(self.bots)))
        field = self._field(deal)
        order = self.chance(f"seats:{deal}").draw(self.seats, self.seats)
        seating = tuple(field[place] for place in order)
        if not self.duplicate:
            return (seating,)
        return tuple(seating[turn:] + seating[:turn] for turn in range(self.seats))

    def deal_name(self, deal: int, seating: int) -> str:
        """Tables that share a deal share its name; teams do so in duplicate play only."""
        is_shared = self.duplicate or not game(self.game).cooperative
        return f"arena-{deal + 1}" if is_shared else f"arena-{deal + 1}-{seating + 1}"

    def _field(self, deal: int) -> Sequence[int]:
        """The entrants that play a deal."""
        number = deal % comb(len(self.bots), self.seats)
        return next(islice(combinations(range(len(self.bots)), self.seats), number, None))


def checked(plan: Plan) -> Plan:
    """The plan, if it can be played. Raises BadPlan, UnknownGame, BadOptions."""
    plan.rules()
    if plan.deals < 1:
        raise BadPlan(f"At least one deal is played; {plan.deals} came.")
    if game(plan.game).cooperative:
        return plan
    if len(plan.bots) < plan.seats:
        raise BadPlan(f"{plan.seats} seats need as many bots; {len(plan.bots)} came.")
    if comb(len(plan.bots), plan.seats) > MOST_FIELDS:
        raise BadPlan(f"{len(plan.bots)} bots are too many for tables of {plan.seats}.")
    return plan


def seats_for(code: str, bots: int) -> int:
    """As many seats as there are bots, where the game has them. Raises UnknownGame."""
    kind = game(code)
    return max(kind.min_seats, min(kind.max_seats, bots))


def labels(bots: Sequence[str]) -> tuple[str, ...]:
    """A name for each entrant: the same bot may come more than once."""
    return tuple(_labels(bots))


def _labels(bots: Sequence[str]) -> Iterator[str]:
    for number, bot in enumerate(bots):
        short = bot.rpartition(":")[2]
        before = sum(other.rpartition(":")[2] == short for other in bots[:number])
        yield f"{short}#{before + 1}" if before else short
