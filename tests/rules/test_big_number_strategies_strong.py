"""Big Number: how `strong` guesses hidden cards from what was played, and what it remembers."""

from __future__ import annotations

from collections import Counter

import pytest

from bots.strategies import Listener, strategy
from bots.strategies.big_number_house import BigNumberHouse
from bots.strategies.big_number_strong import BigNumberGuide, BigNumberStrong
from bots.strategies.big_number_worlds import Seen, seen_in
from games.rules.big_number import BigNumber
from games.rules.big_number_cards import holds
from games.rules.big_number_state import PASS
from games.rules.deals import DealKey
from tests.rules.big_number_builders import RULES, a_table, after, card_set, cards, move, texts


def chance(label="choice"):
    return DealKey(bytes(32)).stream(label)


def _worlds(state, seat, seen, number):
    guide, view, stream = BigNumberGuide(seen), RULES.view(state, seat), chance()
    return [guide.deal(RULES, view, stream) for _ in range(number)]


# ------------------------------------------------------------------ what lay in the middle


def test_each_move_of_a_round_is_kept_with_what_it_was_made_on():
    state = after(a_table("2S 9D 8D", "3S 9H 8H", "4C 9C 8C"), "2S", "3S > 2S", "pass")
    assert seen_in(state.acts) == (
        Seen(0, move("2S"), None),
        Seen(1, move("3S > 2S"), card_set("2S")),
        Seen(2, PASS, card_set("3S")),
    )


# ------------------------------------------------------------------ worlds


@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (3, 1), (4, 1), (4, 2), (6, 2)])
def test_every_world_fits_the_view_in_the_middle_of_a_deal(seats, decks):
    game = BigNumber.with_options({"decks": decks, "single_deal": True}, seats)
    house, state = BigNumberHouse(), game.start(seats, game.deal(DealKey(bytes(32)), seats))
    for _ in range(6):
        state = game.apply(state, state.turn, house.choose(game, game.view(state, state.turn), 0))
    view, stream = game.view(state, state.turn), chance()
    guide = BigNumberGuide(seen_in(state.acts))
    worlds = [guide.deal(game, view, stream) for _ in range(20)]
    assert all(game.view(world, state.turn) == view for world in worlds)
    assert len({world.hands for world in worlds}) > 1


def test_without_a_clue_a_hidden_card_is_as_likely_in_one_hand_as_in_another():
    state = a_table("9S 8S", "9H 8H", "9D 8D", out="7S 7H 7D 7C 6S 6H 6D 6C")
    worlds = _worlds(state, 0, (), 400)
    eight = cards("8H")
    where = Counter(seat for world in worlds for seat in (1, 2) if holds(world.hands[seat], eight))
    # 26 cards are hidden, two of them in each hand.
    assert 15 < where[1] < 50
    assert 15 < where[2] < 50


def test_who_passed_on_a_low_card_hardly_holds_what_beats_it_well():
    # Hidden are 6S 5S 4S 3S 2C AC, two in the hand of seat 1. `house` goes out with two of a kind,
    # and takes the 2S to a lone 2C: only with a spade and the ace it passes. 4 of 15 ways, but most
    # of the worlds.
    gone = "9H 8H 7H 6H 5H 4H 3H 2H AH 9D 8D 7D 6D 5D 4D 3D 2D AD 9C 8C 7C 6C 5C 4C 3C"
    state = after(a_table("2S 9S 8S 7S", "6S 5S", out=f"{gone} AS"), "2S", "pass")
    worlds = _worlds(state, 0, seen_in(_acts("2S", "pass")), 300)
    hands = Counter(world.hands[1] for world in worlds)
    house = BigNumberHouse()
    would_pass = {
        hand for hand in hands if texts((house.best(hand, _answers(hand, "2S")),)) == ["pass"]
    }
    assert would_pass == {cards(f"{spade} AC") for spade in ("6S", "5S", "4S", "3S")}
    assert sum(hands[hand] for hand in would_pass) > 200


def _acts(*moves):
    return [(seat, move(text)) for seat, text in enumerate(moves)]


def _answers(hand, beaten):
    state = a_table("2S", "2S", middle=beaten, turn=1)
    return RULES.moves_of(RULES.view(state._replace(hands=(state.hands[0], hand)), 1))


# ------------------------------------------------------------------ memory


def _heard(*plies, seat=2):
    state = a_table("2S 9D 8D 7D", "3S 9H 8H 7H", "4C 9C 8C 7C", "5C 9S 8S 7S")
    ear = BigNumberStrong().at_table()
    for ply in plies:
        state = after(state, ply)
        ear.hear(RULES.view(state, seat))
    return ear._earlier


def test_the_pass_that_ends_a_round_is_remembered_though_no_view_shows_it():
    seen = _heard("2S", "3S > 2S", "pass", "pass", "pass")
    assert [(one.seat, one.move) for one in seen] == [
        (0, move("2S")),
        (1, move("3S > 2S")),
        (2, PASS),
        (3, PASS),
        (0, PASS),
    ]
    assert seen[-1].middle == card_set("3S")


def test_a_seat_that_leaves_has_not_passed():
    seen = _heard("2S", "3S > 2S", "pass", "pass", "0 resigns")
    assert [(one.seat, one.move) for one in seen][-1] == (3, PASS)


def test_a_round_that_runs_is_not_yet_remembered():
    assert _heard("2S", "3S > 2S") == ()


def test_another_deal_is_another_memory():
    state = a_table("2S 9D", "3S 9H", later=(("2S 3S", "2H 3H"),) * 2)
    ear = BigNumberStrong().at_table()
    for ply in ("2S", "pass", "9D"):
        state = after(state, ply)
        ear.hear(RULES.view(state, 1))
    assert state.sheet.number == 2
    assert ear._earlier == ()


def test_the_one_that_is_shared_has_heard_nothing():
    shared = strategy("strong", "big-number")
    assert isinstance(shared, Listener)
    state = after(a_table("2S 9D", "3S 9H"), "2S", "pass")
    shared.at_table().hear(RULES.view(state, 1))
    assert shared._last is None


# ------------------------------------------------------------------ choices


def test_strong_goes_out_when_it_can():
    state = a_table("9S 8S", "3H 9H", "3D 9D", "3C 9C", middle="7C 6C", turn=0)
    assert _choice(state) == "9S 8S"


def test_the_same_chance_gives_the_same_move():
    game = BigNumber.with_options({"single_deal": True}, 4)
    state = game.start(4, game.deal(DealKey(bytes(32)), 4))
    assert len({_choice(state, game) for _ in range(3)}) == 1


def _choice(state, game=RULES):
    chosen = BigNumberStrong(60).choose(game, game.view(state, state.turn), chance())
    return texts((chosen,))[0]


@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (3, 2), (6, 2)])
def test_strong_plays_every_kind_of_table_to_its_end(seats, decks):
    length = {"target": 10} if seats == 2 else {"single_deal": True}
    game = BigNumber.with_options({"decks": decks, **length}, seats)
    bots = [BigNumberStrong(6).at_table() for _ in range(seats)]
    stream, state = chance(), game.start(seats, game.deal(DealKey(bytes(32)), seats))
    while to_act := game.to_act(state):
        chosen = bots[to_act[0]].choose(game, game.view(state, to_act[0]), stream)
        state = game.apply(state, to_act[0], chosen)
        for seat, bot in enumerate(bots):
            bot.hear(game.view(state, seat))
    assert min(game.outcome(state).scores) < max(game.outcome(state).scores)
