"""Trees of two-seat matches for any number of entrants, with or without a second life."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tournaments.formats.drops import dropped
from tournaments.formats.quick import quick_match, quick_place
from tournaments.formats.seeding import bracket_order
from tournaments.formats.slots import ByeSlot, Condition, PlaceSlot, PlannedMatch, SeedSlot, Slot

ROUND_NAMES = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}
# The one bye of all drawings here, so that it is told by identity.
BYE = ByeSlot()
WINNERS, LOSERS, FINAL = "winners", "losers", "final"
# What a pair of positions turns into: what goes on from it, and who lost there.
Met = tuple[Slot, Slot]


@dataclass(frozen=True, slots=True)
class Part:
    """How the matches of one round of one part of a drawing are told from others."""

    letter: str
    index: int
    round: int
    section: str = ""
    label: str = ""


def seeded_leaves(entrants: int, order: Sequence[int] = ()) -> tuple[Slot, ...]:
    """The first line of a tree, in the usual order of seeds; those that nobody holds are byes."""
    order = order or bracket_order(1 << (entrants - 1).bit_length())
    return tuple(SeedSlot(seed) if seed <= entrants else BYE for seed in order)


def plan_bracket(entrants: int, order: Sequence[int] = ()) -> tuple[PlannedMatch, ...]:
    """All matches, round by round. Byes never become matches: their entrant is routed on.

    Match i of a round is fed by positions 2i-1 and 2i of the round before. `entrants` >= 2; the
    seeds stand in the `order` of the leaves, the usual one if none is given.
    """
    line = seeded_leaves(entrants, order)

    def part(index: int, pairs: int) -> Part:
        return Part("W", index, index, label="Final" if pairs == 1 else "")

    return plan_tree(line, part)


def plan_tree(line: Sequence[Slot], part: Callable[[int, int], Part]) -> tuple[PlannedMatch, ...]:
    """A tree over the line of slots; `part(index, pairs)` names its rounds, from 1."""
    matches: list[PlannedMatch] = []
    index = 1
    while len(line) > 1:
        met = meet_all(line, part(index, len(line) // 2), 0 if len(line) == 2 else 1, matches)
        line = [winner for winner, _ in met]
        index += 1
    return tuple(matches)


def plan_double(entrants: int, final: str) -> tuple[PlannedMatch, ...]:
    """Winners' and losers' matches and the final, in order of time; `entrants` >= 2.

    The losers of winners round 1 play each other; those of a later winners round r come into
    losers round 2(r - 1). `final` is `none`, `single` or `reset`.
    """
    matches: list[PlannedMatch] = []
    if entrants == 2 and final != "none":
        return _grand_final(SeedSlot(1), SeedSlot(2), 1, final)
    winners: Sequence[Slot] = seeded_leaves(entrants)
    losers: Sequence[Slot] = ()
    index, depth = 1, (entrants - 1).bit_length()
    while len(winners) > 1:
        label = "Winners final" if len(winners) == 2 else ""
        # Each winners round is played when those it sends down are needed, so that both parts
        # move on together and nobody waits long.
        time = max(1, 2 * index - 2)
        met = meet_all(winners, Part("W", index, time, WINNERS, label), 1, matches)
        winners = [winner for winner, _ in met]
        fallen = dropped([loser for _, loser in met], index)
        losers = _losers_round(losers, fallen, index, is_last=index == depth, matches=matches)
        index += 1
    if final != "none":
        matches += _grand_final(winners[0], losers[0], 2 * depth, final)
    return tuple(sorted(matches, key=lambda match: (match.round, match.section == LOSERS)))


def _losers_round(
    alive: Sequence[Slot],
    fallen: Sequence[Slot],
    index: int,
    *,
    is_last: bool,
    matches: list[PlannedMatch],
) -> Sequence[Slot]:
    """Let in who fell in a winners round, then halve the field for those of the next one."""
    if index == 1:
        line = fallen
    else:
        both = [slot for pair in zip(fallen, alive, strict=True) for slot in pair]
        line = _survivors(both, 2 * index - 2, "Losers final" if is_last else "", matches)
    if is_last:
        return line
    return _survivors(line, 2 * index - 1, "", matches)


def _survivors(
    line: Sequence[Slot], index: int, label: str, matches: list[PlannedMatch]
) -> list[Slot]:
    met = meet_all(line, Part("L", index, index + 1, LOSERS, label), 1, matches)
    return [winner for winner, _ in met]


def _grand_final(winner: Slot, loser: Slot, time: int, final: str) -> tuple[PlannedMatch, ...]:
    """The final and, where asked for, the match that follows if the unbeaten one loses it."""
    is_reset = final == "reset"
    first = PlannedMatch(
        "GF1", time, 1, "", "Grand final", (winner, loser), 1 if is_reset else 0, FINAL
    )
    if not is_reset:
        return (first,)
    again = (PlaceSlot("GF1", 1), PlaceSlot("GF1", 2))
    return first, PlannedMatch(
        "GF2", time + 1, 1, "", "Reset", again, 0, FINAL, condition=Condition("GF1", 1)
    )


def meet_all(
    line: Sequence[Slot], part: Part, advance: int, matches: list[PlannedMatch]
) -> list[Met]:
    """Pair a line of slots; where both are there, a match is added to decide it."""
    met: list[Met] = []
    prefix, time, section = f"{part.letter}{part.index}.", part.round, part.section
    for number, pair in enumerate(zip(line[::2], line[1::2], strict=True), start=1):
        if pair[1] is BYE:
            met.append((pair[0], BYE))
        elif pair[0] is BYE:
            met.append((pair[1], BYE))
        else:
            key = f"{prefix}{number}"
            label = part.label or key
            matches.append(quick_match(key, time, number, label, pair, advance, section))
            met.append((quick_place(key, 1), quick_place(key, 2)))
    return met


def bracket_round_name(round_number: int, rounds: int) -> str:
    """What a round of the tree is called; a round is named by its size with all byes in it."""
    matches = 1 << (rounds - round_number)
    return ROUND_NAMES.get(matches, f"Round of {2 * matches}")


def double_round_names(rounds: Iterable[tuple[str, int]]) -> dict[tuple[str, int], str]:
    """What the rounds of a drawing with two lives are called, by section and round."""
    keys = sorted(rounds)
    last = dict(keys)
    first = dict(reversed(keys))
    return {key: _double_round_name(*key, first[key[0]], last[key[0]]) for key in keys}


def _double_round_name(section: str, number: int, first: int, last: int) -> str:
    if section == FINAL:
        return "Grand final" if number == first else "Reset"
    if number == last:
        return f"{section.capitalize()} final"
    index = number - 1 if section == LOSERS else 1 + number // 2
    return f"{section.capitalize()} round {index}"
