"""The Game: what a ply told everybody, and what it told the seat that drew cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .protocol import Events, Json, Outcome, Seat
from .the_game_moves import Briefing, End, Move, Play, Reveal, Signal, Start, dump_move
from .the_game_piles import PILES
from .the_game_state import BRIEF, PLAY, State, dump_placed

Told = Mapping[str, Json]


def told(
    before: State, seat: Seat, move: Move | None, after: State, outcome: Outcome | None
) -> Events:
    """The act first, then what followed from it; drawn cards are told to who drew them."""
    public = (_told_of_act(seat, move, after), *_consequences(before, seat, move, after, outcome))
    drawn = _drawn(before, seat, after)
    private = {seat: ({"type": "drawn", "cards": list(drawn)},)} if drawn else {}
    return Events(public, private)


def _told_of_act(seat: Seat, move: Move | None, after: State) -> Told:
    if move is None:
        return {"type": "leave", "seat": seat, "reason": after.board.leavers[-1].reason}
    if isinstance(move, Play):
        placed = after.board.newest[-1]
        return {"type": "play", **dump_placed(placed)}
    if isinstance(move, Start):
        return {"type": "vote", "seat": seat, "start": move.seat}
    return {**dump_move(move), "seat": seat}


def _consequences(
    before: State, seat: Seat, move: Move | None, after: State, outcome: Outcome | None
) -> Iterator[Told]:
    if len(after.deck) < len(before.deck):
        cards = len(before.deck) - len(after.deck)
        yield {"type": "draw", "seat": seat, "cards": cards, "deck": len(after.deck)}
    if before.board.mark is not None and after.board.mark is None:
        yield {"type": "released", "pile": PILES[before.board.mark.pile]}
    if _begins_go(before, move, after):
        yield {"type": "go", "seat": after.board.go, "need": after.board.need}
    if outcome is not None:
        left = outcome.scores[0]
        yield {"type": "over", "places": list(outcome.places), "left": left, "why": outcome.why}


def _begins_go(before: State, move: Move | None, after: State) -> bool:
    """A briefing and a signal come inside a go; a leave that ends the table begins none."""
    board = after.board
    if board.phase != PLAY or board.played or isinstance(move, Signal | Briefing | Reveal):
        return False
    return isinstance(move, End | Play) or before.board.phase not in (PLAY, BRIEF)


def _drawn(before: State, seat: Seat, after: State) -> tuple[int, ...]:
    """Only the end of a go draws; a card that was played is gone from the hand."""
    if len(after.deck) == len(before.deck):
        return ()
    return tuple(card for card in after.hands[seat] if card not in before.hands[seat])
