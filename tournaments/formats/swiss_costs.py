"""What a pairing of two costs in a Swiss: one whole number, the gravest reason first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Target = Literal["fold", "monrad"]
# A preference this strong may not be crossed: a difference of two, or the same seat twice running.
ABSOLUTE = 3


@dataclass(frozen=True, slots=True)
class Contender:
    """An entrant before a round is paired.

    `number` names it and ranks it among equal scores, 1 first; `score` is in a unit that all share.
    `met[number]` is how often the two have played. `seats` holds +1 for each match begun in the
    first seat and -1 in the second, oldest first; `floats` holds +1 for each round in which it met
    a lower score, -1 for a higher one, of which the latest two count. `byes` counts rounds of
    rest, `idle` those without play otherwise.
    """

    number: int
    score: int = 0
    met: Mapping[int, int] | None = None
    seats: tuple[int, ...] = ()
    floats: tuple[int, ...] = ()
    byes: int = 0
    idle: int = 0
    apart: frozenset[str] = frozenset()


def seat_wish(seats: Sequence[int]) -> tuple[int, int]:
    """The seat that is due (1 first, -1 second, 0 either) and how strongly, 0 to 3."""
    if not seats:
        return 0, 0
    balance = sum(seats)
    wish = -seats[-1] if balance == 0 else (-1 if balance > 0 else 1)
    if abs(balance) > 1:
        return wish, ABSOLUTE
    if len(seats) > 1 and seats[-1] == seats[-2]:
        return -seats[-1], ABSOLUTE
    return wish, 2 if balance else 1


class Costs:
    """Costs between all of `ranked`, best first; everything is said by index into it.

    From the gravest: a meeting again, entrants to be kept apart, two who both must not sit in the
    same seat, a bye for anybody but the last, the square of the gap in points, who floats again,
    a seat not granted, and how far the two are from those whom fold or Monrad would pair.
    Each reason outweighs all later ones over the whole of a round of `size` entrants.
    """

    def __init__(self, ranked: Sequence[Contender], target: Target, size: int) -> None:
        self._points = [each.score for each in ranked]
        self._place_in_group(target)
        wishes = [seat_wish(each.seats) for each in ranked]
        self._wish = [wish for wish, _ in wishes]
        self._strength = [strength for _, strength in wishes]
        self._down = [_floated(each.floats, 1) for each in ranked]
        self._up = [_floated(each.floats, -1) for each in ranked]
        self._tags = [each.apart for each in ranked]
        index = {each.number: here for here, each in enumerate(ranked)}
        self._met = [
            {index[number]: times for number, times in (each.met or {}).items() if number in index}
            for each in ranked
        ]
        self._weigh(size)

    def _place_in_group(self, target: Target) -> None:
        """Where each stands among equals from the top and from the bottom, and its aim."""
        sizes: dict[int, int] = {}
        self._from_top: list[int] = []
        for points in self._points:
            self._from_top.append(sizes.get(points, 0))
            sizes[points] = sizes.get(points, 0) + 1
        groups = [sizes[points] for points in self._points]
        self._from_bottom = [
            size - 1 - above for size, above in zip(groups, self._from_top, strict=True)
        ]
        self._aim = [size // 2 if target == "fold" else 1 for size in groups]

    def _weigh(self, size: int) -> None:
        """Units such that the sum of a lesser reason never reaches one of a graver."""
        pairs = size // 2 + 1
        gap = max(self._points, default=0) - min(self._points, default=0)
        self.seat = pairs * (size + 1) ** 2
        self.float = self.seat * (pairs * 2 + 1)
        self.gap = self.float * (pairs * 6 + 1)
        self.bye = self.gap * (pairs * gap**2 + 1)
        self.clash = self.bye * (size + 1)
        self.apart = self.clash * (pairs + 1)
        self.again = self.apart * (pairs + 1)

    def of(self, high: int, low: int) -> int:
        """The cost of pairing two of whom `high` is ranked above."""
        gap = self._points[high] - self._points[low]
        if gap:
            off = self._from_bottom[high] + self._from_top[low]
            cost = gap * gap * self.gap + (self._down[high] + self._up[low]) * self.float
        else:
            off = low - high - self._aim[high]
            cost = 0
        cost += off * off
        wish = self._wish[high]
        if wish and wish == self._wish[low]:
            cost += self._conflict(high, low)
        if self._tags[high] and not self._tags[high].isdisjoint(self._tags[low]):
            cost += self.apart
        if low in self._met[high]:
            cost += self._met[high][low] * self.again
        return cost

    def of_bye(self, index: int) -> int:
        """The cost of the round's rest for one; the last of all rests for nothing."""
        return (len(self._points) - 1 - index) * self.bye

    def of_floating(self, index: int, lowest: int) -> int:
        """The cost of leaving one of a section to the next, whose last by rank is `lowest`."""
        gap = self._points[index] - self._points[lowest]
        off = lowest - index
        return gap * gap * self.gap + self._down[index] * self.float + off * off

    def _conflict(self, one: int, other: int) -> int:
        """Both are due the same seat; graver if neither may be refused it."""
        weaker = min(self._strength[one], self._strength[other])
        return self.clash if weaker == ABSOLUTE else self.seat * min(weaker, 2)


def _floated(floats: Sequence[int], direction: int) -> int:
    """2 if it floated that way in the last round, 1 if in the one before, their sum if both."""
    latest = floats[-2:][::-1]
    return sum(weight for weight, way in zip((2, 1), latest, strict=False) if way == direction)
