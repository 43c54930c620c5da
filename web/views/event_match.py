"""One match of an event: who plays, how it stands, and what happened at each of its tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournaments import queries
from tournaments.errors import StageNotFound
from tournaments.match_plans import MatchPlan, described, plan_of, tables_at_most
from tournaments.queries import MatchSeen
from tournaments.queries.matches import (
    HandSeen,
    TableOfMatchSeen,
    TablesSeen,
    tables_of_match,
)
from web.event_groups import group_name
from web.event_nodes import STATE_WORDS, Clock, clocks_of
from web.event_page import ENDED, seen_event
from web.event_sections import Asked
from web.viewer import Viewer, viewer_of
from web.words.seats import LEFT_WORDS, ordinal


@dataclass(frozen=True, slots=True)
class Cell:
    """What a seat of a table came to, in words."""

    hand: HandSeen
    words: str
    is_best: bool


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table in a row; `clock` runs where it is played and everybody may see it."""

    table: TableOfMatchSeen
    cells: tuple[Cell, ...]
    words: str
    clock: Clock | None

    @property
    def deadline_ms(self) -> int | None:
        return round(self.clock.deadline_at.timestamp() * 1000) if self.clock else None


@dataclass(frozen=True, slots=True)
class DealLines:
    number: int
    is_shared: bool
    seats: range
    lines: tuple[TableLine, ...]


def show(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    asked = Asked.of(request.GET.dict())
    context = match_context(public_id, key, viewer_of(request), asked)
    live = reverse("live-match", args=[public_id, key])
    stage = f"?stage={asked.stage}" if asked.stage else ""
    context |= {"nav": "events", "live": "" if context["is_over"] else live + stage}
    return render(request, "web/events/match.html", context)


def match_context(public_id: str, key: str, viewer: Viewer, asked: Asked) -> dict[str, Any]:
    """What the page of a match and its stream show. Raises Http404."""
    event = seen_event(public_id, viewer)
    try:
        bracket = queries.bracket_of(event.id, asked.stage or 1)
    except StageNotFound as error:
        raise Http404(str(error)) from error
    match = next((each for each in bracket.matches if each.key == key), None)
    if match is None or not bracket.is_drawn:
        raise Http404("No such match in this event.")
    plan = plan_of(bracket.match_plan)
    tables = tables_of_match(event.id, bracket.stage, key)
    return {
        "event": event,
        "viewer": viewer,
        "match": match,
        "group": group_name(match.group),
        "stage": bracket.stage if bracket.stages else None,
        "state_words": _state(match, plan, sum(len(deal.tables) for deal in tables.deals)),
        "plan_words": described(plan),
        "is_compare": plan.kind == "compare",
        "score_words": _score_words(plan),
        "has_scores": any(row.score for row in match.rows),
        "deals": _deals(tables, plan, _clocks(match, plan)),
        "closed": tables.closed,
        "now_ms": round(event.server_now.timestamp() * 1000),
        "is_over": event.state in ENDED,
    }


def _clocks(match: MatchSeen, plan: MatchPlan) -> dict[str, Clock]:
    """By table the clock of the one that runs; none at tables that share a deal."""
    if plan.shares_deals or not match.table_public_id:
        return {}
    clock = next(iter(clocks_of([match]).values()), None)
    return {match.table_public_id: clock} if clock else {}


def _deals(tables: TablesSeen, plan: MatchPlan, clocks: dict[str, Clock]) -> list[DealLines]:
    return [
        DealLines(
            deal.number,
            deal.is_shared,
            range(1, max(len(table.hands) for table in deal.tables) + 1),
            tuple(_line(table, plan, clocks.get(table.public_id)) for table in deal.tables),
        )
        for deal in tables.deals
    ]


def _state(match: MatchSeen, plan: MatchPlan, seen: int) -> str:
    if match.state != "live":
        return STATE_WORDS.get(match.state, match.state)
    if plan.is_one_table or plan.shares_deals:
        return "live"
    return f"live, table {seen} of {tables_at_most(plan, len(match.rows))}"


def _score_words(plan: MatchPlan) -> str:
    """What the scores of a match count."""
    if plan.kind == "compare":
        return "Matchpoints" if plan.scoring == "matchpoints" else "Cards left"
    if plan.kind == "duplicate":
        return "Match points" if plan.scoring == "places" else "Counted against it"
    return "Tables won" if plan.best_of > 1 else "Match points"


def _line(table: TableOfMatchSeen, plan: MatchPlan, clock: Clock | None) -> TableLine:
    cells = tuple(_cell(hand) for hand in table.hands)
    words = {"over": "over", "running": "live", "void": "void"}.get(table.status, "open")
    if table.is_paused:
        words = "paused"
    elif plan.kind == "compare" and table.status == "over" and table.hands:
        words = _team_words(table.hands)
    return TableLine(table, cells, words, clock)


def _team_words(hands: tuple[HandSeen, ...]) -> str:
    """All seats of a team share one result."""
    if any(hand.left_reason for hand in hands):
        return "did not finish"
    left = hands[0].score
    return "" if left is None else f"{left} card{'' if left == 1 else 's'} left"


def _cell(hand: HandSeen) -> Cell:
    if hand.left_reason:
        return Cell(hand, LEFT_WORDS.get(hand.left_reason, "left"), is_best=False)
    place = ordinal(hand.place) if hand.place else ""
    score = f"{hand.score} against" if hand.score is not None else ""
    return Cell(hand, ", ".join(each for each in (place, score) if each), hand.place == 1)
