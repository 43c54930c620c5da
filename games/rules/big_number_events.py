"""Big Number: what a ply told everybody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .big_number_cards import CARD_NAMES, names_of
from .big_number_flow import completed
from .big_number_state import Move, Pass, Play, State, counts_of
from .protocol import Json, Outcome, Seat

Told = Mapping[str, Json]


def told(
    before: State, seat: Seat, move: Move | None, after: State, outcome: Outcome | None
) -> tuple[Told, ...]:
    """The act first, then what followed from it."""
    return (_told_of_act(before, seat, move, after), *_consequences(before, seat, after, outcome))


def _told_of_act(before: State, seat: Seat, move: Move | None, after: State) -> Told:
    if move is None:
        return {"type": "leave", "seat": seat, "reason": after.sheet.leavers[-1].reason}
    if isinstance(move, Pass):
        return {"type": "pass", "seat": seat}
    play = completed(before, seat, move)
    return {
        "type": "play",
        "seat": seat,
        "cards": names_of(play.cards.cards),
        "take": None if play.take is None else CARD_NAMES[play.take],
        "left": _left(before, seat, play),
    }


def _left(before: State, seat: Seat, play: Play) -> int:
    """Told from before the play: after it a new deal may have begun."""
    return counts_of(before)[seat] - play.cards.size + (play.take is not None)


def _consequences(
    before: State, seat: Seat, after: State, outcome: Outcome | None
) -> Iterator[Told]:
    is_new_deal = after.sheet.number > before.sheet.number
    if is_new_deal or (outcome is not None and outcome.why == "played_out"):
        yield _told_of_deal(before, seat, after)
    if outcome is not None:
        yield {"type": "over", "places": list(outcome.places), "why": outcome.why}
    elif is_new_deal:
        yield {"type": "deal", "deal": after.sheet.number, "leads": after.turn}
    elif before.middle is not None and after.middle is None:
        yield {"type": "round_over", "leads": after.turn}


def _told_of_deal(before: State, seat: Seat, after: State) -> Told:
    """Counts at its end are public, the cards left are not (N25)."""
    counts = [0 if one == seat else left for one, left in enumerate(counts_of(before))]
    return {
        "type": "deal_over",
        "deal": before.sheet.number,
        "out": seat,
        "counts": counts,
        "points": list(after.sheet.points),
    }
