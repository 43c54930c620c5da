"""`strong` for The Game and Big Number: what it knows, what it weighs, what it chooses."""

from __future__ import annotations

import pytest

from bots.strategies import Listener, strategy, strategy_names
from bots.strategies.big_number_strong import BigNumberGuide
from bots.strategies.search import Search
from bots.strategies.the_game_playout import CARD, STUCK_CARD, WIN, prospects
from bots.strategies.the_game_strong import TheGameGuide, TheGameStrong
from games.rules.big_number import BigNumber
from games.rules.deals import DealKey, Stream
from games.rules.the_game_moves import describe_move
from games.rules.the_game_piles import PACK, bits_of, cards_of
from tests.rules.the_game_builders import a_table, after, rules


def chance(label: str = "choice") -> Stream:
    return DealKey(bytes(32)).stream(label)


def choice(state, game, playouts=60):
    view = game.view(state, state.board.actor)
    return describe_move(TheGameStrong(playouts).choose(game, view, chance()))


@pytest.mark.parametrize("code", ["big-two", "big-number", "the-game"])
def test_every_game_has_a_strong_strategy_and_names_it_last(code):
    assert strategy_names(code)[-1] == "strong"


# ------------------------------------------------------------------ The Game


def test_what_was_heard_is_known_to_lie_on_the_piles():
    game = rules(3)
    hands = "10 11 50 51 60 61", "20 21 52 53 62 63", "30 31 54 55 64 65"
    deck = " ".join(str(card) for card in range(66, 96))
    state = a_table(*hands, deck=deck, phase="start", votes=(0, 0), go=2)
    listening, ear = 2, TheGameStrong().at_table()
    for word in ("start:0", "10u1", "11u1", ".", "20u1", "21u1", "."):
        state = after(game, state, word)
        ear.hear(game.view(state, listening))
    assert cards_of(ear._heard) == (10, 11, 20, 21)
    assert game.view(state, listening).board.tops == (21, 1, 100, 100)


def test_the_one_that_is_shared_has_heard_nothing():
    shared = strategy("strong", "the-game")
    assert isinstance(shared, Listener)
    game = rules()
    state = after(game, a_table("10 11 12 60", "65 66", deck="70 71"), "10u1 11u1")
    shared.at_table().hear(game.view(state, 1))
    assert shared._heard == 0


@pytest.mark.parametrize("known", [0, bits_of(range(2, 20))])
def test_a_deal_fits_the_view_and_what_is_known(known):
    game = rules()
    state = a_table("50 51 52", "60 61 62", tops=(20, 1, 99, 100), deck="70 71")
    view = game.view(state, 0)
    tops = bits_of((20, 99))
    dealt = TheGameGuide(known | tops).deal(game, view, chance())
    assert game.view(dealt, 0) == view
    assert dealt.placed & (known | tops) == known | tops
    everywhere = [*dealt.hands[0], *dealt.hands[1], *dealt.deck, *cards_of(dealt.placed)]
    assert sorted(everywhere) == list(PACK)


def test_an_open_card_stays_with_its_seat_in_every_deal():
    game = rules(twist="open_card")
    state = a_table("50 51", "60 61", deck="70 71 72", face_up=(51, 60))
    for number in range(10):
        dealt = TheGameGuide(0).deal(game, game.view(state, 0), chance(str(number)))
        assert 60 in dealt.hands[1]
        assert dealt.hands[0] == (50, 51)


def test_the_candidates_end_differently_and_the_likeliest_has_nothing_against_it():
    game = rules()
    state = a_table("10 11 50 90", "60 61", deck="70 71")
    lines = TheGameGuide(0).lines(game, game.view(state, 0))
    assert lines[0].prior == 0.0
    assert all(line.prior <= 0 for line in lines)
    ends = [after(game, state, " ".join(map(describe_move, line.moves))) for line in lines]
    assert len({(end.hands[0], end.board.tops) for end in ends}) == len(ends)


def test_after_the_minimum_the_end_of_the_go_is_a_candidate():
    game = rules(signals="off")
    state = after(game, a_table("10 11 12 60", "65 66", deck="70 71"), "10u1 11u1")
    lines = TheGameGuide(0).lines(game, game.view(state, 0))
    words = [" ".join(map(describe_move, line.moves)) for line in lines]
    assert "." in words
    assert "12u1" in words


def test_strong_plays_the_card_first_from_which_it_can_jump_back():
    game = rules()
    state = a_table("35 45 60 70", "65 66", tops=(30, 98, 3, 2), deck="71 72")
    assert choice(state, game) == "45u1"


def test_who_knows_the_piles_leaves_room_for_the_only_card_that_is_missing():
    game = rules(signals="off")
    state = after(game, a_table("60 70", "65", tops=(55, 98, 2, 3)), "60u1")
    search, view = Search(TheGameGuide(state.placed), 60, 6), game.view(state, 0)
    assert describe_move(search.choose(game, view, chance())) == "."
    assert game.outcome(after(game, state, ". 65u1 70u1")).why == "won"


def test_a_card_that_can_still_be_placed_is_worth_more_than_one_that_cannot():
    game = rules(signals="off")
    lost = a_table("50", "40", tops=(98, 99, 2, 3), why="stuck")
    assert prospects(game.settings, lost, 2) == -2 * STUCK_CARD
    assert CARD < STUCK_CARD


def test_a_won_table_is_worth_most():
    game = rules(signals="off")
    assert prospects(game.settings, a_table("50", "60"), 2) == WIN


def test_the_same_chance_gives_the_same_move():
    game = rules()
    state = a_table("10 15 40 62 77 90", "60 61", deck="70 71 72")
    assert len({choice(state, game) for _ in range(3)}) == 1


@pytest.mark.parametrize(
    "options",
    [{}, {"twist": "open_card"}, {"twist": "reserved_pile"}, {"twist": "briefing"}],
    ids=str,
)
def test_strong_plays_every_kind_of_table_to_its_end(options):
    game, key = rules(3, **options), DealKey(bytes(32))
    seats = [TheGameStrong(24).at_table() for _ in range(3)]
    stream, state = key.stream("play"), game.start(3, game.deal(key, 3))
    while to_act := game.to_act(state):
        move = seats[to_act[0]].choose(game, game.view(state, to_act[0]), stream)
        state = game.apply(state, to_act[0], move)
        for seat, ear in enumerate(seats):
            ear.hear(game.view(state, seat))
    assert game.outcome(state).scores[0] < 40


# ------------------------------------------------------------------ Big Number


def a_deal_of_big_number():
    game = BigNumber.with_options({"single_deal": True}, 3)
    return game, game.start(3, game.deal(DealKey(bytes(32)), 3))


def test_the_candidates_are_all_legal_moves_the_choice_of_house_first():
    game, state = a_deal_of_big_number()
    view = game.view(state, state.turn)
    lines = BigNumberGuide().lines(game, view)
    house = strategy("house", "big-number").choose(game, view, chance())
    assert lines[0].moves == (house,)
    assert {line.moves[0] for line in lines} == set(game.legal_moves(state, state.turn))


def test_a_playout_counts_the_points_of_the_deal_against_the_mean_of_the_others():
    game, state = a_deal_of_big_number()
    worths = [BigNumberGuide().play_out(game, state, state, seat) for seat in range(3)]
    # What one seat is ahead the others are behind.
    assert sum(worths) == pytest.approx(0.0)
    assert max(worths) > 0
