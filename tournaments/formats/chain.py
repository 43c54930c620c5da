"""Stages one after another: what is asked of each, how many reach it, and how all are placed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tournaments.formats.cut import CUT_POLICIES, FEWEST
from tournaments.formats.registry import Format, UnknownFormat, format_for
from tournaments.formats.settings import Problem
from tournaments.formats.standings import StandingRow, shared_places

MOST_STAGES = 8
MOST_THROUGH = 4096
MOST_TRIED = 66
# No format asks for more entrants than that.
GROUPINGS = ("groups", "tiers")
STAGE_FIELDS = ("format", "config", "match_plan", "cut")
CUT_FIELDS = ("take", "per_group", "tie_policy")


@dataclass(frozen=True, slots=True)
class Cut:
    """How many go on: the first `take` of all, or the first `per_group` of each group.

    `policy` parts equals at the cut; empty where the event's own habit decides.
    """

    take: int | None
    per_group: int | None
    policy: str


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A stage as it was asked for; `cut` is the one before it, None where everybody goes on."""

    number: int
    format: str
    config: Mapping[str, Any]
    match_plan: Mapping[str, Any]
    cut: Cut | None

    @property
    def style(self) -> Format:
        return format_for(self.format)


def stage_plans(
    format_code: str,
    config: Mapping[str, Any],
    match_plan: Mapping[str, Any],
    later: Sequence[Mapping[str, Any]],
) -> tuple[StagePlan, ...]:
    """All stages of an event, whose later ones have been checked."""
    first = StagePlan(1, format_code, config, match_plan, None)
    return (first, *(_stage_plan(number, each) for number, each in enumerate(later, start=2)))


def _stage_plan(number: int, stage: Mapping[str, Any]) -> StagePlan:
    asked = stage.get("cut")
    cut = asked and Cut(asked.get("take"), asked.get("per_group"), asked.get("tie_policy") or "")
    return StagePlan(
        number, stage["format"], stage.get("config") or {}, stage.get("match_plan") or {}, cut
    )


def reaching(plans: Sequence[StagePlan], entrants: int) -> tuple[int, ...]:
    """How many play each stage if nobody leaves and ties are parted."""
    numbers = [entrants]
    for before, plan in pairwise(plans):
        numbers.append(_through(plan.cut, numbers[-1], groups_of(before, numbers[-1])))
    return tuple(numbers)


def _through(cut: Cut | None, entrants: int, groups: int) -> int:
    if cut is None:
        return entrants
    if cut.take is not None:
        return min(cut.take, entrants)
    return min((cut.per_group or 0) * groups, entrants)


def groups_of(plan: StagePlan, entrants: int) -> int:
    """In how many groups, or tiers, a stage is played; 1 where all may meet."""
    asked = {each.name: each.default for each in plan.style.settings if each.name in GROUPINGS}
    number = next((int(plan.config.get(name, usual)) for name, usual in asked.items()), 1)
    return max(1, min(number, entrants))


def known_sizes(plans: Sequence[StagePlan], entrants: int | None) -> tuple[int | None, ...]:
    """How many reach each stage, None where that depends on who comes or on the groups made."""
    sizes = [entrants]
    for plan in plans[1:]:
        take = plan.cut.take if plan.cut else None
        if plan.cut is None:
            sizes.append(sizes[-1])
        elif take is not None and entrants is not None:
            sizes.append(take if sizes[-1] is None else min(take, sizes[-1]))
        else:
            sizes.append(take)
    return tuple(sizes)


class _Nothing:
    """A stream for plans that nobody will play."""

    def below(self, n: int) -> int:
        return 0


NOTHING_DRAWN = _Nothing()


def is_dynamic(style: Format, config: Mapping[str, Any]) -> bool:
    """Whether rounds are paired one after another, so that somebody can still come in."""
    fewest = next((n for n in range(2, MOST_TRIED) if not style.validate(config, n)), None)
    return fewest is not None and not style.plan(config, fewest, NOTHING_DRAWN)


def chain_problems(later: object, *, most: int | None) -> tuple[Problem, ...]:
    """Why these stages cannot follow the first one, which at most `most` play (None: any number).

    Their configs are the formats' own business; fields are named "later_stages[0].cut.take".
    """
    if not isinstance(later, list):
        return (Problem("later_stages", f"Expected a list of stages, not {later!r}."),)
    if len(later) > MOST_STAGES - 1:
        text = f"An event has at most {MOST_STAGES} stages, not {len(later) + 1}."
        return (Problem("later_stages", text),)
    problems: list[Problem] = []
    for index, stage in enumerate(later):
        where = f"later_stages[{index}]"
        problems += _stage_problems(stage, where, most)
        if problems:
            break  # What follows is counted from here.
        take = (stage.get("cut") or {}).get("take")
        most = most if take is None else take
    return tuple(problems)


def _stage_problems(stage: object, where: str, most: int | None) -> Iterator[Problem]:
    if not isinstance(stage, dict):
        yield Problem(where, f"A stage is an object with {', '.join(STAGE_FIELDS)}.")
        return
    yield from _unknown(stage, STAGE_FIELDS, where)
    try:
        format_for(stage.get("format", ""))
    except UnknownFormat as error:
        yield Problem(f"{where}.format", str(error))
    for field in ("config", "match_plan", "cut"):
        if not isinstance(stage.get(field) or {}, dict):
            yield Problem(f"{where}.{field}", f"Expected an object, not {stage[field]!r}.")
            return
    if stage.get("cut"):
        yield from _cut_problems(stage["cut"], f"{where}.cut", most)


def _cut_problems(cut: Mapping[str, Any], where: str, most: int | None) -> Iterator[Problem]:
    yield from _unknown(cut, CUT_FIELDS, where)
    if (cut.get("take") is None) == (cut.get("per_group") is None):
        yield Problem(where, "A cut names either take or per_group: how many go on.")
        return
    if cut.get("take") is not None:
        yield from _take_problems(cut["take"], f"{where}.take", most)
    elif type(cut["per_group"]) is not int or not 1 <= cut["per_group"] <= MOST_THROUGH:
        text = f"Expected a whole number from 1 to {MOST_THROUGH}, not {cut['per_group']!r}."
        yield Problem(f"{where}.per_group", text)
    policy = cut.get("tie_policy")
    if policy is not None and policy not in CUT_POLICIES:
        text = f"Expected {' or '.join(CUT_POLICIES)}, not {policy!r}."
        yield Problem(f"{where}.tie_policy", text)


def _take_problems(take: object, where: str, most: int | None) -> Iterator[Problem]:
    if type(take) is not int or not FEWEST <= take <= MOST_THROUGH:
        text = f"Expected a whole number from {FEWEST} to {MOST_THROUGH}, not {take!r}."
        yield Problem(where, text)
    elif most is not None and take >= most:
        text = f"A cut takes fewer than the stage before has: fewer than {most}, not {take}."
        yield Problem(where, text)


def _unknown(given: Mapping[str, Any], known: Sequence[str], where: str) -> Iterator[Problem]:
    for field in sorted(map(str, set(given) - set(known))):
        yield Problem(f"{where}.{field}", f"There is no such field; there are {', '.join(known)}.")


def overall_places(
    stages: Sequence[Sequence[StandingRow]], disqualified: Collection[int] = ()
) -> dict[int, int]:
    """Everybody's place in the event, from the standings of its stages, the first one first.

    Who reached a later stage comes before all who did not; equal places of different groups share.
    Whoever was `disqualified` comes last of all.
    """
    placed: dict[int, int] = {}
    for rows in reversed(stages):
        left = [
            row for row in rows if row.entrant not in placed and row.entrant not in disqualified
        ]
        left.sort(key=lambda row: row.place)
        ahead = len(placed)
        shared = shared_places([row.place for row in left])
        placed |= {row.entrant: ahead + place for row, place in zip(left, shared, strict=True)}
    everybody = stages[0] if stages else ()
    last = len(placed) + 1
    return placed | {row.entrant: last for row in everybody if row.entrant not in placed}
