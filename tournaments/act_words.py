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
    how = "by lot" if payload["policy"] == "lot" else "by the higher seed"
    return f"A tie at the cut of {payload['match']} was parted {how}."


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
    what = UNDONE_WORDS.get(payload["undone_kind"], "an act")
    return f"Undone: {what.format(label=payload['label'])}.{_struck(payload)}"


def _resumed(payload: Payload) -> str:
    minutes = payload["minutes"]
    length = "less than a minute" if minutes < 1 else f"{minutes} min"
    return f"Goes on after {length}; every clock shows what it showed."


UNDONE_WORDS = {
    "walkover": "the walkover in {label}",
    "override": "the decision about {label}",
    "result_void": "taking back the result of {label}",
    "round_repaired": "pairing the round anew",
    "withdrawn": "the withdrawal of {label}",
    "disqualified": "the disqualification of {label}",
    "undone": "undoing {label}",
}
ACT_WORDS: dict[str, Callable[[Payload], str]] = {
    "created": lambda payload: "Set up as a draft.",
    "opened": lambda payload: "Opened for entry.",
    "started": _started,
    "withdrawn": lambda payload: f"{payload['entrant']} withdrew.",
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
}
