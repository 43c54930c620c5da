"""Members of a group are kept apart: in a tree by its halves, in groups by swaps."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.groups import group_sizes
from tournaments.formats.seeding import bracket_order, snake
from tournaments.formats.spreading import apart_in_groups, spread


def qualified(groups: int, places: int) -> list[str]:
    """A1 B1 ... A2 B2 ...: the firsts of all groups, then the seconds."""
    return [f"{chr(65 + group)}{place}" for place in range(1, places + 1)
            for group in range(groups)]  # fmt: skip


def group_of(name: str) -> str:
    return name[0]


def place_of(name: str) -> str:
    return name[1:]


def drawn(ranked: list[str]) -> list[str]:
    """The leaves of the tree; an empty text where nobody is."""
    order = spread(ranked, group_of, place_of)
    leaves = 1 << (len(ranked) - 1).bit_length()
    return [order[seed - 1] if seed <= len(order) else "" for seed in bracket_order(leaves)]


def meeting_rounds(leaves: list[str]) -> list[int]:
    """The rounds in which two of a group could meet."""
    named = [(leaf, name) for leaf, name in enumerate(leaves) if name]
    return [
        (a ^ b).bit_length()
        for (a, first), (b, second) in combinations(named, 2)
        if first[0] == second[0]
    ]


def test_two_of_four_groups_meet_again_in_the_final_only():
    leaves = drawn(qualified(4, 2))
    assert leaves == ["A1", "C2", "D1", "B2", "B1", "D2", "C1", "A2"]
    assert set(meeting_rounds(leaves)) == {3}


def test_four_of_two_groups_cross():
    leaves = drawn(qualified(2, 4))
    assert leaves == ["A1", "B4", "B2", "A3", "B1", "A4", "A2", "B3"]
    assert Counter(meeting_rounds(leaves)) == {2: 4, 3: 8}


@pytest.mark.parametrize("groups", range(2, 33))
def test_two_who_go_on_are_in_different_halves(groups):
    assert set(meeting_rounds(drawn(qualified(groups, 2)))) == {(2 * groups - 1).bit_length()}


@pytest.mark.parametrize("groups", [2, 4, 8, 16])
@pytest.mark.parametrize("places", [3, 4])
def test_three_or_four_who_go_on_are_in_different_quarters(groups, places):
    rounds = (groups * places - 1).bit_length()
    assert min(meeting_rounds(drawn(qualified(groups, places)))) == rounds - 1


@pytest.mark.parametrize("groups", range(2, 20))
@pytest.mark.parametrize("places", range(1, 5))
def test_everybody_keeps_its_tier_or_its_place_and_its_bye(groups, places):
    ranked = qualified(groups, places)
    order = spread(ranked, group_of, place_of)
    assert sorted(order) == sorted(ranked)
    byes = (1 << (len(ranked) - 1).bit_length()) - len(ranked)
    assert set(order[:byes]) == set(ranked[:byes])
    kept_tiers = [seed.bit_length() == ranked.index(name).bit_length()
                  for seed, name in enumerate(order)]  # fmt: skip
    kept_places = [place_of(a) == place_of(b) for a, b in zip(ranked, order, strict=True)]
    assert all(kept_tiers) or all(kept_places)
    if groups & (groups - 1) == 0:
        assert all(kept_tiers)
        assert all(kept_places)


def test_a_first_and_a_second_change_places_where_only_that_keeps_a_group_apart():
    # Seeds 1 and 4 share a half, so A2 may not be seed 4.
    assert qualified(3, 2) == ["A1", "B1", "C1", "A2", "B2", "C2"]
    assert spread(qualified(3, 2), group_of, place_of) == ("A1", "B1", "A2", "C1", "B2", "C2")


def test_nobody_moves_without_need():
    ranked = [f"{letter}1" for letter in "ABCDEFGHIJKL"]
    assert spread(ranked, group_of) == tuple(ranked)
    assert spread(["A1", "A2", "A3"], lambda name: None) == ("A1", "A2", "A3")


def test_a_few_entrants_need_no_tree():
    assert spread([], group_of) == ()
    assert spread(["A1"], group_of) == ("A1",)
    assert spread(["A1", "A2"], group_of) == ("A1", "A2")


@given(st.lists(st.sampled_from("ABCDE"), min_size=2, max_size=40))
def test_whatever_the_owners_no_more_of_one_meet_in_the_first_round(owners):
    ranked = [f"{owner}{index}" for index, owner in enumerate(owners)]
    order = spread(ranked, group_of)
    assert sorted(order) == sorted(ranked)
    before, after = _first_clashes(ranked), _first_clashes(list(order))
    assert after <= before


def _first_clashes(order: list[str]) -> int:
    """Pairs of one owner who would meet in the first round."""
    leaves = 1 << (len(order) - 1).bit_length()
    names = [order[seed - 1] if seed <= len(order) else "" for seed in bracket_order(leaves)]
    return sum(a != "" and b != "" and a[0] == b[0]
               for a, b in zip(names[::2], names[1::2], strict=True))  # fmt: skip


def words(name: str) -> frozenset[str]:
    return frozenset({name[0]}) if name[0] != "-" else frozenset()


def clashes(ranked: tuple[str, ...], groups: int) -> int:
    dealt = snake(ranked, group_sizes(len(ranked), groups))
    return sum(bool(words(a) & words(b)) for group in dealt for a, b in combinations(group, 2))


def test_two_of_an_owner_are_dealt_to_different_groups():
    ranked = ("x1", "-2", "-3", "x4")
    assert clashes(ranked, 2) == 1
    order = apart_in_groups(ranked, group_sizes(4, 2), words)
    assert order == ("x1", "-2", "x4", "-3")
    assert clashes(order, 2) == 0


def test_those_without_a_common_word_stay_where_they_are():
    ranked = ("a1", "b2", "c3", "-4", "-5")
    assert apart_in_groups(ranked, group_sizes(5, 2), words) == ranked


@given(st.lists(st.sampled_from("abcd-"), min_size=4, max_size=40), st.integers(2, 6))
def test_swaps_never_make_it_worse_and_keep_the_rows(owners, groups):
    groups = min(groups, len(owners) // 2)
    ranked = tuple(f"{owner}{index}" for index, owner in enumerate(owners))
    order = apart_in_groups(ranked, group_sizes(len(ranked), groups), words)
    assert sorted(order) == sorted(ranked)
    assert clashes(order, groups) <= clashes(ranked, groups)
    for start in range(0, len(ranked), groups):
        assert set(order[start : start + groups]) == set(ranked[start : start + groups])
