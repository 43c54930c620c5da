"""Who goes on to the next stage, and what is done where equals stand on both sides of the cut."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.formats.seeding import drawn_order
from tournaments.formats.slots import Stream
from tournaments.formats.standings import StandingRow

CUT_POLICIES = (
    "higher_seed",
    "lot",
    "all_through",
    "none_through_if_over",
    "playoff",
    "require_decisive",
)
# What the policies that decide nothing by themselves wait for.
NEEDS = {"playoff": "playoff", "require_decisive": "decision"}
FEWEST = 2
# A stage of one entrant would have nothing to play.


@dataclass(frozen=True, slots=True)
class CutResult:
    """`advancing` best first; `tied` are those who shared the last places that go on.

    `spots` of the tied go on. `policy` is the one that parted them, empty without a tie; while it
    `needs` a `playoff` or a director's `decision`, none of the tied is among the advancing.
    """

    advancing: tuple[int, ...]
    tied: tuple[int, ...] = ()
    spots: int = 0
    policy: str = ""
    needs: str = ""

    @property
    def needs_playoff(self) -> bool:
        """The tied have to play for the places that are left."""
        return self.needs == "playoff"

    def decided(self, through: Sequence[int]) -> CutResult:
        """The same once those of the tied who go on are known, in their order."""
        return replace(self, advancing=(*self.advancing, *through), needs="")


def cut(
    order: Sequence[int],
    levels: Mapping[int, Hashable],
    take: int,
    policy: str,
    stream: Stream,
    *,
    seeds: Mapping[int, int],
    can_take: Callable[[int], bool] = lambda number: True,
) -> CutResult:
    """The first `take` of `order` go on; equal `levels` across the cut are parted by the policy.
    Equals with others between them, as those whom a league moves, the order itself has parted.

    `all_through` lets all of the tied on if the next stage `can_take` so many, and
    `none_through_if_over` none of them if the next stage can do without; else the higher seed
    decides, and the result says so.
    """
    if take >= len(order) or levels[order[take - 1]] != levels[order[take]]:
        return CutResult(tuple(order[:take]))
    first, last = take - 1, take
    while first and levels[order[first - 1]] == levels[order[take]]:
        first -= 1
    while last + 1 < len(order) and levels[order[last + 1]] == levels[order[take]]:
        last += 1
    clear, tied = tuple(order[:first]), tuple(order[first : last + 1])
    undecided = CutResult(clear, tied, take - first, policy, NEEDS.get(policy, ""))
    if undecided.needs:
        return undecided
    return _parted(undecided, stream, seeds, can_take)


def _parted(
    result: CutResult,
    stream: Stream,
    seeds: Mapping[int, int],
    can_take: Callable[[int], bool],
) -> CutResult:
    by_seed = tuple(sorted(result.tied, key=lambda each: seeds[each]))
    above = len(result.advancing)
    match result.policy:
        case "lot":
            return result.decided(drawn_order(by_seed, stream)[: result.spots])
        case "all_through" if can_take(above + len(by_seed)):
            return result.decided(by_seed)
        case "none_through_if_over" if above >= FEWEST and can_take(above):
            return result.decided(())
    return replace(result, policy="higher_seed").decided(by_seed[: result.spots])


def cuts_of_stage(
    rows: Sequence[StandingRow],
    order: Sequence[int],
    stream: Stream,
    *,
    take: int | None,
    per_group: int | None,
    policy: str,
    seeds: Mapping[int, int],
    can_take: Callable[[int], bool] = lambda number: True,
) -> tuple[CutResult, ...]:
    """One cut through all, or one through each group; with neither number everybody goes on.

    `order` is the format's `going_on` without those who have left.
    """
    row_of = {row.entrant: row for row in rows}
    if per_group is None:
        levels = {each: _level(row_of[each]) for each in order}
        most = len(order) if take is None else take
        return (cut(order, levels, most, policy, stream, seeds=seeds, can_take=can_take),)
    places = {each: row_of[each].place for each in order}
    groups: dict[str, list[int]] = {}
    for row in rows:
        if row.entrant in places:
            groups.setdefault(row.group, []).append(row.entrant)
    # How many of other groups go on is not known here, so that no group can be refused more.
    return tuple(
        cut(members, places, per_group, policy, stream, seeds=seeds) for members in groups.values()
    )


def _level(row: StandingRow) -> Hashable:
    """Equal for those whom nothing parts; members of different groups where they compare."""
    return (row.group, row.place) if row.across is None else row.across


def in_order(order: Sequence[int], results: Sequence[CutResult]) -> tuple[int, ...]:
    """All who go on, as they are seeded into the next stage; a decided tie keeps its order."""
    if len(results) == 1:
        return results[0].advancing
    through = {each for result in results for each in result.advancing}
    return tuple(each for each in order if each in through)
