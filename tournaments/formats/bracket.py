"""Trees of two-seat matches for any number of entrants, with or without a second life."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from tournaments.formats.drops import dropped
from tournaments.formats.quick import numerals, quick_matches, quick_places, quick_seed
from tournaments.formats.seeding import bracket_order
from tournaments.formats.slots import ByeSlot, Condition, PlaceSlot, PlannedMatch, SeedSlot, Slot

ROUND_NAMES = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}
# The one bye of all drawings here, so that it is told by identity.
BYE = ByeSlot()
WINNERS, LOSERS, FINAL = "winners", "losers", "final"


@dataclass(frozen=True, slots=True)
class Part:
    """How the matches of one round of one part of a drawing are told from others.

    `is_full`: there can be no bye in it.
    """

    letter: str
    index: int
    round: int
    section: str = ""
    label: str = ""
    is_full: bool = False


def seeded_leaves(entrants: int, order: Sequence[int] = ()) -> tuple[Slot, ...]:
    """The first line of a tree, in the usual order of seeds; those that nobody holds are byes."""
    order = order or bracket_order(1 << (entrants - 1).bit_length())
    if entrants == len(order):
        return tuple(map(quick_seed, order))
    return tuple([quick_seed(seed) if seed <= entrants else BYE for seed in order])


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
        advance = 0 if len(line) == 2 else 1
        line, _ = meet_all(line, part(index, len(line) // 2), advance, matches)
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
    depth = (entrants - 1).bit_length()
    for index in range(1, depth + 1):
        # Each winners round is played when those it sends down are needed, so that both parts
        # move on together and nobody waits long.
        time = max(1, 2 * index - 2)
        label = "Winners final" if index == depth else ""
        part = Part("W", index, time, WINNERS, label, is_full=index > 1)
        winners, fallen = meet_all(winners, part, 1, matches)
        arriving = dropped(list(fallen), index)
        losers = _let_in(arriving, losers, index, depth, matches) if index > 1 else arriving
    if final != "none":
        matches += _grand_final(winners[0], losers[0], 2 * depth, final)
    return tuple(matches)


def _let_in(
    arriving: Sequence[Slot],
    losers: Sequence[Slot],
    index: int,
    depth: int,
    matches: list[PlannedMatch],
) -> Sequence[Slot]:
    """Halve the field of those who have lost, for it to meet who fell in a winners round."""
    staying = _survivors(losers, 2 * index - 3, "", matches)
    both = [*arriving, *staying]
    both[::2], both[1::2] = arriving, staying
    return _survivors(both, 2 * index - 2, "Losers final" if index == depth else "", matches)


def _survivors(
    line: Sequence[Slot], index: int, label: str, matches: list[PlannedMatch]
) -> list[Slot]:
    # Who had a bye has lost to nobody: two rounds later somebody stands in every place.
    part = Part("L", index, index + 1, LOSERS, label, is_full=index > 2)
    return meet_all(line, part, 1, matches)[0]


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
) -> tuple[list[Slot], Iterator[Slot]]:
    """Pair a line of slots: the lines of who wins there, and of who loses, if anybody asks.

    Where both of a pair are there, a match is added to decide it.
    """
    pairs: list[tuple[Slot, Slot]] = list(zip(line[::2], line[1::2], strict=True))
    numbers: Sequence[int] = range(1, len(pairs) + 1)
    if not part.is_full:
        numbers = [i for i, (one, two) in enumerate(pairs, 1) if one is not BYE and two is not BYE]
    prefix = f"{part.letter}{part.index}."
    keys = [prefix + numeral for numeral in numerals(len(pairs))]
    has_byes = len(numbers) < len(pairs)
    played = pairs
    if has_byes:
        keys = [keys[number - 1] for number in numbers]
        played = [pairs[number - 1] for number in numbers]
    labels = [part.label] * len(keys) if part.label else keys
    matches += quick_matches(keys, part.round, numbers, labels, played, advance, part.section)
    winners, losers = quick_places(keys, 1), quick_places(keys, 2)
    if has_byes:
        return _with_byes(pairs, winners, losers)
    return list(winners), losers


def _with_byes(
    pairs: Sequence[tuple[Slot, Slot]], winners: Iterator[Slot], losers: Iterator[Slot]
) -> tuple[list[Slot], Iterator[Slot]]:
    """The lines of all pairs: whoever is alone has won without a match, and nobody lost."""
    decided = zip(winners, losers, strict=True)
    met = [
        (one, BYE) if two is BYE else (two, BYE) if one is BYE else next(decided)
        for one, two in pairs
    ]
    return [winner for winner, _ in met], (loser for _, loser in met)


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
