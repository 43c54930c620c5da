"""Words that only the pages of events need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django import template

register = template.Library()


@register.filter
def tables(sizes: Sequence[int]) -> str:
    """Sizes of the tables of a round: (4, 4, 3) as "2 of 4, 1 of 3 seats"."""
    counts = Counter(sizes)
    told = ", ".join(f"{counts[size]} of {size}" for size in sorted(counts, reverse=True))
    return told and f"{told} seats"


@register.filter
def lasting(seconds: float) -> str:
    """How long an event may take, no finer than can be known: 25 min, 3 h, 4 days."""
    minutes = max(round(seconds / 60), 1)
    if minutes < 60:
        return f"{minutes} min"
    if minutes < 48 * 60:
        hours, rest = divmod(minutes, 60)
        return f"{hours} h" if rest < 5 or hours > 9 else f"{hours} h {rest:02} min"
    return f"{round(minutes / 1440)} days"
