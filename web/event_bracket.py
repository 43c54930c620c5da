"""An event's bracket as a page shows it: drawings part by part, and the list for narrow screens."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.queries import BracketSeen, MatchSeen, RoundSeen, RowSeen
from web.drawings.bracket import Drawing, Head, Node, Row, draw, draw_apart
from web.drawings.stacked import Band, draw_stacked
from web.event_nodes import Lookup, nodes_of
from web.event_parts import FINAL, Part, parts_of, short_name

MOST_LISTED = 24  # rounds in the switch of a narrow screen, as many as the style sheet knows
MOST_RESTING = 8  # drawn in a column; more are told in words


@dataclass(frozen=True, slots=True)
class PartDrawn:
    """A part of the drawing with its nodes; `name` is empty where there is only one.

    `drawing` is None for the losers under a tree, which are in the same drawing.
    """

    part: Part
    name: str
    nodes: tuple[Node, ...]
    heads: tuple[Head, ...]
    drawing: Drawing | None = None


@dataclass(frozen=True, slots=True)
class NodeListed:
    """A node in the list of a round, with the line under it."""

    node: Node
    next_words: str
    why: str


@dataclass(frozen=True, slots=True)
class RoundListed:
    name: str
    short: str
    nodes: tuple[NodeListed, ...]
    is_live: bool
    resting: tuple[str, ...]
    is_over: bool


def drawn(bracket: BracketSeen, lookup: Lookup, *, stacks: bool = False) -> tuple[PartDrawn, ...]:
    """All parts of what is shown; `stacks` draws the losers under the tree that feeds them."""
    seeds = {row.name: str(row.seed) for match in bracket.matches for row in match.rows if row.seed}
    made = [_nodes_and_heads(found, bracket, lookup) for found in parts_of(bracket)]
    if stacks and bracket.seats == 2 and [one.part.code for one in made] == ["", "losers"]:
        return _stacked(*made)
    return tuple(
        replace(
            one,
            drawing=draw(one.nodes, one.heads)
            if bracket.is_tree
            else draw_apart(
                one.nodes, one.heads, [_resting(each, seeds) for each in one.part.rounds]
            ),
        )
        for one in made
    )


def _nodes_and_heads(found: Part, bracket: BracketSeen, lookup: Lookup) -> PartDrawn:
    # The newest round first, where a new one comes again and again.
    rounds = found.rounds if bracket.is_tree else found.rounds[::-1]
    name = "" if [each.name for each in rounds] == [found.name] else found.name
    heads = tuple(Head(each.name, _note(each, bracket), each.live > 0) for each in rounds)
    nodes = tuple(nodes_of(rounds, lookup))
    return PartDrawn(replace(found, rounds=rounds), name, nodes, heads)


def _stacked(main: PartDrawn, losers: PartDrawn) -> tuple[PartDrawn, ...]:
    """A round of the losers is played one after that whose losers it takes, the final after all."""
    steps = [each.number - (each.section == FINAL) for each in main.part.rounds]
    lower_steps = [each.number - 1 for each in losers.part.rounds]
    columns = sorted({*steps, *lower_steps})
    drawing = draw_stacked(
        Band(main.nodes, main.heads, [columns.index(step) for step in steps]),
        Band(losers.nodes, losers.heads, [columns.index(step) for step in lower_steps]),
    )
    name = f"{main.part.name} and {losers.part.name.lower()}"
    part = replace(main.part, name=name)
    return (replace(main, part=part, name="", drawing=drawing), losers)


def _resting(each: RoundSeen, seeds: Mapping[str, str]) -> list[Row]:
    if len(each.resting) > MOST_RESTING:
        return []
    return [
        Row(name, int(seeds[name]) if name in seeds else None, entrant=seeds.get(name, ""))
        for name in each.resting
    ]


def _note(each: RoundSeen, bracket: BracketSeen) -> str:
    if not bracket.is_drawn:
        return ""
    live = f", {each.live} live" if each.live else ""
    return f"{each.decided} of {len(each.matches)}{live}"


def rounds_listed(parts: Iterable[PartDrawn], whole: BracketSeen) -> list[RoundListed]:
    """One round at a time, for screens too narrow for a drawing; the newest first if no tree."""
    later = _later(whole) if whole.is_tree else {}
    listed = [
        RoundListed(
            each.name,
            short_name(each, one.part),
            tuple(
                NodeListed(node, _next_words(match, later.get(match.key, ())), match.why)
                for node, match in zip(_of_round(one, column), each.matches, strict=True)
            ),
            each.live > 0,
            () if whole.is_tree else each.resting,
            each.decided == len(each.matches),
        )
        for one in parts
        for column, each in enumerate(one.part.rounds, start=1)
    ]
    return _window(listed) if whole.is_tree else listed


def _of_round(one: PartDrawn, column: int) -> list[Node]:
    return [node for node in one.nodes if node.round == column]


def _window(listed: list[RoundListed]) -> list[RoundListed]:
    """As many as the switch can hold, from a little before the first that is open."""
    start = min(max(open_round(listed) - 4, 0), max(len(listed) - MOST_LISTED, 0))
    return listed[start : start + MOST_LISTED]


def open_round(listed: Sequence[RoundListed]) -> int:
    """The number of the first round in which something is still to be played, else the final."""
    for number, each in enumerate(listed, start=1):
        if each.is_live:
            return number
    for number, each in enumerate(listed, start=1):
        if not each.is_over:
            return number
    final = (
        number
        for number, each in enumerate(listed, start=1)
        if not any(one.next_words for one in each.nodes)
    )
    return next(final, len(listed))


def _later(bracket: BracketSeen) -> dict[str, list[tuple[MatchSeen, RowSeen]]]:
    """By a match the slots that it fills."""
    found: dict[str, list[tuple[MatchSeen, RowSeen]]] = {}
    for match in bracket.matches:
        for row in match.rows if match.state != "skipped" else ():
            if row.source_key:
                found.setdefault(row.source_key, []).append((match, row))
    return found


def _next_words(match: MatchSeen, later: Sequence[tuple[MatchSeen, RowSeen]]) -> str:
    """What follows for those who go on, and for a loser who is not out yet."""
    if not later:
        return ""
    if len(match.rows) > 2:
        labels = dict.fromkeys(one.label for one, _ in later)
        return f"the first {match.advance} go on to {' and '.join(labels)}"
    told = [_one_goes(match, one, row.source_place or 1) for one, row in later]
    return "; ".join(dict.fromkeys(told))


def _one_goes(match: MatchSeen, later: MatchSeen, place: int) -> str:
    going = [row.name for row in match.rows if row.place == place]
    if going and match.state in ("done", "walkover"):
        return f"{going[0]} goes to {later.label}"
    other = next((row for row in later.rows if row.source_key != match.key), None)
    against = (other.name or other.source) if other else ""
    who = "winner" if place == 1 else "loser"
    return f"{who} meets {against} in {later.label}" if against else f"{who} goes to {later.label}"


def followed_of(own: Collection[str], wanted: str, known: Collection[str]) -> tuple[str, ...]:
    """Seeds to follow: the one asked for, nobody where `all` is, else one's own."""
    if wanted == "all":
        return ()
    return (wanted,) if wanted in known else tuple(own)
