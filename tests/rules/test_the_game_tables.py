"""The Game: searches against brute force, and whole tables under every option, also long ones."""

from __future__ import annotations

import json
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.strategies.the_game_greedy import TheGameGreedy
from games.rules.deals import DealKey
from games.rules.protocol import Seat
from games.rules.the_game import TheGame
from games.rules.the_game_moves import Play
from games.rules.the_game_piles import PACK, PILES, can_place
from tests.rules import hooks
from tests.rules.leaks import leaks_of_a_state
from tests.rules.the_game_builders import a_table, rules
from tests.rules.the_game_hook import TheGameHook

OPTIONS = (
    {},
    {"min_play": 3, "small_hands": True},
    {"twist": "open_card"},
    {"twist": "reserved_pile", "min_play": 3},
    {"twist": "briefing", "start": "random"},
    {"signals": "off", "start": "random", "small_hands": True},
)
GREEDY = TheGameGreedy()
every_kind = pytest.mark.parametrize("options", OPTIONS, ids=str)
numbers = st.integers(0, 10**9)
few = settings(max_examples=max(4, settings().max_examples // 10))
ups, downs = st.integers(1, 99), st.integers(2, 100)
some_tops = st.tuples(ups, ups, downs, downs)
some_hand = st.sets(st.integers(2, 99), max_size=5).map(lambda cards: tuple(sorted(cards)))


def takes(pile, top, card):
    """From the rules page, not from the game's own code."""
    if PILES[pile].startswith("up"):
        return card > top or top - card == 10
    return card < top or card - top == 10


def plays_somewhere(tops, cards):
    """Whether these cards go down in this order, on whichever piles."""
    if not cards:
        return True
    return any(
        takes(pile, tops[pile], cards[0])
        and plays_somewhere((*tops[:pile], cards[0], *tops[pile + 1 :]), cards[1:])
        for pile in range(4)
    )


@given(hand=some_hand, tops=some_tops, count=st.integers(0, 3))
@settings(max_examples=settings().max_examples * 10)
def test_the_minimum_is_possible_exactly_if_some_order_of_cards_goes_down(hand, tops, count):
    orders = permutations(hand, count)
    assert can_place(hand, tops, count) == any(plays_somewhere(tops, order) for order in orders)


@given(
    tight=st.sampled_from([(97, 98, 3, 2), (60, 55, 50, 45), (99, 89, 12, 2), (43, 98, 2, 54)]),
    hand=some_hand,
    count=st.integers(2, 3),
)
@settings(max_examples=settings().max_examples * 10)
def test_the_search_is_right_where_little_fits(tight, hand, count):
    orders = permutations(hand, count)
    assert can_place(hand, tight, count) == any(plays_somewhere(tight, order) for order in orders)


def long_table(game: TheGame, seats: int, number: int):
    """(before, seat, move, after) of a table played with care, so that decks are emptied.

    Now and then a seat does at random something else than playing a card.
    """
    key = DealKey(number.to_bytes(32, "big"))
    chance, state = key.stream("table"), game.start(seats, game.deal(key, seats))
    while game.outcome(state) is None:
        seat = state.board.actor
        others = [one for one in game.legal_moves(state, seat) if not isinstance(one, Play)]
        if others and not chance.below(4):
            move = others[chance.below(len(others))]
        else:
            move = GREEDY.choose(game, game.view(state, seat), chance)
        after = game.apply(state, seat, move)
        yield state, seat, move, after
        state = after


def in_json(value):
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("seats", [2, 5])
@every_kind
@few
@given(number=numbers)
def test_legal_moves_are_those_that_the_rules_page_allows(options, seats, number):
    game = rules(seats, **options)
    for state, seat, _, _ in list(long_table(game, seats, number))[::6]:
        board = state.board
        if board.phase != "play":
            continue
        closed = board.mark.pile if board.mark and board.mark.seat != seat else None
        expected = {
            (card, pile)
            for card in state.hands[seat]
            for pile in range(4)
            if pile != closed and takes(pile, board.tops[pile], card)
        }
        moves = game.legal_moves(state, seat)
        assert {(one.card, one.pile) for one in moves if isinstance(one, Play)} == expected
        written = [game.dump_move(one)["type"] for one in moves]
        assert ("end" in written) == (board.played >= board.need)


@pytest.mark.parametrize("seats", [2, 3])
@every_kind
@few
@given(number=numbers)
def test_a_table_ends_with_all_placed_or_because_the_minimum_cannot_be_met(options, seats, number):
    game = rules(seats, **options)
    *_, (_, _, _, state) = long_table(game, seats, number)
    board, outcome = state.board, game.outcome(state)
    left_over = sum(map(len, state.hands)) + len(state.deck)
    assert outcome.scores == (left_over,) * seats
    if not left_over:
        assert outcome.why == "won"
        return
    closed = board.mark.pile if board.mark and board.mark.seat != board.go else None
    tops = tuple(
        {"u": 1000, "d": -1000}[PILES[pile][0]] if pile == closed else top
        for pile, top in enumerate(board.tops)
    )
    orders = permutations(state.hands[board.go], board.need - board.played)
    assert outcome.why == "stuck"
    assert not any(plays_somewhere(tops, order) for order in orders)


@pytest.mark.parametrize("seats", [2, 4])
@every_kind
@few
@given(number=numbers)
def test_cards_json_and_own_moves_are_right_at_every_ply(options, seats, number):
    game = rules(seats, **options)
    for _, seat, move, state in long_table(game, seats, number):
        held = [card for hand in state.hands for card in hand]
        placed = game.dump(state)["placed"]
        assert sorted([*held, *state.deck, *placed]) == list(PACK)
        assert {*state.board.tops} - {1, 100} <= {*placed}
        assert all(
            card is None or card in hand
            for card, hand in zip(state.board.face_up, state.hands, strict=True)
        )
        assert game.parse(in_json(game.dump_move(move))) == move
        assert game.load(in_json(game.dump(state))) == state
        for viewer in (seat, None):
            view = game.view(state, viewer)
            assert game.load_view(in_json(game.dump_view(view))) == view
            own = () if viewer is None else game.legal_moves(state, viewer)
            assert game.moves_of(view) == own


@pytest.mark.parametrize("seats", [2, 4])
@every_kind
@few
@given(number=numbers)
def test_a_redeal_of_any_ply_is_a_possible_table(options, seats, number):
    game = rules(seats, **options)
    chance = DealKey(number.to_bytes(32, "big")).stream("redeal")
    for _, seat, _, state in list(long_table(game, seats, number))[::5]:
        for viewer in (seat, Seat((seat + 1) % seats), None):
            view = game.view(state, viewer)
            again = game.redeal(view, chance)
            assert game.view(again, viewer) == view
            held = [card for hand in again.hands for card in hand]
            assert sorted([*held, *again.deck, *game.dump(again)["placed"]]) == list(PACK)
            if again.board.why is None:
                assert game.legal_moves(again, again.board.actor)


def earlier_goes(state):
    """The cards placed before the newest go, and the tops at that time."""
    tops, cards = list(state.board.tops), {card for card in PACK if state.placed >> card & 1}
    for one in reversed(state.board.newest):
        tops[one.pile] = one.over
        cards.remove(one.card)
    return frozenset(cards), tuple(tops)


def ways_there(goal, cards, tops=(1, 1, 100, 100)):
    """Whether these cards go down in some order that ends with the tops `goal`."""
    if not cards:
        return tops == goal
    return any(
        takes(pile, tops[pile], card)
        and ways_there(goal, cards - {card}, (*tops[:pile], card, *tops[pile + 1 :]))
        for card in sorted(cards)
        for pile in range(4)
    )


@pytest.mark.parametrize("seats", [2, 4])
@given(number=numbers)
@few
def test_a_redeal_puts_only_cards_under_the_tops_that_could_lie_there(seats, number):
    game, chance = rules(seats), DealKey(number.to_bytes(32, "big")).stream("redeal")
    for _, _, _, state in long_table(game, seats, number):
        cards, tops = earlier_goes(game.redeal(game.view(state, None), chance))
        if len(cards) > 4:
            return
        assert ways_there(tops, cards)


def test_a_redeal_knows_that_a_pile_may_have_been_jumped_back():
    game, chance = rules(), DealKey(bytes(32)).stream("redeal")
    hands = ("2 3 4 5 6 7 8", "12 13 14 15 16 17 18")
    deck = " ".join(str(card) for card in (9, 11, 19, *range(21, 100)))
    view = game.view(a_table(*hands, tops=(10, 1, 100, 100), deck=deck), None)
    found = set()
    for _ in range(300):
        found |= earlier_goes(game.redeal(view, chance))[0]
    assert found == {2, 3, 4, 5, 6, 7, 8, 9, 10, 20}


@pytest.mark.parametrize("seats", [2, 3, 5])
@every_kind
@few
@given(number=numbers)
def test_nothing_hidden_can_be_told_from_views_events_and_refusals(options, seats, number):
    game = rules(seats, **options)
    plies = list(long_table(game, seats, number))
    chance = DealKey(number.to_bytes(32, "big")).stream("leaks")
    attempts = [game.dump_move(plies[chance.below(len(plies))][2]) for _ in range(6)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(hooks.HOOKS, "the-game", TheGameHook(options))
        for state, _, _, _ in plies[:: max(1, len(plies) // 4)]:
            for viewer in (*map(Seat, range(seats)), None):
                assert list(leaks_of_a_state(game, state, viewer, attempts, chance)) == []


def test_long_tables_reach_the_empty_deck():
    # Without this the tests above would say nothing about the end of a table.
    ends = [
        list(long_table(rules(seats), seats, number))[-1][3]
        for seats in (2, 3, 4, 5)
        for number in range(20)
    ]
    assert sum(not state.deck for state in ends) >= 20
    assert sum(() in state.hands for state in ends) >= 2
