"""The little of Markdown that our rules pages use, as blocks that a template shows.

Headings, paragraphs, lists, tables and code blocks; inside a line code, bold, italics and links.
Everything is text until a template escapes it, so a page cannot smuggle markup in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

INLINE = re.compile(
    r"`(?P<code>[^`]+)`|\*\*(?P<bold>[^*]+)\*\*|\*(?P<italic>[^*]+)\*"
    r"|\[(?P<text>[^\]]+)\]\((?P<href>[^)\s]+)\)"
)
HEADING = re.compile(r"(#{1,4})\s+(.+)")
ITEM = re.compile(r"(?:[-*]|(?P<number>\d+)[.)])\s+(.+)")
RULE_ROW = re.compile(r"\|?[\s:|-]+\|?")


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a line; `kind` is text, code, bold, italic or link (to `href`)."""

    kind: str
    text: str
    href: str = ""


Line = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """`kind` is h1 to h4, p, ul, ol, pre or table; a table's `head` is its first row."""

    kind: str
    lines: tuple[Line, ...] = ()
    rows: tuple[tuple[Line, ...], ...] = ()
    head: tuple[Line, ...] = ()
    code: str = ""


def blocks_of(text: str) -> tuple[Block, ...]:
    """The blocks of a page, in order."""
    return tuple(_blocks(text.splitlines()))


def _blocks(lines: Sequence[str]) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
            continue
        until = _end_of_block(lines, at)
        part = lines[at:until]
        yield _block(part)
        at = until


def _kind(line: str) -> str:
    if line.startswith("```"):
        return "pre"
    if HEADING.fullmatch(line.strip()):
        return "heading"
    if line.startswith("|"):
        return "table"
    return "list" if ITEM.fullmatch(line.strip()) else "p"


def _end_of_block(lines: Sequence[str], at: int) -> int:
    kind = _kind(lines[at])
    if kind == "heading":
        return at + 1
    for until in range(at + 1, len(lines)):
        line = lines[until]
        if kind == "pre" and line.startswith("```"):
            return until + 1
        if kind != "pre" and (not line.strip() or _starts_other(kind, line)):
            return until
    return len(lines)


def _starts_other(kind: str, line: str) -> bool:
    # A line that continues an item is indented or plain; it belongs to the list.
    found = _kind(line)
    return found != kind and not (kind == "list" and found == "p")


def _block(lines: Sequence[str]) -> Block:
    kind = _kind(lines[0])
    if kind == "pre":
        return Block("pre", code="\n".join(lines[1:-1]))
    if kind == "heading":
        marks, words = HEADING.fullmatch(lines[0].strip()).groups()  # type: ignore[union-attr]
        return Block(f"h{len(marks)}", (runs_of(words),))
    if kind == "table":
        return _table(lines)
    if kind == "list":
        return _list(lines)
    return Block("p", (runs_of(" ".join(line.strip() for line in lines)),))


def _list(lines: Sequence[str]) -> Block:
    items: list[str] = []
    is_numbered = False
    for line in lines:
        found = ITEM.fullmatch(line.strip())
        if found:
            is_numbered = found["number"] is not None
            items.append(found[2])
        else:
            items[-1] += " " + line.strip()
    return Block("ol" if is_numbered else "ul", tuple(map(runs_of, items)))


def _table(lines: Sequence[str]) -> Block:
    rows = [
        tuple(runs_of(cell.strip()) for cell in line.strip().strip("|").split("|"))
        for line in lines
        if not RULE_ROW.fullmatch(line.strip())
    ]
    return Block("table", head=rows[0], rows=tuple(rows[1:]))


def runs_of(text: str) -> Line:
    """A line cut into plain and marked pieces."""
    runs: list[Run] = []
    at = 0
    for found in INLINE.finditer(text):
        if found.start() > at:
            runs.append(Run("text", text[at : found.start()]))
        runs.append(_run(found))
        at = found.end()
    if at < len(text):
        runs.append(Run("text", text[at:]))
    return tuple(runs)


def _run(found: re.Match[str]) -> Run:
    if found["href"]:
        href = found["href"]
        # Links between documents of the repository lead nowhere here; they stay words.
        is_address = href.startswith(("https://", "/", "#"))
        return Run("link" if is_address else "text", found["text"], href)
    kind = next(name for name in ("code", "bold", "italic") if found[name])
    return Run(kind, found[kind])
