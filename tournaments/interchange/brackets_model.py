"""brackets-model JSON: the tables that brackets-manager keeps and brackets-viewer draws.

There a round of a tree is always whole: who has a bye meets nobody (null), and a seat that is
still awaited is an object without an id. Here byes are no matches, so they are put in on the way
out and left out on the way in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.formats.resolver import ResolvedMatch, resolve
from tournaments.formats.seeding import bracket_order
from tournaments.formats.slots import PlannedMatch, StageState

Json = dict[str, Any]
TYPES = {
    "single-elimination": "single_elimination",
    "double-elimination": "double_elimination",
    "round-robin": "round_robin",
}
# In the order of the groups of a stage.
SECTIONS = {
    "single-elimination": ("", "third"),
    "double-elimination": ("winners", "losers", "final"),
}
STATUS = {"blocked": 0, "ready": 2, "live": 3, "done": 4, "walkover": 4, "skipped": 0}
WAITING = 1
MOST_ENTRANTS = 4096


class NotABracket(ValueError):
    """The data is no brackets-model, or holds what this service does not play."""

    code = "not_a_bracket"


@dataclass(frozen=True, slots=True)
class ImportedResult:
    """A match that was decided; `names` best first, `is_draw` where both share the place."""

    section: str
    round: int
    number: int
    names: tuple[str, ...]
    is_draw: bool


@dataclass(frozen=True, slots=True)
class Imported:
    """An event as brackets-model tells it; `names` by seed."""

    name: str
    format: str
    config: Json
    names: tuple[str, ...]
    results: tuple[ImportedResult, ...]


# ------------------------------------------------------------------ out


def dump(
    name: str, code: str, config: Mapping[str, Any], state: StageState, names: Mapping[int, str]
) -> Json:
    """One stage of two-seat matches. Raises NotABracket for what the model cannot hold."""
    if code not in TYPES:
        known = ", ".join(sorted(TYPES))
        raise NotABracket(f"brackets-model holds {known}, not {code}.")
    if any(len(match.slots) != 2 for match in state.matches):
        raise NotABracket("brackets-model holds matches of two, and here more sit at a table.")
    writing = _Writing(code, state, names)
    for number, matches in enumerate(writing.groups(), start=1):
        writing.add_group(number, matches)
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
    if code == "round-robin":
        groups = {match.group for match in state.matches}
        mode = "double" if config.get("legs") == 2 else "simple"
        return {"size": entrants, "groupCount": len(groups) or 1, "roundRobinMode": mode}
    settings: Json = {
        "size": 1 << (entrants - 1).bit_length(),
        "seedOrdering": ["inner_outer"],
        "matchesChildCount": 0,
    }
    if code == "double-elimination":
        final = {"none": "none", "single": "simple", "reset": "double"}
        settings["grandFinal"] = final[config.get("final", "reset")]
    else:
        settings["consolationFinal"] = bool(config.get("third_place"))
    return settings


class _Writing:
    """The rows of groups, rounds and matches while they are put together."""

    def __init__(self, code: str, state: StageState, names: Mapping[int, str]) -> None:
        self.code = code
        self.state = state
        self.names = names
        self.resolved = resolve(state)
        self.group_rows: list[Json] = []
        self.round_rows: list[Json] = []
        self.match_rows: list[Json] = []

    def groups(self) -> Iterator[list[PlannedMatch]]:
        """Matches of one group each, empty ones left out."""
        matches = self.state.matches
        if self.code == "round-robin":
            for group in dict.fromkeys(match.group for match in matches):
                yield [match for match in matches if match.group == group]
            return
        for section in SECTIONS[self.code]:
            part = [match for match in matches if match.section == section]
            if part:
                yield part

    def add_group(self, number: int, matches: Sequence[PlannedMatch]) -> None:
        group_id = len(self.group_rows)
        self.group_rows.append({"id": group_id, "stage_id": 0, "number": number})
        rounds: dict[int, list[PlannedMatch]] = {}
        for match in matches:
            rounds.setdefault(match.round, []).append(match)
        for index, played in enumerate(rounds.values(), start=1):
            round_id = len(self.round_rows)
            self.round_rows.append(
                {"id": round_id, "number": index, "stage_id": 0, "group_id": group_id}
            )
            for position, found in self._positions(number, index, played):
                self._add_match(group_id, round_id, position, found)

    def _positions(
        self, group: int, index: int, played: Sequence[PlannedMatch]
    ) -> Iterator[tuple[int, PlannedMatch | tuple[int | None, int | None]]]:
        """Every place of the round from 1 on: a match, or who has a bye there."""
        if self.code == "round-robin" or group > 1 or index > 1:
            yield from ((number, match) for number, match in enumerate(played, start=1))
            return
        by_number = {match.number: match for match in played}
        by_seed = {entrant.seed: entrant.id for entrant in self.state.entrants}
        leaves = bracket_order(1 << (len(by_seed) - 1).bit_length())
        for number in range(1, len(leaves) // 2 + 1):
            pair = leaves[2 * number - 2 : 2 * number]
            bye = (by_seed.get(pair[0]), by_seed.get(pair[1]))
            yield number, by_number.get(number, bye)

    def _add_match(
        self,
        group_id: int,
        round_id: int,
        number: int,
        found: PlannedMatch | tuple[int | None, int | None],
    ) -> None:
        row: Json = {
            "id": len(self.match_rows),
            "number": number,
            "stage_id": 0,
            "group_id": group_id,
            "round_id": round_id,
            "child_count": 0,
        }
        if isinstance(found, PlannedMatch):
            made = self.resolved[found.key]
            row |= {"status": _status(made), **_opponents(self.state, made)}
        else:
            one, other = found
            row |= {
                "status": STATUS["blocked"],
                "opponent1": None if one is None else {"id": one, "result": "win"},
                "opponent2": None if other is None else {"id": other, "result": "win"},
            }
        self.match_rows.append(row)


def _status(made: ResolvedMatch) -> int:
    if made.state == "blocked" and any(each is not None for each in made.entrants):
        return WAITING
    return STATUS[made.state]


def _opponents(state: StageState, made: ResolvedMatch) -> Json:
    outcome = state.results.get(made.key)
    scores = dict(zip(outcome.entrants, outcome.scores, strict=False)) if outcome else {}
    first = min((place for place in made.places if place is not None), default=0)
    is_draw = len(made.places) > 1 and len(set(made.places)) == 1
    opponents: Json = {}
    for index, (entrant, place) in enumerate(zip(made.entrants, made.places, strict=True), 1):
        side: Json = {"id": entrant}
        if made.is_decided and place is not None:
            side["result"] = "draw" if is_draw else "win" if place == first else "loss"
            if entrant not in made.order:
                side["forfeit"] = True
        if entrant in scores:
            side["score"] = float(scores[entrant])
        opponents[f"opponent{index}"] = side
    return opponents


# ------------------------------------------------------------------ in


def load(data: object) -> Imported:
    """The first stage of the data. Raises NotABracket, which names what was expected."""
    tables = _tables(data)
    stage = tables["stage"][0]
    code = next((ours for ours, theirs in TYPES.items() if theirs == stage.get("type")), None)
    if code is None:
        raise NotABracket(f"A stage of type {stage.get('type')!r} is not played here.")
    matches = [match for match in tables["match"] if match.get("stage_id") == stage["id"]]
    groups = {row["id"]: row["number"] for row in tables["group"]}
    rounds = {row["id"]: row["number"] for row in tables["round"]}
    names = {row["id"]: str(row["name"]) for row in tables["participant"]}
    return Imported(
        name=str(stage.get("name") or "Imported event"),
        format=code,
        config=_config(code, stage.get("settings") or {}, len(set(groups))),
        names=_by_seed(matches, groups, rounds, names),
        results=tuple(_results(code, matches, groups, rounds, names)),
    )


def _tables(data: object) -> dict[str, list[Json]]:
    if not isinstance(data, dict):
        raise NotABracket("Expected an object with participant, stage, group, round and match.")
    tables: dict[str, list[Json]] = {}
    for name in ("participant", "stage", "group", "round", "match"):
        rows = data.get(name)
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise NotABracket(f"{name} is a list of objects, and is missing or something else.")
        if any("id" not in row for row in rows):
            raise NotABracket(f"A row of {name} has no id.")
        tables[name] = rows
    if not tables["stage"]:
        raise NotABracket("There is no stage.")
    if not 2 <= len(tables["participant"]) <= MOST_ENTRANTS:
        count = len(tables["participant"])
        raise NotABracket(f"Expected 2 to {MOST_ENTRANTS} participants, not {count}.")
    return tables


def _config(code: str, settings: Json, groups: int) -> Json:
    if code == "round-robin":
        legs = 2 if settings.get("roundRobinMode") == "double" else 1
        return {"groups": settings.get("groupCount") or groups or 1, "legs": legs}
    if code == "double-elimination":
        final = {"none": "none", "simple": "single", "double": "reset"}
        return {"final": final.get(str(settings.get("grandFinal")), "single")}
    return {"third_place": True} if settings.get("consolationFinal") else {}


def _by_seed(
    matches: Sequence[Json],
    groups: Mapping[int, int],
    rounds: Mapping[int, int],
    names: Mapping[int, str],
) -> tuple[str, ...]:
    """By the positions that the first round states, else as the tree seats them."""
    first = [
        match
        for match in matches
        if groups.get(match["group_id"]) == 1 and rounds.get(match["round_id"]) == 1
    ]
    first.sort(key=lambda match: match["number"])
    seats = [side for match in first for side in (match.get("opponent1"), match.get("opponent2"))]
    leaves = bracket_order(len(seats)) if len(seats).bit_count() == 1 else ()
    held: dict[int, int] = {}
    for index, side in enumerate(seats):
        if side and side.get("id") in names:
            place = side.get("position") or (leaves[index] if leaves else index + 1)
            held.setdefault(side["id"], place)
    last = len(names) + len(seats) + 1
    return tuple(names[key] for key in sorted(names, key=lambda each: (held.get(each, last), each)))


def _results(
    code: str,
    matches: Sequence[Json],
    groups: Mapping[int, int],
    rounds: Mapping[int, int],
    names: Mapping[int, str],
) -> Iterator[ImportedResult]:
    """Only of matches in which two met; byes are none."""
    for match in matches:
        sides: list[Json] = [match.get(side) or {} for side in ("opponent1", "opponent2")]
        if any(side.get("id") not in names for side in sides):
            continue
        results = [side.get("result") for side in sides]
        if not any(results):
            continue
        order = sorted(sides, key=lambda side: side.get("result") == "loss")
        sections = SECTIONS.get(code, ())
        group = groups.get(match["group_id"], 1)
        yield ImportedResult(
            section=sections[group - 1] if group <= len(sections) else str(group),
            round=rounds.get(match["round_id"], 0),
            number=match["number"],
            names=tuple(names[side["id"]] for side in order),
            is_draw=results == ["draw", "draw"],
        )
