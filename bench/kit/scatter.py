"""How far observations lie apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import variance


def standard_error(values: Sequence[float]) -> float:
    """The deviation of the mean of independent observations."""
    return math.sqrt(variance(values) / len(values))
