"""Spans of time as short as a clock or a setting needs them."""

from __future__ import annotations

MINUTE, HOUR, DAY = 60, 3_600, 86_400


def left(seconds: int) -> str:
    """0:18; over an hour 2 h 10; over a day 3 d 4 h."""
    if seconds >= DAY:
        return f"{seconds // DAY} d {seconds % DAY // HOUR} h"
    if seconds >= HOUR:
        return f"{seconds // HOUR} h {seconds % HOUR // MINUTE:02}"
    return f"{seconds // MINUTE}:{seconds % MINUTE:02}"


def in_words(seconds: int) -> str:
    """A patience: 30 s, 5 min, 2 h, 3 d."""
    for unit, word in ((DAY, "d"), (HOUR, "h"), (MINUTE, "min")):
        if seconds >= unit and seconds % unit == 0:
            return f"{seconds // unit} {word}"
    return f"{seconds} s"
