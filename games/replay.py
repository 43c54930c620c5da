"""The log is the table: a state is the deal and the entries of the log, played again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .rules.protocol import Json, Seat
from .rules.registry import AnyRules

MOVE = "move"


@dataclass(frozen=True, slots=True)
class Entry:
    """One ply of a log: a move, or a leave whose `cause` is its reason and whose move is None."""

    seat: int
    move: Json | None
    cause: str = MOVE


def step(rules: AnyRules, state: Any, entry: Entry) -> Any:  # noqa: ANN401 -- each game has its own state
    """The state after one more ply. Raises what the rules raise."""
    seat = Seat(entry.seat)
    if entry.cause == MOVE:
        return rules.apply(state, seat, rules.parse(entry.move))
    return rules.leave(state, seat, entry.cause)


def replay(rules: AnyRules, seats: int, deal: Any, log: Iterable[Entry]) -> Any:  # noqa: ANN401
    """The state after the whole log. Raises what the rules raise."""
    state = rules.start(seats, deal)
    for entry in log:
        state = step(rules, state, entry)
    return state
