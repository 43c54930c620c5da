"""Double elimination at tables of three and more: who goes on, who drops, who is left.

While more are unbeaten than go on from one table, they play among themselves; who does not go on
drops to the losers, who play at the same time and go home with their second loss. Once all
unbeaten entrants fit beside the losers who are left, one table decides. Each round depends on
who is still there, so that rounds are planned one after the other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tournaments.formats.bracket import FINAL, LOSERS, WINNERS
from tournaments.formats.careers import Career, careers_of, distance
from tournaments.formats.contract import RoundKey
from tournaments.formats.drops import reversed_bits
from tournaments.formats.rematches import with_fewer_rematches
from tournaments.formats.resolver import ResolvedMatch, resolve
from tournaments.formats.seeding import snake
from tournaments.formats.slots import (
    EntrantSlot,
    PlannedMatch,
    SeedSlot,
    Slot,
    StageState,
)
from tournaments.formats.tables import RoundOutline, outline_tables

FINAL_NAMES = ("Final table", "Reset")


@dataclass(frozen=True, slots=True)
class DoubleTables:
    """Seats of a table, how many go on from it, and whether the unbeaten may lose the final."""

    seats: int
    advance: int
    has_reset: bool


@dataclass(frozen=True, slots=True)
class Step:
    """What the next round is: tables of either part, or neither, which means the final."""

    winners: RoundOutline | None
    losers: RoundOutline | None


def next_step(winners: int, losers: int, tables: DoubleTables) -> Step:
    """From the numbers of those who are left. Every step sends at least one of them down."""
    if winners > tables.advance:
        outline = outline_tables(winners, tables.seats, tables.advance)[0]
        upper = RoundOutline(winners, outline.byes, outline.sizes, tables.advance)
        return Step(upper, _losers_outline(losers, tables, tables.advance))
    room = tables.seats - winners
    if losers <= room:
        return Step(None, None)
    # The last table of the losers may send on only as many as the final has seats for.
    is_last = losers <= tables.seats
    return Step(
        None, _losers_outline(losers, tables, min(tables.advance, room) if is_last else None)
    )


def _losers_outline(losers: int, tables: DoubleTables, advance: int | None) -> RoundOutline | None:
    """None where so few are left that they all wait for those who will drop."""
    go_on = tables.advance if advance is None else advance
    if losers <= go_on:
        return None
    outline = outline_tables(losers, tables.seats, go_on)[0]
    return RoundOutline(losers, outline.byes, outline.sizes, go_on)


def outline_double_tables(entrants: int, tables: DoubleTables) -> tuple[RoundOutline, ...]:
    """All rounds if nobody withdraws; a reset is listed though it may not be called for."""
    rounds: list[RoundOutline] = []
    winners, losers = entrants, 0
    played = {WINNERS: 0, LOSERS: 0}
    while True:
        step = next_step(winners, losers, tables)
        for section, outline in ((WINNERS, step.winners), (LOSERS, step.losers)):
            if outline is None:
                continue
            played[section] += 1
            name = f"{section.capitalize()} round {played[section]}"
            is_beside = section == LOSERS and step.winners is not None
            rounds.append(replace(outline, name=name, is_beside=is_beside))
            left = outline.byes + outline.advance * len(outline.sizes)
            if section == LOSERS:
                losers += left - outline.entrants
            else:
                winners, losers = left, losers + outline.entrants - left
        if step == Step(None, None):
            break
    size = winners + losers
    may_reset = tables.has_reset and winners > 0 and losers > 0
    final = RoundOutline(size, 0, (size,), int(may_reset), "Final table")
    again = RoundOutline(winners + 1, 0, (winners + 1,), 0, "Reset")
    return (*rounds, final, again) if may_reset else (*rounds, final)


def table_round_names(rounds: Iterable[RoundKey]) -> dict[RoundKey, str]:
    """What rounds are called, by section and round; those of a part are counted from 1."""
    names: dict[RoundKey, str] = {}
    count: Counter[str] = Counter()
    for section, number in sorted(rounds):
        count[section] += 1
        index = count[section]
        name = f"{section.capitalize()} round {index}"
        names[section, number] = name if section != FINAL else FINAL_NAMES[index - 1]
    return names


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
    history = _History(state, resolved)
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


class _History:
    """Who met whom, how often each entrant had a bye, and how many rounds each part played."""

    def __init__(self, state: StageState, resolved: Mapping[str, ResolvedMatch]) -> None:
        self.met: dict[int, set[int]] = defaultdict(set)
        self.byes: Counter[int] = Counter()
        self.rounds: Counter[str] = Counter()
        self._lost: Counter[int] = Counter()
        self._fresh: set[int] = set()
        self._all = {entrant.id for entrant in state.entrants}
        for _, matches in groupby(state.matches, key=lambda match: match.round):
            self._add_round([(match, resolved[match.key]) for match in matches])

    def _add_round(self, matches: Sequence[tuple[PlannedMatch, ResolvedMatch]]) -> None:
        section = matches[0][0].section
        self.rounds[section] += 1
        seated = {each for _, made in matches for each in made.entrants if each is not None}
        lives = 0 if section == WINNERS else 1
        resting = {each for each in self._all - seated if self._lost[each] == lives}
        if not seated & self._fresh:
            # Both parts played at once: who was just then dropping did not rest meanwhile.
            resting -= self._fresh
        self.byes.update(resting)
        self._fresh = set()
        for match, made in matches:
            for entrant in made.present:
                self.met[entrant].update(made.present)
                self.met[entrant].discard(entrant)
            if section == WINNERS:
                self._fresh.update(made.order[match.advance :])
            self._lost.update(made.order[match.advance :])


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
    losers: Sequence[int], careers: Mapping[int, Career], history: _History
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
    history: _History,
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
