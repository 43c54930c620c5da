"""No worked position and no ruling is left without an example among the tests."""

from __future__ import annotations

from tests.rules.cited import positions, rulings, uncited


def test_every_worked_position_is_a_test():
    assert len(positions()) == 152
    assert uncited(positions()) == []


def test_every_ruling_with_content_is_cited_by_a_test():
    assert len(rulings()) == 73
    assert uncited(rulings()) == []
