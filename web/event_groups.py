"""Groups that all play all: who stands where, who met whom, and the matches round by round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.queries import BracketSeen, MatchSeen, RowSeen, StandingSeen
from web.event_nodes import OVER, STATE_WORDS, Lookup, match_href

MOST_CROSSED = 12  # entrants of a cross table
MOST_GROUPS = 24  # beyond them the standings tab has the rest


@dataclass(frozen=True, slots=True)
class CrossRow:
    """An entrant's line: cells[n] is what it made of the nth of the group, None against itself."""

    place: int | None
    seed: int | None
    name: str
    player: str
    points: str
    is_out: bool
    is_last_through: bool
    cells: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class MatchLine:
    label: str
    href: str
    sides: tuple[RowSeen, ...]
    words: str
    state: str


@dataclass(frozen=True, slots=True)
class RoundLines:
    name: str
    lines: tuple[MatchLine, ...]
    resting: tuple[str, ...]
    is_over: bool


@dataclass(frozen=True, slots=True)
class GroupDrawn:
    """A group; `has_cross` where its table fits."""

    code: str
    name: str
    rows: tuple[CrossRow, ...]
    has_cross: bool
    rounds: tuple[RoundLines, ...]


def group_name(code: str) -> str:
    """Groups go by letters, tiers of a league by numbers: A, B, ..., or T1, T2, ..."""
    if not code:
        return ""
    tier = code.removeprefix("T")
    return f"Tier {tier}" if tier.isdigit() else f"Group {code}"


def groups_of(
    whole: BracketSeen, shown: BracketSeen, lookup: Lookup, cut: int | None
) -> tuple[GroupDrawn, ...]:
    """All groups with the matches that are shown; the first `cut` of each go on."""
    found: dict[str, list[MatchSeen]] = {}
    for match in whole.matches:
        if not match.section:
            found.setdefault(match.group, []).append(match)
    standings: dict[str, list[StandingSeen]] = {}
    for row in whole.standings.rows if whole.standings else ():
        standings.setdefault(row.group, []).append(row)
    codes = list(found)[:MOST_GROUPS]
    return tuple(
        _group(code, found[code], standings.get(code, []), shown, lookup, cut) for code in codes
    )


def _group(
    code: str,
    matches: Sequence[MatchSeen],
    standings: Sequence[StandingSeen],
    shown: BracketSeen,
    lookup: Lookup,
    cut: int | None,
) -> GroupDrawn:
    seen: dict[int, RowSeen] = {}
    for match in matches:
        for row in match.rows:
            if row.entrant_id is not None:
                seen.setdefault(row.entrant_id, row)
    order = [row.entrant_id for row in standings if row.entrant_id in seen] or list(seen)
    has_cross = len(order) <= MOST_CROSSED
    results = _results(matches) if has_cross else {}
    standing = {row.entrant_id: row for row in standings}
    rows = tuple(
        _cross_row(number, one, order if has_cross else (), seen[one], standing, results, cut)
        for number, one in enumerate(order, start=1)
    )
    names = {one: row.name for one, row in zip(order, rows, strict=True)}
    rounds = _rounds(code, shown, lookup, names)
    return GroupDrawn(code, group_name(code), rows, has_cross, rounds)


def _cross_row(
    number: int,
    entrant: int,
    order: Sequence[int],
    row: RowSeen,
    standing: Mapping[int, StandingSeen],
    results: Mapping[tuple[int, int], list[str]],
    cut: int | None,
) -> CrossRow:
    line = standing.get(entrant)
    return CrossRow(
        place=line.place if line else None,
        seed=row.seed,
        name=line.name if line else row.name,
        player=(line.player_public_id if line else row.player_public_id) or "",
        points=line.points if line else "",
        is_out=bool(line and line.is_out),
        is_last_through=cut is not None and number == cut < len(standing),
        cells=tuple(
            None if other == entrant else " ".join(results.get((entrant, other), ()))
            for other in order
        ),
    )


def _results(matches: Iterable[MatchSeen]) -> dict[tuple[int, int], list[str]]:
    """By an entrant and its opponent, what the first of them got in each of their matches."""
    found: dict[tuple[int, int], list[str]] = {}
    for match in matches:
        if len(match.rows) != 2:
            continue
        one, two = match.rows
        for own, other in ((one, two), (two, one)):
            if own.entrant_id is not None and other.entrant_id is not None:
                told = _cell(match, own, other)
                found.setdefault((own.entrant_id, other.entrant_id), []).append(told)
    return found


def _cell(match: MatchSeen, own: RowSeen, other: RowSeen) -> str:
    if match.state == "live":
        return "●"
    if match.state not in OVER:
        return "·"
    if own.score:
        return f"{own.score}–{other.score}"
    if match.state == "walkover":
        return "+" if own.place == 1 else "–"
    return "½" if own.place == other.place else "1" if own.place == 1 else "0"


def _rounds(
    code: str, shown: BracketSeen, lookup: Lookup, names: Mapping[int, str]
) -> tuple[RoundLines, ...]:
    """`names` of the members; a former player may stand in a match."""
    found = []
    for each in reversed(shown.rounds):
        ours = [match for match in each.matches if match.group == code]
        if not ours:
            continue
        lines = tuple(_line(match, lookup) for match in ours)
        is_over = all(match.state in OVER for match in ours)
        playing = {row.entrant_id for match in ours for row in match.rows}
        free = {name for one, name in names.items() if one not in playing}
        resting = tuple(name for name in each.resting if name in free)
        found.append(RoundLines(each.name, lines, resting, is_over))
    return tuple(found)


def _line(match: MatchSeen, lookup: Lookup) -> MatchLine:
    told = {"live": "live", "ready": "is being dealt", "blocked": ""} | STATE_WORDS
    words = told.get(match.state, match.state)
    if match.state == "done":
        words = " : ".join(_cell(match, *pair) for pair in _both(match)) or "over"
    return MatchLine(
        label=match.label,
        href=match_href(match, lookup),
        sides=match.rows,
        words=words if lookup.is_drawn else "",
        state=match.state,
    )


def _both(match: MatchSeen) -> list[tuple[RowSeen, RowSeen]]:
    """The two sides for a score; one of them where it holds both."""
    if len(match.rows) != 2:
        return []
    one, two = match.rows
    return [(one, two)] if one.score else [(one, two), (two, one)]
