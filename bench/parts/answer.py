"""How a part hands its figures to the command that started it."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict

from bench.kit.figures import Figure


def say(sentence: str) -> None:
    """Progress goes to the person, figures to the command."""
    print(f"bench: {sentence}", file=sys.stderr, flush=True)


def hand_over(figures: Sequence[Figure]) -> None:
    print(json.dumps([asdict(figure) for figure in figures]))
