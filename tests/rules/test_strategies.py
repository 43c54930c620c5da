"""House strategies: what they choose, and that they see views alone."""

from __future__ import annotations

from collections import Counter

import pytest

from bots.strategies import UnknownStrategy, strategy, strategy_names
from games.rules.deals import DealKey
from tests.rules.big_two_builders import RULES, a_table, after, texts


def _choice(name, state, stream=None):
    chance = stream or DealKey(bytes(32)).stream("choice")
    move = strategy(name, "big-two").choose(RULES, RULES.view(state, state.turn), chance)
    return texts((move,))[0]


def test_big_two_is_played_by_four_strategies():
    assert strategy_names("big-two") == ("random", "greedy", "house", "strong")


def test_any_game_is_played_at_random():
    assert strategy_names("a-game-to-come") == ("random",)


def test_an_unknown_strategy_is_refused_with_those_there_are():
    known = r"for big-two are random, greedy, house, strong; 'genius' came\.$"
    with pytest.raises(UnknownStrategy, match=known):
        strategy("genius", "big-two")


def test_greedy_leads_as_many_cards_as_it_can():
    assert _choice("greedy", a_table("3D 4D 5C 6H 7S KD KC KH", "9D")) == "3D 4D 5C 6H 7S"


def test_greedy_leads_the_lowest_of_the_longest_plays():
    assert _choice("greedy", a_table("3D 9D 9C 4D 4S", "TD")) == "4D 4S"


def test_greedy_keeps_to_the_must_card():
    assert _choice("greedy", a_table("3D 9D 9C 9H", "TD", must="3D")) == "3D"


def test_greedy_beats_with_the_cheapest_play_that_will_do():
    assert _choice("greedy", after(a_table("9D 3D", "4C TD JS 2S"), "9D")) == "TD"


def test_greedy_passes_only_when_it_cannot_beat():
    assert _choice("greedy", after(a_table("2S 3D", "4C TD"), "2S")) == "pass"


def test_random_chooses_each_legal_move_about_equally_often():
    chance = DealKey(bytes(32)).stream("choices")
    state = after(a_table("9D 3D", "TD JS 2S"), "9D")
    chosen = Counter(_choice("random", state, chance) for _ in range(4000))
    assert set(chosen) == {"pass", "TD", "JS", "2S"}
    assert all(900 < count < 1100 for count in chosen.values())


def test_the_same_chance_gives_the_same_choice():
    state = a_table("3D 4D 5D 8D 9D", "TD")
    assert len({_choice("random", state) for _ in range(5)}) == 1


def test_greedy_beats_random_more_often_than_not():
    wins = sum(_greedy_wins(number) for number in range(60))
    assert wins > 40


def _greedy_wins(number):
    key = DealKey(number.to_bytes(32, "big"))
    chance, state = key.stream("play"), RULES.start(2, RULES.deal(key, 2))
    while RULES.outcome(state) is None:
        name = "greedy" if state.turn == number % 2 else "random"
        view = RULES.view(state, state.turn)
        move = strategy(name, "big-two").choose(RULES, view, chance)
        state = RULES.apply(state, state.turn, move)
    return RULES.outcome(state).places[number % 2] == 1
