"""Words of the pages: Markdown, spans of time, plays, and the wait line."""

from __future__ import annotations

import datetime as dt

import pytest

from tournaments.queries import WaitLine
from web.felts.big_two_words import play_words
from web.templatetags.podium import signed, thousands
from web.words import spans
from web.words.markdown import Run, blocks_of, runs_of
from web.words.reasons import unrated
from web.words.seats import ordinal
from web.words.sources import source_of
from web.words.waiting import Part, parts_of

NOON = dt.datetime(2026, 11, 1, 12, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0:00"), (18, "0:18"), (90, "1:30"), (7_800, "2 h 10"), (273_600, "3 d 4 h")],
)
def test_a_time_left_reads_like_a_clock(seconds, shown):
    assert spans.left(seconds) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(1, "1 s"), (30, "30 s"), (90, "90 s"), (300, "5 min"), (7_200, "2 h"), (172_800, "2 d")],
)
def test_a_patience_is_told_in_its_largest_whole_unit(seconds, shown):
    assert spans.in_words(seconds) == shown


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("AC", "ace of clubs"),
        ("9D 9H", "nines"),
        ("6D 6H", "sixes"),
        ("TD TC TH", "three tens"),
        ("4D 5S 6C 7C 8H", "straight to 8"),
        ("TD JS QC KC AH", "straight to the ace"),
        ("6D 7S 8C 9C TH", "straight to 10"),
        ("3S JS KS AS 2S", "flush in spades"),
        ("3C 3H 3S KD KS", "full house, threes"),
        ("3D 3C 3H 3S KS", "four threes"),
        ("4D 5D 6D 7D 8D", "straight flush to 8"),
        ("AD 2S 3C 4C 5H", "straight to 5"),
    ],
)
def test_a_play_is_told_in_few_words(cards, words):
    assert play_words(cards.split()) == words


def test_places_have_endings():
    assert [ordinal(place) for place in (1, 2, 3, 4, 12)] == ["1st", "2nd", "3rd", "4th", "12th"]


def test_numbers_are_parted_by_a_narrow_space():
    assert thousands(3411) == "3\N{NARROW NO-BREAK SPACE}411"
    assert thousands(-187) == "–187"
    assert thousands(None) == "–"
    assert [signed(number) for number in (22, 0, -14)] == ["+22", "0", "–14"]


def test_reasons_are_words_and_unknown_codes_are_shown():
    assert unrated("filler") == "Not rated: a house bot filled a seat."
    assert unrated("brand_new") == "Not rated: brand_new."
    assert unrated("") == ""


def test_a_table_as_source_of_a_contest_can_be_opened():
    assert source_of("table:k3m9").table_id == "k3m9"
    assert source_of("match:17").table_id == ""


# ------------------------------------------------------------------ Markdown


def test_headings_paragraphs_lists_tables_and_code_are_told_apart():
    text = (
        "# Big Two\n\nOne line\nand another.\n\n- a\n  goes on\n- b\n\n1. c\n\n"
        "| x | y |\n|---|---|\n| 1 | 2 |\n\n```\ncode *kept*\n```\n"
    )
    assert [block.kind for block in blocks_of(text)] == ["h1", "p", "ul", "ol", "table", "pre"]


def test_a_paragraph_ends_where_a_list_begins():
    assert [block.kind for block in blocks_of("These:\n- a\n- b")] == ["p", "ul"]


def test_an_item_goes_on_over_its_lines():
    (items,) = blocks_of("- a\n  goes on\n- b")
    assert items.lines == ((Run("text", "a goes on"),), (Run("text", "b"),))


def test_a_table_has_a_head_and_rows():
    (table,) = blocks_of("| x | y |\n|---|---|\n| 1 | `2` |")
    assert table.head == ((Run("text", "x"),), (Run("text", "y"),))
    assert table.rows == (((Run("text", "1"),), (Run("code", "2"),)),)


def test_code_keeps_its_marks():
    (code,) = blocks_of("```\n*a* <b>\n```")
    assert code.code == "*a* <b>"


def test_marks_inside_a_line():
    assert runs_of("a **b** `c` *d*") == (
        Run("text", "a "),
        Run("bold", "b"),
        Run("text", " "),
        Run("code", "c"),
        Run("text", " "),
        Run("italic", "d"),
    )


def test_a_link_to_another_scheme_or_to_a_file_stays_words():
    assert runs_of("[x](javascript:1)")[0].kind == "text"
    assert runs_of("[x](tie-breaks.md)")[0].kind == "text"
    assert runs_of("[x](/rules)")[0] == Run("link", "x", "/rules")


# ------------------------------------------------------------------ the wait line


def test_times_in_the_wait_line_become_clocks():
    deadline = NOON + dt.timedelta(seconds=18.4)
    wait = WaitLine("Waiting for 1 of 7 matches.", "W2.2: Gorse must act within 0:18.", deadline)
    assert parts_of(wait, NOON, []) == [
        Part("W2.2: Gorse must act within "),
        Part(deadline_at=deadline),
        Part("."),
    ]


def test_each_time_gets_the_deadline_next_to_it():
    first, second = NOON + dt.timedelta(seconds=5), NOON + dt.timedelta(seconds=25)
    wait = WaitLine("Waiting.", "A must act within 0:05. B must act within 0:25.", first)
    clocks = [part.deadline_at for part in parts_of(wait, NOON, [second]) if part.deadline_at]
    assert clocks == [first, second]


def test_a_time_without_a_deadline_stays_words():
    wait = WaitLine("Waiting.", "It must act within 9:00.")
    assert parts_of(wait, NOON, []) == [Part("It must act within 9:00.")]
