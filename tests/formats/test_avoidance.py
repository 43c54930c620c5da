"""Draws that keep relatives apart: an owner's bots, the players of a club."""

from itertools import pairwise, permutations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.playing import Lot
from tournaments.formats.avoidance import Clash, apart_at_tables, apart_within_bands
from tournaments.formats.bracket import seeded_leaves
from tournaments.formats.seeding import leaf_order
from tournaments.formats.slots import SeedSlot


def of_owner(**owners: str) -> dict[int, frozenset[str]]:
    """a="1 8" says that owner a has the entrants 1 and 8."""
    words: dict[int, set[str]] = {}
    for owner, entrants in owners.items():
        for entrant in map(int, entrants.split()):
            words.setdefault(entrant, set()).add(owner)
    return {entrant: frozenset(each) for entrant, each in words.items()}


def first_pairs(order: tuple[int, ...]) -> set[frozenset[int]]:
    """Who meets whom in the first round, byes left out."""
    leaves = [slot.seed if isinstance(slot, SeedSlot) else 0 for slot in seeded_leaves(len(order))]
    pairs = zip(leaves[::2], leaves[1::2], strict=True)
    return {frozenset((order[a - 1], order[b - 1])) for a, b in pairs if a and b}


def test_a_draw_without_relatives_stays_as_it_is():
    assert apart_within_bands(range(1, 9), {}).order == (1, 2, 3, 4, 5, 6, 7, 8)
    assert apart_within_bands(range(1, 9), of_owner(a="3")).order == (1, 2, 3, 4, 5, 6, 7, 8)


def test_first_opponents_of_one_owner_are_parted_within_their_band():
    """1 would meet 8; another of 5 to 8 takes its place, and the owner's two meet in the final."""
    draw = apart_within_bands(range(1, 9), of_owner(a="1 8"))
    assert frozenset((1, 8)) not in first_pairs(draw.order)
    assert draw.order[:4] == (1, 2, 3, 4)
    assert draw.order.index(8) in (5, 6)  # seed 6 or 7: the other half
    assert draw.clashes == ()


def test_four_of_one_club_are_spread_over_the_quarters():
    draw = apart_within_bands(range(1, 17), of_owner(club="9 10 11 12"))
    leaves = [slot.seed for slot in seeded_leaves(16)]
    quarters = [leaves.index(draw.order.index(each) + 1) // 4 for each in (9, 10, 11, 12)]
    assert sorted(quarters) == [0, 1, 2, 3]


def test_a_clash_that_no_exchange_can_undo_is_told():
    assert apart_within_bands([7, 9], of_owner(a="7 9")).clashes == (Clash(7, 9),)
    draw = apart_within_bands(range(1, 5), of_owner(a="1 2 3 4"))
    assert draw.clashes == (Clash(1, 4), Clash(2, 3))


def test_two_with_a_bye_who_meet_first_of_all_clash_too():
    """Of five, 2 and 3 both rest and then meet; 4 could not take the place of 2."""
    draw = apart_within_bands(range(1, 6), of_owner(a="2 3"))
    assert draw.order == (1, 2, 4, 3, 5)
    assert draw.clashes == ()


def test_a_tree_of_neighbours_is_parted_where_its_seeds_stand():
    """In the natural order 5 would meet 6, and 7 would meet 8."""
    leaves = leaf_order("natural", 8, Lot())
    draw = apart_within_bands(range(1, 9), of_owner(a="5 6"), leaves)
    assert draw.order == (1, 2, 3, 4, 5, 7, 6, 8)
    assert apart_within_bands(range(1, 9), of_owner(a="1 2"), leaves).clashes == (Clash(1, 2),)


def test_an_owner_and_a_club_count_alike():
    draw = apart_within_bands(range(1, 9), of_owner(a="1 8", club="1 7"))
    partner = next(pair for pair in first_pairs(draw.order) if 1 in pair) - {1}
    assert partner <= {5, 6}


@pytest.mark.parametrize("n", [0, 1])
def test_nobody_and_one_alone_are_drawn_too(n):
    draw = apart_within_bands(range(1, n + 1), of_owner(a="1"))
    assert (len(draw.order), draw.clashes) == (n, ())


def bands(n: int) -> list[range]:
    bounds = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256]
    return [range(low, min(high, n)) for low, high in pairwise(bounds) if low < n]


families = st.builds(
    lambda n, owners, chance: (
        n,
        {
            each: frozenset({f"owner {chance.randint(1, owners)}"})
            for each in range(1, n + 1)
            if chance.random() < 0.8
        },
    ),
    st.integers(2, 130),
    st.integers(1, 40),
    st.builds(Random, st.integers(0, 2**32)),
)


@given(families)
def test_seeds_keep_their_tier_and_the_same_input_gives_the_same_draw(family):
    n, apart = family
    draw = apart_within_bands(range(1, n + 1), apart)
    for band in bands(n):
        assert {draw.order[index] for index in band} == {index + 1 for index in band}
    assert apart_within_bands(range(1, n + 1), dict(reversed(apart.items()))) == draw


@given(families)
def test_clashes_are_just_the_pairs_of_the_first_round_with_a_common_word(family):
    n, apart = family
    draw = apart_within_bands(range(1, n + 1), apart)
    told = {frozenset((clash.first, clash.second)) for clash in draw.clashes}
    first = {
        pair
        for pair in first_pairs(draw.order)
        if len({word for each in pair for word in apart.get(each, {each})}) == 1
    }
    assert first <= told


@given(st.integers(2, 9), st.integers(1, 4), st.builds(Random, st.integers(0, 2**32)))
def test_a_clash_is_told_only_where_every_draw_has_one(n, owners, chance):
    apart = {
        each: frozenset({f"owner {chance.randint(1, owners)}"})
        for each in range(1, n + 1)
        if chance.random() < 0.8
    }
    draw = apart_within_bands(range(1, n + 1), apart)
    if not draw.clashes or n & (n - 1):
        return
    for choice in product(*(permutations(band) for band in bands(n))):
        order = tuple(index + 1 for part in choice for index in part)
        assert any(
            apart.get(a, {0}) == apart.get(b, {1}) for a, b in map(tuple, first_pairs(order))
        )


def test_first_tables_are_parted_seat_by_seat():
    """Owner a has 1 and 8 at the first table: 8 changes with 7, who sits there in the same seat."""
    tables = [(1, 4, 5, 8), (2, 3, 6, 7)]
    draw = apart_at_tables(range(1, 9), of_owner(a="1 8"), tables)
    assert draw.order == (2, 1, 3, 4, 5, 6, 7, 8)
    assert draw.clashes == ()


def test_at_two_tables_three_of_one_owner_clash_once():
    tables = [(1, 4, 5, 8), (2, 3, 6, 7)]
    draw = apart_at_tables(range(1, 9), of_owner(a="1 4 8"), tables)
    assert len(draw.clashes) == 1
    assert sorted(draw.order) == list(range(1, 9))
