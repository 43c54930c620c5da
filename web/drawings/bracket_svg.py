"""A placed bracket as SVG text: classes instead of attributes, every text escaped."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from html import escape

from web.drawings.bracket import Drawing, Drop, Node, Placed, Row
from web.drawings.lanes import Wire

NAME_AT = 32
SEED_AT = 24
LETTER = 7  # about the width of a letter at 12.5
SMALL_LETTER = 6  # and at 11
LOOKS = {"winner": " w", "loser": " o", "acting": " a", "source": " src", "": ""}


@dataclass(frozen=True, slots=True)
class Marks:
    """Entrants to be drawn in violet: `own` always are, `followed` now; and the server's clock."""

    own: Collection[str] = ()
    followed: Collection[str] = ()
    now_ms: int = 0


def svg_of(drawing: Drawing, marks: Marks, zoom: str = "100", name: str = "Bracket") -> str:
    """The whole drawing, under a name; nodes are links in reading order, column by column.

    `zoom` is a percentage, or "fit" for the width that there is.
    """
    rounds = "1 round" if len(drawing.heads) == 1 else f"{len(drawing.heads)} rounds"
    label = f"{escape(name)}, {rounds}"
    kind = "bracket tables" if drawing.sizes.has_tables else "bracket"
    parts = [
        f'<svg class="{kind}" role="group" aria-label="{label}" {_size(drawing, zoom)} '
        f'viewBox="0 0 {drawing.width} {drawing.height}">',
        *_heads(drawing),
        *_wires(drawing.wires, marks),
    ]
    for placed in drawing.placed:
        if placed.node:
            parts.append(_node(placed, placed.node, drawing.sizes.width, marks))
        elif placed.bye:
            parts.append(_bye(placed, placed.bye, drawing.sizes.width, marks))
    return "".join((*parts, _separators(drawing), *_drops(drawing.drops, marks), "</svg>"))


def _size(drawing: Drawing, zoom: str) -> str:
    if zoom == "fit":
        return 'width="100%"'
    share = int(zoom) / 100
    return f'width="{round(drawing.width * share)}" height="{round(drawing.height * share)}"'


def fitted(name: str, room: int) -> str:
    """A name cut to so many units; the whole of it stands in the node's label."""
    most = max(room // LETTER, 4)
    return name if len(name) <= most else name[: most - 1] + "…"


def _heads(drawing: Drawing) -> Iterable[str]:
    for at in drawing.heads:
        head, x, right = at.head, at.x, at.x + drawing.sizes.width
        on = " on" if head.is_live else ""
        yield (
            f'<text class="h" x="{x}" y="{at.y + 14}">{escape(head.name)}</text>'
            f'<text class="l e{on}" x="{right}" y="{at.y + 14}">{escape(head.note)}</text>'
            f'<path class="rule{on}" d="M{x} {at.y + 22}H{right}"/>'
        )


def _wires(wires: Iterable[Wire], marks: Marks) -> Iterable[str]:
    """Those that nobody has yet are one path; the followed one comes last."""
    undecided = "".join(wire.path for wire in wires if not wire.entrant)
    if undecided:
        yield f'<path class="con dot" d="{undecided}"/>'
    decided = (wire for wire in wires if wire.entrant)
    for wire in sorted(decided, key=lambda wire: wire.entrant in marks.followed):
        yield f'<path class="con{_mark(wire.entrant, marks)} d="{wire.path}"/>'


def _drops(drops: Iterable[Drop], marks: Marks) -> Iterable[str]:
    """Hidden until a script finds their match, or their slot, under the pointer or the focus."""
    for drop in drops:
        look = "drop" if drop.entrant else "drop dot"
        ends = escape(f"m-{drop.source} m-{drop.target} {drop.row}")
        yield f'<path class="{look}{_mark(drop.entrant, marks)} data-d="{ends}" d="{drop.path}"/>'


def _separators(drawing: Drawing) -> str:
    """The lines between the rows of all nodes."""
    width = drawing.sizes.width
    lines = "".join(
        f"M{one.x} {one.y + number * one.row_height}h{width}"
        for one in drawing.placed
        if one.node
        for number in range(1, len(one.node.rows))
    )
    return f'<path class="sep" d="{lines}"/>' if lines else ""


def _node(placed: Placed, node: Node, width: int, marks: Marks) -> str:
    fed_by = " ".join(f"m-{row.feeder[0]}" for row in _first_of_each(node.rows) if row.feeder)
    from_words = f' data-from="{escape(fed_by)}"' if fed_by else ""
    clock = _clock(node.deadline_ms, marks.now_ms)
    running = f'<text class="l e paper" x="{width}" y="-5">running</text>'
    on_paper = running if node.state == "live" else ""
    rows = (_row(row, number, placed, width, marks) for number, row in enumerate(node.rows))
    return (
        f'<a class="node {node.state}" id="m-{escape(node.key)}" href="{escape(node.href)}" '
        f'transform="translate({placed.x} {placed.y})" data-c="{placed.column}"{from_words}'
        f'><title>{escape(node.says)}</title><text class="l" y="-5">{escape(node.title)}</text>'
        f'<text class="l e st" x="{width}" y="-5">{escape(node.label)}{clock}</text>{on_paper}'
        f'<rect class="box" width="{width}" height="{placed.height}"/>'
        + "".join(rows)
        + _cut(node, placed, width)
        + "</a>"
    )


def _first_of_each(rows: Iterable[Row]) -> Iterable[Row]:
    seen = set()
    for row in rows:
        key = row.feeder and row.feeder[0]
        if key not in seen:
            seen.add(key)
            yield row


def _clock(deadline_ms: int | None, now_ms: int) -> str:
    if deadline_ms is None:
        return ""
    seconds = max(0, deadline_ms - now_ms) // 1000
    shown = f"{seconds // 60}:{seconds % 60:02}" if seconds < 3600 else ""
    return f' · <tspan data-deadline="{deadline_ms}" data-now="{now_ms}">{shown}</tspan>'


def _row(row: Row, number: int, placed: Placed, width: int, marks: Marks) -> str:
    height = placed.row_height
    y = number * height
    base = y + height // 2 + 5
    room = width - NAME_AT - (16 + len(row.right) * LETTER if row.right else 10)
    chance = _chance(row, room)
    seed = f'<text class="sd" x="{SEED_AT}" y="{base}">{row.seed}</text>' if row.seed else ""
    right = (
        f'<text class="e" x="{width - 10}" y="{base}">{chance}{escape(row.right)}</text>'
        if row.right or chance
        else ""
    )
    # The ground also catches the pointer; a followed row shows it, with an edge on the left.
    # The style sheet knows how large it is: there are two in every node.
    ground = f'<rect y="{y}"/>' if y else "<rect/>"
    if row.entrant and row.entrant in marks.followed:
        ground += f'<path class="edge" d="M0 {y}h3v{height}h-3z"/>'
    return (
        f'<g class="row{LOOKS[row.look]}{_mark(row.entrant, marks)}>{ground}{seed}'
        f'<text x="{NAME_AT}" y="{base}">{escape(fitted(row.name, room))}</text>{right}</g>'
    )


def _chance(row: Row, room: int) -> str:
    """Before the words on the right; no name is cut for it."""
    needs = len(row.name) * LETTER + (len(row.chance) + 1) * SMALL_LETTER
    if not row.chance or needs > room:
        return ""
    return f'<tspan class="p">{row.chance}</tspan> '


def _cut(node: Node, placed: Placed, width: int) -> str:
    if not node.cut or node.cut >= len(node.rows):
        return ""
    return f'<path class="cutline" d="M-6 {node.cut * placed.row_height}H{width + 6}"/>'


def _bye(placed: Placed, row: Row, width: int, marks: Marks) -> str:
    middle = placed.row_height // 2
    name = fitted(row.name, width - NAME_AT - 40)
    after = NAME_AT + len(name) * LETTER + 8
    seed = f'<text class="sd" x="{SEED_AT}" y="{middle + 4}">{row.seed}</text>' if row.seed else ""
    return (
        f'<g class="row{_mark(row.entrant, marks)} transform="translate({placed.x} {placed.y})">'
        f'<path class="byeline" d="M0 {middle}h10M{after} {middle}H{width}"/>{seed}'
        f'<text x="{NAME_AT}" y="{middle + 4}">{escape(name)}</text>'
        f'<text class="l e" x="{width}" y="{middle + 16}">no match in this round</text></g>'
    )


def _mark(entrant: str, marks: Marks) -> str:
    """The end of a class attribute, and what the script needs to follow the entrant."""
    if not entrant:
        return '"'
    followed = " f" if entrant in marks.followed else ""
    own = " data-own" if entrant in marks.own else ""
    return f'{followed}" data-e="{escape(entrant)}"{own}'
