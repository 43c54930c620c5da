"""What the page of an event and its stream show: the bracket, the wait line, the ways on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.cache import cache
from django.http import Http404
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from tournaments import queries
from tournaments.errors import StageNotFound, TournamentNotFound
from tournaments.forecasts import Forecast
from tournaments.match_plans import plan_of
from tournaments.queries import BracketSeen, TournamentSeen, WinsSeen
from web.drawings.bracket_svg import Marks, svg_of
from web.event_bracket import PartDrawn, drawn, followed_of, open_round, rounds_listed
from web.event_groups import groups_of
from web.event_nodes import Clock, Lookup, came_from, clocks_of, seats_of, won_of
from web.event_sections import (
    Asked,
    chosen,
    map_of,
    part_of,
    sections_of,
    strip_of,
    zooms_of,
)
from web.just_in import just_in
from web.viewer import Viewer
from web.words.waiting import parts_of as parts_of_line

ZOOMED_FROM = 920  # what a drawing may be wide before smaller sizes are offered
PLAN_SECONDS = 60
MOST_CHANCES = 6
ENDED = ("closed", "cancelled")


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely somebody wins the event."""

    name: str
    share: float
    is_own: bool

    @property
    def width(self) -> int:
        return round(self.share * 100)


@dataclass(frozen=True, slots=True)
class Chances:
    """From so many imagined ends of the event."""

    runs: int
    made_at: dt.datetime
    lines: tuple[Chance, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """What nodes tell beside the match: clocks by table, the odds of places by match."""

    clocks: Mapping[int, Clock]
    odds: Mapping[str, Mapping[int, tuple[float, ...]]]


def seen_event(public_id: str, viewer: Viewer) -> TournamentSeen:
    """Drafts are seen by their directors only. Raises Http404."""
    try:
        event = queries.tournament_seen(public_id)
    except TournamentNotFound as error:
        raise Http404(str(error)) from error
    if event.state == "draft" and not directs(viewer, event):
        raise Http404("No such event, or it is not open to you yet.")
    return event


def directs(viewer: Viewer, event: TournamentSeen) -> bool:
    """Whether the viewer runs the event: its organiser, or staff."""
    user = viewer.user
    return user is not None and (user.is_staff or user.pk == event.organiser_id)


def bracket_context(
    public_id: str, viewer: Viewer, asked: Asked, tab: str = "bracket"
) -> dict[str, Any]:
    """What the page and its stream show of the bracket. Raises Http404.

    What stands beside the drawing is read for its own tab only, the standings for theirs.
    """
    event = seen_event(public_id, viewer)
    bracket = _bracket(event, asked, standings=tab == "standings")
    is_drawing, is_running = tab == "bracket", event.state == "running"
    if asked.stage not in (None, 0, bracket.stage):
        asked = replace(asked, stage=None)
    clocks = clocks_of(bracket.matches)
    running: dict[int | None, tuple[str, dt.datetime]] = {
        key: (each.handles[0], each.deadline_at) for key, each in clocks.items()
    }
    wait = queries.wait_of(event.id, bracket, event.server_now, running)
    rows = [row for match in bracket.matches for row in match.rows]
    names = {str(row.seed): row.name for row in rows if row.seed}
    own = {str(row.seed) for row in rows if row.seed and row.player_public_id in viewer.own_ids}
    asked = asked if asked.follow in {*names, "all"} else replace(asked, follow="")
    followed = followed_of(sorted(own, key=int), asked.follow, names)
    wins = queries.wins_of(event.id, bracket.stage) if is_drawing and is_running else None
    marks = Marks(own, followed, round(event.server_now.timestamp() * 1000))
    return {
        "event": event,
        "viewer": viewer,
        "asked": asked,
        "wait": wait,
        "wait_parts": parts_of_line(
            wait, event.server_now, [clock.deadline_at for clock in clocks.values()]
        ),
        "bracket": bracket,
        "results": just_in(event.id, bracket) if is_drawing else [],
        **_drawn(event, bracket, marks, asked, Beside(clocks, wins.places if wins else {})),
        "followed": followed,
        "followed_names": [names[seed] for seed in followed],
        "follow_all": replace(asked, follow="all").query,
        "seeds": names,
        "now_ms": marks.now_ms,
        "is_over": event.state in ENDED,
        "podium": queries.podium_of(event.id) if event.state == "closed" else [],
        "plan": None if bracket.is_drawn else _plan(event),
        "is_director": directs(viewer, event),
        "chances": chances_of(wins, bracket, own) if wins else None,
        "settings_words": settings_words(event, bracket),
    }


def chances_of(wins: WinsSeen, bracket: BracketSeen, own: Collection[str]) -> Chances:
    """Who will probably win: the best few of the stage and the viewer's own."""
    seen = {row.entrant_id: row for match in bracket.matches for row in match.rows}
    lines = [
        Chance(row.name, wins.chances.get(key, 0.0), str(row.seed) in own)
        for key, row in seen.items()
        if key is not None
    ]
    lines.sort(key=lambda line: -line.share)
    told = [line for number, line in enumerate(lines) if number < MOST_CHANCES or line.is_own]
    return Chances(wins.runs, wins.made_at, tuple(told))


def settings_words(event: TournamentSeen, bracket: BracketSeen) -> str:
    """What is played, stage by stage, in a line."""
    if not bracket.stages:
        words = (event.settings_words, event.match_words)
        return ", ".join(each for each in words if each)
    return ", then ".join(each.settings_words for each in bracket.stages)


def _plan(event: TournamentSeen) -> Forecast | None:
    """What is to be expected with those who have entered, at least with as many as it needs."""
    if event.state not in ("draft", "open"):
        return None
    entrants = max(event.entrants, event.min_entrants)

    def made() -> Forecast:
        row = queries.tournament_by_public_id(event.public_id)
        return queries.forecast_of(row, entrants)

    # Every look of every watcher shows it, and it changes with the entrants alone, or slowly.
    kept: Forecast | None = cache.get_or_set(f"plan:{event.id}:{entrants}", made, PLAN_SECONDS)
    return kept


def _bracket(event: TournamentSeen, asked: Asked, *, standings: bool) -> BracketSeen:
    """Of the stage asked for, else of the newest."""
    try:
        return queries.bracket_of(event.id, asked.stage or None, standings=standings)
    except StageNotFound:
        return queries.bracket_of(event.id, standings=standings)


def lookup_of(
    event: TournamentSeen,
    bracket: BracketSeen,
    part: BracketSeen,
    beside: Beside,
) -> Lookup:
    """All that the nodes of a part of the bracket tell besides the matches themselves."""
    plan = plan_of(bracket.match_plan)
    return Lookup(
        plan=plan,
        page=reverse("event", args=[event.public_id]),
        stage=bracket.stage,
        is_drawn=bracket.is_drawn,
        clocks=beside.clocks,
        odds=beside.odds,
        seats=seats_of(part.matches) if plan.is_one_table else {},
        won=won_of(part.matches, plan),
        came_from=came_from(bracket.matches) if bracket.is_tree else {},
    )


def _drawn(
    event: TournamentSeen,
    bracket: BracketSeen,
    marks: Marks,
    asked: Asked,
    beside: Beside,
) -> dict[str, Any]:
    """The drawing of the part that is shown, and the ways to the others."""
    sections = sections_of(bracket)
    section = chosen(sections, asked, bracket, marks.followed)
    part = part_of(bracket, section)
    lookup = lookup_of(event, bracket, part, beside)
    is_tree = bracket.is_tree
    ways = {
        "part": part,
        "strip": strip_of(sections, asked, section, is_tree=is_tree),
        "thumbnail": map_of(bracket, section, marks.followed) if sections and is_tree else (),
    }
    if bracket.shape == "groups" and not part.rounds:
        return {**ways, "drawings": []}
    if bracket.shape == "groups":
        return {**ways, **_groups(bracket, part, lookup, marks, asked)}
    is_whole = bool(sections) and section is None
    # The whole of a large bracket is heavy enough without the lines of its drops.
    parts = drawn(part, lookup, stacks=not is_whole)
    return {**ways, **_drawings(bracket, parts, marks, asked, is_whole=is_whole)}


def _groups(
    bracket: BracketSeen, part: BracketSeen, lookup: Lookup, marks: Marks, asked: Asked
) -> dict[str, Any]:
    """The groups, and above them what was played to part equals at the cut."""
    standings = bracket.standings
    there = {match.group for match in bracket.matches if not match.section}
    counts = standings is not None and (standings.is_cut_per_group or len(there) == 1)
    groups = groups_of(bracket, part, lookup, standings.cut if standings and counts else None)
    apart = replace(part, rounds=tuple(each for each in part.rounds if each.section))
    parts = drawn(apart, lookup)
    return {
        "groups": groups,
        "hidden_groups": len(there) - len(groups),
        "drawings": _svgs(parts, marks, asked),
    }


def _drawings(
    bracket: BracketSeen,
    parts: Sequence[PartDrawn],
    marks: Marks,
    asked: Asked,
    *,
    is_whole: bool,
) -> dict[str, Any]:
    # The whole of a large bracket is read once, not a second time as a list.
    rounds = [] if is_whole else rounds_listed(parts, bracket)
    widest = max((one.drawing.width for one in parts if one.drawing), default=0)
    return {
        "drawings": _svgs(parts, marks, asked),
        "rounds": rounds,
        "is_whole": is_whole,
        "open_round": open_round(rounds),
        "chance_words": next(
            (
                row.chance_words
                for one in parts
                for node in one.nodes
                for row in node.rows
                if row.chance
            ),
            "",
        ),
        "has_cut": any(node.cut for one in parts for node in one.nodes),
        "whys": [each for each in rounds if any(one.why for one in each.nodes)],
        "zooms": zooms_of(asked) if widest > ZOOMED_FROM else [],
    }


def _svgs(parts: Sequence[PartDrawn], marks: Marks, asked: Asked) -> list[tuple[str, SafeString]]:
    """Every piece of them is escaped where it is made."""
    return [
        (
            one.name,
            mark_safe(svg_of(one.drawing, marks, asked.zoom, one.part.name or "Bracket")),  # noqa: S308
        )
        for one in parts
        if one.drawing
    ]
