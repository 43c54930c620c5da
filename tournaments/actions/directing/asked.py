"""An act as it is asked for over HTTP or in the console, before it is done or previewed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from players.models import User
from tournaments.actions.directing.beginning import told
from tournaments.actions.directing.pausing import pause_tournament, resume_tournament
from tournaments.actions.directing.repairing import repair_round
from tournaments.actions.directing.results import give_walkover, override_result, void_result
from tournaments.actions.directing.tables import give_more_time, remove_from_table
from tournaments.actions.directing.undoing import undo_act
from tournaments.actions.leaving import disqualify, withdraw
from tournaments.actions.replacing import replace_entrant

# What each kind needs besides its reason.
NEEDS: Mapping[str, tuple[str, ...]] = {
    "pause": (),
    "resume": (),
    "walkover": ("match", "entrants"),
    "override": ("match", "places"),
    "void_result": ("match",),
    "repair_round": (),
    "give_time": ("table", "player", "seconds"),
    "remove": ("table", "player"),
    "withdraw": ("entrants",),
    "disqualify": ("entrants",),
    "replace": ("entrants", "player"),
    "undo": ("act",),
}
KINDS = tuple(NEEDS)
# What the trail says of an act that had been done before; once more is no error and no new line.
SAID_BEFORE: Mapping[str, tuple[str, ...]] = {
    "pause": ("paused",),
    "resume": ("resumed", "started"),
    "withdraw": ("withdrawn", "disqualified"),
    "disqualify": ("disqualified",),
    "replace": ("replaced",),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """`entrants` and the keys of `places` are entrants, `player` is the key of a player.

    `table` is a public id, `act` the key of an act; `stage` (0: the first, or the newest where a
    round is paired anew) and `match` name a match, `round` (0: the newest) a round.
    """

    kind: str
    reason: str
    stage: int = 0
    match: str = ""
    entrants: tuple[int, ...] = ()
    places: Mapping[int, int] = field(default_factory=dict)
    table: str = ""
    player: int = 0
    seconds: int = 0
    act: int = 0
    round: int = 0
    keep_later: bool = False

    @property
    def missing(self) -> tuple[str, ...]:
        """What the kind needs and is not there."""
        return tuple(name for name in NEEDS[self.kind] if not getattr(self, name))

    @property
    def said_before(self) -> tuple[str, ...]:
        """The kinds of lines of the trail that tell of it where it had been done before."""
        return SAID_BEFORE.get(self.kind, ())


def act_of(tournament_id: int, by: User | None, asked: Asked) -> Callable[[], None]:
    """The act, ready to be done. Nothing that it needs is missing. Raises ReasonNeeded."""
    reason = told(asked.reason)
    common: dict[str, Any] = {"tournament_id": tournament_id, "by": by, "reason": reason}
    match: dict[str, Any] = {**common, "stage": asked.stage or 1, "match": asked.match}
    keep: dict[str, Any] = {"keep_later": asked.keep_later}
    entrant = asked.entrants[0] if asked.entrants else 0
    acts: dict[str, Callable[[], None]] = {
        "pause": lambda: pause_tournament(**common),
        "resume": lambda: resume_tournament(**common),
        "walkover": lambda: give_walkover(**match, winners=asked.entrants),
        "override": lambda: override_result(**match, **keep, places=asked.places),
        "void_result": lambda: void_result(**match, **keep),
        "repair_round": lambda: repair_round(
            **common, stage=asked.stage or None, round_number=asked.round or None
        ),
        "give_time": lambda: give_more_time(
            **common, table=asked.table, player_id=asked.player, seconds=asked.seconds
        ),
        "remove": lambda: remove_from_table(**common, table=asked.table, player_id=asked.player),
        "withdraw": lambda: withdraw(entrant_id=entrant, by=by, reason=reason),
        "disqualify": lambda: disqualify(entrant_id=entrant, by=by, reason=reason),
        "replace": lambda: replace_entrant(
            entrant_id=entrant, player_id=asked.player, by=by, reason=reason
        ),
        "undo": lambda: undo_act(**common, **keep, act_id=asked.act),
    }
    return acts[asked.kind]
