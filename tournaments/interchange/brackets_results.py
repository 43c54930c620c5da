"""The results of a brackets-model file as those of our drawing, found by who meets whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.formats.resolver import ResolvedMatch, resolve
from tournaments.formats.slots import MatchOutcome, PlannedMatch, StageState
from tournaments.interchange.brackets_reading import ImportedMatch
from tournaments.interchange.brackets_words import NotABracket

# In these parts a round of theirs is one of ours; byes part those of the losers.
SAME_ROUNDS = ("", "winners")
Resolved = Mapping[str, ResolvedMatch]
Meeting = tuple[str, frozenset[str], int]


class OtherDrawing(NotABracket):
    """A match of the file does not come about in our drawing, or cannot end that way."""

    code = "other_drawing"


def outcomes_of(
    matches: Sequence[ImportedMatch], state: StageState, names: Mapping[int, str]
) -> tuple[MatchOutcome, ...]:
    """What is decided in the file, sources before what they feed; `names` of our entrants.

    Raises OtherDrawing, also where two meet in the file who do not meet here.
    """
    drawing = _Drawing(state, names)
    left = list(matches)
    found: list[MatchOutcome] = []
    while left:
        drawing.look()
        known = [match for match in left if drawing.has(match)]
        if not known:
            raise drawing.refusal(left[0])
        outcomes = [drawing.outcome(match) for match in known if drawing.counts(match)]
        drawing.decide(outcomes)
        found += outcomes
        left = [match for match in left if not drawing.has(match)]
    return tuple(found)


def _meeting(match: ImportedMatch) -> Meeting:
    return match.section, frozenset(match.names), match.meeting


class _Drawing:
    """Our matches by who comes to them, as far as that is known."""

    def __init__(self, state: StageState, names: Mapping[int, str]) -> None:
        self._state = state
        self._names = names
        self._ids = {name: key for key, name in names.items()}
        rounds = dict.fromkeys(sorted((match.section, match.round) for match in state.matches))
        self._round: dict[tuple[str, int], int] = {}
        for section, number in rounds:
            before = sum(name == section for name, _ in self._round)
            self._round[section, number] = before + 1

    def look(self) -> None:
        """Work out who meets whom by now."""
        self._resolved: Resolved = resolve(self._state)
        self._of: dict[Meeting, PlannedMatch] = {}
        for match in self._state.matches:
            pair = self._pair(match)
            if len(pair) == 2:
                meeting = 0
                while (match.section, pair, meeting) in self._of:
                    meeting += 1
                self._of[match.section, pair, meeting] = match

    def _pair(self, match: PlannedMatch) -> frozenset[str]:
        entrants = self._resolved[match.key].entrants
        return frozenset(self._names[each] for each in entrants if each is not None)

    def has(self, match: ImportedMatch) -> bool:
        here = self._of.get(_meeting(match))
        return here is not None and not self._is_elsewhere(match, here)

    def counts(self, match: ImportedMatch) -> bool:
        """It was decided, and had to be: there two meet again even where the final said enough."""
        here = self._of[_meeting(match)]
        return bool(match.places) and self._resolved[here.key].state != "skipped"

    def _is_elsewhere(self, match: ImportedMatch, here: PlannedMatch) -> bool:
        """In a tree the round has to agree; where everybody meets it is only an order of play."""
        if here.section not in SAME_ROUNDS or not here.advance:
            return False
        return self._round[here.section, here.round] != match.round

    def outcome(self, match: ImportedMatch) -> MatchOutcome:
        here = self._of[_meeting(match)]
        if here.advance and match.places == (1, 1):
            one, other = match.names
            raise OtherDrawing(
                f"{match.told} of the file is a draw of {one} and {other}; here it is {here.key},"
                " from which one goes on."
            )
        rows = sorted(zip(match.places, range(2), strict=True))
        order = [index for _, index in rows]
        return MatchOutcome(
            here.key,
            tuple(self._ids[match.names[index]] for index in order),
            tuple(place for place, _ in rows),
            "walkover" if match.is_forfeit else "override",
            tuple(match.scores[index] for index in order) if match.scores else (),
        )

    def decide(self, outcomes: Sequence[MatchOutcome]) -> None:
        results = {**self._state.results, **{outcome.key: outcome for outcome in outcomes}}
        self._state = replace(self._state, results=results)

    def refusal(self, match: ImportedMatch) -> OtherDrawing:
        """What the file says, and what stands here."""
        one, other = match.names
        here = self._of.get(_meeting(match))
        if here is not None:
            stands = f"here they meet in {here.key}"
        else:
            stands = f"here {self._whereabouts(one, match)}, and {self._whereabouts(other, match)}"
            if match.section == "losers":
                stands += " (losers fall into other places here than by its seedOrdering)"
        return OtherDrawing(f"{match.told} of the file is {one} against {other}; {stands}.")

    def _whereabouts(self, name: str, match: ImportedMatch) -> str:
        """Whom somebody meets in the same part of the drawing, in that round or at last."""
        own = [
            here
            for here in self._state.matches
            if here.section == match.section and name in self._pair(here)
        ]
        same = [here for here in own if self._round[here.section, here.round] == match.round]
        if not own:
            return f"{name} has no match there"
        here = (same or own)[-1]
        others = self._pair(here) - {name}
        if not others:
            return f"{name} waits in {here.key}"
        return f"{name} meets {min(others)} in {here.key}"
