"""An event as one declaration: a YAML or JSON file that says what it is and who is in it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

import yaml

from tournaments.recurrence import asked_instant, zone_problem

LARGEST = 1_000_000
# Characters; an event of four thousand entrants needs a fifth of that.
SETTINGS = (
    "name",
    "game",
    "format",
    "options",
    "config",
    "match_plan",
    "later_stages",
    "description",
    "patience_seconds",
    "starts_at",
    "time_zone",
    "check_in",
    "check_in_seconds",
    "casual",
    "min_entrants",
    "max_entrants",
    "seeding",
    "team_size",
    "schedule",
    "max_tables_each",
    "late_entry_rounds",
)
NEEDED = ("name", "game", "format")
ENTRANT_FIELDS = ("player", "players", "name", "club", "seed")


class BadDeclaration(ValueError):
    """The file is no event; `field` says where, as in `entrants[3].player`."""

    code = "bad_declaration"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}" if field else message)
        self.field = field


@dataclass(frozen=True, slots=True)
class DeclaredEntrant:
    """Who is to be entered, by handle; a team has several players and a name."""

    players: tuple[str, ...]
    name: str
    club: str
    seed: int | None


@dataclass(frozen=True, slots=True)
class Declared:
    """`settings` are what `create_tournament` takes; `is_open`: entry opens at once."""

    settings: Mapping[str, Any]
    entrants: tuple[DeclaredEntrant, ...]
    is_open: bool


def read_declaration(text: str) -> Declared:
    """YAML, and so JSON. Raises BadDeclaration; what the game and format say comes later."""
    if len(text) > LARGEST:
        raise BadDeclaration("", f"A declaration has at most {LARGEST} characters.")
    try:
        data = yaml.load(text, _Once)  # noqa: S506 - a safe loader
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}" if mark else ""
        says = getattr(error, "problem", None) or error
        raise BadDeclaration(where, f"This is no YAML: {says}.") from error
    return declared(data)


class _Once(yaml.SafeLoader):
    """Of two settings of one name the first would be lost without a word."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        names = set()
        for key in (key for key, _ in node.value if isinstance(key, yaml.ScalarNode)):
            if key.value in names:
                says = f"{key.value!r} stands there twice"
                raise yaml.MarkedYAMLError(problem=says, problem_mark=key.start_mark)
            names.add(key.value)
        return super().construct_mapping(node, deep)


def declared(data: object) -> Declared:
    """The same from data that was read before."""
    if not isinstance(data, dict):
        raise BadDeclaration("", f"A declaration is a mapping of settings, not {data!r:.60}.")
    unknown = sorted(map(str, set(data) - {*SETTINGS, "entrants", "open"}))
    if unknown:
        known = ", ".join((*SETTINGS, "entrants", "open"))
        raise BadDeclaration(unknown[0], f"There is no such setting; there are {known}.")
    missing = [name for name in NEEDED if not data.get(name)]
    if missing:
        raise BadDeclaration(missing[0], "This setting is needed.")
    settings = {name: data[name] for name in SETTINGS if name in data}
    if settings.get("starts_at") is not None:
        settings["starts_at"] = _start(settings["starts_at"], data.get("time_zone") or "UTC")
    is_open = data.get("open", bool(data.get("entrants")))
    if type(is_open) is not bool:
        raise BadDeclaration("open", f"Expected true or false, not {is_open!r}.")
    return Declared(settings, _entrants(data.get("entrants") or []), is_open)


def _start(value: object, zone: object) -> dt.datetime:
    """A time without an offset is read in the event's time zone."""
    wanted = "a date and time, such as 2031-05-01 19:00"
    if isinstance(value, str):
        try:
            value = dt.datetime.fromisoformat(value)
        except ValueError as error:
            raise BadDeclaration("starts_at", f"Expected {wanted}, not {value!r}.") from error
    if not isinstance(value, dt.datetime):
        raise BadDeclaration("starts_at", f"Expected {wanted}, not {value!r}.")
    if value.tzinfo is None and zone_problem(zone):
        raise BadDeclaration("time_zone", f"There is no time zone {zone!r}.")
    try:
        asked_instant(value, str(zone))
    except ValueError as error:
        raise BadDeclaration("starts_at", str(error)) from error
    return value if value.tzinfo else value.replace(tzinfo=ZoneInfo(str(zone)))


def _entrants(given: object) -> tuple[DeclaredEntrant, ...]:
    if not isinstance(given, list):
        raise BadDeclaration("entrants", "Expected a list.")
    entrants = tuple(_entrant(each, f"entrants[{index}]") for index, each in enumerate(given))
    _refuse_twice([player for each in entrants for player in each.players], "is entered twice")
    _refuse_twice([each.seed for each in entrants if each.seed], "is the seed of two")
    return entrants


def _entrant(given: object, where: str) -> DeclaredEntrant:
    """A handle alone, or a mapping."""
    if isinstance(given, str):
        return DeclaredEntrant((given,), "", "", None)
    if not isinstance(given, dict):
        raise BadDeclaration(where, f"Expected a handle, or a mapping, not {given!r}.")
    for field in sorted(map(str, set(given) - set(ENTRANT_FIELDS))):
        there = ", ".join(ENTRANT_FIELDS)
        raise BadDeclaration(f"{where}.{field}", f"There is no such field; there are {there}.")
    players = given.get("players") or [given.get("player")]
    if not isinstance(players, list) or not all(isinstance(each, str) and each for each in players):
        raise BadDeclaration(f"{where}.player", "Expected the handle of a player.")
    seed = given.get("seed")
    if seed is not None and (type(seed) is not int or seed < 1):
        raise BadDeclaration(f"{where}.seed", f"Expected a whole number from 1, not {seed!r}.")
    name, club = (str(given.get(field) or "") for field in ("name", "club"))
    return DeclaredEntrant(tuple(players), name, club, seed)


def _refuse_twice(values: Sequence[object], what: str) -> None:
    seen: set[object] = set()
    for value in values:
        if value in seen:
            raise BadDeclaration("entrants", f"{value} {what}.")
        seen.add(value)
