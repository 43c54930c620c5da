"""Read brackets-model JSON: format, entrants by seed, and the matches that two came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.interchange.brackets_seeds import Drawn, Key, Side, seeds_of
from tournaments.interchange.brackets_words import (
    DOUBLE,
    ROBIN,
    SECTIONS,
    TYPES,
    Json,
    NotABracket,
)

MOST_ENTRANTS = 4096
SIDES = ("opponent1", "opponent2")
OVER = 4
# From that status on a match is over there.


@dataclass(frozen=True, slots=True)
class ImportedMatch:
    """A match that two came to, as the file has it; matches against nobody are none.

    `told` is what a person calls it. `meeting` counts from 0 where the same two meet in a section
    more than once. `places[i]` is the place of `names[i]`, empty while it is undecided;
    `is_forfeit`: one of them did not play. `scores` are empty where the file has none.
    """

    told: str
    section: str
    round: int
    number: int
    names: tuple[str, str]
    meeting: int = 0
    places: tuple[int, ...] = ()
    is_forfeit: bool = False
    scores: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class Imported:
    """An event as brackets-model tells it; `names` by seed, `matches` round by round."""

    name: str
    format: str
    config: Json
    names: tuple[str, ...]
    matches: tuple[ImportedMatch, ...]

    @property
    def decided(self) -> int:
        """How many matches have a result."""
        return sum(bool(match.places) for match in self.matches)


def load(data: object) -> Imported:
    """The first stage of the data. Raises NotABracket, which names what was expected."""
    tables = _tables(data)
    stage = tables["stage"][0]
    code = next((ours for ours, theirs in TYPES.items() if theirs == stage.get("type")), None)
    if code is None:
        raise NotABracket(f"A stage of type {stage.get('type')!r} is not played here.")
    names = _names(tables["participant"])
    rows = _rows(tables, stage["id"])
    config = _config(code, _settings(stage), rows, len(names))
    order, seeds = seeds_of(code, _drawn(rows, names), list(names))
    return Imported(
        name=str(stage.get("name") or "Imported event"),
        format=code,
        config=config | ({"order": order} if order else {}),
        names=tuple(names[key] for key in seeds),
        matches=tuple(_matches(_sections(code, config, len(names)), rows, names)),
    )


@dataclass(frozen=True, slots=True)
class _Row:
    """A match of the file and where it stands."""

    group: int
    round: int
    number: int
    sides: tuple[Json | None, Json | None]
    status: int


def _tables(data: object) -> dict[str, list[Json]]:
    if not isinstance(data, dict):
        raise NotABracket("Expected an object with participant, stage, group, round and match.")
    tables: dict[str, list[Json]] = {}
    for name in ("participant", "stage", "group", "round", "match"):
        rows = data.get(name)
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise NotABracket(f"{name} is a list of objects, and is missing or something else.")
        if not all(_is_id(row.get("id")) for row in rows):
            raise NotABracket(f"A row of {name} has no id.")
        tables[name] = rows
    if not tables["stage"]:
        raise NotABracket("There is no stage.")
    if not 2 <= len(tables["participant"]) <= MOST_ENTRANTS:
        count = len(tables["participant"])
        raise NotABracket(f"Expected 2 to {MOST_ENTRANTS} participants, not {count}.")
    return tables


def _is_id(value: object) -> bool:
    return type(value) in (int, str)


def _names(rows: Sequence[Json]) -> dict[Key, str]:
    names: dict[Key, str] = {}
    for row in rows:
        key, name = row["id"], row.get("name")
        if not isinstance(name, str):
            raise NotABracket(f"Participant {key!r} has no name.")
        if key in names:
            raise NotABracket(f"{names[key]} and {name} are one participant, {key!r}.")
        names[key] = name
    return names


def _settings(stage: Json) -> Json:
    settings = stage.get("settings") or {}
    if not isinstance(settings, dict):
        raise NotABracket(f"settings of a stage are an object, not {settings!r}.")
    return settings


def _rows(tables: Mapping[str, Sequence[Json]], stage: object) -> list[_Row]:
    """The matches of the stage in the order of groups, rounds and numbers."""
    numbers = {
        name: {row["id"]: _whole(name, row, "number") for row in tables[name]}
        for name in ("group", "round")
    }
    rows = []
    for match in tables["match"]:
        if match.get("stage_id") != stage:
            continue
        try:
            group = numbers["group"][match["group_id"]]
            round_number = numbers["round"][match["round_id"]]
        except (KeyError, TypeError) as error:
            raise NotABracket(f"Match {match['id']!r} is in no group or no round.") from error
        one, two = (_side(match, side) for side in SIDES)
        status = match.get("status")
        rows.append(
            _Row(
                group,
                round_number,
                _whole("match", match, "number"),
                (one, two),
                status if type(status) is int else 0,
            )
        )
    return sorted(rows, key=lambda row: (row.group, row.round, row.number))


def _whole(name: str, row: Json, field: str) -> int:
    if type(row.get(field)) is not int:
        raise NotABracket(f"{field} of {name} {row['id']!r} is {row.get(field)!r}, no number.")
    return int(row[field])


def _side(match: Json, name: str) -> Json | None:
    side = match.get(name)
    if side is not None and not isinstance(side, dict):
        raise NotABracket(f"{name} of match {match['id']!r} is {side!r}, no object.")
    if side and side.get("id") is not None and not _is_id(side["id"]):
        raise NotABracket(f"{name} of match {match['id']!r} is nobody: {side['id']!r} is no id.")
    return side


def _config(code: str, settings: Json, rows: Sequence[_Row], entrants: int) -> Json:
    if code == ROBIN:
        legs = 2 if settings.get("roundRobinMode") == "double" else 1
        groups = len({row.group for row in rows})
        return {"groups": settings.get("groupCount") or groups or 1, "legs": legs}
    if code == DOUBLE:
        final = {"none": "none", "simple": "single", "double": "reset"}
        told = final.get(str(settings.get("grandFinal")), "single")
        if entrants == 2 and len(rows) == 1 and told == "reset":
            # Two meet but once there, whatever the final is called.
            told = "single"
        return {"final": told}
    return {"third_place": True} if settings.get("consolationFinal") else {}


def _drawn(rows: Sequence[_Row], names: Mapping[Key, str]) -> Drawn:
    """Group by group who is in it, in the order in which they are first named."""
    groups: dict[int, list[Side]] = {}
    for row in rows:
        groups.setdefault(row.group, []).extend(_read_side(side, names) for side in row.sides)
    first = [row for row in rows if (row.group, row.round) == (1, 1)]
    leaves = [_read_side(side, names) for row in first for side in row.sides]
    return Drawn(tuple(leaves), tuple(map(tuple, groups.values())))


def _read_side(side: Json | None, names: Mapping[Key, str]) -> Side:
    if side is None:
        return Side(None, None, is_bye=True)
    key, position = side.get("id"), side.get("position")
    return Side(
        key if key in names else None,
        position if type(position) is int else None,
        is_bye=False,
    )


def _sections(code: str, config: Json, entrants: int) -> tuple[str, ...]:
    """What the groups are called here; none where groups are not parts of a drawing."""
    if code == DOUBLE and entrants == 2 and config["final"] != "none":
        return ("final",)
    return SECTIONS.get(code, ())


def _matches(
    sections: Sequence[str], rows: Sequence[_Row], names: Mapping[Key, str]
) -> Iterator[ImportedMatch]:
    met: Counter[tuple[str, frozenset[str]]] = Counter()
    for row in sorted(rows, key=lambda row: (row.round, row.group, row.number)):
        one, two = row.sides
        if one is None or two is None or one.get("id") not in names or two.get("id") not in names:
            continue
        pair = (names[one["id"]], names[two["id"]])
        section = _section(sections, row)
        told = _told(sections, section, row)
        places, is_forfeit = _places(told, one, two, row.status)
        yield ImportedMatch(
            told=told,
            section=section,
            round=row.round,
            number=row.number,
            names=pair,
            meeting=met[section, frozenset(pair)],
            places=places,
            is_forfeit=is_forfeit,
            scores=_scores(told, one, two) if places else (),
        )
        met[section, frozenset(pair)] += 1


def _section(sections: Sequence[str], row: _Row) -> str:
    if not sections:
        return ""
    if row.group > len(sections) or (sections[row.group - 1] == "final" and row.number > 1):
        # Such as the match for the third place beside a grand final.
        return "other"
    return sections[row.group - 1]


def _told(sections: Sequence[str], section: str, row: _Row) -> str:
    where = f"round {row.round}, match {row.number}"
    if not sections:
        return f"Group {row.group}, {where}"
    if section == "third":
        return "The match for the third place"
    if section == "final":
        return "The grand final" if row.round == 1 else "The second match of the grand final"
    if section == "other":
        return f"Group {row.group}, {where}"
    return f"{section} {where}".strip().capitalize()


def _places(told: str, one: Json, two: Json, status: int) -> tuple[tuple[int, ...], bool]:
    """The places of both, none while it is undecided, and whether somebody did not play."""
    forfeits = (one.get("forfeit") is True, two.get("forfeit") is True)
    results = (one.get("result"), two.get("result"))
    if all(forfeits):
        raise NotABracket(f"{told}: neither side came, and here one has to win a match.")
    if any(forfeits):
        results = ("loss", results[1]) if forfeits[0] else (results[0], "loss")
    if results == (None, None):
        if status >= OVER:
            raise NotABracket(f"{told} is over by its status, and nothing says who won.")
        return (), False
    ways = {"win": (1, 2), "loss": (2, 1), "draw": (1, 1)}
    first, other = ways.get(str(results[0])), ways.get(str(results[1]))
    turned = other and other[::-1]
    if (results[0] and not first) or (results[1] and not other):
        raise NotABracket(f"{told}: a result is win, loss or draw, not {results!r}.")
    if first and turned and first != turned:
        raise NotABracket(f"{told}: {results[0]} against {results[1]} cannot be.")
    return first or turned or (), any(forfeits)


def _scores(told: str, one: Json, two: Json) -> tuple[Fraction, ...]:
    scores = (one.get("score"), two.get("score"))
    if None in scores:
        return ()
    try:
        return tuple(Fraction(str(score)) for score in scores)
    except (ValueError, ZeroDivisionError) as error:
        raise NotABracket(f"{told}: scores are numbers, not {scores!r}.") from error
