"""Double elimination at tables of three and more: who goes on, who drops, who is left.

While more are unbeaten than go on from one table, they play among themselves; who does not go on
drops to the losers, who play at the same time and go home with their second loss. Once all
unbeaten entrants fit beside the losers who are left, one table decides. Each round depends on
who is still there, so that rounds are planned one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.formats.bracket import FINAL, LOSERS, WINNERS
from tournaments.formats.careers import Career, careers_of, distance
from tournaments.formats.double_history import History
from tournaments.formats.double_steps import DoubleTables, Step, next_step
from tournaments.formats.drops import reversed_bits
from tournaments.formats.rematches import with_fewer_rematches
from tournaments.formats.resolver import resolve
from tournaments.formats.seeding import snake
from tournaments.formats.slots import (
    EntrantSlot,
    PlannedMatch,
    SeedSlot,
    Slot,
    StageState,
)
from tournaments.formats.tables import RoundOutline


def plan_double_tables(entrants: int, tables: DoubleTables) -> tuple[PlannedMatch, ...]:
    """The first round, which is the final if no more take part than could go on from a table."""
    field: list[Slot] = [SeedSlot(seed) for seed in range(1, entrants + 1)]
    outline = next_step(entrants, 0, tables).winners
    if outline is None:
        return (_final("GF1", 1, field, 0),)
    dealt = snake(field[outline.byes :], outline.sizes)
    return _matches("W", 1, 1, dealt, outline.advance)


def next_double_round(state: StageState, tables: DoubleTables) -> tuple[PlannedMatch, ...]:
    """The tables of both parts that follow once all that is published is decided; () at the end."""
    resolved = resolve(state)
    if not all(match.is_decided for match in resolved.values()):
        return ()
    careers = careers_of(state, resolved)
    finals = [match for match in state.matches if match.section == FINAL]
    if finals:
        return _reset(state, finals, careers, tables)
    ranked = _ranked(state, careers)
    winners = [each for each in ranked if careers[each].lost == 0]
    losers = [each for each in ranked if careers[each].lost == 1]
    if len(winners) + len(losers) < 2:
        return ()
    step = next_step(len(winners), len(losers), tables)
    time = 1 + max(match.round for match in state.matches)
    if step == Step(None, None):
        may_reset = tables.has_reset and winners and losers
        return (_final("GF1", time, _slots([*winners, *losers]), 1 if may_reset else 0),)
    history = History(state, resolved)
    upper = _deal(winners, WINNERS, step.winners, time, history, careers)
    lower = _deal(
        _routed(losers, careers, history), LOSERS, step.losers, time + bool(upper), history, careers
    )
    return (*upper, *lower)


def _reset(
    state: StageState,
    finals: Sequence[PlannedMatch],
    careers: Mapping[int, Career],
    tables: DoubleTables,
) -> tuple[PlannedMatch, ...]:
    """A second final of all who have a life left, if the first was won with one loss before."""
    made = _winner(finals[-1], careers)
    if len(finals) > 1 or not tables.has_reset or made is None or careers[made].lost == 0:
        return ()
    left = [
        each.id
        for each in sorted(state.entrants, key=lambda each: (each.id != made, each.seed))
        if each.active and careers[each.id].match is finals[0] and careers[each.id].lost < 2
    ]
    if len(left) < 2:
        return ()
    return (_final("GF2", finals[0].round + 1, _slots(left), 0),)


def _winner(match: PlannedMatch, careers: Mapping[int, Career]) -> int | None:
    """Who won a match that was the last of those who sat in it; None if nobody was there."""
    made = next((each.made for each in careers.values() if each.match is match), None)
    return made.order[0] if made is not None and made.order else None


def _ranked(state: StageState, careers: Mapping[int, Career]) -> list[int]:
    """All who are there, best first: by last place, distance from the first there, and seed."""
    keys = {
        each.id: (
            careers[each.id].place,
            distance(careers[each.id], each.id, state.results),
            each.seed,
        )
        for each in state.entrants
        if each.active
    }
    return sorted(keys, key=keys.__getitem__)


def _routed(
    losers: Sequence[int], careers: Mapping[int, Career], history: History
) -> tuple[int, ...]:
    """Those who just dropped after the others, each table's moved by the bit-reversed round."""
    fresh = [each for each in losers if _section(careers[each]) == WINNERS]
    tables = max((_number(careers[each]) for each in fresh), default=1)
    mask = reversed_bits(history.rounds[WINNERS], (tables - 1).bit_length())
    staying = [each for each in losers if _section(careers[each]) != WINNERS]
    # A number of tables between two powers of two leaves holes, which only makes gaps here.
    fresh.sort(key=lambda each: (careers[each].place, (_number(careers[each]) - 1) ^ mask))
    return (*staying, *fresh)


def _deal(
    field: Sequence[int],
    section: str,
    outline: RoundOutline | None,
    time: int,
    history: History,
    careers: Mapping[int, Career],
) -> tuple[PlannedMatch, ...]:
    """The tables of one part; byes go to those who had the fewest."""
    if outline is None:
        return ()
    resting = set(sorted(field, key=lambda each: history.byes[each])[: outline.byes])
    playing = [each for each in field if each not in resting]
    dealt = snake(playing, outline.sizes, lambda each: _last_key(careers[each]))
    apart = with_fewer_rematches(dealt, history.met)
    slots = tuple(_slots(table) for table in apart)
    letter = section[0].upper()
    return _matches(letter, history.rounds[section] + 1, time, slots, outline.advance)


def _matches(
    letter: str, index: int, time: int, dealt: Sequence[Sequence[Slot]], advance: int
) -> tuple[PlannedMatch, ...]:
    section = WINNERS if letter == "W" else LOSERS
    return tuple(
        PlannedMatch(key, time, number, "", key, tuple(slots), advance, section)
        for number, slots in enumerate(dealt, start=1)
        for key in (f"{letter}{index}.T{number}",)
    )


def _final(key: str, time: int, slots: Sequence[Slot], advance: int) -> PlannedMatch:
    label = "Final table" if key == "GF1" else "Reset"
    return PlannedMatch(key, time, 1, "", label, tuple(slots), advance, FINAL)


def _slots(entrants: Sequence[int]) -> tuple[Slot, ...]:
    return tuple(map(EntrantSlot, entrants))


def _section(career: Career) -> str:
    return career.match.section if career.match else WINNERS


def _number(career: Career) -> int:
    return career.match.number if career.match else 1


def _last_key(career: Career) -> str | None:
    return career.match.key if career.match else None
