"""What a Swiss pairing needs to know of each entrant, from its record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from tournaments.formats.points import Record
from tournaments.formats.slots import EntrantFact
from tournaments.formats.swiss_costs import Contender
from tournaments.formats.units import WholePoints

IDLE = frozenset({"walkover", "absent"})


class Field:
    """All entrants of a Swiss before a round is paired.

    `bonus` are points that count for the pairing only. Scores of contenders are whole numbers of
    1 / `unit`.
    """

    def __init__(
        self,
        entrants: Sequence[EntrantFact],
        records: Mapping[int, Record],
        bonus: Mapping[int, Fraction],
    ) -> None:
        self._records = records
        self._seeds = {each.id: each.seed for each in entrants}
        self._points = WholePoints(records, bonus.values())
        self._bonus = {entrant: self._points.whole(worth) for entrant, worth in bonus.items()}
        self.unit = self._points.unit

    def contenders(self, entrants: Iterable[EntrantFact]) -> list[Contender]:
        """The entrants by their seeds."""
        return [self._contender(each) for each in entrants]

    def _contender(self, entrant: EntrantFact) -> Contender:
        rounds = self._records[entrant.id].rounds
        seeds = self._seeds
        causes = [played.cause for played in rounds]
        return Contender(
            entrant.seed,
            self._points.scores[entrant.id] + self._bonus.get(entrant.id, 0),
            Counter([seeds[other] for played in rounds for other, _ in played.opponents]),
            tuple([1 - 2 * played.seat for played in rounds if played.seat is not None]),
            self._floats(entrant.id),
            causes.count("bye"),
            sum(cause in IDLE for cause in causes),
            entrant.apart,
        )

    def _floats(self, entrant: int) -> tuple[int, ...]:
        """Of the last two rounds, the older first: 1 down, -1 up, 0 against the same score.

        A round without a match counts as down (FIDE C.04.3, A.4).
        """
        found: list[int] = []
        latest = self._records[entrant].rounds[-2:]
        for back, played in enumerate(reversed(latest), start=1):
            if not played.opponents:
                found.append(1)
                continue
            own = self._before(entrant, back)
            theirs = self._before(played.opponents[0][0], back)
            found.append((own > theirs) - (own < theirs))
        return tuple(reversed(found))

    def _before(self, entrant: int, back: int) -> int:
        """The score before the last `back` rounds."""
        return self._points.scores[entrant] - sum(self._points.of[entrant][-back:])


def accelerated(
    entrants: Sequence[EntrantFact], number: int, rounds: int, began: int
) -> dict[int, Fraction]:
    """Points that the upper half has for the pairing of a round only (FIDE C.04.5.1, Baku).

    The upper half is counted up to an even number; the first half of the rounds is accelerated,
    by 1 at first and by ½ in the later half of those.
    """
    fast = -(-rounds // 2)
    if number > fast:
        return {}
    worth = Fraction(1) if number <= -(-fast // 2) else Fraction(1, 2)
    last_seed = 2 * -(-began // 4)
    return {each.id: worth for each in entrants if each.seed <= last_seed}
