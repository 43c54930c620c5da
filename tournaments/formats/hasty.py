"""Further rounds in a hurry: to imagine the rest of an event whose field is large.

Those who have beaten about as many meet, whether or not they met before. Who wins a large event
depends on who beats whom far more than on who is spared a rematch, and a proper pairing takes so
long that it cannot be had for each of many imagined ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tournaments.formats.contract import Config, Format
from tournaments.formats.idle import Floor
from tournaments.formats.slots import EntrantFact, EntrantSlot, PlannedMatch, StageState
from tournaments.formats.tables import table_sizes


def hasty_round(format_: Format, config: Config, state: StageState) -> tuple[PlannedMatch, ...]:
    """The matches of the next round of a format that is drawn by rounds, or has none; () at the
    end. Who is last of an uneven number rests.
    """
    if state.is_closing:
        return ()
    number = 1 + max((match.round for match in state.matches), default=0)
    willing = _willing(format_, config, state, number)
    beaten = _beaten(state)
    order = sorted(willing, key=lambda each: (-beaten[each.id], each.seed))
    seats = format_.seats(config)
    sizes = (2,) * (len(order) // 2) if seats == 2 else _sizes(len(order), seats)
    return _dealt(order, sizes, number)


def _beaten(state: StageState) -> Counter[int]:
    """How many each entrant has left behind it, in all of its matches."""
    beaten: Counter[int] = Counter()
    for outcome in state.results.values():
        for entrant, place in zip(outcome.entrants, outcome.places, strict=True):
            beaten[entrant] += len(outcome.entrants) - place
    return beaten


def _willing(
    format_: Format, config: Config, state: StageState, number: int
) -> Sequence[EntrantFact]:
    """Who plays on: everybody while there are rounds, or whoever has matches left."""
    usual = {each.name: each.default for each in format_.settings}
    if "matches_each" in usual:
        most = int(config.get("matches_each", usual["matches_each"]))
        return Floor(state, most).willing if most else ()
    there = [each for each in state.entrants if each.active]
    is_over = len(there) < 2 or number > len(format_.outline(config, len(there)))
    return () if is_over else there


def _sizes(entrants: int, seats: int) -> tuple[int, ...]:
    return table_sizes(entrants, seats) if entrants > 1 else ()


def _dealt(
    order: Sequence[EntrantFact], sizes: Sequence[int], number: int
) -> tuple[PlannedMatch, ...]:
    made: list[PlannedMatch] = []
    first = 0
    for index, size in enumerate(sizes, start=1):
        slots = tuple(EntrantSlot(each.id) for each in order[first : first + size])
        key = f"H{number}.{index}"
        made.append(PlannedMatch(key, number, index, "", key, slots, 0))
        first += size
    return tuple(made)
