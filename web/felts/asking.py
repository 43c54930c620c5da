"""What the rules say of a move before it is made, asked of the view alone.

A refusal depends on nothing hidden, so any state that fits the view gives it.
"""

from __future__ import annotations

from typing import Any

from games.rules.deals import Stream
from games.rules.protocol import Json, NotToAct, RulesError, Seat
from games.rules.registry import AnyRules, rules_for
from games.seen import TableSeen

# Which of the fitting states is asked does not matter, so chance may be the same each time.
ANY_STATE = b"any state that fits"


def rules_of(seen: TableSeen) -> AnyRules:
    return rules_for(seen.game, seen.options, seen.seat_count, version=seen.rules_version)


def refusal_of(seen: TableSeen, move: Json) -> RulesError | None:
    """Why the viewer's seat may not make this move now; None if it may."""
    if not seen.is_viewer_to_act or seen.viewer_seat is None:
        return NotToAct("It is not your turn yet.")
    rules = rules_of(seen)
    state = rules.redeal(rules.load_view(seen.view), Stream(ANY_STATE, "page"))
    try:
        rules.apply(state, Seat(seen.viewer_seat), rules.parse(move))
    except RulesError as refused:
        return refused
    return None


def moves_of(seen: TableSeen) -> tuple[Any, ...]:
    """Every legal move of the viewer's seat as JSON; empty while it is not to act."""
    if not seen.is_viewer_to_act:
        return ()
    if seen.legal is not None:
        return seen.legal
    rules = rules_of(seen)
    return tuple(map(rules.dump_move, rules.moves_of(rules.load_view(seen.view))))
