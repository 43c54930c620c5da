"""Double elimination at tables in numbers: what each round is, from how many are left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from tournaments.formats.bracket import FINAL, LOSERS, WINNERS
from tournaments.formats.contract import RoundKey
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
