"""Rounds that were drawn from results which by now say something else.

Where every later seat is a place in an earlier match, the resolver sees to it. In eliminations
whose rounds are drawn one by one the published round names entrants: if a result before it is
corrected, others than those go on. Formats in which everybody plays every round are no concern of
this: there a published pairing stands, whatever the points say later.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.formats.careers import Career, careers_of
from tournaments.formats.contract import Config, Format
from tournaments.formats.playing import FirstDrawn
from tournaments.formats.resolver import resolve
from tournaments.formats.slots import EntrantFact, EntrantSlot, PlannedMatch, StageState


@dataclass(frozen=True, slots=True)
class Misdrawn:
    """Keys of the matches that seat somebody who does not go on, and of all from their round on."""

    wrong: tuple[str, ...] = ()
    later: tuple[str, ...] = ()


def misdrawn(format_: Format, config: Config, state: StageState) -> Misdrawn:
    """The first round that is not one of those who go on now; nothing where all are.

    What a director decided to keep (a result by override) stands, whoever it names.
    """
    matches = state.matches
    known = next((i for i, match in enumerate(matches) if _names(match)), 0)
    while 0 < known < len(matches):
        time = matches[known].round
        before = _before(state, known, time)
        careers = careers_of(before, resolved := resolve(before))
        due = format_.next_round(config, before, FirstDrawn())
        last = max((match.round for match in due), default=time)
        drawn = [match for match in matches[known:] if match.round <= last]
        is_open = any(not made.is_decided for made in resolved.values())
        seated = _seated(due)
        wrong = [
            match.key
            for match in drawn
            if not _is_kept(match, state)
            and (is_open or _has_others(match, seated[match.section], careers))
        ]
        if wrong:
            return Misdrawn(tuple(wrong), tuple(match.key for match in matches[known:]))
        known += len(drawn)
    return Misdrawn()


def _before(state: StageState, known: int, time: int) -> StageState:
    """The facts from which the round was drawn, by the results as they are now."""
    named = {each for match in state.matches[known:] for each in _names(match)}
    matches = state.matches[:known]
    results = {
        match.key: state.results[match.key] for match in matches if match.key in state.results
    }
    there = tuple(_as_then(each, time, is_named=each.id in named) for each in state.entrants)
    return replace(state, entrants=there, matches=matches, results=results, live=frozenset())


def _as_then(entrant: EntrantFact, time: int, *, is_named: bool) -> EntrantFact:
    """Whoever left only later was still there."""
    until = entrant.until_round
    was_there = is_named or (until is not None and until >= time)
    return replace(entrant, active=entrant.active or was_there)


def _is_kept(match: PlannedMatch, state: StageState) -> bool:
    outcome = state.results.get(match.key)
    return outcome is not None and outcome.cause == "override"


def _has_others(match: PlannedMatch, due: set[int], careers: Mapping[int, Career]) -> bool:
    """It seats somebody who should not be there, and whose last match did not lead there either.

    The second part lets a round stand that another version drew, with other byes.
    """
    return any(_has_lost(careers[each], each) for each in _names(match) - due)


def _has_lost(career: Career, entrant: int) -> bool:
    match, made = career.match, career.made
    return match is not None and made is not None and entrant not in made.order[: match.advance]


def _seated(matches: Sequence[PlannedMatch]) -> defaultdict[str, set[int]]:
    seated: defaultdict[str, set[int]] = defaultdict(set)
    for match in matches:
        seated[match.section] |= _names(match)
    return seated


def _names(match: PlannedMatch) -> set[int]:
    return {slot.entrant for slot in match.slots if isinstance(slot, EntrantSlot)}
