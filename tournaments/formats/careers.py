"""How each entrant fared in a stage where a loss sends people home, from its resolved matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter

from tournaments.formats.resolver import ResolvedMatch
from tournaments.formats.slots import MatchOutcome, PlaceSlot, PlannedMatch, StageState
from tournaments.formats.standings import ordinal

# Of those who withdrew before a match began: behind everybody who took part in it.
GONE = 99
NEAR = Fraction(0)


@dataclass(slots=True)
class Career:
    """`seated` matches it was drawn into, `played` at a table, got through (`won`) or not (`lost`).

    `match` is the last one it was drawn into, `made` what became of that; `place` is that of its
    last decided match, 1 before there is one, and `GONE` where it did not take part.
    """

    seated: int = 0
    played: int = 0
    won: int = 0
    lost: int = 0
    match: PlannedMatch | None = None
    made: ResolvedMatch | None = None
    place: int = 1

    @property
    def has_ended(self) -> bool:
        """Its last match is decided; only the format knows whether another one will come."""
        return self.made is not None and self.made.is_decided

    @property
    def round(self) -> int:
        return self.match.round if self.match else 1


def careers_of(
    state: StageState,
    resolved: Mapping[str, ResolvedMatch],
    counts: Callable[[PlannedMatch], bool] = lambda match: True,
) -> dict[int, Career]:
    """By entrant, from the matches that count; a match that was not called for never does."""
    careers = {entrant.id: Career() for entrant in state.entrants}
    for match in state.matches:
        made = resolved[match.key]
        if not counts(match) or (match.condition is not None and made.state == "skipped"):
            continue
        is_decided, is_played = made.is_decided, made.state == "done"
        through = made.order[: max(match.advance, 1)]
        for entrant, place in zip(made.entrants, made.places, strict=True):
            if entrant is None:
                continue
            career = careers[entrant]
            career.seated += 1
            career.match, career.made = match, made
            if not is_decided:
                continue
            took_part = entrant in made.order
            career.place = place if took_part and place else GONE
            career.played += is_played and took_part
            if entrant in through:
                career.won += 1
            else:
                career.lost += 1
    return careers


def place_in(career: Career) -> int:
    """Its place in its last match; behind all who took part, if it did not or may still play."""
    return career.place if career.has_ended else GONE


def distance(career: Career, entrant: int, results: Mapping[str, MatchOutcome]) -> Fraction:
    """How far its score was from that of its table's first: 0 for equal, 1 for the last's.

    So scores of tables that went high or low compare, whether high or low is good. Where a match
    has no scores, its places say all and everybody is as near.
    """
    outcome = results.get(career.match.key) if career.match else None
    if outcome is None or not outcome.scores or entrant not in outcome.entrants:
        return NEAR
    by_place = sorted(zip(outcome.places, outcome.scores, strict=True), key=itemgetter(0))
    first, last = by_place[0][1], by_place[-1][1]
    own = outcome.scores[outcome.entrants.index(entrant)]
    return (first - own) / (first - last) if first != last else NEAR


def feeds_of(state: StageState) -> dict[tuple[str, int], PlannedMatch]:
    """(match, place) -> the match it leads to, but for matches that may not happen."""
    return {
        (slot.match, slot.place): match
        for match in state.matches
        if match.condition is None
        for slot in match.slots
        if isinstance(slot, PlaceSlot)
    }


def name_in_sentence(match: PlannedMatch) -> str:
    """A match as part of a sentence: its key, or its name with an article."""
    if match.label == match.key or match.label[-1].isdigit():
        return match.label
    return f"the {match.label.lower()}"


def told_end(career: Career, entrant: int) -> str:
    """How its last match ended for it, as a sentence."""
    match, made = career.match, career.made
    if match is None or made is None:
        return "Withdrew before its first match."
    if not made.is_decided:
        return f"Withdrew before its match of round {match.round}."
    where = name_in_sentence(match)
    if entrant not in made.order:
        return f"Withdrew before {where}."
    if made.order[0] == entrant:
        return f"Won {where}."
    if len(match.slots) == 2:
        return f"Lost {where}."
    return f"{ordinal(place_in(career))} of {where}."
