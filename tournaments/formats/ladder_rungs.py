"""Who stands on which rung, and who challenges whom."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.idle import Floor
from tournaments.formats.slots import EntrantFact, StageState


def rungs(state: StageState, *, inserts: bool) -> list[int]:
    """Entrants from the top rung down, the disqualified last.

    Matches count in the order in which they were made, so that it does not matter which of two
    at the same time ended first. A tie leaves all where they are.
    """
    order = [each.id for each in sorted(state.entrants, key=lambda each: each.seed)]
    for match in state.matches:
        outcome = state.results.get(match.key)
        if outcome is None or len(outcome.entrants) != 2 or outcome.cause == "walkover":
            continue
        if outcome.places[0] != outcome.places[1]:
            best = outcome.places.index(min(outcome.places))
            _climb(order, outcome.entrants[best], outcome.entrants[1 - best], inserts)
    gone = {each.id for each in state.entrants if each.disqualified}
    return sorted(order, key=gone.__contains__)


def _climb(order: list[int], winner: int, loser: int, inserts: bool) -> None:
    """The winner takes the loser's rung if that is above its own."""
    below, above = order.index(winner), order.index(loser)
    if below < above:
        return
    if inserts:
        order.insert(above, order.pop(below))
    else:
        order[above], order[below] = winner, loser


def challenges(
    floor: Floor, order: Sequence[int], reach: int
) -> list[tuple[EntrantFact, EntrantFact]]:
    """(who challenges, who is challenged), at most one of them for everybody who is free.

    Who has played least chooses first, the lower rung before the higher. Rungs of those who left
    are not counted. Two who have just met meet again only when nobody else plays who could come
    between them.
    """
    pairs = _chosen(floor, order, reach, may_repeat=False)
    if pairs or floor.open:
        return pairs
    return _chosen(floor, order, reach, may_repeat=True)


def _chosen(
    floor: Floor, order: Sequence[int], reach: int, *, may_repeat: bool
) -> list[tuple[EntrantFact, EntrantFact]]:
    by_id = {each.id: each for each in floor.active}
    standing = [by_id[entrant] for entrant in order if entrant in by_id]
    rung = {each.id: here for here, each in enumerate(standing)}
    free = {each.id for each in floor.free}
    pairs: list[tuple[EntrantFact, EntrantFact]] = []
    for each in sorted(floor.free, key=lambda each: (floor.played[each.id], -rung[each.id])):
        if each.id not in free:
            continue
        own = rung[each.id]
        for above in reversed(standing[max(own - reach, 0) : own]):
            if above.id in free and (may_repeat or not floor.just_met(each, above)):
                free -= {each.id, above.id}
                pairs.append((each, above))
                break
    return pairs
