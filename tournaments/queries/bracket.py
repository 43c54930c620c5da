"""The bracket and the standings of an event, worked out from its facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Case, When

from games.queries import closed
from tournaments.errors import TournamentNotFound
from tournaments.facts import entrant_fact, facts_of_entrants, is_live_table, stage_facts
from tournaments.formats.contract import RoundKey
from tournaments.formats.registry import Format, format_for
from tournaments.formats.resolver import DECIDED, ResolvedMatch, resolve
from tournaments.formats.slots import PlaceSlot, PlannedMatch, Slot, StageState
from tournaments.formats.standings import ordinal
from tournaments.models import Entrant, Match, MatchTable, Stage, Tournament
from tournaments.queries.seen import BracketSeen, MatchSeen, RoundSeen, RowSeen, StandingSeen
from tournaments.seeds import in_order_of_seeds

LEADING = 6


class _NothingDrawn:
    """The chance of a preview: nothing of the sealed draw is shown before the start."""

    def below(self, n: int) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class _Newest:
    """The newest table of a match, and whether any of its tables is live.

    Nothing is told of a table whose deal is still played elsewhere: its key is None.
    """

    table_id: int | None
    public_id: str | None
    status: str
    is_live: bool


@dataclass(frozen=True, slots=True)
class _Stage:
    """All that a drawing of a stage is made from."""

    format: Format
    config: Mapping[str, object]
    state: StageState
    entrants: Mapping[int, Entrant]
    tables: Mapping[str, _Newest]
    stored_states: Mapping[str, str]


def bracket_of(tournament_id: int) -> BracketSeen:
    """Raises TournamentNotFound."""
    event = _event(tournament_id)
    drawn = _stage_of(event)
    stage = drawn or _preview(event)
    style = format_for(event.format)
    taking_part = len(stage.state.entrants)
    seats = style.seats(event.config)
    return BracketSeen(
        state=event.state,
        is_drawn=event.started_at is not None,
        seats=seats,
        rounds=_rounds(stage),
        outline=style.outline(event.config, taking_part) if taking_part > 1 else (),
        leading=tuple(_standings(drawn)[:LEADING]) if drawn and seats > 2 else (),
    )


def standings_of(tournament_id: int) -> list[StandingSeen]:
    """Everybody who started, best first; empty before the start. Raises TournamentNotFound."""
    stage = _stage_of(_event(tournament_id))
    return _standings(stage) if stage else []


def _standings(stage: _Stage) -> list[StandingSeen]:
    rows = stage.format.standings(stage.config, stage.state)
    return [
        StandingSeen(
            place=row.place,
            entrant_id=row.entrant,
            player_id=stage.entrants[row.entrant].player_id,
            player_public_id=stage.entrants[row.entrant].player.public_id,
            name=stage.entrants[row.entrant].player.handle,
            seed=stage.entrants[row.entrant].seed or 0,
            points=str(row.points),
            explanation=row.explanation,
            is_out=row.is_out,
            status=stage.entrants[row.entrant].status,
        )
        for row in rows
    ]


def podium_of(tournament_id: int) -> list[StandingSeen]:
    """Places 1 to 3 of an event that was played to its end; empty for every other."""
    event = _event(tournament_id)
    if event.state != Tournament.State.CLOSED or event.started_at is None:
        return []
    return [row for row in standings_of(tournament_id) if row.place <= 3][:4]


def _event(tournament_id: int) -> Tournament:
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        raise TournamentNotFound("No such event.")
    return event


def _stage_of(event: Tournament) -> _Stage | None:
    row = Stage.objects.filter(tournament=event).order_by("-number").first()
    if row is None:
        return None
    entrants = list(
        Entrant.objects.filter(tournament=event, seed__isnull=False)
        .select_related("player")
        .order_by("seed")
    )
    tables = _tables(row)
    facts = stage_facts(
        row,
        entrants=facts_of_entrants(row, entrants),
        live=frozenset(key for key, table in tables.items() if table.is_live),
    )
    return _Stage(
        format=facts.format,
        config=row.config,
        state=facts.state,
        entrants={entrant.pk: entrant for entrant in entrants},
        tables=tables,
        stored_states=facts.stored_states,
    )


def _preview(event: Tournament) -> _Stage:
    """The draw as it would be now; without matches where a lot decides, or few have come."""
    ranked = in_order_of_seeds(event)
    style = format_for(event.format)
    by_lot = event.seeding == Tournament.Seeding.RANDOM
    plan = (
        style.plan(event.config, len(ranked), _NothingDrawn())
        if len(ranked) > 1 and not by_lot
        else ()
    )
    facts = tuple(entrant_fact(each, each.seed or 0) for each in ranked)
    return _Stage(
        format=style,
        config=event.config,
        state=StageState(facts, plan, {}),
        entrants={each.pk: each for each in ranked},
        tables={},
        stored_states={},
    )


def _tables(stage: Stage) -> dict[str, _Newest]:
    """The newest table of each match."""
    rows = MatchTable.objects.filter(match__stage=stage).order_by("number")
    newest: dict[str, _Newest] = {}
    for key, table_id, public_id, status, settled_at, is_closed in rows.values_list(
        "match__key",
        "table_id",
        "table__public_id",
        "table__status",
        "table__settled_at",
        Case(When(closed("table__"), then=True), default=False),
    ):
        was_live = key in newest and newest[key].is_live
        is_live = was_live or is_live_table(status, settled_at)
        newest[key] = (
            _Newest(None, None, "", is_live)
            if is_closed
            else _Newest(table_id, public_id, status, is_live)
        )
    return newest


def _rounds(stage: _Stage) -> tuple[RoundSeen, ...]:
    resolved = resolve(stage.state)
    planned = {match.key: match for match in stage.state.matches}
    columns: dict[RoundKey, list[MatchSeen]] = {}
    for match in stage.state.matches:
        seen = _match_seen(stage, match, resolved[match.key], planned)
        columns.setdefault((match.section, match.round), []).append(seen)
    names = stage.format.round_names(
        stage.config,
        {(match.section, match.round): match.advance for match in stage.state.matches},
    )
    resting = _resting(stage, resolved)
    return tuple(
        RoundSeen(key[1], names[key], tuple(matches), resting.get(key[1], ()), key[0])
        for key, matches in columns.items()
    )


def _resting(stage: _Stage, resolved: Mapping[str, ResolvedMatch]) -> dict[int, tuple[str, ...]]:
    """Who has a bye in which round: everybody whose first match lies in a later one."""
    first: dict[int, int] = {}
    for match in stage.state.matches:
        for entrant in resolved[match.key].entrants:
            if entrant is not None:
                first.setdefault(entrant, match.round)
    rounds = sorted({match.round for match in stage.state.matches})
    return {
        number: tuple(
            stage.entrants[fact.id].player.handle
            for fact in stage.state.entrants
            if first.get(fact.id, 0) > number
        )
        for number in rounds
    }


def _match_seen(
    stage: _Stage,
    match: PlannedMatch,
    made: ResolvedMatch,
    planned: Mapping[str, PlannedMatch],
) -> MatchSeen:
    table = stage.tables.get(match.key)
    is_void = stage.stored_states.get(match.key) == Match.State.VOID
    return MatchSeen(
        key=match.key,
        label=match.label,
        round=match.round,
        number=match.number,
        group=match.group,
        section=match.section,
        why=match.why,
        advance=match.advance,
        state="void" if is_void and made.state not in DECIDED else made.state,
        rows=_rows(stage, match, made, planned),
        waits_for=tuple(planned[key].label for key in made.waits_for if key in planned),
        table_id=table.table_id if table else None,
        table_public_id=table.public_id if table else None,
        table_status=table.status if table else "",
    )


def _rows(
    stage: _Stage,
    match: PlannedMatch,
    made: ResolvedMatch,
    planned: Mapping[str, PlannedMatch],
) -> tuple[RowSeen, ...]:
    goes_on = set(made.order[: match.advance])
    rows = []
    for index, (slot, entrant_id) in enumerate(zip(match.slots, made.entrants, strict=True)):
        entrant = None if entrant_id is None else stage.entrants[entrant_id]
        place_slot = slot if isinstance(slot, PlaceSlot) else None
        rows.append(
            RowSeen(
                slot=index,
                entrant_id=entrant_id,
                player_id=entrant.player_id if entrant else None,
                player_public_id=entrant.player.public_id if entrant else None,
                name=entrant.player.handle if entrant else "",
                seed=entrant.seed if entrant else None,
                place=made.places[index],
                goes_on=entrant_id in goes_on if made.is_decided else None,
                is_gone=entrant is not None and entrant.status != Entrant.Status.ACTIVE,
                source=source_text(slot, planned),
                source_key=place_slot.match if place_slot else None,
                source_place=place_slot.place if place_slot else None,
            )
        )
    return tuple(rows)


def source_text(slot: Slot, planned: Mapping[str, PlannedMatch]) -> str:
    """Where a seat's entrant comes from, in words; empty where the draw decides."""
    if not isinstance(slot, PlaceSlot):
        return ""
    source = planned[slot.match]
    words: Sequence[str] = ("winner", "loser") if len(source.slots) == 2 else ()
    name = words[slot.place - 1] if words else ordinal(slot.place)
    return f"{name} of {source.label}"
