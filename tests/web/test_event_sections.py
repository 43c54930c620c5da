"""Brackets of 65 and more: sections of sixteen leaves, the top above them, and a thumbnail."""

from __future__ import annotations

import gzip
import re

import pytest

from players.models import Player
from tests.builders import a_user
from tests.web.worlds import NOON, an_event, text_of, visit
from tournaments.models import Entrant, Tournament
from tournaments.queries import BracketSeen, bracket_of
from web.drawings.bracket_map import Bar, thumbnail
from web.event_sections import Asked, chosen, part_of, sections_of

pytestmark = pytest.mark.django_db


def event_of(count: int, seats: int = 2) -> Tournament:
    """An open event with so many entrants: its bracket is drawn as it would be now."""
    owner = a_user("many")
    bots = Player.objects.bulk_create(
        Player(owner=owner, handle=f"bot-{number:04}", kind=Player.Kind.BOT)
        for number in range(1, count + 1)
    )
    event = an_event(seats=seats, seeding="entry")
    Entrant.objects.bulk_create(
        Entrant(tournament=event, player=bot, entered_at=NOON) for bot in bots
    )
    return event


def nodes_in(page: str) -> int:
    return page.count('<a class="node ')


def bracket(count: int, seats: int = 2) -> BracketSeen:
    return bracket_of(event_of(count, seats).pk)


def test_sixty_four_fit_into_one_page():
    assert sections_of(bracket(64)) == ()


def test_sixty_five_are_shown_in_eight_sections_under_a_top():
    parts = sections_of(bracket(65))
    assert [one.name for one in parts][:3] == ["Top", "1–16", "17–32"]
    assert len(parts) == 1 + 8


def test_a_section_of_pairs_is_all_that_leads_to_one_match_of_the_fourth_round():
    found = bracket(128)
    parts = sections_of(found)
    assert [len(one.keys) for one in parts] == [7, *[15] * 8]
    part = part_of(found, parts[1])
    assert [len(each.matches) for each in part.rounds] == [8, 4, 2, 1]


@pytest.mark.parametrize(("count", "seats"), [(100, 2), (128, 4), (200, 3)])
def test_every_match_is_in_exactly_one_section(count, seats):
    found = bracket(count, seats)
    keys = [key for one in sections_of(found) for key in one.keys]
    assert sorted(keys) == sorted(match.key for match in found.matches)
    assert max(len(one.keys) for one in sections_of(found)) <= 64


def test_the_page_opens_on_the_top_and_on_the_section_of_who_is_followed():
    found = bracket(128)
    parts = sections_of(found)
    opened = chosen(parts, Asked(), found, ())
    assert opened
    assert opened.code == "top"
    of_first = chosen(parts, Asked(), found, ("1",))
    assert of_first
    assert any(row.seed == 1 for match in part_of(found, of_first).matches for row in match.rows)
    assert chosen(parts, Asked(section="3"), found, ("1",)) is parts[3]
    assert chosen(parts, Asked(is_whole=True), found, ("1",)) is None


def test_at_most_sixty_four_nodes_are_in_a_page_unless_all_are_asked_for():
    event = event_of(256)
    for query, nodes in (("", 15), ("?section=2", 15), ("?section=top", 15), ("?view=all", 255)):
        assert nodes_in(text_of(visit(f"/events/{event.public_id}{query}"))) == nodes, query


def test_the_strip_names_the_sections_and_keeps_who_is_followed():
    event = event_of(128)
    page = text_of(visit(f"/events/{event.public_id}?follow=5&section=2"))
    assert 'href="?follow=5&amp;section=3">33–48</a>' in page
    assert re.search(r'aria-current="page">17–32</a>', page)
    assert 'href="?follow=5&amp;view=all">All of it</a>' in page
    assert 'class="view"' in page


def test_a_page_of_a_section_keeps_its_budget():
    event = event_of(1024)
    page = visit(f"/events/{event.public_id}?section=5").content
    assert len(page) <= 100_000
    assert len(gzip.compress(page)) <= 20_000
    whole = visit(f"/events/{event.public_id}?view=all").content
    assert len(whole) <= 750_000
    assert len(gzip.compress(whole)) <= 100_000


@pytest.mark.parametrize(
    ("zoom", "size"),
    [
        ("", r'width="1212" height="\d+"'),
        ("70", r'width="848" height="\d+"'),
        ("fit", 'width="100%"'),
    ],
)
def test_a_wide_drawing_comes_in_three_sizes(zoom, size):
    event = event_of(32)
    page = text_of(visit(f"/events/{event.public_id}?zoom={zoom}"))
    assert re.search(rf'<svg class="bracket"[^>]* {size} viewBox="0 0 1212 ', page)
    assert 'href="?zoom=70"' in page


def test_nonsense_in_the_address_counts_as_nothing():
    fields = {"follow": "x" * 99, "section": "½", "view": "some", "zoom": "9999"}
    assert Asked.of(fields) == Asked(follow="x" * 8)
    event = event_of(4)
    assert visit(f"/events/{event.public_id}?section=7&zoom=fit&follow=<b>").status_code == 200


def test_a_thumbnail_has_a_bar_a_match_and_a_frame_round_what_is_shown():
    columns = [[Bar("done", False, True), Bar("live", True, False)], [Bar("blocked", False, False)]]
    marks = thumbnail(columns)
    assert [mark.look for mark in marks] == ["done", "f", "", "view"]
    assert (marks[-1].x, marks[-1].y, marks[-1].width, marks[-1].height) == (1, 1, 88, 58)


def test_a_column_of_more_than_thirty_two_is_one_block():
    marks = thumbnail([[Bar("done", False, True)] * 64])
    assert [mark.look for mark in marks] == ["done"]
    own = thumbnail([[Bar("done", number == 3, True) for number in range(64)]])
    assert [mark.look for mark in own] == ["done", "f"]
