"""What directors and the clock did, as sentences: one for every kind of act."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tournaments.words import counted

Payload = Mapping[str, Any]


def told(kind: str, payload: Payload) -> str:
    """The sentence; acts of a kind that is no longer made are named by their kind."""
    words = ACT_WORDS.get(kind)
    return words(payload) if words else f"{kind.replace('_', ' ').capitalize()}."


def _started(payload: Payload) -> str:
    absent = payload["absent"]
    dropped = f"; {counted(absent)} did not check in" if absent else ""
    return f"Started with {payload['entrants']} entrants{dropped}."


def _tie_resolved(payload: Payload) -> str:
    how = TIE_WORDS.get(payload["policy"], "was parted by the higher seed")
    return f"A tie at the cut of {payload['match']} {how}."


def _disqualified(payload: Payload) -> str:
    return f"{payload['entrant']} was disqualified and comes last."


def _replaced(payload: Payload) -> str:
    since = f" from round {payload['round']} on" if payload.get("round") else ""
    return f"{payload['with']} takes the place of {payload['entrant']}{since}."


def _stage_started(payload: Payload) -> str:
    return f"Stage {payload['stage']} began with {payload['entrants']} entrants."


def _stage_closed(payload: Payload) -> str:
    go_on = "goes on" if payload["going_on"] == 1 else "go on"
    return f"Stage {payload['stage']} is over; {counted(payload['going_on'])} {go_on}."


def _met_early(payload: Payload) -> str:
    pairs = [f"{one} and {other}" for one, other in payload["pairs"]]
    more = payload["number"] - len(pairs)
    told = ", ".join(pairs) + (f", and {counted(more)} more" if more else "")
    return f"Of one owner or club, and still drawn together: {told}."


def _struck(payload: Payload) -> str:
    """What an act cost, where it cost something."""
    parts = []
    if tables := payload.get("tables_voided"):
        were = "table was" if tables == 1 else "tables were"
        parts.append(f" {counted(tables).capitalize()} {were} voided.")
    if contests := payload.get("contests_voided"):
        what = "result" if contests == 1 else "results"
        parts.append(f" {counted(contests).capitalize()} {what} left the ledger.")
    return "".join(parts)


def _walkover(payload: Payload) -> str:
    winners = " and ".join(payload["winners"])
    return f"{payload['label']} went to {winners} without play.{_struck(payload)}"


def _override(payload: Payload) -> str:
    order = " before ".join(payload["order"])
    return f"{payload['label']} was decided: {order}.{_struck(payload)}"


def _undone(payload: Payload) -> str:
    label = payload["label"]
    what = UNDONE_WORDS.get(payload["undone_kind"], "an act").format(label=label)
    if payload["undone_kind"] == "undone":
        what = f"an undo about {label}" if label else "an undo"
    return f"Undone: {what}.{_struck(payload)}"


def _resumed(payload: Payload) -> str:
    minutes = payload["minutes"]
    length = "less than a minute" if minutes < 1 else f"{minutes} min"
    return f"Goes on after {length}; every clock shows what it showed."


# What can be taken back: what was done to facts, to entrants, at tables, and pausing or going on.
OF_ENTRANTS = frozenset({"withdrawn", "disqualified"})
OF_FACTS = frozenset({"walkover", "override", "result_void", "round_repaired", "undone"})
AT_TABLES = frozenset({"time_given", "removed"})
STANDSTILL = frozenset({"paused", "resumed"})
UNDOABLE = OF_ENTRANTS | OF_FACTS | AT_TABLES | STANDSTILL | {"replaced"}
UNDONE_WORDS = {
    "walkover": "the walkover in {label}",
    "override": "the decision about {label}",
    "result_void": "taking back the result of {label}",
    "round_repaired": "pairing the round anew",
    "withdrawn": "the withdrawal of {label}",
    "disqualified": "the disqualification of {label}",
    "replaced": "the replacement of {label}",
    "time_given": "the time that was given in {label}",
    "removed": "the removal in {label}",
}
TIE_WORDS = {
    "lot": "was parted by lot",
    "all_through": "let all of the tied go on",
    "none_through_if_over": "let none of the tied go on",
    "playoff": "was played off",
    "require_decisive": "was decided by a director",
}
ACT_WORDS: dict[str, Callable[[Payload], str]] = {
    "created": lambda payload: "Set up as a draft.",
    "opened": lambda payload: "Opened for entry.",
    "started": _started,
    "withdrawn": lambda payload: f"{payload['entrant']} withdrew.",
    "disqualified": _disqualified,
    "entered_late": lambda payload: (
        f"{payload['entrant']} came in late, from round {payload['round']} on."
    ),
    "replaced": _replaced,
    "seeds_set": lambda payload: "The seeds were set by hand.",
    "met_early": _met_early,
    "stage_started": _stage_started,
    "stage_closed": _stage_closed,
    "tie_resolved": _tie_resolved,
    "closed": lambda payload: "Closed.",
    "cancelled": lambda payload: "Cancelled; running tables are void.",
    "paused": lambda payload: "Paused: no clock runs and nothing is dealt.",
    "resumed": _resumed,
    "walkover": _walkover,
    "override": _override,
    "result_void": lambda payload: (
        f"The result of {payload['label']} was taken back; it is played again.{_struck(payload)}"
    ),
    "round_repaired": lambda payload: (
        f"Round {payload['round']} was paired anew.{_struck(payload)}"
    ),
    "undone": _undone,
    "time_given": lambda payload: (
        f"{payload['player']} got {payload['seconds']} s more in {payload['label']}."
    ),
    "removed": lambda payload: f"{payload['player']} was removed from {payload['label']}.",
}
