"""Big Two: the combinations of the pack, and which beats which."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.big_two_hands import (
    PACK,
    Play,
    Shape,
    bits_of,
    cards_of,
    classify,
    lowest_card,
    names_of,
)
from games.rules.big_two_plays import plays_in
from games.rules.big_two_state import PASS
from games.rules.protocol import IllegalMove
from tests.rules.big_two_builders import RULES, a_table, bits, play

CENSUS = {
    Shape.SINGLE: 52,
    Shape.PAIR: 78,
    Shape.TRIPLE: 52,
    Shape.STRAIGHT: 10_200,
    Shape.FLUSH: 5_108,
    Shape.FULL_HOUSE: 3_744,
    Shape.FOUR: 624,
    Shape.STRAIGHT_FLUSH: 40,
}


def test_the_pack_holds_19898_combinations():
    found = Counter(play.shape for plays in plays_in(PACK).values() for play in plays)
    assert found == CENSUS
    assert found.total() == 19_898


def test_the_key_ranges_of_the_five_card_shapes_do_not_meet():
    keys: dict[Shape | None, set[int]] = {}
    for one in plays_in(PACK)[5]:
        keys.setdefault(one.shape, set()).add(one.key)
    assert {shape: (min(found), max(found)) for shape, found in keys.items()} == {
        Shape.STRAIGHT: (0, 39),
        Shape.FLUSH: (45, 91),
        Shape.FULL_HOUSE: (92, 104),
        Shape.FOUR: (105, 117),
        Shape.STRAIGHT_FLUSH: (118, 157),
    }


def test_two_combinations_that_can_lie_side_by_side_never_share_a_key():
    for plays in plays_in(PACK).values():
        by_key: dict[int, list[int]] = {}
        for one in plays:
            by_key.setdefault(one.key, []).append(one.cards)
        for group in by_key.values():
            assert all(one & other for one, other in combinations(group, 2))


@st.composite
def hands(draw, largest=13):
    size = draw(st.integers(1, largest))
    # Few ranks or few suits, so that the rare shapes come up often.
    pool = draw(
        st.sampled_from(
            [range(52), range(20), range(32, 52), [card for card in range(52) if card % 4 < 2]]
        )
    )
    return bits_of(draw(st.lists(st.sampled_from(list(pool)), max_size=size, min_size=1)))


@settings(max_examples=25)
@given(hands())
def test_the_combinations_of_a_hand_are_those_among_all_its_subsets(hand):
    cards = cards_of(hand)
    subsets = [bits_of(part) for size in range(1, 7) for part in combinations(cards, size)]
    by_brute_force = {subset for subset in subsets if classify(subset) is not None}
    listed = [one.cards for plays in plays_in(hand).values() for one in plays]
    assert set(listed) == by_brute_force
    assert len(listed) == len(by_brute_force)


@settings(max_examples=15)
@given(hand=hands(largest=11), lying=hands(largest=8), data=st.data())
def test_legal_moves_are_the_subsets_of_the_hand_that_apply_accepts(hand, lying, data):
    hand &= ~lying
    lower = [one for plays in plays_in(lying).values() for one in plays]
    state = a_table("2S", "2S", turn=1 if hand else 0)
    table = data.draw(st.sampled_from([None, *lower]))
    must = None if table or not hand or data.draw(st.booleans()) else lowest_card(hand)
    state = state._replace(
        hands=(lying, hand),
        sheet=replace(state.sheet, dealt=(lying, hand), must=must),
        table=table,
        owner=None if table is None else 0,
    )
    subsets = [
        bits_of(part) for size in range(1, 12) for part in combinations(cards_of(hand), size)
    ]
    accepted = {Play(subset) for subset in subsets if _accepts(state, Play(subset))}
    if hand and _accepts(state, PASS):
        accepted.add(PASS)
    listed = RULES.legal_moves(state, 1)
    assert set(listed) == accepted
    assert len(listed) == len(accepted)


def _accepts(state, move):
    try:
        RULES.apply(state, 1, move)
    except IllegalMove:
        return False
    return True


@given(hands(largest=17))
def test_combinations_are_listed_lowest_first(hand):
    for size, plays in plays_in(hand).items():
        order = [(one.key, cards_of(one.cards)) for one in plays]
        assert order == sorted(order)
        assert {one.size for one in plays} <= {size}


RISING_FIVES = (
    "AD 2C 3H 4S 5D",
    "AD 2C 3H 4S 5S",
    "2D 3C 4H 5S 6D",
    "3D 4C 5H 6S 7D",
    "TS JD QC KH AS",
    "3D 4D 5D 6D 8D",
    "TD QD KD AD 2D",
    "3C 4C 5C 6C 8C",
    "JC QC KC AC 2C",
    "3S 4S 5S 6S 8S",
    "3D 3C 3H 2S 2H",
    "4D 4C 4H 3D 3C",
    "2D 2C 2H 3D 3C",
    "3D 3C 3H 3S 2S",
    "4D 4C 4H 4S 3D",
    "2D 2C 2H 2S 3D",
    "AD 2D 3D 4D 5D",
    "AS 2S 3S 4S 5S",
    "2D 3D 4D 5D 6D",
    "TS JS QS KS AS",
)


@pytest.mark.parametrize(("lower", "higher"), list(pairwise(RISING_FIVES)))
def test_five_cards_rise_through_the_five_shapes(lower, higher):
    assert play(higher).beats(play(lower))
    assert not play(lower).beats(play(higher))


def test_a_straight_may_not_wrap_past_the_two():
    assert classify(bits("KS AD 2C 3H 4D")) is None


def test_nothing_beats_what_is_no_combination_of_its_size():
    assert not play("2S").beats(play("3D 3C"))


def test_a_play_is_equal_to_the_same_cards_in_another_order():
    assert play("3C 3D") == play("3D 3C")
    assert names_of(Play(bits("3C 3D")).cards) == ["3D", "3C"]
    assert repr(play("3C 3D")) == "<Play 3D 3C>"
