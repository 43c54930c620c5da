"""brackets-model JSON: the tables that brackets-manager keeps and brackets-viewer draws.

There a round of a tree is always whole: who has a bye meets nobody (null), and a seat that is
still awaited is an object without an id. Here byes are no matches, so they are put in on the way
out and left out on the way in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.formats.resolver import ResolvedMatch, resolve
from tournaments.formats.seeding import SEED_ORDERS
from tournaments.formats.slots import (
    EntrantSlot,
    MatchOutcome,
    PlaceSlot,
    SeedSlot,
    Slot,
    StageState,
)
from tournaments.interchange.brackets_rounds import Group, Place, groups_of, losers_orders
from tournaments.interchange.brackets_words import DOUBLE, ROBIN, TYPES, Json, NotABracket

STATUS = {"blocked": 0, "ready": 2, "live": 3, "done": 4, "walkover": 4, "skipped": 0}
WAITING, ARCHIVED = 1, 5
# Orders of seeds that are called alike there; a lot has no name, its first round says all.
ORDERINGS = {order: order for order in SEED_ORDERS if order != "standard"} | {"random": "natural"}


def dump(
    name: str, code: str, config: Mapping[str, Any], state: StageState, names: Mapping[int, str]
) -> Json:
    """One stage of two-seat matches. Raises NotABracket for what the model cannot hold."""
    if code not in TYPES:
        known = ", ".join(sorted(TYPES))
        raise NotABracket(f"brackets-model holds {known}, not {code}.")
    if any(len(match.slots) != 2 for match in state.matches):
        raise NotABracket("brackets-model holds matches of two, and here more sit at a table.")
    writing = _Writing(state, names)
    for group in groups_of(code, state):
        writing.add_group(group)
    return {
        "participant": [
            {"id": entrant.id, "tournament_id": 0, "name": names[entrant.id]}
            for entrant in sorted(state.entrants, key=lambda each: each.seed)
        ],
        "stage": [
            {
                "id": 0,
                "tournament_id": 0,
                "name": name,
                "type": TYPES[code],
                "number": 1,
                "settings": _settings(code, config, state),
            }
        ],
        "group": writing.group_rows,
        "round": writing.round_rows,
        "match": writing.match_rows,
        "match_game": [],
    }


def _settings(code: str, config: Mapping[str, Any], state: StageState) -> Json:
    entrants = len(state.entrants)
    if code == ROBIN:
        groups = {match.group for match in state.matches}
        mode = "double" if config.get("legs") == 2 else "simple"
        return {"size": entrants, "groupCount": len(groups) or 1, "roundRobinMode": mode}
    settings: Json = {
        "size": 1 << (entrants - 1).bit_length(),
        "seedOrdering": [ORDERINGS.get(str(config.get("order")), "inner_outer")],
        "matchesChildCount": 0,
    }
    if code == DOUBLE:
        final = {"none": "none", "single": "simple", "reset": "double"}
        settings["grandFinal"] = final[config.get("final", "reset")]
        settings["seedOrdering"] += losers_orders(entrants)
    else:
        settings["consolationFinal"] = any(match.section == "third" for match in state.matches)
    return settings


class _Writing:
    """The rows of groups, rounds and matches while they are put together."""

    def __init__(self, state: StageState, names: Mapping[int, str]) -> None:
        self.state = state
        self.names = names
        self.resolved = resolve(state)
        self.seeds = {entrant.seed: entrant.id for entrant in state.entrants}
        self.left = _left_behind(state, self.resolved)
        self.group_rows: list[Json] = []
        self.round_rows: list[Json] = []
        self.match_rows: list[Json] = []

    def add_group(self, group: Group) -> None:
        group_id = len(self.group_rows)
        self.group_rows.append({"id": group_id, "stage_id": 0, "number": group_id + 1})
        for index, places in enumerate(group, start=1):
            round_id = len(self.round_rows)
            self.round_rows.append(
                {"id": round_id, "number": index, "stage_id": 0, "group_id": group_id}
            )
            for number, place in enumerate(places, start=1):
                self._add_match(group_id, round_id, number, place)

    def _add_match(self, group_id: int, round_id: int, number: int, place: Place) -> None:
        sides = [self._side(slot) for slot in place.slots]
        status = STATUS["blocked"]
        if place.match is None:
            for side in sides:
                if side and side["id"] is not None:
                    side["result"] = "win"
        else:
            made = self.resolved[place.match.key]
            status = ARCHIVED if made.key in self.left else _status(made)
            for side in sides:
                if side and side["id"] is not None:
                    side |= _ended(made, side["id"], self.state.results.get(made.key))
        self.match_rows.append(
            {
                "id": len(self.match_rows),
                "number": number,
                "stage_id": 0,
                "group_id": group_id,
                "round_id": round_id,
                "child_count": 0,
                "status": status,
                "opponent1": sides[0],
                "opponent2": sides[1],
            }
        )

    def _side(self, slot: Slot) -> Json | None:
        """Who comes there and from where; nobody where a bye is, or where nobody is left to."""
        match slot:
            case SeedSlot(seed):
                return {"id": self.seeds.get(seed), "position": seed}
            case EntrantSlot(entrant):
                return {"id": entrant}
            case PlaceSlot(key, place):
                return self._from(key, place)
        return None

    def _from(self, key: str, place: int) -> Json | None:
        source = self.resolved[key]
        known = source.order[place - 1 : place]
        if source.is_decided and not known:
            return None
        side: Json = {"id": known[0] if known else None}
        if place == 2 and key[0] == "W":
            # There it tells which side of a match among losers somebody falls to.
            side["position"] = int(key.rpartition(".")[2])
        return side


def _left_behind(state: StageState, resolved: Mapping[str, ResolvedMatch]) -> set[str]:
    """Decided matches from which somebody has played on, so that they are closed there."""
    return {
        slot.match
        for match in state.matches
        if resolved[match.key].state in ("live", "done", "walkover")
        for slot in match.slots
        if isinstance(slot, PlaceSlot) and resolved[slot.match].state in ("done", "walkover")
    }


def _status(made: ResolvedMatch) -> int:
    if made.state == "blocked" and any(each is not None for each in made.entrants):
        return WAITING
    return STATUS[made.state]


def _ended(made: ResolvedMatch, entrant: int, outcome: MatchOutcome | None) -> Json:
    """The result of one side; who did not play has given up."""
    ended: Json = {}
    if outcome is not None and outcome.scores and entrant in outcome.entrants:
        score = outcome.scores[outcome.entrants.index(entrant)]
        ended["score"] = int(score) if score.denominator == 1 else float(score)
    if not made.is_decided or not made.order:
        return ended
    places = dict(zip(made.entrants, made.places, strict=True))
    is_first = places[entrant] == 1
    if list(places.values()) == [1, 1]:
        ended["result"] = "draw"
    elif made.state == "walkover" and not is_first:
        ended["forfeit"] = True
    else:
        ended["result"] = "win" if is_first else "loss"
    return ended
