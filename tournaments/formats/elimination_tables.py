"""Single elimination at tables of three and more: rounds to come, and standings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.careers import GONE, Career, careers_of, distance, place_in, told_end
from tournaments.formats.resolver import ResolvedMatch, resolve
from tournaments.formats.slots import EntrantFact, EntrantSlot, PlannedMatch, StageState
from tournaments.formats.standings import StandingRow, shared_places
from tournaments.formats.table_tree import plan_next
from tournaments.formats.tables import best_losers, fewest_byes


@dataclass(frozen=True, slots=True)
class Tables:
    """Seats of a table, how many go on from it, and how many of the best losers beside them."""

    seats: int
    advance: int
    wildcards: int


def has_final(state: StageState) -> bool:
    """The last match is published: no further round can follow."""
    return any(match.advance == 0 for match in state.matches)


def next_tables(state: StageState, tables: Tables) -> tuple[PlannedMatch, ...]:
    """The round that follows once all published matches are decided; () at the end."""
    if has_final(state):
        return ()
    resolved = resolve(state)
    if not all(match.is_decided for match in resolved.values()):
        return ()
    careers = careers_of(state, resolved)
    through, lucky = _going_on(state, careers, tables)
    if len(through) + len(lucky) < 2:
        return ()
    current = max(match.round for match in state.matches)
    # Who came back as a loser plays in any case: a bye would be a second present.
    byes_had = {each: current - careers[each].seated for each in through}
    return plan_next(
        (*through, *lucky),
        lambda entrant: byes_had.get(entrant, GONE),
        lambda slot: _last_key(careers[slot.entrant]) if isinstance(slot, EntrantSlot) else None,
        round_number=current + 1,
        seats=tables.seats,
        advance=tables.advance,
    )


def _last_key(career: Career) -> str | None:
    return career.match.key if career.match else None


def _going_on(
    state: StageState, careers: Mapping[int, Career], tables: Tables
) -> tuple[list[int], list[int]]:
    """Who got through the round that is over, and the best of its losers; each best first."""
    current = max(match.round for match in state.matches)
    keys = {each.id: _rank_key(state, careers[each.id], each) for each in state.entrants}
    ranked = sorted((each for each in state.entrants if each.active), key=lambda e: keys[e.id])
    through = [each.id for each in ranked if _got_through(careers[each.id], each.id)]
    losers = [
        each.id
        for each in ranked
        if careers[each.id].round == current and not _got_through(careers[each.id], each.id)
    ]
    wildcards = best_losers(len(losers), tables.wildcards)
    while wildcards and _byes(len(through) + wildcards, tables) > len(through):
        wildcards -= 1
    return through, losers[:wildcards]


def _byes(entrants: int, tables: Tables) -> int:
    return 0 if entrants <= tables.seats else fewest_byes(entrants, tables.seats, tables.advance)


def _rank_key(state: StageState, career: Career, entrant: EntrantFact) -> tuple[int, Fraction, int]:
    """By place, distance from the table's first, and seed."""
    return career.place, distance(career, entrant.id, state.results), entrant.seed


def _got_through(career: Career, entrant: int) -> bool:
    """It went on from its last match, or had none yet."""
    if career.match is None or career.made is None:
        return True
    return career.has_ended and entrant in career.made.order[: career.match.advance]


def table_standings(state: StageState, tables: Tables) -> tuple[StandingRow, ...]:
    """By how far an entrant came; who falls in one round shares a place, but in the final."""
    resolved = resolve(state)
    careers = careers_of(state, resolved)
    pending = _pending_round(state, resolved, tables)
    final = next((match.round for match in state.matches if match.advance == 0), None)
    ends = {each.id: _End(each, careers[each.id], final, pending) for each in state.entrants}
    ranked = sorted(
        state.entrants, key=lambda each: (ends[each.id].key, ends[each.id].place, each.seed)
    )
    places = shared_places([ends[each.id].key for each in ranked])
    return tuple(ends[entrant.id].row(place) for entrant, place in zip(ranked, places, strict=True))


def _pending_round(
    state: StageState, resolved: Mapping[str, ResolvedMatch], tables: Tables
) -> int | None:
    """The round whose losers may still come back; None where nobody can."""
    if not tables.wildcards or has_final(state):
        return None
    current = max((match.round for match in state.matches), default=1)
    is_open = any(
        not resolved[match.key].is_decided for match in state.matches if match.round == current
    )
    return current if is_open else None


class _End:
    """How far one entrant came."""

    def __init__(
        self, entrant: EntrantFact, career: Career, final: int | None, pending: int | None
    ) -> None:
        self._entrant, self._career = entrant, career
        is_through = _got_through(career, entrant.id)
        plays = career.match is not None and not career.has_ended
        self._has_fallen = not entrant.active or not (is_through or plays)
        self.may_return = self._has_fallen and entrant.active and career.round == pending
        self.place = career.place
        reached = career.round + (is_through and career.match is not None)
        if not self._has_fallen:
            self.key = (0, -reached, self.place)
        else:
            is_final = career.has_ended and career.round == final
            first = 2 if entrant.disqualified else 1
            self.key = (first, -reached, place_in(career) if is_final else 0)

    def row(self, place: int) -> StandingRow:
        return StandingRow(
            entrant=self._entrant.id,
            place=place,
            points=Fraction(self._career.won),
            tie_breaks=(),
            explanation=self._told(),
            is_out=self._has_fallen and not self.may_return,
            played=self._career.played,
        )

    def _told(self) -> str:
        if not self._has_fallen:
            return f"Still in, round {-self.key[1]}."
        if not self._entrant.active and _got_through(self._career, self._entrant.id):
            return f"Withdrew before its match of round {-self.key[1]}."
        told = told_end(self._career, self._entrant.id)
        return f"{told} May still go on as one of the best losers." if self.may_return else told
