"""The Game: deal, board, state and view, and their JSON.

The board is what lies open: the same value stands in the state and in every view.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from .protocol import Json, Leaver, Seat
from .the_game_moves import Signal, dump_signal, load_signal
from .the_game_piles import EMPTY_TOPS, PILES, Hand, Tops, bits_of, cards_of

START, PLAY, OPEN, RESERVE, BRIEF = "start", "play", "open", "reserve", "brief"

WON, STUCK, FORFEIT, VOID_START = "won", "stuck", "forfeit", "void_start"


@dataclass(frozen=True, slots=True)
class Deal:
    """`hands[seat]` and the draw deck, in the order of the draw; `start` only where it is drawn."""

    hands: tuple[tuple[int, ...], ...] = field(repr=False)
    deck: tuple[int, ...] = field(repr=False)
    start: Seat | None = None


# Named tuples where every ply of a playout makes a new one: they cost a third of a dataclass.
class Placed(NamedTuple):
    """A card put down; `over` is the top on which it was put."""

    seat: Seat
    card: int
    pile: int
    over: int


@dataclass(frozen=True, slots=True)
class Mark:
    """The token by a pile, and whose it is (V4)."""

    pile: int
    seat: Seat


class Board(NamedTuple):
    """All that is public of a table between two plies, but the counts of cards."""

    go: Seat
    """Whose go it is; while the seats vote, the voter."""
    actor: Seat
    """The one seat to act."""
    phase: str
    need: int
    """Cards to play this go, fixed when it begins (G2)."""
    signals: tuple[Signal | None, ...]
    """signals[seat]: what the seat said last; it stands until the seat says something else."""
    face_up: tuple[int | None, ...]
    """face_up[seat]: its open or briefed card, as long as it is in the hand."""
    token: bool
    """A twist's token is still to be used."""
    played: int = 0
    """Cards played this go."""
    tops: Tops = EMPTY_TOPS
    newest: tuple[Placed, ...] = ()
    """The cards of the newest go that placed any; older ones are told no more (G13)."""
    said: bool = False
    """The seat has said something this go, or before its vote."""
    mark: Mark | None = None
    votes: tuple[Seat, ...] = ()
    """votes[seat], in the order of voting."""
    leavers: tuple[Leaver, ...] = ()
    ply: int = 0
    why: str | None = None
    """Why the table is over; None while it runs."""


class State(NamedTuple):
    """A table between two plies."""

    hands: tuple[Hand, ...]
    deck: tuple[int, ...]
    """The next card first."""
    placed: int
    """The cards on the piles as bits; but for the tops nobody is shown them (G13)."""
    told_from: int
    """The ply of the first card in the board's `newest`."""
    board: Board

    def __repr__(self) -> str:
        return f"<State, cards sealed, {self.board!r}>"


class View(NamedTuple):
    """What one seat, or a spectator (`seat` None), may see."""

    seat: Seat | None
    hand: Hand
    """The viewer's own cards; none for a spectator."""
    counts: tuple[int, ...]
    """counts[seat]: how many cards it holds."""
    deck: int
    """How many cards are left to draw."""
    board: Board

    def __repr__(self) -> str:
        return f"<View of seat {self.seat}, cards sealed, {self.counts}, {self.board!r}>"

    @property
    def left(self) -> int:
        """Cards that are still to be placed."""
        return sum(self.counts) + self.deck


def dump_deal(deal: Deal) -> Json:
    """Every card, in the order of the draw."""
    return {"hands": list(map(list, deal.hands)), "deck": list(deal.deck), "start": deal.start}


def dump_state(state: State) -> Json:
    """All of the state, hidden cards too."""
    return {
        **_dump_board(state.board),
        "hands": list(map(list, state.hands)),
        "deck": list(state.deck),
        "placed": list(cards_of(state.placed)),
        "told_from": state.told_from,
    }


def load_state(json: Json) -> State:
    """The state back from `dump_state`."""
    return State(
        hands=tuple(map(tuple, json["hands"])),
        deck=tuple(json["deck"]),
        placed=bits_of(json["placed"]),
        told_from=json["told_from"],
        board=_load_board(json),
    )


def dump_view(view: View) -> Json:
    """What the viewer sees, as it travels over HTTP."""
    board = view.board
    return {
        "game": "the-game",
        "seat": view.seat,
        "to_act": [] if board.why else [board.actor],
        "hand": None if view.seat is None else list(view.hand),
        "counts": list(view.counts),
        "deck": view.deck,
        "left": view.left,
        **_dump_board(board),
    }


def load_view(json: Json) -> View:
    """The view back from `dump_view`; what it does not know it leaves aside."""
    return View(
        seat=json["seat"],
        hand=tuple(json["hand"] or ()),
        counts=tuple(json["counts"]),
        deck=json["deck"],
        board=_load_board(json),
    )


def dump_tops(tops: Tops) -> dict[str, int]:
    """The tops by the names of the piles."""
    return dict(zip(PILES, tops, strict=True))


def _dump_board(board: Board) -> dict[str, Json]:
    return {
        "ply": board.ply,
        "phase": board.phase,
        "go": board.go,
        "actor": board.actor,
        "tops": dump_tops(board.tops),
        "need": board.need,
        "played": board.played,
        "newest": [dump_placed(one) for one in board.newest],
        "signals": [None if one is None else dump_signal(one) for one in board.signals],
        "said": board.said,
        "face_up": list(board.face_up),
        "token": board.token,
        "mark": board.mark and {"pile": PILES[board.mark.pile], "seat": board.mark.seat},
        "votes": list(board.votes),
        "leavers": [{"seat": one.seat, "reason": one.reason} for one in board.leavers],
        "why": board.why,
    }


def dump_placed(placed: Placed) -> dict[str, Json]:
    """A card put down, by whom, where and on what."""
    return {
        "seat": placed.seat,
        "card": placed.card,
        "pile": PILES[placed.pile],
        "over": placed.over,
    }


def _load_board(json: Json) -> Board:
    mark = json["mark"]
    up_1, up_2, down_1, down_2 = (json["tops"][name] for name in PILES)
    return Board(
        go=json["go"],
        actor=json["actor"],
        phase=json["phase"],
        need=json["need"],
        signals=tuple(None if one is None else load_signal(one) for one in json["signals"]),
        face_up=tuple(json["face_up"]),
        token=json["token"],
        played=json["played"],
        tops=(up_1, up_2, down_1, down_2),
        newest=tuple(map(_load_placed, json["newest"])),
        said=json["said"],
        mark=None if mark is None else Mark(PILES.index(mark["pile"]), mark["seat"]),
        votes=tuple(json["votes"]),
        leavers=tuple(Leaver(one["seat"], one["reason"]) for one in json["leavers"]),
        ply=json["ply"],
        why=json["why"],
    )


def _load_placed(json: Json) -> Placed:
    return Placed(json["seat"], json["card"], PILES.index(json["pile"]), json["over"])
