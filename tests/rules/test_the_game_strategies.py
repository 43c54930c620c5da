"""The Game: what the house strategies choose, from views alone."""

from __future__ import annotations

import pytest

from bots.strategies import strategy, strategy_names
from games.rules.deals import DealKey
from games.rules.the_game_moves import describe_move
from tests.rules.the_game_builders import a_table, after, left, move, rules


def _choice(name, state, game=None):
    game = game or rules(len(state.hands))
    view = game.load_view(game.dump_view(game.view(state, state.board.actor)))
    chance = DealKey(bytes(32)).stream("choice")
    return describe_move(strategy(name, "the-game").choose(game, view, chance))


def _left_over(name, seats, number, **options):
    game, chosen = rules(seats, **options), strategy(name, "the-game")
    key = DealKey(number.to_bytes(32, "big"))
    chance, state = key.stream("play"), game.start(seats, game.deal(key, seats))
    while game.outcome(state) is None:
        seat = state.board.actor
        state = game.apply(state, seat, chosen.choose(game, game.view(state, seat), chance))
    return left(state)


def test_the_game_is_played_by_these_strategies():
    assert set(strategy_names("the-game")) >= {"random", "greedy", "house"}


@pytest.mark.parametrize(
    ("hand", "chosen"),
    [
        ("20 50 97", "97d1"),
        ("5 50 93", "5u1"),
        ("31 42 88", "31u2"),
        ("88 89 90", "90d1"),
    ],
)
def test_greedy_moves_a_pile_as_little_as_it_can(hand, chosen):
    state = a_table(hand, "60 61", tops=(1, 41, 100, 100), deck="70 71")
    assert _choice("greedy", state) == chosen


def test_greedy_ends_its_go_as_soon_as_it_may():
    state = after(rules(), a_table("10 11 12", "60 61", deck="70 71"), "10u1 11u1")
    assert _choice("greedy", state) == "."


def test_greedy_goes_on_for_a_jump():
    state = after(rules(), a_table("10 22 12 50", "60 61", deck="70 71"), "10u1 22u1")
    assert _choice("greedy", state) == "12u1"


@pytest.mark.parametrize("name", ["greedy", "house"])
def test_a_vote_goes_to_oneself_or_with_the_first_vote(name):
    game = rules(3)
    deck = " ".join(map(str, range(30, 60)))
    hands = ("2 3 4 5 6 7", "8 9 10 11 12 13", "14 15 16 17 18 19")
    first = a_table(*hands, deck=deck, phase="start")
    assert _choice(name, first, game) == "start:0"
    second = a_table(*hands, deck=deck, phase="start", go=1, votes=(2,))
    assert _choice(name, second, game) == "start:2"


def test_house_plays_the_card_first_from_which_it_can_jump_back():
    state = a_table("35 45 60 70", "65 66", tops=(30, 98, 3, 2), deck="71 72")
    assert _choice("house", state) == "45u1"
    assert _choice("house", after(rules(), state, "45u1")) == "35u1"


def test_house_finds_the_only_order_that_meets_the_minimum():
    state = a_table("96 99 50 51", "60 61", tops=(95, 97, 3, 4), deck="71 72")
    assert _choice("house", state) == "96u1"


def test_house_goes_on_while_a_card_costs_next_to_nothing():
    state = after(rules(), a_table("10 11 12 60", "65 66", deck="70 71"), "10u1 11u1")
    assert _choice("house", state) == "12u1"


def test_house_keeps_off_a_pile_that_another_asked_for():
    tops = (31, 40, 90, 95)
    state = a_table("35 44 70", "60 61", tops=tops)
    asked = a_table("35 44 70", "60 61", tops=tops, signals=(None, move("need:u2")))
    assert _choice("house", state) == "44u2"
    assert _choice("house", asked) == "35u1"


def test_house_asks_for_a_pile_that_it_is_near_to_and_then_ends():
    game = rules()
    state = after(game, a_table("20 21 28 60", "65 66", deck="70 71"), "20u1 21u1")
    assert _choice("house", state) == "need:u1"
    assert _choice("house", after(game, state, "need:u1")) == "."


def test_house_says_nothing_where_signals_are_off():
    game = rules(signals="off")
    state = after(game, a_table("20 21 28 60", "65 66", deck="70 71"), "20u1 21u1")
    assert _choice("house", state, game) == "."


def test_house_takes_back_a_word_that_no_longer_holds():
    game = rules()
    signals = (move("need:u1"), None)
    state = a_table("20 21 40 60", "65 66", deck="70 71", signals=signals)
    assert _choice("house", after(game, state, "20u1 21u1")) == "rich:middle"


def test_house_reserves_a_pile_that_it_can_jump_on_and_keeps_the_token_otherwise():
    game = rules(twist="reserved_pile")
    waits = {"phase": "reserve", "token": True, "tops": (40, 1, 100, 100)}
    assert _choice("house", a_table("30 50", "60 61", **waits), game) == "reserve:u1"
    assert _choice("house", a_table("31 50", "60 61", **waits), game) == "reserve:-"


def test_house_opens_a_card_that_waits_for_a_pile():
    game = rules(twist="open_card")
    state = a_table("31 50 60", "65 66", phase="open", tops=(48, 1, 100, 100), deck="70 71")
    assert _choice("house", state, game) == "open:50"


def test_house_calls_a_briefing_when_every_way_is_dear():
    game = rules(twist="briefing")
    hands, tops = ("45 46 55 56", "65 66"), (5, 6, 95, 96)
    dear = a_table(*hands, tops=tops, deck="70 71", token=True)
    assert _choice("house", dear, game) == "briefing"
    cheap = a_table("7 8 50 51", "65 66", tops=tops, deck="70 71", token=True)
    assert _choice("house", cheap, game) != "briefing"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_house_leaves_fewer_cards_than_greedy_and_greedy_fewer_than_random(seats):
    mean = {
        name: sum(_left_over(name, seats, number) for number in range(12)) / 12
        for name in ("random", "greedy", "house")
    }
    assert mean["house"] + 3 < mean["greedy"] < mean["random"] - 20


@pytest.mark.parametrize("name", ["greedy", "house"])
@pytest.mark.parametrize(
    "options",
    [
        {"twist": "open_card"},
        {"twist": "reserved_pile"},
        {"twist": "briefing"},
        {"min_play": 3, "small_hands": True},
        {"start": "random", "signals": "off"},
    ],
    ids=str,
)
def test_a_strategy_plays_every_kind_of_table_to_its_end(name, options):
    assert all(0 <= _left_over(name, 3, number, **options) < 92 for number in range(3))
