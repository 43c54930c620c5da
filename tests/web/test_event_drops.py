"""Losers of a double elimination drop into the tree below; their ways are drawn, and hidden."""

from __future__ import annotations

import gzip
import re

import pytest

from tests.tournaments.helpers import a_running_event, bots, win
from tests.web.worlds import text_of, visit
from tournaments import actions
from tournaments.models import Tournament
from web.drawings.bracket import Drawing, Head, Node, Row
from web.drawings.bracket_svg import Marks, svg_of
from web.drawings.stacked import Band, draw_stacked

DROP = re.compile(r'<path class="drop( dot)?(?: f)?"[^>]* data-d="([^"]+)" d="([^"]+)"/>')


def node(key: str, column: int, *rows: Row) -> Node:
    return Node(key, key, column, "blocked", "", rows, "/tables/x", key)


def entrant(seed: int) -> Row:
    return Row(f"bot-{seed}", seed, entrant=str(seed))


def slot(match: str, place: int = 1) -> Row:
    return Row(f"from {match}", look="source", feeder=(match, place))


def heads(*names: str) -> list[Head]:
    return [Head(name, "", False) for name in names]


def of_four() -> Drawing:
    """Winners in columns 0, 1 and 3; the losers' final takes the loser of the winners' final."""
    upper = [
        node("W1.1", 1, entrant(1), entrant(4)),
        node("W1.2", 1, entrant(2), entrant(3)),
        node("W2.1", 2, slot("W1.1"), slot("W1.2")),
        node("GF1", 3, slot("W2.1"), slot("L2.1")),
    ]
    lower = [
        node("L1.1", 1, slot("W1.1", 2), slot("W1.2", 2)),
        node("L2.1", 2, slot("W2.1", 2), slot("L1.1")),
    ]
    return draw_stacked(
        Band(upper, heads("W1", "W2", "Final"), [0, 1, 2]),
        Band(lower, heads("L1", "L2"), [0, 1]),
    )


def test_every_slot_that_takes_a_loser_has_its_drop():
    ends = [(drop.source, drop.target, drop.row) for drop in of_four().drops]
    assert ends == [("W1.1", "L1.1", 0), ("W1.2", "L1.1", 1), ("W2.1", "L2.1", 0)]


def test_a_drop_runs_down_left_of_its_column_from_the_match_to_the_slot():
    drawing = of_four()
    at = {one.node.key: one for one in drawing.placed if one.node}
    first = drawing.drops[0]
    assert at["W1.1"].x == at["L1.1"].x == 7
    start, end = at["W1.1"].middle, at["L1.1"].middle_of(0)
    assert first.path == f"M7 {start}h-2q-4 0-4 4V{end - 4}q0 4 4 4h2"


def test_the_lower_tree_stands_under_the_upper_with_heads_of_its_own():
    drawing = of_four()
    upper = [one for one in drawing.placed if one.node and one.node.key[0] in "WG"]
    lower = [one for one in drawing.placed if one.node and one.node.key[0] == "L"]
    assert max(one.y + one.height for one in upper) < min(one.y for one in lower)
    assert [at.head.name for at in drawing.heads] == ["W1", "W2", "Final", "L1", "L2"]
    assert [at.x for at in drawing.heads] == [7, 255, 503, 7, 255]
    assert {at.y for at in drawing.heads[:3]} == {0}
    assert drawing.heads[3].y > max(one.y + one.height for one in upper)


def test_only_drops_are_hidden_and_the_way_up_to_the_final_is_a_line():
    drawing = of_four()
    assert len(drawing.wires) == 5
    final = next(one for one in drawing.placed if one.node and one.node.key == "GF1")
    assert any(wire.path.endswith(f" {final.middle_of(1)}H{final.x}") for wire in drawing.wires)


def test_a_drop_into_another_column_runs_sideways_between_the_trees():
    upper = [node("W1.1", 1, entrant(1), entrant(2))]
    lower = [node("L2.1", 1, slot("W1.1", 2), entrant(3))]
    drawing = draw_stacked(Band(upper, heads("W"), [0]), Band(lower, heads("L"), [1]))
    box = drawing.placed[0]
    assert f"V{box.y + box.height + 16 - 4}q0 4 4 4H" in drawing.drops[0].path


def test_a_drop_is_a_hidden_path_that_names_its_ends():
    svg = svg_of(of_four(), Marks())
    assert [ends for _, ends, _ in DROP.findall(svg)] == [
        "m-W1.1 m-L1.1 0",
        "m-W1.2 m-L1.1 1",
        "m-W2.1 m-L2.1 0",
    ]


def page_of(event: Tournament, query: str = "") -> str:
    return text_of(visit(f"/events/{event.public_id}{query}"))


@pytest.mark.django_db
@pytest.mark.parametrize("entrants", [3, 6, 8, 13, 16])
def test_whoever_loses_among_the_winners_drops_once(entrants):
    event = a_running_event(*bots(entrants), format="double-elimination", config={})
    page = page_of(event)
    drops = [ends.split()[0] for _, ends, _ in DROP.findall(page)]
    assert len(drops) == len(set(drops)) == entrants - 1


@pytest.mark.django_db
def test_a_drop_leaves_from_the_row_of_the_loser_once_it_is_known():
    event = a_running_event(*bots(8), format="double-elimination", config={})
    win(event, "W1.1", "bot-08", "bot-01")
    drops = {ends: (dot, path) for dot, ends, path in DROP.findall(page_of(event))}
    dot, path = drops["m-W1.1 m-L1.2 0"]
    assert (dot, path.split("h")[0]) == ("", "M7 58")
    dot, path = drops["m-W1.2 m-L1.2 1"]
    assert (dot, path.split("h")[0]) == (" dot", "M7 145")


@pytest.mark.django_db
def test_a_drop_whose_other_end_is_in_another_section_has_no_line():
    event = a_running_event(*bots(65), format="double-elimination", config={}, seeding="entry")
    page = page_of(event, "?section=1")
    assert 'id="m-W2.1"' in page
    assert DROP.findall(page) == []
    assert DROP.findall(page_of(event, "?view=all")) == []


@pytest.mark.django_db
def test_two_trees_of_32_keep_the_budget_of_a_page_with_all_drops_and_chances():
    event = a_running_event(*bots(32), format="double-elimination", config={})
    actions.foretell(event.pk, "")
    page = page_of(event)
    assert len(DROP.findall(page)) == 31
    assert page.count('<tspan class="p">') == 32
    assert len(page) <= 100_000
    assert len(gzip.compress(page.encode())) <= 20_000


@pytest.mark.django_db
def test_two_trees_of_more_than_64_matches_are_shown_in_sections():
    event = a_running_event(*bots(33), format="double-elimination", config={}, seeding="entry")
    page = page_of(event)
    assert page.count('<a class="node ') <= 64
    assert ">17–32</a>" in page
    assert len(page) <= 100_000
