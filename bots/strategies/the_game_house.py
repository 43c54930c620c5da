"""`house` for The Game: of all orders in which the minimum can be played, the one that leaves most.

What is left is the room of the four piles and how well the rest of the hand fits on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.deals import Stream
from games.rules.registry import AnyRules
from games.rules.the_game_flow import usable
from games.rules.the_game_moves import (
    BRIEFING_CALL,
    END,
    OPENS,
    PLAYS,
    REVEALS,
    Move,
    Play,
    Reserve,
    Signal,
    Start,
)
from games.rules.the_game_piles import JUMP, UP_2, Hand, Tops, covered, without
from games.rules.the_game_state import OPEN, PLAY, RESERVE, START, View

# The numbers below were found by playing thousands of tables among equals.
# A pile's room counts less than its cards: the last steps before its end hurt most.
ROOM_POWER = 0.72
ROOM = tuple(float(99 ** (1 - ROOM_POWER) * room**ROOM_POWER) for room in range(100))
# The pile of a direction that is further on takes only what the other takes too.
FURTHER_PILE = 0.9

STEP_LATER = 0.1
STEPS_MOST = 50
JUMP_LATER = 6.0
PAIR_LATER = 1.0

# More than the minimum is played as long as a card costs no more than this.
EXTRA = 2.0
EXTRA_AT_THE_END = 5.0

ASKED_FOR = 1.0
NEAR = 7
DEAR = 12.0

Plan = tuple[float, tuple[Play, ...]]
"""What a sequence of plays costs, and the plays."""


class TheGameHouse:
    """Looks one go ahead; heeds what others asked for, and asks for piles that it is near to."""

    def choose(self, rules: AnyRules, view: View, stream: Stream) -> Move:
        """Needs no chance."""
        if view.board.phase == PLAY:
            return _in_a_go(rules.moves_of(view), view)
        return between_goes(view)


def _in_a_go(moves: Sequence[Move], view: View) -> Move:
    missing = view.board.need - view.board.played
    if missing <= 0:
        return _more_than_needed(moves, view)
    cost, plays = _best_plan(view, missing)
    if BRIEFING_CALL in moves and cost - standing_cost(view) > DEAR:
        return BRIEFING_CALL
    return plays[0]


def _more_than_needed(moves: Sequence[Move], view: View) -> Move:
    """Another card, or two of which the second jumps back; else a word and the end."""
    limit = EXTRA if view.deck else EXTRA_AT_THE_END
    standing = standing_cost(view)
    for count in range(1, min(2, len(view.hand)) + 1):
        cost, plays = _best_plan(view, count)
        if plays and cost - standing <= limit * count:
            return plays[0]
    return word_at_the_end(view, moves) or END


def standing_cost(view: View) -> float:
    """What it costs to play nothing, on the scale of the plans."""
    return _left_cost(view.hand, _tops(view))


def _best_plan(view: View, count: int) -> Plan:
    return min(_rated_plans(view, count), default=(0.0, (), ()), key=lambda plan: plan[0])[:2]


def ranked_plans(view: View, count: int) -> list[Plan]:
    """Sequences of `count` plays, the cheapest first; of those that end alike the first."""
    ranked = sorted(_rated_plans(view, count), key=lambda plan: plan[0])
    first_of = {end: (cost, plays) for cost, plays, end in reversed(ranked)}
    return sorted(first_of.values(), key=lambda plan: plan[0])


def _rated_plans(view: View, count: int) -> Sequence[tuple[float, tuple[Play, ...], object]]:
    """Cost, plays and how they end; the likely cards are tried, all of them only if need be."""
    tops, asked = _tops(view), _asked_for(view)
    for widely in (False, True):
        rated = [
            (_cost(plays, hand, after, tops, asked), plays, (hand, after))
            for plays, hand, after in _plans(view.hand, tops, count, widely)
        ]
        if rated:
            return rated
    return []


def _plans(
    hand: Hand, tops: Tops, count: int, widely: bool
) -> Iterator[tuple[tuple[Play, ...], Hand, Tops]]:
    """Sequences of `count` plays, each with the hand and the tops that it leaves."""
    if not count:
        yield (), hand, tops
        return
    for card, pile in _choices(hand, tops, count, widely):
        rest, after = without(hand, card), covered(tops, pile, card)
        for plays, last_hand, last_tops in _plans(rest, after, count - 1, widely):
            yield (PLAYS[card][pile], *plays), last_hand, last_tops


def _choices(hand: Hand, tops: Tops, count: int, widely: bool) -> Iterator[tuple[int, int]]:
    """(card, pile): jumps, the nearest `count` cards of each pile, and those jumped back from."""
    for pile, top in enumerate(tops):
        onward = 1 if pile <= UP_2 else -1
        nearest = 0
        for card in hand if onward > 0 else reversed(hand):
            steps = (card - top) * onward
            if steps > 0:
                nearest += 1
                if widely or nearest <= count or card - JUMP * onward in hand:
                    yield card, pile
            elif steps == -JUMP:
                yield card, pile


def _cost(
    plays: Sequence[Play], hand: Hand, after: Tops, tops: Tops, asked: Sequence[float]
) -> float:
    """What is left is worth less by this; jumps on a pile that was asked for are free."""
    cost = _left_cost(hand, after)
    for play in plays:
        is_onward = (play.card > tops[play.pile]) == (play.pile <= UP_2)
        tops = covered(tops, play.pile, play.card)
        cost += asked[play.pile] if is_onward else 0
    return cost


def _left_cost(hand: Hand, tops: Tops) -> float:
    return _hand_cost(hand, tops) - _room_worth(tops)


def _room_worth(tops: Tops) -> float:
    up_1, up_2, down_1, down_2 = tops
    up = ROOM[max(0, 100 - min(up_1, up_2))] + FURTHER_PILE * ROOM[max(0, 100 - max(up_1, up_2))]
    down = ROOM[max(0, max(down_1, down_2) - 1)]
    return up + down + FURTHER_PILE * ROOM[max(0, min(down_1, down_2) - 1)]


def _hand_cost(hand: Hand, tops: Tops) -> float:
    """Steps that the cards of the hand would still cost one by one, less what jumps win back."""
    up_1, up_2, down_1, down_2 = tops
    jumps = (up_1 - JUMP, up_2 - JUMP, down_1 + JUMP, down_2 + JUMP)
    cost = 0.0
    for card in hand:
        steps = [card - up for up in (up_1, up_2) if card > up]
        steps += [down - card for down in (down_1, down_2) if card < down]
        cost += STEP_LATER * min(STEPS_MOST, *steps) if steps else STEP_LATER * STEPS_MOST
        cost -= JUMP_LATER * jumps.count(card)
        cost -= PAIR_LATER if card + JUMP in hand else 0
    return cost


def _tops(view: View) -> Tops:
    board = view.board
    return usable(board.tops, board.mark, board.go)


def _asked_for(view: View) -> list[float]:
    """asked[pile]: the price of moving a pile that another seat spoke of or visibly waits for."""
    board = view.board
    others = [seat for seat in range(len(view.counts)) if seat != view.seat]
    piles = {signal.pile for seat in others if (signal := board.signals[seat]) is not None}
    face_up = [card for seat in others if (card := board.face_up[seat]) is not None]
    piles |= {_near_pile((card,), board.tops) for card in face_up}
    return [ASKED_FOR if pile in piles else 0.0 for pile in range(4)]


def _near_pile(hand: Sequence[int], tops: Tops) -> int | None:
    """The pile that a card of the hand would move least, if that is little; jumps least of all."""
    steps = [
        (-JUMP if steps == -JUMP else steps, pile)
        for card in hand
        for pile, top in enumerate(tops)
        if (steps := card - top if pile <= UP_2 else top - card) == -JUMP or 0 < steps <= NEAR
    ]
    return min(steps)[1] if steps else None


def word_at_the_end(view: View, moves: Sequence[Move]) -> Signal | None:
    """What there is to say before a go ends, if it may be said."""
    word = _word(view)
    return word if word in moves else None


def _word(view: View) -> Signal | None:
    """Asks for the pile it is near to; takes back what no longer holds by saying something else."""
    standing = view.board.signals[view.board.actor]
    near = _near_pile(view.hand, view.board.tops)
    if near is not None:
        wanted = Signal("need", near)
        return wanted if wanted != standing else None
    if standing is None or standing.pile is None:
        return None
    middle = view.hand[len(view.hand) // 2]
    return Signal("rich", range="low" if middle <= 34 else "middle" if middle <= 66 else "high")


def between_goes(view: View) -> Move:
    """Votes as the first voter did; reserves a pile it can jump on; shows what waits for a pile."""
    board, hand = view.board, view.hand
    if board.phase == START:
        return Start(board.votes[0] if board.votes else board.actor)
    if board.phase == RESERVE:
        jumps = [pile for pile in range(4) if _jump_on(board.tops, pile) in hand]
        return Reserve(jumps[0] if jumps else None)
    waiting = [card for card in hand if _near_pile((card,), board.tops) is not None]
    card = waiting[0] if waiting else hand[len(hand) // 2]
    return OPENS[card] if board.phase == OPEN else REVEALS[card]


def _jump_on(tops: Tops, pile: int) -> int:
    return tops[pile] - JUMP if pile <= UP_2 else tops[pile] + JUMP
