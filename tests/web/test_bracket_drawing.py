"""Where nodes, byes and connectors of a bracket stand."""

from __future__ import annotations

import re

import pytest

from web.drawings.bracket import TABLES, TWO_SEATS, Drawing, Head, Node, Placed, Row, draw
from web.drawings.bracket_svg import Marks, fitted, svg_of


def row(seed: int, *feeder: object, right: str = "", look: str = "") -> Row:
    source = (str(feeder[0]), int(str(feeder[1]))) if feeder else None
    return Row(f"bot-{seed}", seed, right, look, str(seed), source)


def open_row(match: str, place: int = 1) -> Row:
    return Row(f"winner of {match}", look="source", feeder=(match, place))


def node(
    key: str, round_number: int, *rows: Row, state: str = "done", cut: int | None = None
) -> Node:
    href = f"/tables/{key:0>12}"
    return Node(key, key, round_number, state, "over", rows, href, f"{key}, over", cut)


def heads(count: int) -> list[Head]:
    return [Head(f"Round {number}", "", False) for number in range(1, count + 1)]


def of_four() -> Drawing:
    nodes = [
        node("W1.1", 1, row(1, look="winner"), row(4, look="loser")),
        node("W1.2", 1, row(2), row(3), state="live"),
        node("F", 2, row(1, "W1.1", 1), open_row("W1.2"), state="blocked"),
    ]
    return draw(nodes, heads(2))


def of_three() -> Drawing:
    nodes = [
        node("W1.2", 1, row(2, look="winner"), row(3, look="loser")),
        node("F", 2, row(1), row(2, "W1.2", 1), state="ready"),
    ]
    return draw(nodes, heads(2))


def fours() -> Drawing:
    first = [
        node(f"F1.T{table}", 1, *(row(4 * table + seat) for seat in range(4)), cut=2)
        for table in range(4)
    ]
    second = [
        node(
            "F2.T1", 2, *(row(4 * (n % 2) + n // 2, f"F1.T{n % 2}", n // 2 + 1) for n in range(4))
        ),
        node(
            "F2.T2",
            2,
            *(row(4 * (2 + n % 2) + n // 2, f"F1.T{2 + n % 2}", n // 2 + 1) for n in range(4)),
        ),
    ]
    return draw([*first, *second], heads(2))


def placed(drawing: Drawing, key: str) -> Placed:
    return next(one for one in drawing.placed if one.node and one.node.key == key)


def test_matches_of_the_first_round_stand_74_apart():
    drawing = of_four()
    assert placed(drawing, "W1.2").y - placed(drawing, "W1.1").y == 74


def test_a_match_sits_midway_between_its_two_feeders():
    drawing = of_four()
    upper, lower = placed(drawing, "W1.1").middle, placed(drawing, "W1.2").middle
    assert placed(drawing, "F").middle == (upper + lower) // 2


def test_columns_of_pairs_are_206_wide_with_a_gap_of_42():
    drawing = of_four()
    assert (drawing.heads[1].x - drawing.heads[0].x, drawing.sizes.width) == (206 + 42, 206)


def test_columns_of_tables_are_236_wide_with_a_gap_of_70():
    drawing = fours()
    assert (drawing.heads[1].x - drawing.heads[0].x, drawing.sizes.width) == (236 + 70, 236)


def test_tables_of_four_stand_four_rows_and_36_apart():
    drawing = fours()
    assert placed(drawing, "F1.T1").y - placed(drawing, "F1.T0").y == 4 * 23 + 36


def test_a_decided_connector_leaves_from_the_row_that_goes_on_and_enters_its_slot():
    drawing = of_four()
    start = placed(drawing, "W1.1").middle_of(0)
    end = placed(drawing, "F").middle_of(0)
    wire = next(wire for wire in drawing.wires if wire.entrant == "1")
    assert wire.path.startswith(f"M{7 + 206} {start}H")
    assert wire.path.endswith(f" {end}H{drawing.heads[1].x}")


def test_an_undecided_connector_of_a_pair_leaves_from_the_middle_of_the_box():
    drawing = of_four()
    wire = next(wire for wire in drawing.wires if not wire.entrant)
    assert wire.path.startswith(f"M{7 + 206} {placed(drawing, 'W1.2').middle}H")


def test_a_bye_is_no_match_but_a_name_in_the_column_before():
    drawing = of_three()
    byes = [one for one in drawing.placed if one.node is None]
    assert [(bye.column, bye.bye.name) for bye in byes if bye.bye] == [(0, "bot-1")]


def test_a_bye_keeps_the_room_of_the_match_that_it_stands_for():
    drawing = of_three()
    bye = next(one for one in drawing.placed if one.node is None)
    assert placed(drawing, "W1.2").middle - bye.middle == 74


@pytest.mark.parametrize("drawing", [of_four(), of_three(), fours()])
def test_no_box_lies_upon_another(drawing: Drawing):
    for one in drawing.placed:
        for two in drawing.placed:
            if one is not two and one.column == two.column:
                assert one.y + one.height <= two.y or two.y + two.height <= one.y


def test_the_drawing_is_as_large_as_what_is_in_it():
    drawing = of_four()
    assert drawing.width == 2 * 206 + 42 + 14
    assert all(one.y + one.height <= drawing.height for one in drawing.placed)


def test_an_empty_bracket_draws_nothing():
    assert draw([], []).placed == ()


def test_pairs_and_tables_have_sizes_of_their_own():
    assert (of_four().sizes, fours().sizes) == (TWO_SEATS, TABLES)


# ------------------------------------------------------------------ as SVG


def test_a_node_is_a_link_named_in_words():
    svg = svg_of(of_four(), Marks())
    assert '<a class="node live" id="m-W1.2" href="/tables/00000000W1.2"' in svg
    assert "<title>W1.2, over</title>" in svg


def test_a_node_names_its_feeders_for_the_arrow_keys():
    assert 'id="m-F"' in svg_of(of_four(), Marks())
    assert 'data-from="m-W1.1 m-W1.2"' in svg_of(of_four(), Marks())


def test_nodes_stand_in_reading_order_column_by_column():
    keys = re.findall(r'id="m-([^"]+)"', svg_of(of_four(), Marks()))
    assert keys == ["W1.1", "W1.2", "F"]


def test_a_node_of_two_takes_at_most_700_bytes():
    drawing = draw(
        [
            node("W1.1", 1, row(1), row(4)),
            node("W1.2", 1, row(2), row(3)),
            node("W2.1", 2, row(1, "W1.1", 1, right="1"), row(2, "W1.2", 1, right="0")),
        ],
        heads(2),
    )
    parts = re.findall(r"<a .*?</a>", svg_of(drawing, Marks()))
    assert [len(part) <= 700 for part in parts] == [True, True, True]


def test_a_followed_entrant_is_violet_in_every_row_and_its_line_is_drawn_last():
    svg = svg_of(of_four(), Marks(own=("1",), followed=("1",)))
    assert svg.count('class="row f"') + svg.count('class="row w f"') == 2
    lines = re.findall(r'<path class="con[^>]*>', svg)
    assert 'class="con f"' in lines[-1]


def test_the_cut_runs_after_the_rows_that_go_on():
    assert f'<path class="cutline" d="M-6 {2 * 23}H{236 + 6}"/>' in svg_of(fours(), Marks())


def test_names_are_escaped_in_text_and_in_attributes():
    hostile = '"><script>alert(1)</script>'
    bad = Node(hostile, hostile, 1, "done", hostile, (Row(hostile),), hostile, hostile)
    svg = svg_of(draw([bad], [Head(hostile, hostile, True)]), Marks())
    assert "<script" not in svg
    assert '">&lt;' not in svg.replace('"-5">&lt;', "")


def test_a_long_name_is_cut_where_the_box_ends():
    assert fitted("a-name-of-24-characters-", 140) == "a-name-of-24-charac…"
    assert fitted("short", 140) == "short"
