"""Big Number: what the house strategies choose, from views alone."""

from __future__ import annotations

import pytest

from bots.strategies import strategy
from bots.strategies.big_number_greedy import BigNumberGreedy
from bots.strategies.big_number_house import BigNumberHouse
from bots.strategies.random_moves import RandomMoves
from games.rules.big_number import BigNumber
from games.rules.deals import DealKey
from tests.rules.big_number_builders import NEXT, RULES, a_table, texts

GREEDY, HOUSE, RANDOM = BigNumberGreedy(), BigNumberHouse(), RandomMoves()


def _choice(strategy, state):
    view = RULES.load_view(RULES.dump_view(RULES.view(state, state.turn)))
    return texts((strategy.choose(RULES, view, DealKey(bytes(32)).stream("choice")),))[0]


@pytest.mark.parametrize(
    ("hand", "middle", "chosen"),
    [
        ("9S 2S 5H 7D", None, "2S"),
        ("9S 2S 5S", None, "9S 5S 2S"),
        ("9S 8S 4H 3H", "2D", "4H 3H > 2D"),
        ("9S 8S 4H 3D", "5D 2D", "9S 8S > 5D"),
        ("4H 3D 2S", "9D", "pass"),
        ("9S 8S", "5D 2D", "9S 8S"),
    ],
)
def test_greedy_plays_the_most_cards_the_lowest_of_them_and_takes_the_highest(hand, middle, chosen):
    assert _choice(GREEDY, a_table(hand, "2C 3C", middle=middle, later=NEXT)) == chosen


@pytest.mark.parametrize(
    ("hand", "middle", "chosen", "why"),
    [
        ("9S 8S 7S 2H", None, "2H", "the lone card goes first"),
        ("9S 8S 7S", None, "9S 8S 7S", "everything at once"),
        ("9S 8S 7S 5H", "4S", "5H > 4S", "a lone card for one that fits"),
        ("9S 8S 7S 6S", "5H", "pass", "beating would break the suit for a lone card"),
        ("9S 8S 7S 2H", "AH", "pass", "a lone card for a lone card gains nothing"),
        ("9S 9H", "8S 7S", "9S 9H", "goes out"),
        ("9D 9C 6H 2H 2C", "6S 5S", "9D 9C > 6S", "the card taken is the one that fits"),
    ],
)
def test_house_looks_at_the_hand_that_stays(hand, middle, chosen, why):
    assert _choice(HOUSE, a_table(hand, "2C 3C", middle=middle, later=NEXT)) == chosen, why


@pytest.mark.parametrize("name", ["random", "greedy", "house"])
def test_big_number_is_played_under_these_names(name):
    kinds = {"random": RandomMoves, "greedy": BigNumberGreedy, "house": BigNumberHouse}
    assert isinstance(strategy(name, "big-number"), kinds[name])


def test_house_ranks_every_legal_move_once():
    state = a_table("6S 6D 6C 7D 2S", "2C 3C", middle="5H 3H")
    ranked = HOUSE.ranked(RULES, RULES.view(state, state.turn))
    assert sorted(texts(ranked)) == sorted(texts(RULES.legal_moves(state, state.turn)))


def _firsts(mine, others, tables):
    """How often `mine` is first at four seats, one deal a table, each seat in turn."""
    rules = BigNumber(single_deal=True)
    return sum(_is_first(rules, mine, others, number) for number in range(tables))


def _is_first(rules, mine, others, number):
    key, own = DealKey(number.to_bytes(32, "big")), number % 4
    chance, state = key.stream("play"), rules.start(4, rules.deal(key, 4))
    while rules.outcome(state) is None:
        strategy = mine if state.turn == own else others
        view = rules.view(state, state.turn)
        state = rules.apply(state, state.turn, strategy.choose(rules, view, chance))
    return rules.outcome(state).places[own] == 1


def test_greedy_is_first_more_often_than_its_share_against_random():
    assert _firsts(GREEDY, RANDOM, 60) > 30


def test_house_is_first_more_often_than_its_share_against_greedy():
    assert _firsts(HOUSE, GREEDY, 60) > 25
