"""A drawing in whole rounds, as brackets-model wants it: every place, also those of byes.

Up to 32 entrants the losers fall as one of its seed orderings says, so that brackets-manager can
go on with a double elimination; beyond that no numbering of ours fits them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.formats.bracket import BYE, LOSERS, WINNERS, Part, meet_all, seeded_leaves
from tournaments.formats.drops import dropped, reversed_bits
from tournaments.formats.slots import PlannedMatch, SeedSlot, Slot, StageState
from tournaments.interchange.brackets_words import ROBIN, SINGLE

# The one depth at which the losers' part has to be written in another order, and in which.
TURNED = {5: 0b111}


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a round: who comes to it, and the match there, None where somebody has a bye."""

    slots: tuple[Slot, ...]
    match: PlannedMatch | None


Round = Sequence[Place]
Group = Sequence[Round]


def groups_of(code: str, state: StageState) -> list[Group]:
    """The parts of the drawing, in the order in which the model counts them."""
    if code == ROBIN:
        names = dict.fromkeys(match.group for match in state.matches)
        return [_as_planned([m for m in state.matches if m.group == name]) for name in names]
    if code == SINGLE:
        main = [match for match in state.matches if match.section == ""]
        third = [match for match in state.matches if match.section == "third"]
        groups = [_whole(_as_planned(main), len(state.entrants)), _as_planned(third)]
    else:
        final = _as_planned([match for match in state.matches if match.section == "final"])
        has_parts = len(state.matches) > sum(map(len, final))
        groups = [*_two_lives(state), final] if has_parts else [final]
    return [group for group in groups if group]


def losers_orders(entrants: int) -> list[str]:
    """How the losers of each round but the last enter the losers' part, in the model's words."""
    depth = (entrants - 1).bit_length()
    orders = []
    for index in range(1, depth):
        width = depth - index
        moved = reversed_bits(index, width) ^ TURNED.get(depth, 0) >> index - 1
        orders.append(_order(moved, width))
    return orders


def _order(moved: int, width: int) -> str:
    """What moves the loser of match m to m XOR `moved`; "natural" also where nothing does."""
    last = (1 << width) - 1
    words = {
        1: "pair_flip",
        last >> 1: "reverse_half_shift",
        last: "reverse",
        last + 1 >> 1: "half_shift",
        0: "natural",
    }
    return words.get(moved, "natural")


def _as_planned(matches: Sequence[PlannedMatch]) -> Group:
    rounds: dict[int, list[Place]] = {}
    for match in matches:
        rounds.setdefault(match.round, []).append(Place(match.slots, match))
    return list(rounds.values())


def _whole(rounds: Group, entrants: int) -> Group:
    """With a place in the first round for everybody who comes in later."""
    if entrants.bit_count() == 1:
        return rounds
    first = {place.match.number: place for place in rounds[0] if place.match}
    later = [slot for place in rounds[1] for slot in place.slots]
    places = [
        Place((slot, BYE), None) if isinstance(slot, SeedSlot) else first[number]
        for number, slot in enumerate(later, start=1)
    ]
    return [places, *rounds[1:]]


def _two_lives(state: StageState) -> tuple[Group, Group]:
    """Winners and losers, drawn again with all byes in it."""
    by_key = {match.key: match for match in state.matches}
    rounds: dict[str, list[Round]] = {WINNERS: [], LOSERS: []}
    turn = TURNED.get((len(state.entrants) - 1).bit_length(), 0)
    for section, part, line in _lines(len(state.entrants)):
        pairs = zip(line[::2], line[1::2], strict=True)
        keys = (f"{part.letter}{part.index}.{number}" for number in range(1, len(line)))
        places = [Place(pair, by_key.get(key)) for key, pair in zip(keys, pairs, strict=False)]
        rounds[section].append(places if section == WINNERS else _turned(places, part.index, turn))
    return rounds[WINNERS], rounds[LOSERS]


def _turned(places: Sequence[Place], number: int, turn: int) -> Round:
    """The losers' round `number` where the line of its first round is written in another order."""
    index = (number + 3) // 2
    moved = [places[position ^ turn >> index - 1] for position in range(len(places))]
    if number % 2 and turn >> index - 2 & 1:
        return [Place(place.slots[::-1], place.match) for place in moved]
    return moved


def _lines(entrants: int) -> Iterator[tuple[str, Part, Sequence[Slot]]]:
    """Every round with the line of slots that meet in it, as `plan_double` draws them."""
    winners: Sequence[Slot] = seeded_leaves(entrants)
    losers: Sequence[Slot] = ()
    depth = (entrants - 1).bit_length()
    for index in range(1, depth + 1):
        part = Part("W", index, index)
        yield WINNERS, part, winners
        winners, fallen = meet_all(winners, part, 1, [])
        arriving = dropped(list(fallen), index)
        if index == 1:
            losers = arriving
            continue
        for number in (2 * index - 3, 2 * index - 2):
            part = Part("L", number, number)
            if number % 2 == 0:
                both = zip(arriving, losers, strict=True)
                losers = [slot for pair in both for slot in pair]
            yield LOSERS, part, losers
            losers, _ = meet_all(losers, part, 1, [])
