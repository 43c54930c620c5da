"""Big Number: sets, values and legal moves against every subset of a hand."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.big_number import BigNumber
from games.rules.big_number_cards import (
    CARD_NAMES,
    DECK,
    CardSet,
    cards_of,
    count,
    holds,
    multiset,
    names_of,
    sets_in,
    without,
)
from games.rules.big_number_state import PASS, Play
from games.rules.deals import deal_key
from games.rules.protocol import IllegalMove, Seat
from games.rules.registry import AnyRules
from tests.rules.big_number_builders import RULES, TWO_DECKS, a_table, cards

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "deals.json").read_text())

# Few cards, so that sets and equal cards come up often.
SOME_CARDS = st.sampled_from(["9S", "7S", "2S", "9H", "7H", "2H", "AH", "9D", "2D", "7C"])


def hands(size: int, copies: int):
    rows = st.lists(SOME_CARDS, min_size=1, max_size=size)
    return rows.filter(lambda row: max(Counter(row).values()) <= copies)


def is_set(row):
    return len({card[0] for card in row}) == 1 or len({card[1] for card in row}) == 1


def number(row):
    return int("".join(sorted((card[0].replace("A", "1") for card in row), reverse=True)))


def _parts(row):
    """Every set among the cards of a hand, equal cards not told apart."""
    parts = (sorted(part) for size in range(1, len(row) + 1) for part in combinations(row, size))
    return {tuple(part) for part in parts if is_set(part)}


def _by_all_subsets(hand, middle):
    """The legal moves as the rules page tells them, as pairs of cards and what is taken."""
    if middle is None:
        leads = {part for part in _parts(hand) if len(part) in (1, len(hand))}
        return {(part, None) for part in leads}
    moves = {((), None)}
    for part in _parts(hand):
        more = len(part) - len(middle)
        if more not in (0, 1) or number(part) <= number(middle):
            continue
        takes = [None] if len(part) == len(hand) else middle
        moves |= {(part, take) for take in takes}
    return moves


def _as_pairs(moves):
    return [
        ((), None)
        if move == PASS
        else (
            tuple(sorted(names_of(move.cards.cards))),
            None if move.take is None else CARD_NAMES[move.take],
        )
        for move in moves
    ]


def _check(rules, hand, middle):
    text = None if middle is None else " ".join(middle)
    state = a_table(" ".join(hand), "3C 4C", middle=text)
    listed = _as_pairs(rules.legal_moves(state, Seat(0)))
    assert len(listed) == len(set(listed))
    assert set(listed) == _by_all_subsets(hand, middle)


@given(hand=hands(7, 1))
def test_leads_are_what_all_subsets_give(hand):
    _check(RULES, hand, None)


@given(hand=hands(7, 2), middle=hands(4, 2).filter(is_set))
def test_answers_are_what_all_subsets_give(hand, middle):
    _check(TWO_DECKS, hand, middle)


@given(hand=hands(4, 1), middle=hands(3, 1).filter(is_set), chosen=hands(4, 1), take=SOME_CARDS)
def test_a_move_is_accepted_exactly_if_it_is_listed(hand, middle, chosen, take):
    state = a_table(" ".join(hand), "3C 4C", middle=" ".join(middle))
    rules = BigNumber(single_deal=True)
    for taken in (None, next(iter(cards_of(cards(take))))):
        move = Play(CardSet(cards(" ".join(chosen))), taken)
        listed = rules.canonical(state, Seat(0), move) in rules.legal_moves(state, Seat(0))
        try:
            rules.apply(state, Seat(0), move)
        except IllegalMove:
            assert not listed
        else:
            assert listed


@given(hand=hands(9, 2), gone=hands(9, 2))
def test_multisets_count_as_counters_do(hand, gone):
    one, other = cards(" ".join(hand)), cards(" ".join(gone))
    assert Counter(names_of(one)) == Counter(hand)
    assert count(one) == len(hand)
    assert holds(one, other) == (Counter(gone) <= Counter(hand))
    assert Counter(names_of(without(one, cards_of(other)))) == Counter(hand) - Counter(gone)


@given(row=hands(6, 2))
def test_a_set_is_worth_its_digits_from_high_to_low(row):
    chosen = CardSet(cards(" ".join(row)))
    assert chosen.value == (number(row) if is_set(row) else 0)
    assert chosen.is_playable == is_set(row)
    assert Counter(CARD_NAMES[card] for card in chosen.row) == Counter(row)
    assert set(chosen.choices) == set(chosen.row)


def test_nine_cards_in_two_decks_are_worth_at_most_998877665():
    best = cards("9S 9S 8S 8S 7S 7S 6S 6S 5S")
    assert max(one.value for one in sets_in(best, 9)) == 998877665


def test_one_deck_has_2143_sets():
    pack = multiset(DECK)
    # A suit gives 511 sets, a rank 15; the 36 single cards are of both.
    assert sum(len(sets_in(pack, size)) for size in range(1, 10)) == 4 * 511 + 9 * 15 - 36 == 2143


def test_a_pair_of_equal_cards_is_one_set():
    hand = cards("9S 9S 9H 9H 2S")
    pairs = [names_of(one.cards) for one in sets_in(hand, 2)]
    assert pairs == [["9S", "2S"], ["9S", "9S"], ["9S", "9H"], ["9H", "9H"]]


def test_a_set_prints_its_cards():
    assert repr(CardSet(cards("7H 7H 2H"))) == "<CardSet 7H 7H 2H>"


@pytest.mark.parametrize(
    "row",
    [row for row in VECTORS["games"] if row["game"] == "big-number"],
    ids=lambda r: r["deal_id"],
)
def test_the_published_big_number_deals_come_out(row):
    options, seats = json.loads(row["options"]), row["seats"]
    rules: AnyRules = BigNumber.with_options(options, seats)
    key = deal_key(
        bytes.fromhex(row["server_seed"]),
        game=row["game"],
        deal_id=row["deal_id"],
        options=rules.deal_options(),
        nonces=[bytes.fromhex(nonce) for nonce in row["nonces"]],
    )
    assert key.raw.hex() == row["deal_key"]
    deal = rules.deal(key, seats)
    dumped = rules.dump_deal(deal)
    assert dumped["start"] == row["result"]["start"]
    assert dumped["deals"][:3] == row["result"]["deals"]
    state = rules.start(seats, deal)
    assert rules.to_act(state) == (row["result"]["start"],)
    held = [Counter(hand) for hand in rules.dump(state)["hands"]]
    assert held == [Counter(hand) for hand in row["result"]["deals"][0]["hands"]]
