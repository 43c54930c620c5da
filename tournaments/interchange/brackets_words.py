"""What brackets-model calls the formats and their parts, and the refusal of everything else."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
SINGLE, DOUBLE, ROBIN = "single-elimination", "double-elimination", "round-robin"
TYPES = {
    SINGLE: "single_elimination",
    DOUBLE: "double_elimination",
    ROBIN: "round_robin",
}
# In the order of the groups of a stage.
SECTIONS = {SINGLE: ("", "third"), DOUBLE: ("winners", "losers", "final")}


class NotABracket(ValueError):
    """The data is no brackets-model, or holds what this service does not play."""

    code = "not_a_bracket"
