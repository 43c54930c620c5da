"""Big Number: what the house strategies choose, from views alone."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.strategies import strategy
from bots.strategies.big_number_greedy import BigNumberGreedy
from bots.strategies.big_number_house import GOES_OUT, BigNumberHouse, _cost
from bots.strategies.random_moves import RandomMoves
from games.rules.big_number import BigNumber
from games.rules.big_number_cards import DECK, digit_of, multiset
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


def test_a_hand_costs_its_cards_and_groups_less_what_its_longest_set_reaches():
    # Four cards, two groups (the spades and the lone heart), a set of three with a 9: 3.9.
    nine_and_two_spades_and_a_heart = multiset((0, 4, 8, 33))
    assert _cost(nine_and_two_spades_and_a_heart) == pytest.approx(4 + 2 - 0.6 * 3.9)
    assert _cost(0) == GOES_OUT


@given(st.lists(st.sampled_from(DECK * 2), min_size=1, max_size=12))
def test_what_a_hand_costs_is_the_least_over_all_choices_of_suits(drawn):
    # The rules know no third copy of a card.
    row = [card for card in sorted(set(drawn)) for _ in range(min(2, drawn.count(card)))]
    assert _cost(multiset(row)) == pytest.approx(len(row) + _groups(row) - 0.6 * _reach(row))


def _groups(row):
    """Some suits, and the ranks of the cards that are of none of them; the fewest."""
    return min(
        size + len({card >> 2 for card in row if card & 3 not in suits})
        for size in range(5)
        for suits in combinations(range(4), size)
    )


def _reach(row):
    kinds = [[card for card in row if card & 3 == suit] for suit in range(4)]
    kinds += [[card for card in row if card >> 2 == rank] for rank in range(9)]
    return max(len(kind) + max(map(digit_of, kind)) / 10 for kind in kinds if kind)
