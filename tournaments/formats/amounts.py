"""Points and their sums as people write them: 2½, and 1 + ½ + 0 = 1½."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import lcm

GLYPHS = {
    (1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾",
    (1, 5): "⅕", (2, 5): "⅖", (3, 5): "⅗", (4, 5): "⅘", (1, 6): "⅙", (5, 6): "⅚",
}  # fmt: skip
MANY = 20
# A longer sum is told by its size: nobody adds up a line of numbers that long.


def amount(value: Fraction) -> str:
    """3, 2½, -⅓; two decimals where there is no sign for the fraction."""
    return ratio(value.numerator, value.denominator)


# Kept by two whole numbers, since to hash a fraction takes longer than to write it.
@cache
def ratio(above: int, below: int) -> str:
    """The same for a fraction that need not be in lowest terms."""
    value = Fraction(above, below)
    whole, part = divmod(abs(value.numerator), value.denominator)
    sign = "-" if value < 0 else ""
    if not part:
        return f"{sign}{whole}"
    glyph = GLYPHS.get((part, value.denominator))
    if glyph is None:
        return f"{float(value):.2f}"
    return f"{sign}{whole or ''}{glyph}"


def exact_sum(values: Sequence[Fraction]) -> Fraction:
    """Their sum; over a common denominator, which is several times faster than one by one."""
    common = lcm(*{value.denominator for value in values})
    return Fraction(
        sum(value.numerator * (common // value.denominator) for value in values), common
    )


def told_sum(terms: Sequence[str], total: str, what: str = "rounds") -> str:
    """The terms and their total; `what` they come from is said where they are too many."""
    if not terms:
        return "0"
    if len(terms) == 1:
        return terms[0]
    if len(terms) > MANY:
        return f"{total} from {len(terms)} {what}"
    return f"{' + '.join(terms)} = {total}"
