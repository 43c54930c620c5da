"""A struck contest counts again, and what striking one would move is told before."""

from __future__ import annotations

import pytest

from ratings.actions import (
    restore_contest,
    void_contest,
)
from ratings.models import Rating
from ratings.queries import (
    pools_to_refold,
    without_contests,
)
from ratings.skill import Belief
from ratings.tasks import fold_due
from tests.builders import some_bots
from tests.ratings.helpers import a_contest, the_pool

pytestmark = pytest.mark.django_db


def beliefs() -> dict[str, Belief]:
    return {
        rating.player.handle: rating.belief for rating in Rating.objects.select_related("player")
    }


def test_void_and_restore_give_back_the_same_ratings():
    ada, ben, cyd = some_bots("ada", "ben", "cyd")
    a_contest("table:1", ada, ben)
    a_contest("table:2", ben, cyd)
    a_contest("table:3", cyd, ada)
    fold_due()
    before = beliefs()
    void_contest(source="table:2")
    fold_due()
    assert beliefs() != before
    restore_contest(source="table:2")
    assert pools_to_refold() == [the_pool().pk]
    fold_due()
    assert beliefs() == before
    assert pools_to_refold() == []


def test_a_contest_restored_before_the_ledger_noticed_changes_nothing():
    ada, ben = some_bots("ada", "ben")
    a_contest("table:1", ada, ben)
    fold_due()
    generation = the_pool().generation
    void_contest(source="table:1")
    restore_contest(source="table:1")
    fold_due()
    assert (the_pool().generation, pools_to_refold()) == (generation, [])


def test_restoring_what_nobody_recorded_does_nothing():
    assert restore_contest(source="table:none") is None


def test_a_preview_tells_which_ratings_a_struck_contest_would_move():
    ada, ben, cyd = some_bots("ada", "ben", "cyd")
    a_contest("table:1", ada, ben)
    a_contest("table:2", ben, cyd)
    fold_due()
    supposed = without_contests(["table:1"])
    now = beliefs()
    void_contest(source="table:1")
    fold_due()
    then = beliefs()
    assert {move.handle: (move.before, move.after) for move in supposed.moves} == {
        "ada": (now["ada"].exposure, None),
        "ben": (now["ben"].exposure, then["ben"].exposure),
        "cyd": (now["cyd"].exposure, then["cyd"].exposure),
    }
