"""Standings of a double elimination at tables."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tournaments.formats.bracket import FINAL
from tournaments.formats.careers import Career, careers_of, place_in, told_end
from tournaments.formats.resolver import resolve
from tournaments.formats.slots import EntrantFact, StageState
from tournaments.formats.standings import StandingRow, shared_places


def table_standings(
    state: StageState, is_over: Callable[[StageState], bool]
) -> tuple[StandingRow, ...]:
    """Those still in first, the unbeaten before the others; who falls in a round shares a place."""
    careers = careers_of(state, resolve(state))
    over = is_over(state)
    keys = {each.id: _key(each, careers[each.id], over) for each in state.entrants}
    ranked = sorted(state.entrants, key=lambda each: (keys[each.id], each.seed))
    places = shared_places([keys[each.id] for each in ranked])
    return tuple(
        _row(entrant, place, careers[entrant.id], over)
        for entrant, place in zip(ranked, places, strict=True)
    )


def _is_out(entrant: EntrantFact, career: Career, over: bool) -> bool:
    return over or not entrant.active or career.lost >= 2


def _key(entrant: EntrantFact, career: Career, over: bool) -> tuple[int, int, int]:
    """The last one with a life left is in front, though it may have had nobody to meet at last."""
    is_final = career.match is not None and career.match.section == FINAL
    goes_on = not is_final and _went_on(career, entrant)
    if entrant.active and career.lost < 2 and not (over and is_final):
        return (0, career.lost, -career.round - goes_on)
    # Who left the unbeaten would not have been sent home before the next round either.
    stays = goes_on or (not is_final and career.lost == 0)
    place = place_in(career) if is_final else 0
    return (2 if entrant.disqualified else 1, -career.round - stays, place)


def _went_on(career: Career, entrant: EntrantFact) -> bool:
    match, made = career.match, career.made
    if match is None or made is None or not made.is_decided:
        return False
    return entrant.id in made.order[: match.advance]


def _row(entrant: EntrantFact, place: int, career: Career, over: bool) -> StandingRow:
    is_out = _is_out(entrant, career, over)
    return StandingRow(
        entrant=entrant.id,
        place=place,
        points=Fraction(career.won),
        tie_breaks=(),
        explanation=_told(entrant, career) if is_out else _told_life(career),
        is_out=is_out,
        played=career.played,
    )


def _told(entrant: EntrantFact, career: Career) -> str:
    """How it ended; who withdrew between two rounds has lost no match by it."""
    left = not entrant.active and career.has_ended and career.lost < 2
    if left and (career.match is None or career.match.section != FINAL):
        return f"Withdrew after round {career.round}."
    return told_end(career, entrant.id)


def _told_life(career: Career) -> str:
    return f"Still in {'with one loss' if career.lost else 'without a loss'}."
