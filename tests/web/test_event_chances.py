"""Chances beside the draw: how likely whoever plays now wins, or goes on, by the ratings."""

from __future__ import annotations

import re

import pytest

from tests.builders import some_bots
from tests.tournaments.helpers import a_running_event, bots, win
from tests.web.worlds import rated, text_of, visit
from tournaments import actions
from tournaments.models import Tournament
from web.drawings.bracket import Head, Node, Row, draw
from web.drawings.bracket_svg import Marks, svg_of

pytestmark = pytest.mark.django_db

CHANCE = re.compile(r'<tspan class="p">(\d+%)</tspan>')


def page_of(event: Tournament, query: str = "") -> str:
    return " ".join(text_of(visit(f"/events/{event.public_id}{query}")).split())


def test_before_anything_was_foretold_no_chance_is_shown():
    event = a_running_event(*bots(4))
    page = page_of(event)
    assert CHANCE.findall(page) == []
    assert "by the ratings alone" not in page


def test_the_chances_of_a_live_match_stand_in_its_rows_and_in_its_words():
    event = a_running_event(*bots(2))
    actions.foretell(event.pk, "")
    page = page_of(event)
    assert CHANCE.findall(page) == ["50%", "50%"]
    assert "bot-01 (50% to win), bot-02 (50% to win)</title>" in page
    assert "per cent: the chance to win, by the ratings alone" in page
    assert page.count("<small>50%</small>") == 2


def test_whoever_is_rated_higher_has_the_better_chance():
    best, other = some_bots("best", "other")
    rated(best, other, times=3)
    event = a_running_event(best, other)
    actions.foretell(event.pk, "")
    high, low = (int(one[:-1]) for one in CHANCE.findall(page_of(event)))
    assert high > 50 > low
    assert high + low == 100


def test_at_a_table_from_which_two_go_on_it_is_the_chance_to_go_on():
    event = a_running_event(*bots(8), config={"seats": 4, "advance": 2})
    actions.foretell(event.pk, "")
    page = page_of(event)
    assert CHANCE.findall(page) == ["50%"] * 8
    assert page.count("50% to go on") == 8


def test_at_the_last_table_it_is_the_chance_to_win():
    event = a_running_event(*bots(4), config={"seats": 4, "advance": 2})
    actions.foretell(event.pk, "")
    assert page_of(event).count("25% to win") == 4


def test_a_match_that_is_over_shows_no_chance_even_if_none_was_foretold_since():
    event = a_running_event(*bots(4))
    actions.foretell(event.pk, "")
    assert len(CHANCE.findall(page_of(event))) == 4
    win(event, "W1.1", "bot-01", "bot-04")
    assert len(CHANCE.findall(page_of(event))) == 2


def test_no_name_is_cut_for_a_chance():
    long = Row("a-name-of-22-letters-x", 1, chance="62%", chance_words="to win")
    short = Row("kestrel", 2, chance="38%", chance_words="to win")
    node = Node("F", "Final", 1, "ready", "", (long, short), "/tables/x", "Final")
    svg = svg_of(draw([node], [Head("Final", "", False)]), Marks())
    assert "a-name-of-22-letters-x<" in svg
    assert CHANCE.findall(svg) == ["38%"]
