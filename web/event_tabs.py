"""What the tabs of an event show besides its bracket."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeVar

from django.urls import reverse

from tournaments import queries
from tournaments.formats.tie_breaks import TIE_BREAKS
from tournaments.match_plans import plan_of, tables_at_most
from tournaments.queries import (
    BracketSeen,
    EntrantSeen,
    MatchSeen,
    StageStandings,
    StandingSeen,
    TieBreakSeen,
)
from web.drawings import strength
from web.event_groups import group_name
from web.event_nodes import STATE_WORDS, match_page
from web.event_sections import Asked, Link

ROWS_A_PAGE, ENTRANTS_A_PAGE = 80, 200
Row = TypeVar("Row")
GONE_WORDS = {
    "withdrawn": "withdrew",
    "disqualified": "disqualified",
    "absent": "did not check in",
    "replaced": "replaced",
}


@dataclass(frozen=True, slots=True)
class StageLink:
    """A way to a stage; `href` is empty for one that has not begun."""

    name: str
    note: str
    href: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class Line:
    """An entrant's line; `cells` go with the columns of its table, `is_cut`: the last through."""

    row: StandingSeen
    cells: tuple[TieBreakSeen | None, ...]
    is_cut: bool
    gone: str


@dataclass(frozen=True, slots=True)
class TableLine:
    """A match with its tables; `of` is how many it may need, None where it is one."""

    match: MatchSeen
    page: str
    group: str
    of: int | None
    words: str


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of a group, or of all; `columns` are tie-breaks by code and name."""

    name: str
    lines: tuple[Line, ...]


def tab_context(tab: str, context: dict[str, Any], page: str = "") -> dict[str, Any]:
    """What the tab shows besides the page's own context; of long ones one `page`."""
    event, bracket, asked = context["event"], context["bracket"], context["asked"]
    shared = {"stage_links": stage_links(tab, bracket, asked)}
    if tab == "standings":
        return shared | _standings(event.id, bracket, asked, page)
    if tab == "entrants":
        everybody = queries.entrants_of(event.id)
        entrants, pages = _paged(everybody, ENTRANTS_A_PAGE, page, "?tab=entrants")
        return {
            "pages": pages,
            "entrants": [(one, _bar(one), GONE_WORDS.get(one.status, "")) for one in entrants],
            "has_clubs": any(one.club for one in everybody),
        }
    if tab == "acts":
        return {"acts": queries.acts_of(event.id)}
    if tab == "odds":
        return _odds(event.id, page)
    if tab == "tables":
        return shared | {"lines": table_lines(event.public_id, bracket, context["part"])}
    return shared


def _odds(event_id: int, page: str) -> dict[str, Any]:
    found = queries.odds_of(event_id)
    if found is None:
        return {"odds": None}
    rows, pages = _paged(found.rows, ENTRANTS_A_PAGE, page, "?tab=odds")
    lines = [(row, round(row.chance * 100)) for row in rows]
    return {"odds": found, "lines": lines, "pages": pages}


def table_lines(public_id: str, bracket: BracketSeen, part: BracketSeen) -> list[TableLine]:
    """The matches that are shown, the newest round first where they are paired as it goes."""
    plan, page = plan_of(bracket.match_plan), reverse("event", args=[public_id])
    rounds = part.rounds if bracket.is_tree else part.rounds[::-1]
    return [
        TableLine(
            match,
            match_page(page, match.key, bracket.stage),
            group_name(match.group),
            None if plan.is_one_table else tables_at_most(plan, len(match.rows)),
            STATE_WORDS.get(match.state, match.state),
        )
        for each in rounds
        for match in each.matches
    ]


def stage_links(tab: str, bracket: BracketSeen, asked: Asked) -> list[StageLink]:
    """One for every stage, and for the whole event where standings are shown."""
    links = [
        StageLink(
            f"{each.number} {each.name}",
            each.state,
            "" if each.state == "to come" else f"?tab={tab}&stage={each.number}",
            each.is_shown and not (tab == "standings" and asked.stage == 0),
        )
        for each in bracket.stages
    ]
    if links and tab == "standings":
        links.append(StageLink("Whole event", "", "?tab=standings&stage=0", asked.stage == 0))
    return links


def _paged(
    rows: Sequence[Row], most: int, page: str, address: str
) -> tuple[Sequence[Row], list[Link]]:
    """The rows of a page, from 1, and the ways to all pages; none where one holds them."""
    if len(rows) <= most:
        return rows, []
    count = -(-len(rows) // most)
    is_number = page.isascii() and page.isdigit() and len(page) < 6
    number = min(max(int(page), 1), count) if is_number else 1
    links = [
        Link(
            f"{start * most + 1}–{min((start + 1) * most, len(rows))}",
            f"{address}&page={start + 1}",
            start + 1 == number,
        )
        for start in range(count)
    ]
    return rows[(number - 1) * most : number * most], links


def _standings(event_id: int, bracket: BracketSeen, asked: Asked, page: str) -> dict[str, Any]:
    address = "?tab=standings" + ("" if asked.stage is None else f"&stage={asked.stage}")
    if not bracket.is_drawn:
        return {"tables": (), "columns": (), "formulas": ()}
    if bracket.stages and asked.stage == 0:
        rows = tuple(queries.standings_of(event_id))
        return _shown(StageStandings(0, rows, None, False), page, address)
    return _shown(
        bracket.standings or queries.stage_standings(event_id, bracket.stage), page, address
    )


def _shown(standings: StageStandings, page: str, address: str) -> dict[str, Any]:
    """The whole event has no columns of tie-breaks: each stage has its own."""
    codes: dict[str, str] = {}
    for row in standings.rows if standings.number else ():
        codes |= {each.code: each.name for each in row.tie_breaks}
    columns = tuple(codes.items())
    by_group = groupby(standings.rows, key=lambda row: row.group if standings.number else "")
    groups = [(code, tuple(rows)) for code, rows in by_group]
    counts = standings.is_cut_per_group or len(groups) == 1
    cut = standings.cut if counts else None
    everybody = [line for _, rows in groups for line in _lines(rows, tuple(codes), cut)]
    lines, pages = _paged(everybody, ROWS_A_PAGE, page, address)
    shown = groupby(lines, key=lambda line: line.row.group if standings.number else "")
    formulas = [(TIE_BREAKS[code].name, TIE_BREAKS[code].formula) for code in codes]
    return {
        "tables": [Table(group_name(code), tuple(rows)) for code, rows in shown],
        "pages": pages,
        "columns": columns,
        "formulas": formulas,
        "cut": standings.cut,
        "cut_in_all": None if counts else standings.cut,
        "has_played": any(row.played for row in standings.rows),
        "has_sums": any(row.points_told or row.tie_breaks for row in standings.rows),
    }


def _lines(
    rows: Sequence[StandingSeen], columns: Sequence[str], cut: int | None
) -> tuple[Line, ...]:
    return tuple(
        Line(
            row,
            _cells(row, columns),
            cut is not None and number == cut < len(rows),
            GONE_WORDS.get(row.status, ""),
        )
        for number, row in enumerate(rows, start=1)
    )


def _cells(row: StandingSeen, columns: Sequence[str]) -> tuple[TieBreakSeen | None, ...]:
    own = {each.code: each for each in row.tie_breaks}
    return tuple(own.get(code) for code in columns)


def _bar(entrant: EntrantSeen) -> strength.Bar | None:
    if entrant.mu is None or entrant.sigma is None:
        return None
    return strength.bar(entrant.mu, entrant.sigma)
