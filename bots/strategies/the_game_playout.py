"""The next goes of a table of The Game by rule of thumb: quick, and nearly as good as `house`.

Each seat plays the card that costs the least room, one after the other. Falling piles are looked
at in a mirror, where card y is 101 - y: so all four piles rise. Twists and signals are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from games.rules.the_game_options import Settings
from games.rules.the_game_piles import JUMP
from games.rules.the_game_state import OPEN, RESERVE, STUCK, WON, State

MIRROR, TOP_MOST = 101, 100

# The numbers below were found by playing thousands of tables among equals.
# A pile's room counts less than its cards: the last steps before its end hurt most.
ROOM_POWER = 0.75
ROOM = tuple(float(99 ** (1 - ROOM_POWER) * room**ROOM_POWER) for room in range(TOP_MOST + 1))
# What room is worth on the pile of its direction that is further on.
FURTHER_PILE = 0.69
# What it is worth that another card of the hand jumps back from this one.
JUMPS_NEXT = 11.2
# More than the minimum is played as long as a card costs no more.
EXTRA, EXTRA_AT_THE_END = 2.4, 8.7

# In room: a card that is still to be placed, one that no longer can be, and a table that is won.
CARD, STUCK_CARD, WIN = 2.5, 6.0, 400.0

Costs = Sequence[Sequence[float]]


def _costs(share: float) -> Costs:
    """costs[top][card]: the room that is lost by going on from a top to a card."""
    return tuple(
        tuple(share * (ROOM[TOP_MOST - top] - ROOM[TOP_MOST - card]) for card in range(MIRROR))
        for top in range(MIRROR)
    )


COSTS, COSTS_FURTHER = _costs(1.0), _costs(FURTHER_PILE)


def prospects(settings: Settings, state: State, goes: int) -> float:
    """What the piles are worth after so many goes, in room; the voting must be over.

    A whole playout tells less: the luck of the cards to come drowns what a go is worth.
    """
    hands = [list(hand) for hand in state.hands]
    deck = list(reversed(state.deck))
    up_1, up_2, down_1, down_2 = state.board.tops
    tops = [up_1, up_2, MIRROR - down_1, MIRROR - down_2]
    if state.board.why == STUCK:
        return -STUCK_CARD * _left(hands, deck)
    if state.board.why == WON:
        return WIN
    return _after_goes(settings, state, hands, deck, tops, goes)


def _after_goes(
    settings: Settings,
    state: State,
    hands: list[list[int]],
    deck: list[int],
    tops: list[int],
    goes: int,
) -> float:
    board = state.board
    seat, missing = int(board.go), board.need - board.played
    if board.phase in (OPEN, RESERVE):
        # The go is over; what a twist asks for after it changes no card.
        seat, missing = _next(hands, seat), settings.min_play if deck else 1
    for _ in range(goes):
        hand = hands[seat]
        if not _play_go(hand, tops, missing, EXTRA if deck else EXTRA_AT_THE_END):
            return -STUCK_CARD * _left(hands, deck)
        while deck and len(hand) < settings.hand_size:
            hand.append(deck.pop())
        if not any(hands):
            return WIN
        seat, missing = _next(hands, seat), settings.min_play if deck else 1
    return _room_worth(tops) - CARD * _left(hands, deck)


def _left(hands: Sequence[Sequence[int]], deck: Sequence[int]) -> int:
    return sum(map(len, hands)) + len(deck)


def _room_worth(tops: Sequence[int]) -> float:
    up_1, up_2, down_1, down_2 = (ROOM[TOP_MOST - top] for top in tops)
    further = min(up_1, up_2) + min(down_1, down_2)
    return max(up_1, up_2) + max(down_1, down_2) + FURTHER_PILE * further


def _next(hands: Sequence[Sequence[int]], seat: int) -> int:
    """The next seat with cards, in turn order."""
    seats = len(hands)
    return next(
        other % seats for other in range(seat + 1, seat + seats + 1) if hands[other % seats]
    )


def _play_go(hand: list[int], tops: list[int], missing: int, extra: float) -> bool:
    """Changes the hand and the tops; False if the minimum could not be played."""
    while hand:
        cost, pile, card = _cheapest(hand, tops)
        if missing <= 0 and cost > extra:
            return True
        if cost == inf:
            return False
        hand.remove(card if pile < 2 else MIRROR - card)
        tops[pile] = card
        missing -= 1
    return True


def _cheapest(hand: list[int], tops: list[int]) -> tuple[float, int, int]:
    """What the best play costs, its pile, and its card as that pile sees it."""
    best, best_pile, best_card = inf, -1, -1
    falling = [MIRROR - card for card in hand]
    for pile, top in enumerate(tops):
        cards = hand if pile < 2 else falling
        other = tops[pile ^ 1]
        costs = (COSTS_FURTHER if top > other else COSTS)[top]
        for card in cards:
            if card > top:
                cost = costs[card]
                if cost - JUMPS_NEXT < best:
                    if card - JUMP in cards:
                        cost -= JUMPS_NEXT
                    if cost < best:
                        best, best_pile, best_card = cost, pile, card
            elif card == top - JUMP:
                return -inf, pile, card
    return best, best_pile, best_card
