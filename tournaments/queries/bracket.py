"""The drawing of a stage: who meets whom in which round, worked out from its facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.formats.amounts import amount
from tournaments.formats.chain import is_dynamic
from tournaments.formats.contract import RoundKey
from tournaments.formats.playoffs import DECISION, PLAYOFF
from tournaments.formats.resolver import DECIDED, ResolvedMatch, resolve
from tournaments.formats.slots import EntrantSlot, PlaceSlot, PlannedMatch, SeedSlot, Slot
from tournaments.formats.standings import ordinal
from tournaments.match_plans import described, plan_of
from tournaments.models import Entrant, Match, Stage, Tournament
from tournaments.queries.sat import who_sat
from tournaments.queries.seen import (
    BracketSeen,
    MatchSeen,
    RoundSeen,
    RowSeen,
    StageSeen,
    StageStandings,
    StandingSeen,
)
from tournaments.queries.staged import StageRead, event_of, read_stage
from tournaments.queries.standings import standings_of_stage
from tournaments.stage_plans import plans_of

LEADING = 6
APART_WORDS = {PLAYOFF: "Playoff", DECISION: "Decision"}


def bracket_of(
    tournament_id: int, stage: int | None = None, *, standings: bool = False
) -> BracketSeen:
    """The stage of that number, the newest where None; with `standings` even if it is a tree.

    Raises TournamentNotFound, StageNotFound.
    """
    event = event_of(tournament_id)
    read = read_stage(event, stage)
    read = replace(read, sat=who_sat(event, read.number, read.entrants))
    taking_part = len(read.state.entrants)
    seats = read.format.seats(read.config)
    can_be_played = taking_part > 1 and not read.format.validate(read.config, taking_part)
    shape = _shape(read)
    counts = seats > 2 or shape != "tree"
    told = standings_of_stage(read) if read.number and (counts or standings) else None
    return BracketSeen(
        state=event.state,
        is_drawn=event.started_at is not None,
        seats=seats,
        rounds=_rounds(read),
        outline=read.format.outline(read.config, taking_part) if can_be_played else (),
        leading=_leading(told) if counts else (),
        stage=max(read.number, 1),
        stages=_stages(event, read),
        match_plan=read.match_plan,
        shape=shape,
        standings=told,
        paused_at=event.paused_at,
    )


def _shape(stage: StageRead) -> str:
    matches = stage.counted.matches
    slots = [slot for match in matches for slot in match.slots]
    if any(match.advance for match in matches) or any(isinstance(s, PlaceSlot) for s in slots):
        return "tree"
    if any(isinstance(slot, EntrantSlot) for slot in slots):
        return "rounds"
    if not matches and is_dynamic(stage.format, stage.config):
        return "rounds"
    return "groups" if len(matches) > 1 else "tree"


def _leading(standings: StageStandings | None) -> tuple[StandingSeen, ...]:
    """The head of the standings; groups stand side by side and have none."""
    if standings is None or any(row.group for row in standings.rows):
        return ()
    return standings.rows[:LEADING]


def _stages(event: Tournament, shown: StageRead) -> tuple[StageSeen, ...]:
    """All stages of the event, empty where there is only one."""
    plans = plans_of(event)
    if len(plans) == 1:
        return ()
    rows = {row.number: row for row in Stage.objects.filter(tournament=event)}
    return tuple(
        StageSeen(
            number=plan.number,
            name=plan.style.name,
            settings_words=", ".join(
                words
                for words in (
                    plan.style.describe(plan.config),
                    described(plan_of(plan.match_plan)),
                )
                if words
            ),
            state=_stage_state(rows.get(plan.number)),
            is_shown=plan.number == max(shown.number, 1),
        )
        for plan in plans
    )


def _stage_state(row: Stage | None) -> str:
    if row is None:
        return "to come"
    return "over" if row.closed_at else "live"


def _rounds(stage: StageRead) -> tuple[RoundSeen, ...]:
    resolved = resolve(stage.state)
    planned = {match.key: match for match in stage.state.matches}
    columns: dict[RoundKey, list[MatchSeen]] = {}
    for match in stage.state.matches:
        seen = _match_seen(stage, match, resolved[match.key], planned)
        columns.setdefault((match.section, match.round), []).append(seen)
    names = round_names(stage)
    resting = _resting(stage, resolved)
    return tuple(
        RoundSeen(key[1], names[key], tuple(matches), resting.get(key[1], ()), key[0])
        for key, matches in columns.items()
    )


def round_names(stage: StageRead) -> dict[RoundKey, str]:
    """What the rounds of a stage are called, playoffs at its cut included."""
    rounds = {(match.section, match.round): match.advance for match in stage.counted.matches}
    apart = {
        (match.section, match.round): APART_WORDS[match.section]
        for match in stage.state.matches
        if match.section in APART_WORDS
    }
    return {**stage.format.round_names(stage.config, rounds), **apart}


def _resting(stage: StageRead, resolved: Mapping[str, ResolvedMatch]) -> dict[int, tuple[str, ...]]:
    """Who has a bye in which round.

    In a tree everybody whose first match lies in a later one; else whoever is there and in no
    match of it. Where there are no rounds, because pairs are made all the time, nobody has.
    """
    if any(each.name == "minutes" for each in stage.format.settings):
        return {}
    if _shape(stage) != "tree":
        return _unpaired(stage)
    first: dict[int, int] = {}
    for match in stage.state.matches:
        for entrant in resolved[match.key].entrants:
            if entrant is not None:
                first.setdefault(entrant, match.round)
    rounds = sorted({match.round for match in stage.state.matches})
    return {
        number: tuple(
            name_of(stage.entrants[fact.id])
            for fact in stage.state.entrants
            if first.get(fact.id, 0) > number
        )
        for number in rounds
    }


def _unpaired(stage: StageRead) -> dict[int, tuple[str, ...]]:
    paired: dict[int, set[int]] = {}
    for match in stage.counted.matches:
        for slot in match.slots:
            if isinstance(slot, EntrantSlot):
                paired.setdefault(match.round, set()).add(slot.entrant)
            elif isinstance(slot, SeedSlot):
                seated = stage.state.entrants[slot.seed - 1].id
                paired.setdefault(match.round, set()).add(seated)
    return {
        number: tuple(
            name_of(stage.entrants[fact.id])
            for fact in stage.state.entrants
            if fact.id not in there and fact.is_there(number)
        )
        for number, there in paired.items()
    }


def _match_seen(
    stage: StageRead,
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
        tables=table.public_ids if table else (),
    )


def _rows(
    stage: StageRead,
    match: PlannedMatch,
    made: ResolvedMatch,
    planned: Mapping[str, PlannedMatch],
) -> tuple[RowSeen, ...]:
    goes_on = set(made.order[: match.advance])
    outcome = stage.state.results.get(match.key)
    scores = dict(zip(outcome.entrants, outcome.scores, strict=False)) if outcome else {}
    rows = []
    for index, (slot, entrant_id) in enumerate(zip(match.slots, made.entrants, strict=True)):
        entrant = None if entrant_id is None else stage.entrants[entrant_id]
        former = stage.sat.get((match.key, entrant_id or 0))
        player = former or (entrant.player if entrant else None)
        place_slot = slot if isinstance(slot, PlaceSlot) else None
        rows.append(
            RowSeen(
                slot=index,
                entrant_id=entrant_id,
                player_id=player.pk if player else None,
                player_public_id=player.public_id if player else None,
                name=former.handle if former else name_of(entrant) if entrant else "",
                seed=entrant.seed if entrant else None,
                place=made.places[index],
                goes_on=entrant_id in goes_on if made.is_decided else None,
                is_gone=entrant is not None and entrant.status != Entrant.Status.ACTIVE,
                source=source_text(slot, planned),
                source_key=place_slot.match if place_slot else None,
                source_place=place_slot.place if place_slot else None,
                score=amount(scores[entrant_id]) if entrant_id in scores else "",
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


def name_of(entrant: Entrant) -> str:
    """A team's own name, or the handle of its one player."""
    return entrant.name or entrant.player.handle
