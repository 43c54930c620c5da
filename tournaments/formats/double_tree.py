"""Standings and outline of a double elimination of two-seat matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from tournaments.formats.bracket import LOSERS, WINNERS, double_round_names, plan_double
from tournaments.formats.careers import (
    Career,
    careers_of,
    feeds_of,
    name_in_sentence,
    place_in,
    told_end,
)
from tournaments.formats.resolver import resolve
from tournaments.formats.slots import EntrantFact, PlannedMatch, StageState
from tournaments.formats.standings import StandingRow, shared_places
from tournaments.formats.tables import RoundOutline

Feeds = Mapping[tuple[str, int], PlannedMatch]
Key = tuple[int, int, int]
ABOVE_ALL = 1 << 20


def tree_standings(state: StageState) -> tuple[StandingRow, ...]:
    """By the round in which an entrant plays its last match, or would if it lost from now on."""
    careers = careers_of(state, resolve(state))
    feeds = feeds_of(state)
    keys = {each.id: _key(each, careers[each.id], feeds) for each in state.entrants}
    ranked = sorted(state.entrants, key=lambda each: (keys[each.id], each.seed))
    places = shared_places([keys[each.id] for each in ranked])
    return tuple(
        _row(entrant, place, careers[entrant.id])
        for entrant, place in zip(ranked, places, strict=True)
    )


def _key(entrant: EntrantFact, career: Career, feeds: Feeds) -> Key:
    """Those still in first; losers of a round share, but where a last match parts them."""
    level, place = _end(entrant.id, career, feeds)
    if entrant.disqualified:
        return (2, -level, 0)
    if entrant.active and not career.has_ended:
        return (0, -level, career.lost)
    return (1, -level, place)


def _end(entrant: int, career: Career, feeds: Feeds) -> tuple[int, int]:
    """The round an entrant cannot fall before, and its place there if that was a last match.

    A withdrawn entrant counts as having lost everything it could still have played.
    """
    match, made = career.match, career.made
    if match is None or made is None:
        return 0, 0
    if not made.is_decided or entrant not in made.order:
        match = feeds.get((match.key, 2), match)
    if (match.key, 1) in feeds:
        return match.round, 0
    if match.section == WINNERS and made.order[:1] == (entrant,):
        return ABOVE_ALL, 1
    return match.round, place_in(career)


def _row(entrant: EntrantFact, place: int, career: Career) -> StandingRow:
    is_out = career.has_ended or not entrant.active
    return StandingRow(
        entrant=entrant.id,
        place=place,
        points=Fraction(career.won),
        tie_breaks=(),
        explanation=told_end(career, entrant.id) if is_out else _told_life(career),
        is_out=is_out,
        played=career.played,
    )


def _told_life(career: Career) -> str:
    label = name_in_sentence(career.match) if career.match else "nothing"
    return f"Still in {'with one loss' if career.lost else 'without a loss'}, next is {label}."


def outline_double(entrants: int, final: str) -> tuple[RoundOutline, ...]:
    """Round by round in time, the winners' before the losers' of the same time.

    The reset is listed, though it may not be called for.
    """
    plan = plan_double(entrants, final)
    sizes = Counter((match.section, match.round) for match in plan)
    advance = {(match.section, match.round): match.advance for match in plan}
    names = double_round_names(sizes)
    fields = _Fields(entrants, sizes)
    return tuple(
        RoundOutline(
            is_beside=section == LOSERS and (WINNERS, time) in sizes,
            entrants=fields.of(section, time),
            byes=fields.of(section, time) - 2 * count,
            sizes=(2,) * count,
            advance=advance[section, time],
            name=names[section, time],
        )
        for (section, time), count in sizes.items()
    )


class _Fields:
    """How many are in a part when one of its rounds begins, byes with them."""

    def __init__(self, entrants: int, sizes: Mapping[tuple[str, int], int]) -> None:
        self._entrants = entrants
        self._sizes = sizes

    def of(self, section: str, time: int) -> int:
        if section == WINNERS:
            return self._entrants - self._played(WINNERS, time)
        if section == LOSERS:
            # Winners matches of the same time send their losers on to the next one.
            return self._played(WINNERS, time) - self._played(LOSERS, time)
        return 2

    def _played(self, section: str, time: int) -> int:
        return sum(n for (name, when), n in self._sizes.items() if name == section and when < time)
