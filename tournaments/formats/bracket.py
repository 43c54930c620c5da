"""The tree of two-seat matches for any number of entrants."""

from __future__ import annotations

from tournaments.formats.seeding import bracket_order
from tournaments.formats.slots import ByeSlot, PlaceSlot, PlannedMatch, SeedSlot, Slot

ROUND_NAMES = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}


def plan_bracket(entrants: int) -> tuple[PlannedMatch, ...]:
    """All matches, round by round. Byes never become matches: their entrant is routed on.

    Match i of a round is fed by positions 2i-1 and 2i of the round before. `entrants` >= 2.
    """
    leaves = 1 << (entrants - 1).bit_length()
    line: list[Slot] = [
        SeedSlot(seed) if seed <= entrants else ByeSlot() for seed in bracket_order(leaves)
    ]
    matches: list[PlannedMatch] = []
    round_number = 1
    while len(line) > 1:
        pairs = list(zip(line[::2], line[1::2], strict=True))
        line = []
        for number, pair in enumerate(pairs, start=1):
            slot, match = _meet(pair, round_number, number, is_final=len(pairs) == 1)
            line.append(slot)
            matches.extend(match)
        round_number += 1
    return tuple(matches)


def _meet(
    pair: tuple[Slot, Slot], round_number: int, number: int, *, is_final: bool
) -> tuple[Slot, list[PlannedMatch]]:
    """What goes on from a position of the tree, and the match that decides it, if any."""
    here = [slot for slot in pair if slot != ByeSlot()]
    if len(here) == 1:
        return here[0], []
    key = f"W{round_number}.{number}"
    label = "Final" if is_final else key
    match = PlannedMatch(key, round_number, number, "", label, pair, 0 if is_final else 1)
    return PlaceSlot(key, 1), [match]


def bracket_round_name(round_number: int, rounds: int) -> str:
    """What a round of the tree is called; a round is named by its size with all byes in it."""
    matches = 1 << (rounds - round_number)
    return ROUND_NAMES.get(matches, f"Round of {2 * matches}")
