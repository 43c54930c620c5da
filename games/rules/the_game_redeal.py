"""The Game: a state chosen at random among those that a view leaves open.

What lies under the tops is hidden too (G13), so the cards of the piles are chosen first: only
such as could have been placed on the way to these tops.
"""

from __future__ import annotations

from .deals import Stream
from .protocol import Seat
from .the_game_flow import usable
from .the_game_piles import (
    EMPTY_TOPS,
    FIRST,
    JUMP,
    PACK,
    Hand,
    Tops,
    bits_of,
    can_place,
    cards_of,
    covered,
)
from .the_game_state import BRIEF, FORFEIT, PLAY, STUCK, Board, State, View

_ALL = bits_of(PACK)
_HAND_ATTEMPTS = 30


def redeal(view: View, stream: Stream) -> State:
    """Every way to lay the unseen cards that fits the view can come out."""
    while True:
        if view.board.why == STUCK:
            state = _dealt_to_a_stuck_seat(view, stream)
        else:
            state = _dealt(view, stream)
        if state is not None:
            return state


def _dealt(view: View, stream: Stream) -> State | None:
    """The piles first, then the hands; None where the seat on its go could never meet the need."""
    placed = _pile_cards(view, stream, 0)
    if placed is None:
        return None
    for _ in range(_HAND_ATTEMPTS):
        state = _filled(view, placed, {}, stream)
        if _fits(view, state):
            return state
    return None


def _dealt_to_a_stuck_seat(view: View, stream: Stream) -> State | None:
    """A hand that ends the table is rare, so it is chosen before anything else."""
    seat = view.board.go
    if seat == view.seat:
        return _dealt(view, stream)
    hand = _stuck_hand(view, stream)
    if len(hand) != view.counts[seat]:
        return None
    placed = _pile_cards(view, stream, bits_of(hand))
    return None if placed is None else _filled(view, placed, {seat: hand}, stream)


def _stuck_hand(view: View, stream: Stream) -> Hand:
    board = view.board
    tops = usable(board.tops, board.mark, board.go)
    wanted, missing = view.counts[board.go], board.need - board.played
    hand = _shown_of(view, board.go)
    for card in _shuffled(_unseen(view), stream):
        longer = tuple(sorted((*hand, card)))
        if len(hand) < wanted and not can_place(longer, tops, missing):
            hand = longer
    return hand


def _filled(view: View, placed: int, known: dict[Seat, Hand], stream: Stream) -> State:
    """The cards that are neither placed nor seen, as hands and draw deck."""
    known = {**known, **({} if view.seat is None else {view.seat: view.hand})}
    gone = placed | bits_of(card for hand in known.values() for card in hand)
    pool = iter(_shuffled(_unseen(view) & ~gone, stream))
    hands = []
    for number, count in enumerate(view.counts):
        seat = Seat(number)
        start = known.get(seat, _shown_of(view, seat))
        drawn = [next(pool) for _ in range(count - len(start))]
        hands.append(tuple(sorted((*start, *drawn))))
    ply = view.board.ply
    return State(tuple(hands), tuple(pool), placed, ply - min(ply, view.board.played), view.board)


def _fits(view: View, state: State) -> bool:
    """A seat on its go could meet the need when it began, or the table would be over (G5)."""
    board = view.board
    if board.phase not in (PLAY, BRIEF) or board.why not in (None, STUCK, FORFEIT):
        return True
    tops = usable(board.tops, board.mark, board.go)
    can_go_on = can_place(state.hands[board.go], tops, board.need - board.played)
    return can_go_on == (board.why != STUCK)


def _pile_cards(view: View, stream: Stream, held: int) -> int | None:
    """As many cards as lie on the piles; None if those that could lie there do not suffice."""
    seen = _seen_on_piles(view)
    earlier = _Earlier(_tops_before(view.board))
    missing = len(PACK) - view.left - seen.bit_count()
    waiting = _shuffled(_unseen(view) & ~held, stream)
    while missing:
        refused = []
        for card in waiting:
            if missing and earlier.takes(card):
                missing -= 1
            else:
                refused.append(card)
        if len(refused) == len(waiting):
            return None
        waiting = refused
    return seen | earlier.cards


class _Earlier:
    """Cards placed before the newest go, as they are chosen; the piles end at given tops.

    The highest card that an ascending pile has held is `up`: whatever is lower could have come
    before it. A higher one must have been jumped back from, onto a card that lies there.
    """

    def __init__(self, tops: Tops) -> None:
        self.up, self.down = max(tops[:2]), min(tops[2:])
        self.cards = bits_of(top for top in tops if top not in EMPTY_TOPS)

    def takes(self, card: int) -> bool:
        """Adds the card if it could lie here."""
        if not (card < self.up or card > self.down):
            if self._has(card - JUMP) and card - JUMP <= self.up:
                self.up = card
            elif self._has(card + JUMP) and card + JUMP >= self.down:
                self.down = card
            else:
                return False
        self.cards |= 1 << card
        return True

    def _has(self, card: int) -> bool:
        return card >= FIRST and bool(self.cards >> card & 1)


def _tops_before(board: Board) -> Tops:
    """The tops before the newest go."""
    tops = board.tops
    for placed in reversed(board.newest):
        tops = covered(tops, placed.pile, placed.over)
    return tops


def _seen_on_piles(view: View) -> int:
    """The tops, and what the newest go placed and covered."""
    board = view.board
    cards = {*board.tops, *(one.card for one in board.newest), *(one.over for one in board.newest)}
    return bits_of(card for card in cards if card not in EMPTY_TOPS)


def _unseen(view: View) -> int:
    """Cards that lie somewhere the viewer does not see."""
    shown = [card for card in view.board.face_up if card is not None]
    return _ALL & ~_seen_on_piles(view) & ~bits_of((*view.hand, *shown))


def _shown_of(view: View, seat: Seat) -> Hand:
    card = view.board.face_up[seat]
    return () if card is None else (card,)


def _shuffled(bits: int, stream: Stream) -> list[int]:
    cards = cards_of(bits)
    return [cards[index] for index in stream.draw(len(cards), len(cards))]
