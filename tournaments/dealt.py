"""The tables that were dealt for matches, by the deals they play."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from games.models import Table
from games.queries import void_by_rules
from tournaments.models import MatchTable

ENDED = (Table.Status.OVER, Table.Status.VOID)
COLUMNS = (
    "match_id", "number", "part", "seating", "voided_at",
    "table_id", "table__deal_id", "table__deal__shared", "table__status",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Dealt:
    """A table of a match. `is_forfeit`: void by its own rules, which counts as not finished."""

    match_id: int
    number: int
    part: int
    seating: tuple[int, ...]
    is_struck: bool
    table_id: int
    deal_id: int
    is_shared: bool
    status: str
    is_forfeit: bool = False

    @property
    def is_ended(self) -> bool:
        return self.status in ENDED

    @property
    def is_lost(self) -> bool:
        """It counts for nothing, and its part is dealt again."""
        return self.is_struck or (self.status == Table.Status.VOID and not self.is_forfeit)


@dataclass(frozen=True, slots=True)
class Sitting:
    """All tables that play one deal: a single one, or those of a shared deal."""

    tables: tuple[Dealt, ...]

    @property
    def part(self) -> int:
        """The number of its first table in the match."""
        return min(table.part for table in self.tables)

    @property
    def entrants(self) -> frozenset[int]:
        return frozenset(entrant for table in self.tables for entrant in table.seating)

    @property
    def is_ended(self) -> bool:
        return all(table.is_ended for table in self.tables)

    @property
    def is_lost(self) -> bool:
        """One void table takes its deal with it: some have seen cards that all would play again."""
        return any(table.is_lost for table in self.tables)


@dataclass(frozen=True, slots=True)
class DealtForMatch:
    """Everything that was ever dealt for one match, in that order."""

    sittings: tuple[Sitting, ...] = ()

    @property
    def last_number(self) -> int:
        return max((table.number for own in self.sittings for table in own.tables), default=0)

    def standing(self, present: Iterable[int] | None = None) -> tuple[Sitting, ...]:
        """The sittings that count for a match of `present`, who may have been more then.

        Without `present`: for those who sit at the newest one.
        """
        whole = [each for each in self.sittings if not each.is_lost]
        if present is None:
            present = whole[-1].entrants if whole else ()
        return tuple(each for each in whole if each.entrants.issuperset(present))

    def lost_deals(self, standing: Sequence[Sitting]) -> list[tuple[int, int]]:
        """Shared deals that are to be dealt anew: which of the match's deals, its first part."""
        held = {each.part for each in standing}
        parts = sorted({each.part for each in self.sittings})
        return [(deal, part) for deal, part in enumerate(parts, start=1) if part not in held]


def dealt_for(match_ids: Collection[int]) -> dict[int, DealtForMatch]:
    """What was dealt for each of the matches, in one statement where no table is void."""
    rows = MatchTable.objects.filter(match_id__in=match_ids).order_by("match_id", "number")
    tables = [_dealt(*row) for row in rows.values_list(*COLUMNS)]
    void = [
        table.table_id
        for table in tables
        if table.is_shared and table.status == Table.Status.VOID and not table.is_struck
    ]
    forfeited = void_by_rules(void) if void else frozenset()
    by_deal: dict[int, dict[int, list[Dealt]]] = {match_id: {} for match_id in match_ids}
    for table in tables:
        kept = replace(table, is_forfeit=table.table_id in forfeited)
        by_deal[table.match_id].setdefault(table.deal_id, []).append(kept)
    return {
        match_id: DealtForMatch(tuple(Sitting(tuple(each)) for each in deals.values()))
        for match_id, deals in by_deal.items()
    }


def _dealt(
    match_id: int,
    number: int,
    part: int,
    seating: Sequence[int],
    voided_at: object,
    table_id: int,
    deal_id: int,
    is_shared: bool,
    status: str,
) -> Dealt:
    return Dealt(
        match_id=match_id,
        number=number,
        part=part,
        seating=tuple(seating),
        is_struck=voided_at is not None,
        table_id=table_id,
        deal_id=deal_id,
        is_shared=is_shared,
        status=status,
    )
