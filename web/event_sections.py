"""What is too large for one page: sections of sixteen leaves under a top, or rounds in blocks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from tournaments.queries import BracketSeen, MatchSeen
from web.drawings.bracket_map import Bar, Mark, thumbnail
from web.event_parts import Part, parts_of

WHOLE_UP_TO = 64  # entrants, and matches; a larger bracket is shown in sections
LEAVES = 16
ROUNDS_OF_PAIRS = 4  # in which sixteen become one
MOST_LED_TO = 30  # matches of a section of the losers
MOST_PAIRS, MOST_TABLES, MOST_LINES = 48, 24, 120  # matches in a page that is no tree
MOST_ROUNDS = 8  # beside each other there
TOP = "top"
TOPS = (TOP, "losers", "consolation")
ZOOMS = ("100", "70", "fit")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks to see of a bracket; `section` is a number, "top" or "".

    `stage` is None where none is asked for, which means the newest; 0 is the whole event.
    """

    follow: str = ""
    section: str = ""
    is_whole: bool = False
    zoom: str = "100"
    stage: int | None = None

    @classmethod
    def of(cls, fields: Mapping[str, str]) -> Asked:
        """Anything but what there is counts as not asked for."""
        zoom, section = fields.get("zoom", ""), fields.get("section", "")
        number, stage = section.replace("-", "", 1), fields.get("stage", "")
        is_section = _is_number(number) or section in TOPS
        return cls(
            follow=fields.get("follow", "")[:8],
            section=section if is_section else "",
            is_whole=fields.get("view") == "all",
            zoom=zoom if zoom in ZOOMS else "100",
            stage=int(stage) if _is_number(stage) and len(stage) < 3 else None,
        )

    @property
    def query(self) -> str:
        """The address that asks for it: "?section=3&zoom=70", or "?" where nothing is asked."""
        fields = {
            "follow": self.follow,
            "section": self.section,
            "view": "all" if self.is_whole else "",
            "zoom": self.zoom if self.zoom != "100" else "",
            "stage": "" if self.stage is None else str(self.stage),
        }
        return "?" + urlencode({name: value for name, value in fields.items() if value})


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 7


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the bracket by the keys of its matches; `code` names it in the address.

    Sections of the same `block` are one round in pieces; `block_name` is what all are called.
    """

    code: str
    name: str
    keys: frozenset[str]
    block: str = ""
    block_name: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A way to another view of the bracket."""

    name: str
    href: str
    is_current: bool


def sections_of(bracket: BracketSeen) -> tuple[Section, ...]:
    """The top tree and then the sections, or the newest rounds and then the older ones.

    None for what fits into one page.
    """
    if not bracket.is_tree:
        return _blocks(bracket)
    if not bracket.rounds or not _is_large(bracket):
        return ()
    parts = parts_of(bracket)
    main = _of_tables(parts[0], 0) if bracket.seats > 2 else _of_pairs(parts[0])
    lower = _lower_sections(parts[1:], len(main), bracket.seats)
    below = {key for part in (*main, *lower) for key in part.keys}
    rest = frozenset(match.key for match in bracket.matches if match.key not in below)
    return (Section(TOP, "Top", rest), *main, *lower) if rest else (*main, *lower)


def _is_large(bracket: BracketSeen) -> bool:
    """More entrants than a page shows, or more matches: a second tree has as many again."""
    leaves = _leaves(bracket)
    has_many = len(bracket.matches) > WHOLE_UP_TO and leaves > 2 * LEAVES
    return leaves > WHOLE_UP_TO or has_many


def _leaves(bracket: BracketSeen) -> int:
    first = bracket.rounds[0]
    return sum(len(match.rows) for match in first.matches) + len(first.resting)


def _of_pairs(part: Part) -> tuple[Section, ...]:
    """Everything that leads to a match of the fourth round."""
    by_key = {match.key: match for match in part.matches}
    roots = part.rounds[ROUNDS_OF_PAIRS - 1].matches
    return tuple(
        Section(
            str(number + 1), _range(number * LEAVES, LEAVES), frozenset(_leading_to(root, by_key))
        )
        for number, root in enumerate(roots)
    )


def _lower_sections(parts: Sequence[Part], used: int, seats: int) -> tuple[Section, ...]:
    """The trees under the first one: a few matches go with the top of all."""
    found: list[Section] = []
    for part in parts:
        if part.code not in TOPS:
            continue
        ours = _of_tables(part, used + len(found)) if seats > 2 else _of_losers(part, used)
        found += ours
        used += len(ours)
        below = {key for section in ours for key in section.keys}
        rest = frozenset(match.key for match in part.matches if match.key not in below)
        if rest:
            found.append(Section(part.code, f"{part.name}, top" if ours else part.name, rest))
    return tuple(found)


def _of_losers(part: Part, used: int) -> tuple[Section, ...]:
    """Everything that leads to a match of the last round that keeps a section small."""
    by_key = {match.key: match for match in part.matches}
    best: list[set[str]] = []
    for each in part.rounds:
        led = [_leading_to(match, by_key) for match in each.matches]
        if len(led) < 2 or max(map(len, led)) > MOST_LED_TO:
            break
        best = led
    if len(part.matches) <= 2 * MOST_LED_TO:
        return ()
    return tuple(
        Section(str(used + number), f"{part.name} {number}", frozenset(keys))
        for number, keys in enumerate(best, start=1)
    )


def _leading_to(root: MatchSeen, by_key: Mapping[str, MatchSeen]) -> set[str]:
    found, open_ones = set(), [root]
    while open_ones:
        match = open_ones.pop()
        found.add(match.key)
        sources = (row.source_key or "" for row in match.rows)
        open_ones += [by_key[key] for key in sources if key in by_key and key not in found]
    return found


def _of_tables(part: Part, used: int) -> tuple[Section, ...]:
    """Sixteen seats of the first round; of later rounds as large a part, while there is one.

    Tables send their players far apart, so that no section holds all that leads to one table.
    """
    first_round = part.rounds[0].matches
    each = max(LEAVES // max(len(match.rows) for match in first_round), 1)
    count = -(-len(first_round) // each)
    keys: list[set[str]] = [set() for _ in range(count)]
    for column in part.rounds:
        if len(column.matches) >= count:
            for number, match in enumerate(column.matches):
                keys[number * count // len(column.matches)].add(match.key)
    first = {match.key: number for number, match in enumerate(first_round)}
    name = f"{part.name} tables" if part.code else "Tables"
    return tuple(
        Section(str(used + number + 1), f"{name} {_range_of(first, ours)}", frozenset(ours))
        for number, ours in enumerate(keys)
    )


def _range_of(numbers: Mapping[str, int], keys: Collection[str]) -> str:
    ours = sorted(numbers[key] for key in keys if key in numbers)
    return _range(ours[0], len(ours))


def _range(start: int, count: int) -> str:
    return f"{start + 1}–{start + count}"


def _blocks(bracket: BracketSeen) -> tuple[Section, ...]:
    """Rounds from the newest to the oldest, as many together as a page holds."""
    most = MOST_PAIRS if bracket.seats == 2 else MOST_TABLES
    most = MOST_LINES if bracket.shape == "groups" else most
    by_round: dict[int, list[str]] = {}
    for match in bracket.matches:
        by_round.setdefault(match.round, []).append(match.key)
    rounds = len(by_round) if bracket.shape != "groups" else 1
    if len(bracket.matches) <= most and rounds <= MOST_ROUNDS:
        return ()
    names = {each.number: each.name for each in bracket.rounds if not each.section}
    blocks: list[list[int]] = []
    for number in sorted(by_round, reverse=True):
        size = sum(len(by_round[one]) for one in blocks[-1]) if blocks else most
        is_full = bool(blocks) and len(blocks[-1]) >= MOST_ROUNDS and bracket.shape != "groups"
        if is_full or size + len(by_round[number]) > most:
            blocks.append([])
        blocks[-1].append(number)
    return tuple(
        section
        for numbers in blocks
        for section in _pieces(
            numbers, [key for one in numbers for key in by_round[one]], most, names
        )
    )


def _pieces(
    numbers: Sequence[int], keys: Sequence[str], most: int, names: Mapping[int, str]
) -> Iterable[Section]:
    block = str(min(numbers))
    name = names.get(min(numbers), f"Round {block}")
    if len(numbers) > 1:
        name = f"{name}–{max(numbers)}"
    if len(keys) <= most:
        yield Section(block, name, frozenset(keys), block, name)
        return
    for piece, start in enumerate(range(0, len(keys), most), start=1):
        part = keys[start : start + most]
        told = f"{name}: {_range(start, len(part))}"
        yield Section(f"{block}-{piece}", told, frozenset(part), block, name)


def chosen(
    sections: tuple[Section, ...], asked: Asked, bracket: BracketSeen, followed: Collection[str]
) -> Section | None:
    """The section asked for, else that of who is followed, else the first; None: everything."""
    if not sections or (asked.is_whole and bracket.is_tree):
        return None
    exact = [one for one in sections if one.code == asked.section]
    around = [one for one in sections if asked.section and one.block == asked.section]
    for wanted in (*exact, *around):
        return wanted
    offered = [one for one in sections if one.block == sections[0].block]
    theirs = [
        match.key for match in bracket.matches for row in match.rows if str(row.seed) in followed
    ]
    if bracket.is_tree:
        theirs = theirs[:1]
    return next((one for one in offered if one.keys.intersection(theirs)), sections[0])


def part_of(bracket: BracketSeen, section: Section | None) -> BracketSeen:
    """The bracket with the matches of a section only, and no empty round."""
    if section is None:
        return bracket
    rounds = (
        replace(each, matches=tuple(one for one in each.matches if one.key in section.keys))
        for each in bracket.rounds
    )
    return replace(bracket, rounds=tuple(each for each in rounds if each.matches))


def strip_of(
    sections: tuple[Section, ...], asked: Asked, shown: Section | None, *, is_tree: bool = True
) -> list[Link]:
    """The ways to the sections, and to all of it."""
    links, seen = [], set()
    for one in sections:
        is_open = shown is not None and one.block == shown.block
        if is_tree or is_open or one.block not in seen:
            seen.add(one.block)
            name = one.name if is_tree or is_open else one.block_name
            href = replace(asked, section=one.code, is_whole=False).query
            links.append(Link(name, href, one is shown))
    if links and is_tree:
        whole = replace(asked, section="", is_whole=True).query
        links.append(Link("All of it", whole, shown is None))
    return links


def zooms_of(asked: Asked) -> list[Link]:
    """The sizes in which a drawing can be had."""
    names = {"100": "100 %", "70": "70 %", "fit": "Fit"}
    return [
        Link(names[zoom], replace(asked, zoom=zoom).query, zoom == asked.zoom) for zoom in ZOOMS
    ]


def map_of(
    bracket: BracketSeen, shown: Section | None, followed: Collection[str]
) -> tuple[Mark, ...]:
    """The thumbnail of the whole bracket, part after part."""
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
            for part in parts_of(bracket)
            for each in part.rounds
        ]
    )
