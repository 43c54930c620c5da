"""`house` and `strong` for Big Two: what they choose in positions one can judge by eye."""

from __future__ import annotations

import pytest

from bots.strategies import strategy
from bots.strategies.big_two_strong import BigTwoGuide
from bots.strategies.search import Line, Search
from games.rules.deals import DealKey, Stream
from tests.rules.big_two_builders import RULES, a_table, after, texts


def chance() -> Stream:
    return DealKey(bytes(32)).stream("choice")


def choice(name, state):
    view = RULES.view(state, state.turn)
    return texts((strategy(name, "big-two").choose(RULES, view, chance()),))[0]


def test_house_leads_its_low_five_cards_and_keeps_the_two():
    assert choice("house", a_table("3D 4C 5H 6S 7D 2S", "8D 9C TH JS QD KC")) == "3D 4C 5H 6S 7D"


def test_house_leads_a_straight_rather_than_the_pair_it_could_make():
    hands = "3D 4C 5H 6S 7D 7C KD", "8D 9C TH JS QD KC"
    assert choice("house", a_table(*hands)) == "3D 4C 5H 6S 7D"


def test_house_beats_with_a_card_that_it_can_spare():
    state = after(a_table("4D 3C 3H 5C 5S", "6D 8D 8C TS TH 2S"), "4D")
    assert choice("house", state) == "6D"


def test_house_keeps_a_two_while_nobody_is_near_the_end():
    state = after(a_table("4D 3C 3H 5C 5S 6C", "8D 8C 9H 9C TS TH 2S"), "4D")
    assert choice("house", state) == "pass"


def test_house_takes_the_lead_with_its_two_when_somebody_is():
    state = after(a_table("4D 3C", "8D 8C 9H 9C 2S"), "4D")
    assert choice("house", state) == "2S"


def test_house_goes_out_when_it_can():
    state = after(a_table("4D 3C 3H 5C 5S 6C", "2C"), "4D")
    assert choice("house", state) == "2C"


def test_house_leads_its_highest_single_against_a_last_card():
    assert choice("house", a_table("3D KC", "8D")) == "KC"


def test_house_leads_the_must_card():
    assert "3D" in choice("house", a_table("3D 4D 9C 9H", "TD 2C", must="3D"))


def test_the_candidates_of_the_search_are_all_legal_moves_the_choice_of_house_first():
    state = after(a_table("4D 3C 3H 5C 5S", "6D 8D 8C TS TH 2S"), "4D")
    lines = BigTwoGuide().lines(RULES, RULES.view(state, 1))
    assert texts(tuple(line.moves[0] for line in lines))[0] == "6D"
    assert {line.moves[0] for line in lines} == set(RULES.legal_moves(state, 1))


def test_strong_finds_the_win_that_needs_two_plays():
    # The two of spades wins the lead for certain, and the five goes out after it.
    state = after(a_table("4D 6C", "5D 2S", must="4D"), "4D")
    assert choice("strong", state) == "2S"


def test_strong_makes_the_same_choice_from_the_same_chance():
    state = a_table("3D 9D 9C TD JH 2S", "4D 4C 5H TS QD KC", must="3D")
    assert len({choice("strong", state) for _ in range(3)}) == 1


@pytest.mark.parametrize(("seat", "worth"), [(0, 1.0), (1, 0.0)])
def test_two_seats_play_for_all_or_nothing(seat, worth):
    state = after(a_table("9D", "3D 2S"), "9D")
    assert BigTwoGuide().play_out(RULES, state, state, seat) == worth


@pytest.mark.parametrize(("seat", "worth"), [(0, 1.0), (1, 0.35), (2, 0.15), (3, 0.0)])
def test_the_later_places_are_worth_something_too(seat, worth):
    # Each beats the one before with its last card.
    state = after(a_table("9D", "TD", "JD", "3D 3C"), "9D")
    assert BigTwoGuide().play_out(RULES, state, state, seat) == worth


class Counting:
    """A guide with three candidates of known worth that counts its playouts."""

    def __init__(self, *worths, priors=None):
        self.worths = worths
        self.priors = priors or [0.0] * len(worths)
        self.playouts = 0

    def lines(self, rules, view):
        return [Line((number,), prior) for number, prior in enumerate(self.priors)]

    def deal(self, rules, view, stream):
        return -1

    def play_out(self, rules, dealt, state, seat):
        self.playouts += 1
        return self.worths[state]


class Bare:
    """Rules whose only move leads to the state of its own number."""

    def apply(self, state, seat, move):
        return move


class Viewer:
    seat = 0


def test_the_search_takes_the_line_that_ends_best_within_its_budget():
    guide = Counting(0.1, 0.9, 0.5, 0.2, 0.3, 0.4)
    assert Search(guide, playouts=60, breadth=6).choose(Bare(), Viewer(), chance()) == 1
    assert guide.playouts == 6 * 3 + 3 * 6 + 2 * 10


def test_the_search_looks_no_further_than_its_breadth():
    guide = Counting(0.1, 0.5, 0.9)
    assert Search(guide, playouts=40, breadth=2).choose(Bare(), Viewer(), chance()) == 1


def test_equal_lines_are_parted_by_the_order_of_the_guide():
    assert Search(Counting(0.5, 0.5, 0.5), 30, 3).choose(Bare(), Viewer(), chance()) == 0


def test_a_line_must_show_more_than_speaks_against_it_beforehand():
    for prior, best in ((-0.3, 0), (-0.1, 1)):
        guide = Counting(0.5, 0.7, priors=[0.0, prior])
        assert Search(guide, 30, 3).choose(Bare(), Viewer(), chance()) == best


def test_a_single_candidate_needs_no_playout():
    guide = Counting(0.5)
    assert Search(guide, 30, 3).choose(Bare(), Viewer(), chance()) == 0
    assert guide.playouts == 0
