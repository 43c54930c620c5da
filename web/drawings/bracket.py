"""Where the nodes of a bracket stand: columns are rounds, every node midway between its feeders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from web.drawings.lanes import Connector, Wire, laid_out

HEAD = 46  # height of a column's head, with the label of the first node
NUDGE = 5
MARGIN = 7  # the cut line runs over both sides of a box


@dataclass(frozen=True, slots=True)
class Row:
    """A slot of a match: its entrant, or in words where it will come from.

    `look` is one of "", "winner", "loser", "acting", "source"; `feeder` names the match and the
    place that fills the slot, None where the entrant was drawn into it; `entrant` is its public id.
    `rests`: it was drawn into a later round, so that the round before shows it without a match.
    `chance` is how likely it wins or goes on ("62%"), which `chance_words` says ("to win").
    """

    name: str
    seed: int | None = None
    right: str = ""
    look: str = ""
    entrant: str = ""
    feeder: tuple[str, int] | None = None
    rests: bool = True
    chance: str = ""
    chance_words: str = ""


@dataclass(frozen=True, slots=True)
class Node:
    """A match: `state` as the tournament says it, `label` the words right above the box.

    `key` tells matches apart, `title` is what people call it; `cut` is how many rows go on, None
    while they do not stand in finishing order; `deadline_ms` is the clock of a live one.
    """

    key: str
    title: str
    round: int
    state: str
    label: str
    rows: tuple[Row, ...]
    href: str
    says: str
    cut: int | None = None
    deadline_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Head:
    """A column's head: name and note, `is_live` if anything in it is."""

    name: str
    note: str
    is_live: bool


@dataclass(frozen=True, slots=True)
class Sizes:
    """Widths and heights of one kind of bracket, in units of the drawing."""

    width: int
    gap: int
    row: int
    between: int
    lanes: tuple[int, ...] = ()

    @property
    def has_tables(self) -> bool:
        """More than two rows a box, and the rows lower."""
        return self.row == TABLES.row


TWO_SEATS = Sizes(width=206, gap=42, row=25, between=24, lanes=(21,))
TABLES = Sizes(width=236, gap=70, row=23, between=36, lanes=(20, 36, 52, 28, 44, 12, 60))
# Rounds that are paired as it goes have no connectors, and stand closer.
PAIRS_APART = Sizes(width=206, gap=22, row=25, between=24)
TABLES_APART = Sizes(width=236, gap=22, row=23, between=36)


@dataclass(frozen=True, slots=True)
class Placed:
    """A node, or a bye where `node` is None, with the upper left corner of its box."""

    x: int
    y: int
    column: int
    node: Node | None
    bye: Row | None
    row_height: int

    @property
    def height(self) -> int:
        return self.row_height * (len(self.node.rows) if self.node else 1)

    def middle_of(self, row: int) -> int:
        return self.y + row * self.row_height + self.row_height // 2

    @property
    def middle(self) -> int:
        return self.y + self.height // 2


@dataclass(frozen=True, slots=True)
class HeadAt:
    """A column's head with the upper left corner of the room for it."""

    head: Head
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Drop:
    """How the loser of a match gets into row `row` of another; `path` in SVG's words."""

    source: str
    target: str
    row: int
    entrant: str
    path: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole bracket; `drops` are shown only for the match that is pointed at."""

    width: int
    height: int
    sizes: Sizes
    heads: tuple[HeadAt, ...]
    placed: tuple[Placed, ...]
    wires: tuple[Wire, ...]
    drops: tuple[Drop, ...] = ()


@dataclass(slots=True)
class _Item:
    """Something that takes room in a column: a node, or a bye into a slot."""

    column: int
    node: Node | None
    bye: Row | None
    feeds: list[_Item]
    middle: float = 0.0
    height: int = 0


def draw_apart(
    nodes: Sequence[Node], heads: Sequence[Head], resting: Sequence[Sequence[Row]] = ()
) -> Drawing:
    """Rounds beside each other without connectors; resting[column] have a bye in it."""
    sizes = TABLES_APART if any(len(node.rows) > 2 for node in nodes) else PAIRS_APART
    columns: list[list[_Item]] = [[] for _ in heads]
    for node in nodes:
        height = len(node.rows) * sizes.row
        columns[node.round - 1].append(_Item(node.round - 1, node, None, [], height=height))
    for column, rows in enumerate(resting):
        columns[column] += [_Item(column, None, row, [], height=sizes.row) for row in rows]
    return _drawing(columns, heads, sizes)


def draw(nodes: Sequence[Node], heads: Sequence[Head]) -> Drawing:
    """The bracket of `nodes`, whose rounds are 1 to len(heads)."""
    sizes = TABLES if any(len(node.rows) > 2 for node in nodes) else TWO_SEATS
    return _drawing(_columns(nodes, len(heads), sizes), heads, sizes)


def placed_in(nodes: Sequence[Node], count: int, sizes: Sizes) -> tuple[Placed, ...]:
    """A tree by itself in so many columns; a column may stay empty."""
    return _settled(_columns(nodes, count, sizes), sizes)


def _drawing(columns: list[list[_Item]], heads: Sequence[Head], sizes: Sizes) -> Drawing:
    placed = _settled(columns, sizes)
    wired = tuple(connectors(placed, sizes)) if sizes.lanes else ()
    wires = laid_out(wired, sizes.lanes, sizes.gap)
    step = sizes.width + sizes.gap
    heads_at = tuple(HeadAt(head, MARGIN + number * step, 0) for number, head in enumerate(heads))
    height = bottom_of(placed) + 12
    return Drawing(width_of(len(heads), sizes), height, sizes, heads_at, placed, wires)


def _settled(columns: list[list[_Item]], sizes: Sizes) -> tuple[Placed, ...]:
    for number, column in enumerate(columns):
        _settle(column, sizes)
        if number:
            _nudge(column, columns[number - 1], sizes)
    return tuple(_placed(item, sizes) for column in columns for item in column)


def bottom_of(placed: Iterable[Placed]) -> int:
    return max((one.y + one.height for one in placed), default=HEAD)


def width_of(columns: int, sizes: Sizes) -> int:
    return max(columns * (sizes.width + sizes.gap) - sizes.gap + 2 * MARGIN, 0)


def _columns(nodes: Sequence[Node], count: int, sizes: Sizes) -> list[list[_Item]]:
    """Items by column, in the order in which a walk back from the last round meets them."""
    by_key = {node.key: node for node in nodes}
    items: dict[str, _Item] = {}
    columns: list[list[_Item]] = [[] for _ in range(count)]
    for node in sorted(nodes, key=lambda node: -node.round):
        _visit(node, by_key, items, columns, sizes)
    if sizes is TABLES:
        # Rows of one table go to many, so a walk back gives no order that people would expect.
        published = {node.key: number for number, node in enumerate(nodes)}
        for column in columns:
            column.sort(key=lambda item: published[item.node.key] if item.node else -1)
    return columns


def _visit(
    node: Node,
    by_key: Mapping[str, Node],
    items: dict[str, _Item],
    columns: list[list[_Item]],
    sizes: Sizes,
) -> _Item:
    if node.key in items:
        return items[node.key]
    item = items[node.key] = _Item(
        node.round - 1, node, None, [], height=len(node.rows) * sizes.row
    )
    for row in node.rows:
        if row.feeder and row.feeder[0] in by_key:
            feeder = _visit(by_key[row.feeder[0]], by_key, items, columns, sizes)
            item.feeds += [] if feeder in item.feeds else [feeder]
        elif node.round > 1 and row.entrant and row.rests and not row.feeder:
            bye = _Item(node.round - 2, None, row, [], height=sizes.row)
            columns[bye.column].append(bye)
            item.feeds.append(bye)
    columns[item.column].append(item)
    return item


def _settle(column: list[_Item], sizes: Sizes) -> None:
    """Every item midway between its feeders, or below the one before; none overlaps another."""
    wished = [_wish(item) for item in column]
    floor = float(HEAD)
    for item, wish in zip(column, wished, strict=True):
        room = _room(item, sizes)
        item.middle = max(wish if wish is not None else 0.0, floor + room / 2)
        floor = item.middle + room / 2 + sizes.between
    _shift(column, wished, sizes)


def _wish(item: _Item) -> float | None:
    if not item.feeds:
        return None
    return sum(feeder.middle for feeder in item.feeds) / len(item.feeds)


def _room(item: _Item, sizes: Sizes) -> int:
    # A bye takes the room of a match in a bracket of two, so that the tree keeps its shape.
    return 2 * sizes.row if item.bye and sizes is TWO_SEATS else item.height


def _shift(column: list[_Item], wished: Sequence[float | None], sizes: Sizes) -> None:
    """Move a column that was pushed down back up by the mean push, as far as the head allows."""
    pushes = [
        item.middle - wish for item, wish in zip(column, wished, strict=True) if wish is not None
    ]
    if not pushes:
        return
    top = column[0].middle - _room(column[0], sizes) / 2
    up = min(sum(pushes) / len(pushes), top - HEAD)
    for item in column:
        item.middle -= up


def _nudge(column: list[_Item], before: list[_Item], sizes: Sizes) -> None:
    """No row level with one of the column before, or two lines would run into each other."""
    if sizes is not TABLES:
        return
    levels = {level for item in before for level in _levels(item, sizes)}
    if any(level in levels for item in column for level in _levels(item, sizes)):
        for item in column:
            item.middle += NUDGE


def _levels(item: _Item, sizes: Sizes) -> list[int]:
    top = round(item.middle - item.height / 2)
    return [top + row * sizes.row for row in range(item.height // sizes.row)]


def _placed(item: _Item, sizes: Sizes) -> Placed:
    x = MARGIN + item.column * (sizes.width + sizes.gap)
    y = int(item.middle - item.height / 2 + 0.5)
    return Placed(x, y, item.column, item.node, item.bye, sizes.row)


def connectors(placed: Iterable[Placed], sizes: Sizes) -> Iterable[Connector]:
    """One connector for every slot that is filled from an earlier round, row to row."""
    everything = tuple(placed)
    nodes = {one.node.key: one for one in everything if one.node}
    byes = {one.bye.entrant: one for one in everything if one.bye}
    for target in everything:
        for number, row in enumerate(target.node.rows if target.node else ()):
            bye = byes.get(row.entrant) if row.rests else None
            source = nodes.get(row.feeder[0]) if row.feeder else bye
            if source is None or source.column >= target.column:
                continue
            yield Connector(
                column=target.column,
                start=(source.x + sizes.width, leaves_at(source, row, sizes)),
                end=(target.x, target.middle_of(number)),
                entrant=row.entrant,
            )


def leaves_at(source: Placed, row: Row, sizes: Sizes) -> int:
    """The height at which a connector leaves: the row that goes on, else where it is open."""
    if source.node is None or row.feeder is None:
        return source.middle
    for number, left in enumerate(source.node.rows):
        if row.entrant and left.entrant == row.entrant:
            return source.middle_of(number)
    if sizes is TWO_SEATS:
        return source.middle
    return source.middle_of(min(row.feeder[1], len(source.node.rows)) - 1)
