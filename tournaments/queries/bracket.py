"""The drawing of a stage: who meets whom in which round, worked out from its facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.formats.amounts import amount
from tournaments.formats.contract import RoundKey
from tournaments.formats.playoffs import DECISION, PLAYOFF
from tournaments.formats.resolver import DECIDED, ResolvedMatch, resolve
from tournaments.formats.slots import EntrantSlot, PlaceSlot, PlannedMatch, Slot
from tournaments.formats.standings import ordinal
from tournaments.models import Entrant, Match, Stage, Tournament
from tournaments.queries.seen import BracketSeen, MatchSeen, RoundSeen, RowSeen, StageSeen
from tournaments.queries.staged import StageRead, event_of, read_stage
from tournaments.queries.standings import standings_of_stage
from tournaments.stage_plans import plans_of

LEADING = 6
APART_WORDS = {PLAYOFF: "Playoff", DECISION: "Decision"}


def bracket_of(tournament_id: int, stage: int | None = None) -> BracketSeen:
    """The stage of that number, the newest where None. Raises TournamentNotFound, StageNotFound."""
    event = event_of(tournament_id)
    read = read_stage(event, stage)
    taking_part = len(read.state.entrants)
    seats = read.format.seats(read.config)
    can_be_played = taking_part > 1 and not read.format.validate(read.config, taking_part)
    is_tree = all(
        not isinstance(slot, EntrantSlot) for match in read.state.matches for slot in match.slots
    )
    shows_leading = read.number and (seats > 2 or not is_tree)
    return BracketSeen(
        state=event.state,
        is_drawn=event.started_at is not None,
        seats=seats,
        rounds=_rounds(read),
        outline=read.format.outline(read.config, taking_part) if can_be_played else (),
        leading=standings_of_stage(read).rows[:LEADING] if shows_leading else (),
        stage=max(read.number, 1),
        stages=_stages(event, read),
        is_tree=is_tree,
    )


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
            settings_words=plan.style.describe(plan.config),
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
    """Who has a bye in which round: everybody whose first match lies in a later one."""
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
        place_slot = slot if isinstance(slot, PlaceSlot) else None
        rows.append(
            RowSeen(
                slot=index,
                entrant_id=entrant_id,
                player_id=entrant.player_id if entrant else None,
                player_public_id=entrant.player.public_id if entrant else None,
                name=name_of(entrant) if entrant else "",
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
