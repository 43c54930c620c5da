"""An event as a file, in the formats that other programs read."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.queries import closed
from ratings.skill import Belief
from tournaments.errors import TournamentError, TournamentNotFound
from tournaments.facts import StageFacts, stage_facts
from tournaments.formats.points import records_of
from tournaments.formats.scoring import scoring_of
from tournaments.interchange import brackets_model
from tournaments.interchange.declaring import dump_declaration
from tournaments.interchange.standings_csv import dump_standings
from tournaments.interchange.trf import TrfEntrant, TrfEvent, dump_trf
from tournaments.models import (
    Act,
    Entrant,
    Match,
    MatchResult,
    MatchTable,
    Stage,
    Tournament,
)

BOARD_SCALE = 100
# The number of a board is the lower edge times this.
WHOLE = ("jsonl", "yaml")
# Of an event, not of a stage: all that happened, and how to set it up again.


class NotExportable(TournamentError):
    """The event cannot be written in that format; the message says why."""

    code = "not_exportable"


@dataclass(frozen=True, slots=True)
class Exported:
    """A file: its name, its type, and its text."""

    name: str
    content_type: str
    text: str


def export_event(tournament_id: int, kind: str, *, stage: int | None = None) -> Exported:
    """`kind` is one of EXPORTS or WHOLE; `stage` its number, else the newest.

    Raises TournamentNotFound, NotExportable.
    """
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        raise TournamentNotFound("No such event.")
    if kind == "jsonl":
        return Exported(f"{event.public_id}.jsonl", "application/x-ndjson", _jsonl(event))
    if kind == "yaml":
        return Exported(f"{event.public_id}.yaml", "application/yaml", dump_declaration(event))
    facts = _facts(event, stage)
    suffix, content_type, write = EXPORTS[kind]
    try:
        text = write(event, facts)
    except ValueError as error:
        raise NotExportable(str(error)) from error
    return Exported(f"{event.public_id}-{facts.stage.number}.{suffix}", content_type, text)


def _facts(event: Tournament, number: int | None) -> StageFacts:
    stages = Stage.objects.filter(tournament=event)
    if number is not None:
        stages = stages.filter(number=number)
    stage = stages.order_by("-number").first()
    if stage is None:
        which = "stage" if number is None else f"stage {number}"
        raise NotExportable(f"{event.name} has no {which} that has begun.")
    return stage_facts(stage)


def names_of(event: Tournament) -> dict[int, str]:
    """Entrants' names by key: a team's own, or the player's."""
    entrants = Entrant.objects.filter(tournament=event).select_related("player")
    return {each.pk: each.name or each.player.handle for each in entrants}


def _csv(event: Tournament, facts: StageFacts) -> str:
    rows = facts.format.standings(facts.stage.config, facts.counted)
    seeds = {each.id: each.seed for each in facts.state.entrants}
    return dump_standings(rows, names_of(event), seeds)


def _brackets(event: Tournament, facts: StageFacts) -> str:
    stage = facts.stage
    data = brackets_model.dump(event.name, stage.format, stage.config, facts.state, names_of(event))
    return json.dumps(data, indent=1, ensure_ascii=False)


def _trf(event: Tournament, facts: StageFacts) -> str:
    if any(len(match.slots) != 2 for match in facts.state.matches):
        raise NotExportable("TRF holds matches of two, and here more sit at a table.")
    names = names_of(event)
    standings = facts.format.standings(facts.stage.config, facts.counted)
    place_of = {row.entrant: row.place for row in standings}
    entrants = [
        TrfEntrant(each.id, each.seed, names[each.id], _rating(each.mu, each.sigma), place)
        for each in facts.state.entrants
        for place in [place_of[each.id]]
    ]
    rounds = max((match.round for match in facts.state.matches), default=0)
    about = TrfEvent(
        name=event.name,
        begins=event.started_at.date() if event.started_at else None,
        ends=event.closed_at.date() if event.closed_at else None,
        rounds=int(facts.stage.config.get("rounds") or rounds),
    )
    return dump_trf(about, entrants, records_of(facts.state, scoring_of(facts.stage.config, 2)))


def _rating(mu: float | None, sigma: float | None) -> int:
    if mu is None or sigma is None:
        return 0
    return max(0, round(BOARD_SCALE * Belief(mu, sigma).exposure))


EXPORTS: dict[str, tuple[str, str, Callable[[Tournament, StageFacts], str]]] = {
    "csv": ("csv", "text/csv; charset=utf-8", _csv),
    "brackets": ("json", "application/json", _brackets),
    "trf": ("trf", "text/plain; charset=us-ascii", _trf),
}


# ------------------------------------------------------------------ everything


def _jsonl(event: Tournament) -> str:
    """A line for each fact, in an order in which every line needs only those before it."""
    return "".join(
        f"{json.dumps(line, ensure_ascii=False, default=_told, sort_keys=True)}\n"
        for line in _lines(event)
    )


def _told(value: object) -> str:
    if isinstance(value, dt.datetime):
        return value.isoformat()
    raise TypeError(f"{value!r} is no fact")


def _lines(event: Tournament) -> Iterator[Mapping[str, Any]]:
    yield {
        "kind": "tournament",
        "id": event.public_id,
        "name": event.name,
        "game": event.game,
        "options": event.options,
        "format": event.format,
        "config": event.config,
        "match_plan": event.match_plan,
        "later_stages": event.later_stages,
        "state": event.state,
        "seeding": event.seeding,
        "started_at": event.started_at,
        "closed_at": event.closed_at,
        "draw": event.draw.commitment,
    }
    for entrant in Entrant.objects.filter(tournament=event).select_related("player").order_by("pk"):
        yield {
            "kind": "entrant",
            "key": entrant.pk,
            "name": entrant.name or entrant.player.handle,
            "player": entrant.player.public_id,
            "seed": entrant.seed,
            "status": entrant.status,
            "mu": entrant.mu,
            "sigma": entrant.sigma,
        }
    for stage in Stage.objects.filter(tournament=event).order_by("number"):
        yield {
            "kind": "stage",
            "number": stage.number,
            "format": stage.format,
            "config": stage.config,
            "match_plan": stage.match_plan,
            "field": stage.field,
        }
        yield from _matches(stage)
    for act in Act.objects.filter(tournament=event).select_related("actor").order_by("pk"):
        yield {
            "kind": "act",
            "act": act.kind,
            # Which rows an act changed means nothing elsewhere.
            "payload": {key: act.payload[key] for key in act.payload if key != "changes"},
            "actor": act.actor.username if act.actor else None,
            "reason": act.reason,
            "at": act.happened_at,
        }


def _matches(stage: Stage) -> Iterator[Mapping[str, Any]]:
    tables: dict[int, list[str]] = {}
    for match_id, table in (
        MatchTable.objects.filter(~closed("table__"), match__stage=stage, voided_at=None)
        .order_by("number")
        .values_list("match_id", "table__public_id")
    ):
        tables.setdefault(match_id, []).append(table)
    results = {
        result.match_id: result
        for result in MatchResult.objects.filter(match__stage=stage, voided_at=None)
    }
    for match in Match.objects.filter(stage=stage, voided_at=None).order_by("pk"):
        result = results.get(match.pk)
        yield {
            "kind": "match",
            "stage": stage.number,
            "key": match.key,
            "round": match.round,
            "group": match.group,
            "section": match.section,
            "slots": match.slots,
            "state": match.state,
            "why": match.why,
            "tables": tables.get(match.pk, []),
            "result": result
            and {
                "entrants": result.entrants,
                "places": result.places,
                "scores": result.scores,
                "cause": result.cause,
                "at": result.recorded_at,
            },
        }
