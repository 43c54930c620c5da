"""A bracket too large for one page: sections of sixteen leaves, and the top tree above them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from tournaments.queries import BracketSeen, MatchSeen
from web.drawings.bracket_map import Bar, Mark, thumbnail

WHOLE_UP_TO = 64  # entrants; a larger bracket is shown in sections
LEAVES = 16
ROUNDS_OF_PAIRS = 4  # in which sixteen become one
TOP = "top"
ZOOMS = ("100", "70", "fit")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks to see of a bracket; `section` is a number, "top" or ""."""

    follow: str = ""
    section: str = ""
    is_whole: bool = False
    zoom: str = "100"

    @classmethod
    def of(cls, fields: Mapping[str, str]) -> Asked:
        """Anything but what there is counts as not asked for."""
        zoom, section = fields.get("zoom", ""), fields.get("section", "")
        is_number = section.isascii() and section.isdigit() and len(section) < 4
        return cls(
            follow=fields.get("follow", "")[:8],
            section=section if is_number or section == TOP else "",
            is_whole=fields.get("view") == "all",
            zoom=zoom if zoom in ZOOMS else "100",
        )

    @property
    def query(self) -> str:
        """The address that asks for it: "?section=3&zoom=70", or "?" where nothing is asked."""
        fields = {
            "follow": self.follow,
            "section": self.section,
            "view": "all" if self.is_whole else "",
            "zoom": self.zoom if self.zoom != "100" else "",
        }
        return "?" + urlencode({name: value for name, value in fields.items() if value})


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the bracket by the keys of its matches; `code` names it in the address."""

    code: str
    name: str
    keys: frozenset[str]


@dataclass(frozen=True, slots=True)
class Link:
    """A way to another view of the bracket."""

    name: str
    href: str
    is_current: bool


def sections_of(bracket: BracketSeen) -> tuple[Section, ...]:
    """The top tree and then the sections; none for what fits into one page."""
    if not bracket.rounds or _leaves(bracket) <= WHOLE_UP_TO:
        return ()
    parts = _of_pairs(bracket) if bracket.seats == 2 else _of_tables(bracket)
    below = {key for part in parts for key in part.keys}
    rest = frozenset(match.key for match in bracket.matches if match.key not in below)
    return (Section(TOP, "Top", rest), *parts) if rest else parts


def _leaves(bracket: BracketSeen) -> int:
    first = bracket.rounds[0]
    return sum(len(match.rows) for match in first.matches) + len(first.resting)


def _of_pairs(bracket: BracketSeen) -> tuple[Section, ...]:
    """Everything that leads to a match of the fourth round."""
    by_key = {match.key: match for match in bracket.matches}
    roots = bracket.rounds[ROUNDS_OF_PAIRS - 1].matches
    return tuple(
        Section(
            str(number + 1), _range(number * LEAVES, LEAVES), frozenset(_leading_to(root, by_key))
        )
        for number, root in enumerate(roots)
    )


def _leading_to(root: MatchSeen, by_key: Mapping[str, MatchSeen]) -> set[str]:
    found, open_ones = set(), [root]
    while open_ones:
        match = open_ones.pop()
        found.add(match.key)
        sources = (row.source_key or "" for row in match.rows)
        open_ones += [by_key[key] for key in sources if key in by_key and key not in found]
    return found


def _of_tables(bracket: BracketSeen) -> tuple[Section, ...]:
    """Sixteen seats of the first round; of later rounds as large a part, while there is one.

    Tables send their players far apart, so that no section holds all that leads to one table.
    """
    tables = len(bracket.rounds[0].matches)
    each = max(LEAVES // bracket.seats, 1)
    count = -(-tables // each)
    keys: list[set[str]] = [set() for _ in range(count)]
    for column in bracket.rounds:
        if len(column.matches) >= count:
            for number, match in enumerate(column.matches):
                keys[number * count // len(column.matches)].add(match.key)
    first = {match.key: number for number, match in enumerate(bracket.rounds[0].matches)}
    return tuple(
        Section(str(number + 1), f"Tables {_range_of(first, ours)}", frozenset(ours))
        for number, ours in enumerate(keys)
    )


def _range_of(numbers: Mapping[str, int], keys: Collection[str]) -> str:
    ours = sorted(numbers[key] for key in keys if key in numbers)
    return _range(ours[0], len(ours))


def _range(start: int, count: int) -> str:
    return f"{start + 1}–{start + count}"


def chosen(
    sections: tuple[Section, ...], asked: Asked, bracket: BracketSeen, followed: Collection[str]
) -> Section | None:
    """The section asked for, else that of who is followed, else the top; None shows everything."""
    if not sections or asked.is_whole:
        return None
    wanted = next((one for one in sections if one.code == asked.section), None)
    if wanted:
        return wanted
    theirs = next(
        (match.key for match in bracket.matches for row in match.rows if str(row.seed) in followed),
        "",
    )
    return next((one for one in sections if theirs in one.keys), sections[0])


def part_of(bracket: BracketSeen, section: Section | None) -> BracketSeen:
    """The bracket with the matches of a section only, and no empty round."""
    if section is None:
        return bracket
    rounds = (
        replace(each, matches=tuple(one for one in each.matches if one.key in section.keys))
        for each in bracket.rounds
    )
    return replace(bracket, rounds=tuple(each for each in rounds if each.matches))


def strip_of(sections: tuple[Section, ...], asked: Asked, shown: Section | None) -> list[Link]:
    """The ways to the sections, and to all of it."""
    if not sections:
        return []
    links = [
        Link(one.name, replace(asked, section=one.code, is_whole=False).query, one is shown)
        for one in sections
    ]
    whole = replace(asked, section="", is_whole=True).query
    return [*links, Link("All of it", whole, shown is None)]


def zooms_of(asked: Asked) -> list[Link]:
    """The sizes in which a drawing can be had."""
    names = {"100": "100 %", "70": "70 %", "fit": "Fit"}
    return [
        Link(names[zoom], replace(asked, zoom=zoom).query, zoom == asked.zoom) for zoom in ZOOMS
    ]


def map_of(
    bracket: BracketSeen, shown: Section | None, followed: Collection[str]
) -> tuple[Mark, ...]:
    """The thumbnail of the whole bracket."""
    return thumbnail(
        [
            [
                Bar(
                    match.state,
                    any(str(row.seed) in followed for row in match.rows),
                    shown is None or match.key in shown.keys,
                )
                for match in each.matches
            ]
            for each in bracket.rounds
        ]
    )
