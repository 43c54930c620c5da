"""Single elimination of two-seat matches: the tree, third place, consolation, standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import itemgetter

from tournaments.formats.bracket import BYE, Part, bracket_round_name, plan_bracket, plan_tree
from tournaments.formats.careers import GONE, Career, careers_of, name_in_sentence, told_end
from tournaments.formats.contract import RoundKey
from tournaments.formats.resolver import ResolvedMatch, resolve
from tournaments.formats.seeding import bracket_order, leaf_order
from tournaments.formats.slots import (
    EntrantFact,
    EntrantSlot,
    PlaceSlot,
    PlannedMatch,
    SeedSlot,
    Slot,
    StageState,
    Stream,
)
from tournaments.formats.standings import StandingRow, shared_places
from tournaments.formats.tables import RoundOutline

MAIN, THIRD, CONSOLATION = "", "third", "consolation"


@dataclass(frozen=True, slots=True)
class Tree:
    """What is played beside the tree, and in which order the seeds stand."""

    order: str = "standard"
    third_place: bool = False
    consolation: bool = False


def plan_single(entrants: int, tree: Tree, stream: Stream) -> tuple[PlannedMatch, ...]:
    """All matches, but the consolation where byes leave open who loses its first match."""
    main = plan_bracket(entrants, leaf_order(tree.order, entrants, stream))
    rounds = main[-1].round
    beside: list[PlannedMatch] = []
    if tree.consolation and entrants == 1 << rounds and not (tree.third_place and rounds == 2):
        losers = [PlaceSlot(match.key, 2) for match in main if match.round == 1]
        beside += plan_consolation(losers, 2)
    feeders = [slot.match for slot in main[-1].slots if isinstance(slot, PlaceSlot)]
    if tree.third_place and len(feeders) == 2:
        slots = tuple(PlaceSlot(key, 2) for key in feeders)
        beside.append(PlannedMatch("T1.1", rounds, 1, "", "Third place match", slots, 0, THIRD))
    return tuple(sorted((*main, *beside), key=lambda match: match.round)) if beside else main


def outline_single(entrants: int, tree: Tree) -> tuple[RoundOutline, ...]:
    """Round by round of the tree, with what is played beside it, as far as that can be known.

    With byes the consolation holds as many as can come to it.
    """
    rounds = (entrants - 1).bit_length()
    size = 1 << rounds
    main = [_outline_round(entrants if index == 0 else size >> index) for index in range(rounds)]
    names = [bracket_round_name(index, rounds) for index in range(1, rounds + 1)]
    outlines = [replace(each, name=name) for each, name in zip(main, names, strict=True)]
    beside = _outline_consolation(entrants, tree)
    if beside:
        # It begins with round 2, or with round 3 where byes put off a first match.
        start = 2 if size == entrants else 3
        timed = list(enumerate(outlines, start=1))
        timed += [
            (start + index, replace(each, is_beside=start + index <= rounds))
            for index, each in enumerate(beside)
        ]
        outlines = [each for _, each in sorted(timed, key=itemgetter(0))]
    if tree.third_place and entrants > 3:
        outlines.append(RoundOutline(2, 0, (2,), 0, "Third place", is_beside=True))
    return tuple(outlines)


def _outline_round(entrants: int) -> RoundOutline:
    """A round of a tree; `entrants` need not be a power of two in the first one only."""
    half = 1 << (entrants - 1).bit_length() - 1
    is_final = entrants == 2
    return RoundOutline(entrants, 2 * half - entrants, (2,) * (entrants - half), int(not is_final))


def _outline_consolation(entrants: int, tree: Tree) -> list[RoundOutline]:
    size = 1 << (entrants - 1).bit_length()
    if not tree.consolation:
        return []
    last = size.bit_length() - 2 - tree.third_place
    losers = entrants - size // 2 if last >= 1 else 0
    if last >= 2:
        # Each second round match in which somebody plays for the first time has one loser.
        losers += min(size - entrants, size // 4)
    outlines: list[RoundOutline] = []
    while losers > 1:
        name = "Consolation final" if losers == 2 else f"Consolation round {len(outlines) + 1}"
        outlines.append(replace(_outline_round(losers), name=name))
        losers = 1 << (losers - 1).bit_length() - 1
    return outlines


def plan_consolation(line: Sequence[Slot], first_round: int) -> tuple[PlannedMatch, ...]:
    """A tree of those who lost their first match; its rounds begin at `first_round`."""

    def part(index: int, pairs: int) -> Part:
        label = "Consolation final" if pairs == 1 else ""
        return Part("C", index, first_round + index - 1, CONSOLATION, label)

    return plan_tree(line, part) if len(line) > 1 else ()


def due_consolation(state: StageState, tree: Tree) -> tuple[PlannedMatch, ...]:
    """The consolation, once all first matches are decided, if it is not published yet."""
    if not tree.consolation or any(match.section == CONSOLATION for match in state.matches):
        return ()
    first = _first_matches(state, tree)
    resolved = resolve(state)
    if not all(resolved[key].is_decided for key in first):
        return ()
    by_seed = {entrant.id: entrant.seed for entrant in state.entrants if entrant.active}
    losers = sorted(
        (each for key, own in first.items() for each in _losers(resolved[key], own, by_seed)),
        key=by_seed.__getitem__,
    )
    size = 1 << max(len(losers) - 1, 0).bit_length()
    line = [
        EntrantSlot(losers[seed - 1]) if seed <= len(losers) else BYE
        for seed in bracket_order(size)
    ]
    return plan_consolation(line, 3)


def _losers(
    made: ResolvedMatch, first_for: frozenset[int], there: Mapping[int, int]
) -> tuple[int, ...]:
    """Who lost the match, if it was the first one for the slot it sat in, and is still there."""
    return tuple(
        entrant
        for slot, entrant in enumerate(made.entrants)
        if slot in first_for and entrant in made.order[1:] and entrant in there
    )


def _first_matches(state: StageState, tree: Tree) -> dict[str, frozenset[int]]:
    """Match -> its slots whose entrants play there first and may go to the consolation.

    The finalists are placed by the final, and the losing semi-finalists by a third place match.
    """
    main = [match for match in state.matches if match.section == MAIN]
    last = max(match.round for match in main) - 1 - tree.third_place
    seeded = {
        match.key: frozenset(
            slot for slot, source in enumerate(match.slots) if isinstance(source, SeedSlot)
        )
        for match in main
        if match.round <= last
    }
    return {key: slots for key, slots in seeded.items() if slots}


def single_round_names(rounds: Mapping[RoundKey, int]) -> dict[RoundKey, str]:
    """What rounds are called, by section and round."""
    last = max((number for section, number in rounds if section == MAIN), default=0)
    beside = sorted(number for section, number in rounds if section == CONSOLATION)
    names: dict[RoundKey, str] = {}
    for section, number in rounds:
        if section == THIRD:
            names[section, number] = "Third place"
        elif section == MAIN:
            names[section, number] = bracket_round_name(number, last)
        elif number == beside[-1]:
            names[section, number] = "Consolation final"
        else:
            names[section, number] = f"Consolation round {beside.index(number) + 1}"
    return names


def single_standings(state: StageState, tree: Tree) -> tuple[StandingRow, ...]:
    """Losers of a round share a place, where no match for it parts them."""
    ends = _Ends(state, tree)
    keys = {each.id: ends.key(each) for each in state.entrants}
    ranked = sorted(state.entrants, key=lambda each: (keys[each.id], each.seed))
    places = shared_places([keys[each.id] for each in ranked])
    return tuple(ends.row(each, place) for each, place in zip(ranked, places, strict=True))


class _Ends:
    """How far everybody came, in the tree and beside it."""

    def __init__(self, state: StageState, tree: Tree) -> None:
        self._resolved = resolve(state)

        def careers_in(section: str) -> dict[int, Career]:
            return careers_of(state, self._resolved, lambda match: match.section == section)

        self._main = careers_in(MAIN)
        sections = {match.section for match in state.matches}
        self._third = careers_in(THIRD) if THIRD in sections else {}
        self._consolation = careers_in(CONSOLATION) if CONSOLATION in sections else {}
        self._final = max((m.round for m in state.matches if m.section == MAIN), default=1)
        self._waiting = self._may_come_back(state, tree) if tree.consolation else frozenset()

    def _may_come_back(self, state: StageState, tree: Tree) -> frozenset[int]:
        """Who lost its first match before the consolation is drawn."""
        if self._consolation:
            return frozenset()
        first = _first_matches(state, tree)
        is_open = any(not self._resolved[key].is_decided for key in first)
        if not is_open and not due_consolation(state, tree):
            return frozenset()
        return frozenset(
            entrant
            for entrant, career in self._main.items()
            if career.match and career.made and career.match.key in first
            and career.has_ended and entrant in career.made.order[1:]
            and career.made.entrants.index(entrant) in first[career.match.key]
        )  # fmt: skip

    def key(self, entrant: EntrantFact) -> tuple[int, int, int, tuple[int, int, int]]:
        career = self._main[entrant.id]
        if entrant.active and not career.has_ended:
            return (0, -career.round, 0, (0, 0, 0))
        place = career.place if career.has_ended and career.round == self._final else 0
        group = 2 if entrant.disqualified else 1
        return (group, -career.round, place, self._beside(entrant, career))

    def _beside(self, entrant: EntrantFact, career: Career) -> tuple[int, int, int]:
        """What parts those who fell in one round of the tree: smaller is better."""
        if career.round == self._final - 1 and self._third:
            third = self._third[entrant.id]
            return (0, 0, _place_beside(third, entrant, is_drawn=_is_known(self._third)))
        if career.round == 1 and self._consolation:
            own = self._consolation[entrant.id]
            if own.match is None:
                return (2, 0, 0)
            if not own.has_ended:
                return (0 if entrant.active else 1, -own.round, 0)
            is_final = own.match.advance == 0
            return (0 if is_final and own.place == 1 else 1, -own.round, own.place)
        return (0, 0, 0)

    def row(self, entrant: EntrantFact, place: int) -> StandingRow:
        career = self._main[entrant.id]
        others = [each.get(entrant.id) for each in (self._third, self._consolation)]
        beside = [each for each in others if each is not None and each.match is not None]
        plays = not career.has_ended or any(not each.has_ended for each in beside)
        is_out = not entrant.active or not (plays or entrant.id in self._waiting)
        return StandingRow(
            entrant=entrant.id,
            place=place,
            points=Fraction(career.won),
            tie_breaks=(),
            explanation=_told(entrant, career, beside),
            is_out=is_out,
            played=career.played + sum(each.played for each in beside),
        )


def _is_known(careers: Mapping[int, Career]) -> bool:
    """The match is decided."""
    return any(each.has_ended for each in careers.values())


def _place_beside(career: Career, entrant: EntrantFact, *, is_drawn: bool) -> int:
    """The place in the third place match; all alike before it is decided."""
    if not is_drawn:
        return 0 if entrant.active else GONE
    return career.place if career.match is not None else GONE


def _told(entrant: EntrantFact, career: Career, beside: Sequence[Career]) -> str:
    if entrant.active and not career.has_ended:
        return f"Still in, round {career.round}."
    told = [told_end(career, entrant.id)]
    for each in beside:
        if each.has_ended or not entrant.active:
            told.append(told_end(each, entrant.id))
        elif each.match is not None:
            told.append(f"Next is {name_in_sentence(each.match)}.")
    return " ".join(told)
