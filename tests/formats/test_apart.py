"""Entrants of one owner are drawn apart in every format that draws."""

from __future__ import annotations

from tournaments.formats.apart import drawn_apart, is_tree
from tournaments.formats.avoidance import Clash
from tournaments.formats.chain import StagePlan

OWNER, OTHER = frozenset({"owner:1"}), frozenset({"owner:2"})


def a_stage(code: str, **config) -> StagePlan:
    return StagePlan(1, code, config, {}, None)


def test_in_a_tree_they_change_places_within_their_tier():
    # Seed 4 would have met seed 1 in the semi-final, and seed 3 may meet it in the final only.
    draw = drawn_apart(a_stage("single-elimination"), (1, 2, 3, 4), {1: OWNER, 4: OWNER})
    assert (draw.order, draw.clashes) == ((1, 2, 4, 3), ())


def test_what_cannot_be_undone_is_told():
    draw = drawn_apart(a_stage("double-elimination"), (1, 2), {1: OWNER, 2: OWNER})
    assert (draw.order, draw.clashes) == ((1, 2), (Clash(1, 2),))


def test_at_tables_they_sit_apart():
    plan = a_stage("single-elimination", seats=4, advance=2)
    draw = drawn_apart(plan, tuple(range(1, 9)), {1: OWNER, 4: OWNER, 2: OTHER, 3: OTHER})
    assert draw.clashes == ()
    assert sorted(draw.order) == list(range(1, 9))


def test_in_groups_they_keep_their_row_of_the_snake():
    plan = a_stage("round-robin", groups=2)
    draw = drawn_apart(plan, (1, 2, 3, 4), {1: OWNER, 4: OWNER})
    assert (draw.order, draw.clashes) == ((1, 2, 4, 3), ())
    everybody = dict.fromkeys((1, 2, 3, 4), OWNER)
    assert len(drawn_apart(plan, (1, 2, 3, 4), everybody).clashes) == 2


def test_formats_that_pair_by_results_and_other_orders_keep_the_seeds():
    apart = {1: OWNER, 4: OWNER}
    for plan in (
        a_stage("swiss"),
        a_stage("round-robin"),
        a_stage("single-elimination", order="natural"),
    ):
        assert drawn_apart(plan, (1, 2, 3, 4), apart).order == (1, 2, 3, 4)
    assert not is_tree(a_stage("single-elimination", order="natural"))
    assert drawn_apart(a_stage("single-elimination"), (1,), apart).order == (1,)
