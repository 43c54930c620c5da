"""Where losers drop to, so that two who have met meet again as late as can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def reversed_bits(number: int, width: int) -> int:
    """The lowest `width` bits of a number, read backwards: 0b001 becomes 0b100 at width 3."""
    backwards = 0
    for _ in range(width):
        backwards = backwards << 1 | number & 1
        number >>= 1
    return backwards


def dropped(losers: Sequence[T], round_number: int) -> tuple[T, ...]:
    """The losers of a winners round in the order in which they enter the losers' part.

    Loser m moves to m XOR the bit-reversed round. Those who drop from rounds r and s then come
    together only as many rounds later as the masks differ at the front, and for neighbouring
    rounds they differ in the first bit. The number of losers is a power of two.
    """
    mask = reversed_bits(round_number, (len(losers) - 1).bit_length())
    return tuple([losers[position ^ mask] for position in range(len(losers))])
